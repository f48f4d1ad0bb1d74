import Containers
import TestSupport
import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// Document → DOCX, ODT, FODT → Document is the identity, but for what these cannot say.
@Suite struct OfficeRoundTripTests {
  static let formats = [Format.wordProcessing, .openDocument, .flatOpenDocument]

  @Test func `Lists in quotes and formulas stand as LibreOffice needs it`() throws {
    let document = try MarkdownReader().read(Array("> - a\n>\n>   b\n\n$\\frac{a}{b}$\n".utf8))
    let xml = String(decoding: OpenDocumentWriter(isFlat: true).write(document), as: UTF8.self)
    // The mark stands out from the text of an item, and from its first paragraph alone.
    #expect(xml.contains("fo:text-indent=\"-0.635cm\" style:auto-text-indent"))
    #expect(xml.contains("fo:text-indent=\"0cm\" style:auto-text-indent"))
    #expect(xml.contains("svg:width=\"8.2pt\" svg:height=\"29.6pt\"><draw:object>"))
  }

  @Test func `Cells of a formula are never empty, nor without what an operator works on`() throws {
    let tex = "\\begin{aligned}a & =b \\\\  & =c\\end{aligned}"
    let document = Document([.paragraph([.math(tex, display: true)])])
    let archive = try ZipArchive(WordProcessingWriter().write(document))
    let part = try archive.contents(
      of: #require(archive["word/document.xml"]), limits: ZipLimits(size: 1 << 20))
    let xml = String(decoding: part, as: UTF8.self)
    let empty = "<m:r><m:rPr><m:nor/></m:rPr><m:t xml:space=\"preserve\"></m:t></m:r>"
    #expect(!xml.contains("<m:e/>"))
    #expect(xml.split(separator: empty).count == 4)
    let again = try WordProcessingReader().read(WordProcessingWriter().write(document))
    #expect(again.blocks == [.paragraph([.math(tex, display: true)])])
  }

  @Test("Markdown that people write comes back", arguments: formats)
  func examples(_ format: Format) throws {
    for example in RTFRoundTripTests.examples {
      let document = expressible(try MarkdownReader().read(Array(example.utf8)))
      let bytes = format.write(document, Format.Options())
      let result = expressible(try format.read(bytes).lowered(to: .gfm))
      let difference = firstDifference(canonical(document), canonical(result))
      #expect(difference == nil, "\(example)")
    }
  }

  @Test(
    "What follows a list within an item, formulas below each other, and one note's references stay what they are",
    arguments: [
      "1. a\n   - n\n\n   para in a\n2. b\n", "1. a\n\n   1. b\n\n   para in a\n\n   2. c\n",
      "- a\n\n  | h |\n  |---|\n  | c |\n\n  - n\n\n  para in a\n",
      "$a$\n\n$b$\n", "$$a$$\n\n$$b$$\n", "$$\na\n+ b\n$$\n",
      "```\na\n```\n\n```\nb\n```\n",
      "<kbd>a</kbd>\n\n<kbd>b</kbd>\n", "a[^1] b[^1] c[^2] d[^1]\n\n[^1]: one\n\n[^2]: two\n",
    ], formats)
  func neighbours(_ text: String, _ format: Format) throws {
    let document = expressible(try MarkdownReader().read(Array(text.utf8)))
    let result = expressible(
      try format.read(format.write(document, Format.Options())).lowered(to: .gfm))
    #expect(firstDifference(canonical(document), canonical(result)) == nil)
  }

  @Test(
    "Notes within notes follow those that refer to them", arguments: [Format.wordProcessing, .openDocument])
  func notesWithinNotes(_ format: Format) throws {
    let markdown = "a[^x].\n\n[^x]: one[^y]\n\n[^y]: two[^x] [^z]\n\n    - item\n\n[^z]: three\n"
    let document = try MarkdownReader().read(Array(markdown.utf8))
    let read = try format.read(format.write(document, Format.Options()))
    let result = String(decoding: MarkdownWriter().write(read), as: UTF8.self)
    #expect(result.hasPrefix("a[^1][^2][^3].\n\n[^1]: one<sup>2</sup>\n\n[^2]: two"))
    #expect(result.hasSuffix(" <sup>3</sup>\n\n    - item\n\n[^3]: three\n"))
  }

  @Test func `OpenDocument says numbers and addresses as its schema has them`() throws {
    let markdown = "0. a\n1. b\n\n[x](https://[::1]/a[1]?b=%zz&c=%20#d#e) [y](//[::1]/)\n"
    let document = try MarkdownReader().read(Array(markdown.utf8))
    let flat = String(decoding: OpenDocumentWriter(isFlat: true).write(document), as: UTF8.self)
    #expect(
      flat.contains("<text:list-item text:start-value=\"0\">") && !flat.contains("\".\" text:start-value"))
    #expect(flat.contains("xlink:href=\"https://[::1]/a%5B1%5D?b=%25zz&amp;c=%20#d%23e\""))
    #expect(flat.contains("xlink:href=\"//[::1]/\""))
    let read = String(
      decoding: MarkdownWriter().write(try OpenDocumentReader().read(Array(flat.utf8))), as: UTF8.self)
    #expect(read.hasPrefix("0. a\n1. b\n"))
    for isFlat in [true, false] {
      let link = Document([.paragraph([.link(Link(destination: "a b:c", [.text("x")]))])])
      let written = OpenDocumentWriter(isFlat: isFlat).write(link)
      #expect(try OpenDocumentReader().read(written) == link)
    }
  }

  @Test func `A linked picture that lies elsewhere is words of its link in OpenDocument`() throws {
    let image = Inline.image(Image(source: "https://example.org/x.svg", alternative: "passing"))
    let document = Document([.paragraph([.link(Link(destination: "https://ci.example.org", [image]))])])
    let read = try OpenDocumentReader().read(OpenDocumentWriter().write(document))
    let link = Link(destination: "https://ci.example.org", [.text("passing")])
    #expect(read.blocks == [.paragraph([.link(link)])])
  }

  @Test(arguments: [Format.wordProcessing, .openDocument])
  func `A picture is looked at once, however often it is shown`(format: Format) throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let medium = Medium(id: Medium.ID(0), type: "image/png", bytes: png + Array(repeating: 7, count: 1 << 20))
    let images = (0..<5000).map { _ in Inline.image(Image(.medium(medium.id), alternative: "a")) }
    let start = processorTime()
    let bytes = format.write(Document([.paragraph(images)], media: [medium]), Format.Options())
    #expect(processorTime() - start < .seconds(20))
    let read = try format.read(bytes)
    #expect(read.media.map(\.bytes) == [medium.bytes] && read.images.count == 5000)
  }

  @Test("The same document is the same bytes", arguments: formats)
  func determinism(_ format: Format) throws {
    let document = try MarkdownReader().read(Array(MarkdownSamples.readme.utf8))
    #expect(format.write(document, Format.Options()) == format.write(document, Format.Options()))
    #expect(try format.read(format.write(Document(), Format.Options())).isEmpty)
  }

  @Test("What Markdown has no words for comes back", arguments: formats)
  func rich(_ format: Format) throws {
    let cell = TableCell(
      blocks: [.paragraph([.text("a")]), .list(List(.bullet, items: [ListItem([.paragraph([.text("b")])])]))])
    let table = Table(
      columns: [nil, .right], headerRows: 1,
      rows: [
        [TableCell([.text("head")], columns: 2)], [cell, TableCell([.text("1")], rows: 2)],
        [TableCell([.text("c")])],
      ], caption: [.text("Caption")])
    let definitions = [
      Definition(
        terms: [[.text("term")]], details: [[.paragraph([.text("said")])], [.paragraph([.text("more")])]])
    ]
    let picture = Medium(
      id: Medium.ID(0), type: "image/png", bytes: [0x89, 0x50, 0x4E, 0x47, 1], name: "a.png")
    let image = Image(
      .medium(picture.id), title: "title", alternative: "text", width: Length(points: 36),
      height: Length(points: 18))
    let document = Document(
      [
        .table(table), .definitionList(definitions),
        .paragraph([.image(image), .footnoteReference(label: "1")]),
        .blockQuote([.blockQuote([.paragraph([.text("deep")])])]),
        .paragraph([.math("x^{2}", display: false)]),
      ], footnotes: [Footnote(label: "1", blocks: [.paragraph([.text("note")])])], media: [picture])
    var result = try format.read(format.write(document, Format.Options()))
    #expect(result.media.map(\.bytes) == [picture.bytes])
    result.media = [picture]
    for (old, new) in zip(document.blocks, result.normalized().blocks) { expectSame(old, new) }
    #expect(result.footnotes == document.footnotes)
  }

  static let formulas = [
    "a^2+b^2=\\frac{1}{2}", "f(x)=\\begin{cases} a & x>0 \\\\ b & \\text{else} \\end{cases}",
    "\\begin{aligned} a &= b \\\\ c+d &= e \\end{aligned}",
    "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}",
    "\\sum_{i=1}^n i", "\\left.\\frac{x}{y}\\right|_0",
  ]

  @Test(arguments: formulas, [true, false])
  func `Formulas of OpenDocument are objects, and keep their TeX`(tex: String, isDisplayed: Bool) throws {
    let document = Document([.paragraph([.math(tex, display: isDisplayed)])])
    for format in [Format.openDocument, .flatOpenDocument] {
      let written = format.write(document, Format.Options())
      #expect(try format.read(written).blocks == document.blocks, "\(format.name)")
    }
    let flat = String(decoding: Format.flatOpenDocument.write(document, Format.Options()), as: UTF8.self)
    #expect(flat.contains("<draw:object><math xmlns="))
    // Signs have operands, as LibreOffice's own language wants them.
    #expect(!flat.contains("<mtd><mo>"))
  }

  @Test(
    "Tables in notes of OpenDocument stand in frames, without which Writer drops them",
    arguments: [
      "before\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nafter", "- item\n\n  | a | b |\n  | - | - |\n  | 1 | 2 |",
    ])
  func tablesInNotes(blocks: String) throws {
    let note = blocks.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
    let markdown = "x[^1]\n\n[^1]: \(note)\n\n| c |\n| - |\n| 3 |\n"
    let document = try MarkdownReader().read(Array(markdown.utf8))
    let written = OpenDocumentWriter(isFlat: true).write(document)
    let text = String(decoding: written, as: UTF8.self)
    #expect(text.ranges(of: "<draw:text-box").count == 1)
    #expect(text.contains("<draw:text-box fo:min-height=\"0cm\"><table:table "))
    let read = try OpenDocumentReader().read(written)
    #expect(PlainTextWriter().write(read) == PlainTextWriter().write(document))
  }

  @Test func `A formula whose TeX is not understood is text`() throws {
    let document = Document([.paragraph([.math("\\unknown{", display: false)])])
    let flat = String(decoding: Format.flatOpenDocument.write(document, Format.Options()), as: UTF8.self)
    #expect(!flat.contains("<draw:object>") && flat.contains("\\unknown{"))
  }

  /// Lengths are rounded on the way.
  private func expectSame(_ old: Block, _ new: Block) {
    guard case .paragraph(let inlines) = new, case .image(let image)? = inlines.first else {
      #expect(old == new)
      return
    }
    #expect(image.alternative == "text" && image.title == "title")
    #expect(abs((image.width?.points ?? 0) - 36) < 0.1 && abs((image.height?.points ?? 0) - 18) < 0.1)
  }

  @Test(
    "Where the last paragraphs look different, an empty one follows in what is inserted",
    arguments: [
      ("# T\n\na\n", true), ("# T\n\na\n\n## B\n", true), ("a\n\n> b\n", true), ("- a\n  - b\n", true),
      ("a\n\n```\nb\n```\n", true), ("- a\n\nb\n", true), ("a\n\n---\n", true), ("a\n\nb\n", false),
      ("a\n", false), ("- a\n- b\n", false), ("a\n\n```\nb\nc\n```\n", false), ("# T\n\na\n\nb\n", false),
    ])
  func endOfInsertion(markdown: String, isFollowed: Bool) throws {
    let document = try MarkdownReader().read(Array(markdown.utf8))
    var writer = OpenDocumentWriter(isFlat: true)
    let end = #"<text:p text:style-name="Text_20_body"/></office:text>"#
    #expect(!String(decoding: writer.write(document), as: UTF8.self).contains(end))
    writer.isInserted = true
    let inserted = writer.write(document)
    #expect(String(decoding: inserted, as: UTF8.self).contains(end) == isFollowed)
    #expect(try OpenDocumentReader().read(inserted).normalized() == document.normalized())
  }
}

/// The document with stretches of text in one format for inlines: which format lies within which nobody keeps.
///
/// A picture that lies elsewhere is a link to it.
private func canonical(_ document: Document) -> Document {
  Document(
    canonical(document.blocks),
    footnotes: document.footnotes.map { Footnote(label: $0.label, blocks: canonical($0.blocks)) })
}

private func canonical(_ blocks: [Block]) -> [Block] {
  blocks.map { block in
    switch block {
    case .paragraph(let inlines): return .paragraph(stretches(inlines))
    case .heading(let level, let inlines): return .heading(level: level, stretches(inlines))
    case .blockQuote(let blocks): return .blockQuote(canonical(blocks))
    case .list(var list):
      list.items = list.items.map { ListItem(checkbox: $0.checkbox, canonical($0.blocks)) }
      return .list(list)
    case .table(var table):
      table.rows = table.rows.map { $0.map { TableCell(stretches($0.inlines)) } }
      return .table(table)
    default: return block
    }
  }
}

private func stretches(_ inlines: [Inline]) -> [Inline] {
  var result: [(text: String, format: Set<String>)] = []
  func append(_ text: String, _ format: Set<String>) {
    if let last = result.last, last.format == format {
      result[result.count - 1].text += text
    } else {
      result.append((text, format))
    }
  }
  func walk(_ inlines: [Inline], _ format: Set<String>) {
    for inline in inlines {
      switch inline {
      case .text(let text): append(text, format)
      case .code(let text): append(text, format.union(["code"]))
      case .link(let link): walk(link.content, format.union(["<\(link.destination)> \(link.title)"]))
      case .image(let image):
        let address = image.address ?? ""
        let shown = image.alternative.isEmpty ? address : image.alternative
        // OpenDocument has words of the link in place of a picture in it that lies elsewhere.
        let isLinked = format.contains { $0.hasPrefix("<") }
        append(shown, isLinked ? format : format.union(["<\(address)> \(image.title)"]))
      case .emphasis(let content): walk(content, format.union(["emphasis"]))
      case .strong(let content): walk(content, format.union(["strong"]))
      case .strikethrough(let content): walk(content, format.union(["strikethrough"]))
      case .underline(let content): walk(content, format.union(["underline"]))
      case .superscript(let content): walk(content, format.union(["superscript"]))
      case .subscript(let content): walk(content, format.union(["subscript"]))
      case .highlight(let content): walk(content, format.union(["highlight"]))
      case .keyboard(let content): walk(content, format.union(["keyboard"]))
      // Word spells formulas in its own way.
      case .math(let tex, let isDisplayed):
        append("\(TeXReader.formula(tex) ?? .text(tex)) \(isDisplayed)", format)
      case .softBreak, .lineBreak, .html, .footnoteReference: append("\(inline)", format)
      }
    }
  }
  walk(inlines, [])
  return result.map { .text("\($0.format.sorted())\($0.text)") }
}
