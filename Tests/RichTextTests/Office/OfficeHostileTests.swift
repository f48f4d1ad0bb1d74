import Containers
import RichText
import TestSupport
import TestTraits
import Testing

/// Documents that were made to cost much, or that are broken.
@Suite(.timeLimit(.minutes(1)), .stress) struct OfficeHostileTests {
  private static func p(_ text: String, _ properties: String = "") -> String {
    "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:t>\(text)</w:t></w:r></w:p>"
  }

  static let words: [(name: String, file: WordFile)] = [
    (
      "tables within tables", WordFile(String(repeating: "<w:tbl><w:tr><w:tc>", count: 150) + p("survivor"))
    ),
    (
      "boxes within boxes",
      WordFile(String(repeating: "<w:p><w:r><w:txbxContent>", count: 150) + p("survivor"))
    ),
    (
      "controls within controls",
      WordFile(String(repeating: "<w:sdt><w:sdtContent>", count: 200) + p("survivor"))
    ),
    (
      "a wide span",
      WordFile(
        "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"999999999\"/></w:tcPr>\(p("survivor"))</w:tc></w:tr></w:tbl>"
      )
    ),
    (
      "grid before",
      WordFile(
        "<w:tbl>"
          + String(
            repeating:
              "<w:tr><w:trPr><w:gridBefore w:val=\"99999\"/></w:trPr><w:tc>\(p("survivor"))</w:tc></w:tr>",
            count: 50) + "</w:tbl>")
    ),
    (
      "fields without ends",
      WordFile(
        p("survivor")
          + String(repeating: "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r></w:p>", count: 5_000))
    ),
    (
      "a cycle of styles",
      WordFile(
        p("survivor", "<w:pStyle w:val=\"a\"/>"),
        styles:
          "<w:style w:styleId=\"a\"><w:basedOn w:val=\"b\"/></w:style><w:style w:styleId=\"b\"><w:basedOn w:val=\"a\"/></w:style>"
      )
    ),
    (
      "a cycle of lists",
      WordFile(
        p("survivor", "<w:numPr><w:numId w:val=\"1\"/></w:numPr>"),
        styles:
          "<w:style w:type=\"numbering\" w:styleId=\"n\"><w:pPr><w:numPr><w:numId w:val=\"1\"/></w:numPr></w:pPr></w:style>",
        numbering:
          "<w:abstractNum w:abstractNumId=\"0\"><w:numStyleLink w:val=\"n\"/></w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"
      )
    ),
    ("empty paragraphs", WordFile(p("survivor") + String(repeating: "<w:p/>", count: 100_000))),
    (
      "formulas",
      WordFile(
        "<w:p><m:oMath>" + String(repeating: "<m:f><m:num>", count: 200) + "<m:r><m:t>x</m:t></m:r>"
          + String(repeating: "</m:num></m:f>", count: 200) + "</m:oMath></w:p>" + p("survivor"))
    ),
    (
      "joined paragraphs",
      WordFile(
        String(
          repeating: "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>survivor</w:t></w:r></w:p>",
          count: 2_000))
    ),
  ]

  @Test("Text survives in documents of Word", arguments: words.indices)
  func word(_ index: Int) throws {
    let document = try WordProcessingReader().read(Self.words[index].file.bytes)
    let text = String(decoding: PlainTextWriter().write(document), as: UTF8.self)
    #expect(text.contains("survivor"), "\(Self.words[index].name)")
  }

  static let texts: [(name: String, body: String)] = [
    ("lists", String(repeating: "<text:list><text:list-item>", count: 5_000) + "<text:p>survivor</text:p>"),
    (
      "lists that are read",
      String(repeating: "<text:list><text:list-item>", count: 200) + "<text:p>survivor</text:p>"
    ),
    (
      "tables",
      String(repeating: "<table:table><table:table-row><table:table-cell>", count: 100)
        + "<text:p>survivor</text:p>"
    ),
    (
      "repeated cells",
      "<text:p>survivor</text:p><table:table>"
        + String(
          repeating:
            "<table:table-row table:number-rows-repeated=\"99999\"><table:table-cell table:number-columns-repeated=\"99999999\"/></table:table-row>",
          count: 500) + "</table:table>"
    ),
    (
      "spans",
      "<table:table><table:table-row><table:table-cell table:number-columns-spanned=\"999999999\" table:number-rows-spanned=\"999999999\"><text:p>survivor</text:p></table:table-cell><table:table-cell/></table:table-row></table:table>"
    ),
    (
      "spaces",
      "<text:p>survivor" + String(repeating: "<text:s text:c=\"999999999\"/>", count: 100) + "x</text:p>"
    ),
    ("notes", "<text:p>survivor" + String(repeating: "<text:note><text:note-body><text:p>", count: 150)),
  ]

  @Test("Text survives in OpenDocument text", arguments: texts.indices)
  func openDocument(_ index: Int) throws {
    let body = Self.texts[index].body
    let xml = String(decoding: OpenDocumentFile("").bytes, as: UTF8.self)
    let end = xml.replacing("</office:text></office:body></office:document>", with: body)
    if index == 0 {
      // Deeper than any document: nothing but the end matters.
      _ = try OpenDocumentReader().read(Array(end.utf8))
      return
    }
    let document = try OpenDocumentReader().read(Array(end.utf8))
    let text = String(decoding: PlainTextWriter().write(document), as: UTF8.self)
    #expect(text.contains("survivor"), "\(Self.texts[index].name)")
  }

  @Test func `A bomb is refused before it takes much`() throws {
    var writer = ZipWriter()
    writer.add("word/document.xml", [UInt8](repeating: 0x20, count: 80 * 1024 * 1024))
    let error = #expect(throws: RichTextError.self) { try WordProcessingReader().read(writer.finish()) }
    #expect(error?.code == .tooLarge)
  }

  @Test("Whatever bytes change, reading ends", arguments: OfficeRoundTripTests.formats)
  func mutations(_ format: Format) throws {
    var generator = SeededGenerator(seed: 18)
    let document = try MarkdownReader().read(Array(MarkdownSamples.readme.utf8))
    let whole = format.write(document, Format.Options())
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      _ = try? format.read(bytes)
    }
  }

  @Test func `Elements that end elsewhere do no harm`() throws {

    var generator = SeededGenerator(seed: 5)
    let document = try MarkdownReader().read(Array(MarkdownSamples.readme.utf8))
    let xml = OpenDocumentWriter(isFlat: true).write(document)
    let tags = xml.split(separator: UInt8(ascii: "<")).map { Array($0) }

    for _ in 0..<100 {
      var shuffled = tags
      for _ in 0..<20 {
        let index = Int.random(in: 2..<shuffled.count, using: &generator)
        if Bool.random(using: &generator) {
          shuffled.remove(at: index)
        } else {
          shuffled.swapAt(index, 2 + index / 2)
        }
      }
      _ = try? OpenDocumentReader().read(Array(shuffled.joined(separator: [UInt8(ascii: "<")])))
    }
  }

  @Test("What was damaged or cut off is refused, and not read as half a document", arguments: [0, 1])
  func damage(kind: Int) throws {
    let document = Document([.paragraph([.text(String(repeating: "words that matter ", count: 400))])])
    for (format, part) in [(Format.wordProcessing, "word/document.xml"), (.openDocument, "content.xml")] {
      let bytes = format.write(document, Format.Options())
      // The first time that its name stands there is before its content.
      let name = Array(part.utf8)
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count
      var broken = bytes
      for place in start + 8..<start + 16 { broken[place] ^= 0x55 }
      #expect(throws: RichTextError.self) { try format.read(kind == 0 ? broken : Array(bytes.dropLast(200))) }
      #expect(throws: Never.self) { try format.read(bytes) }
    }
  }

  @Test("Of what was damaged or cut off there is what is left", arguments: [0, 1, 2])
  func recovered(kind: Int) throws {
    let words = (0..<4_000).map { "word\($0 * 7_919 % 10_007)" }.joined(separator: " ")
    let document = Document([.paragraph([.text(words)])])
    for (format, part) in [(Format.wordProcessing, "word/document.xml"), (.openDocument, "content.xml")] {
      let bytes = format.write(document, Format.Options())
      #expect(format.recovered(bytes) == nil)
      let name = Array(part.utf8)
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count
      var broken = bytes
      for place in start + 8_000..<start + 8_020 { broken[place] ^= 0x55 }
      let damaged = [broken, Array(bytes.prefix(start + 8_000)), Array(bytes.dropLast(100))][kind]
      let left = try #require(format.recovered(damaged))
      let text = String(decoding: PlainTextWriter().write(try format.read(left)), as: UTF8.self)
      #expect(text.hasPrefix(words.prefix(2_000)))
      #expect(kind != 2 || text.hasPrefix(words))
    }
    let flat = Format.flatOpenDocument.write(document, Format.Options())
    #expect(!Format.flatOpenDocument.isCutOff(flat))
    #expect(Format.flatOpenDocument.isCutOff(Array(flat.dropLast(20))))
  }

  @Test func `Cells and spaces that are only claimed take little`() throws {
    let row = "<w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"99999\"/></w:tcPr>\(Self.p("x"))</w:tc></w:tr>"
    let table = WordFile("<w:tbl>\(String(repeating: row, count: 20_000))</w:tbl>\(Self.p("survivor"))")
    let flow = try WordProcessingReader().read(table.bytes)
    #expect(flow.blocks.last == .paragraph([.text("survivor")]))
    let spaces = String(repeating: "<text:s text:c=\"10000\"/>x", count: 10_000)
    let text = try OpenDocumentReader().read(OpenDocumentFile("<text:p>\(spaces)survivor</text:p>").bytes)
    let plain = PlainTextWriter().write(text)
    #expect(plain.count < 2_000_000)
    #expect(String(decoding: plain.suffix(16), as: UTF8.self).contains("survivor"))
  }

  /// How many places of tables are made of so many cells.
  private static func places(_ document: Document) -> Int {
    document.blocks.reduce(0) { count, block in
      guard case .table(let table) = block else { return count }
      return table.rows.reduce(count) { $0 + $1.reduce(0) { $0 + $1.columns } }
    }
  }

  private static let cell = "<w:tc>\(p("x"))</w:tc>"

  /// Rows that claim more places than they have cells.
  static let claims = [
    "<w:tr>" + String(repeating: cell, count: 1_000) + "</w:tr>",
    "<w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"1000\"/></w:tcPr>\(p("x"))</w:tc></w:tr>",
    String(repeating: "<w:tr><w:trPr><w:gridBefore w:val=\"63\"/></w:trPr>\(cell)</w:tr>", count: 8_000),
    String(
      repeating: "<w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"50\"/></w:tcPr>\(p("x"))</w:tc></w:tr>",
      count: 8_000),
  ]

  @Test("Places that rows only claim are few, and what stands in cells is there", arguments: claims.indices)
  func claimedPlaces(_ index: Int) throws {
    let short = String(repeating: "<w:tr>\(Self.cell)</w:tr>", count: 4_000)
    let document = try WordProcessingReader().read(
      WordFile("<w:tbl>\(Self.claims[index])\(short)</w:tbl>").bytes)
    #expect(Self.places(document) < 400_000)
    let count = PlainTextWriter().write(document).count { $0 == UInt8(ascii: "x") }
    #expect(count == Self.claims[index].ranges(of: ">x<").count + 4_000)
  }

  /// Rows that are more cells and rows than they spell out.
  static let repetitions = [
    "<table:table-row><table:table-cell table:number-columns-repeated=\"1000000\"><text:p>x</text:p></table:table-cell></table:table-row>",
    "<table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell table:number-columns-repeated=\"64\"/><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>",
    "<table:table-row><table:table-cell table:number-columns-spanned=\"1000\" table:number-rows-spanned=\"1000\"><text:p>x</text:p></table:table-cell></table:table-row>",
  ]

  @Test("Cells and rows that are only said to be there are few", arguments: repetitions.indices)
  func repeatedPlaces(_ index: Int) throws {
    let body = "<table:table>\(String(repeating: Self.repetitions[index], count: 5_000))</table:table>"
    let document = try OpenDocumentReader().read(OpenDocumentFile(body).bytes)
    #expect(Self.places(document) < 400_000)
    #expect(PlainTextWriter().write(document).count { $0 == UInt8(ascii: "x") } >= 5_000)
  }

  @Test func `Short rows of RTF below one of very many cells take little`() throws {
    let edges = (1...1_000).map { "\\cellx\($0 * 100)" }.joined()
    let wide = edges + "\\pard\\intbl " + String(repeating: "x\\cell ", count: 1_000)
    let short = String(repeating: "\\trowd\\cellx100\\pard\\intbl x\\cell\\row ", count: 5_000)
    let document = try RTFReader().read(Array("{\\rtf1 \\trowd\(wide)\\row \(short)}".utf8))
    #expect(Self.places(document) < 400_000)
    #expect(PlainTextWriter().write(document).count { $0 == UInt8(ascii: "x") } == 6_000)
  }

  @Test("Styles that are based on each other say what all of them say, however many", arguments: [3, 2_000])
  func chains(count: Int) throws {
    let chain = (1...count).map {
      "<w:style w:styleId=\"s\($0)\"><w:basedOn w:val=\"s\($0 - 1)\"/></w:style>"
    }
    let root = "<w:style w:styleId=\"s0\"><w:pPr><w:outlineLvl w:val=\"1\"/></w:pPr></w:style>"
    let last = Self.p("x", "<w:pStyle w:val=\"s\(count)\"/>")
    for styles in [chain, chain.reversed()] {
      let file = WordFile(last, styles: styles.joined() + root)
      #expect(try file.markdown() == "## x\n")
    }
  }

  @Test("Styles that are based on themselves end there", arguments: [["b"], ["b", "c"]])
  func cycles(names: [String]) throws {
    let styles = zip(names, names.dropFirst() + [names[0]]).map {
      "<w:style w:styleId=\"\($0)\"><w:basedOn w:val=\"\($1)\"/><w:rPr><w:b/></w:rPr></w:style>"
    }
    let outer =
      "<w:style w:styleId=\"a\"><w:basedOn w:val=\"b\"/><w:pPr><w:outlineLvl w:val=\"0\"/></w:pPr></w:style>"
    let file = WordFile(Self.p("x", "<w:pStyle w:val=\"a\"/>"), styles: styles.joined() + outer)
    #expect(try file.markdown() == "# x\n")
  }

  /// A file of one formula, or of something else, that is shown very often by names that are spelt otherwise.
  @Test("A file that is named again and again is not read as often", arguments: [true, false])
  func repeatedObjects(isFormula: Bool) throws {
    var writer = ZipWriter()
    let root = isFormula ? "math xmlns=\"http://www.w3.org/1998/Math/MathML\"" : "other"
    let letters = String(repeating: "<mi>x</mi>", count: 20_000)
    let objects = (0..<2_000).map { index in
      "<draw:frame><draw:object xlink:href=\"\(String(repeating: "./", count: index % 50))O\"/></draw:frame>"
    }
    writer.add("content.xml", OpenDocumentFile("<text:p>\(objects.joined())end</text:p>").bytes)
    writer.add("O/content.xml", Array("<\(root)>\(letters)</\(isFormula ? "math" : "other")>".utf8))
    let text = PlainTextWriter().write(try OpenDocumentReader().read(writer.finish()))
    #expect(String(decoding: text.suffix(4), as: UTF8.self) == "end\n")
    #expect(text.count < 500_000)
    #expect(!isFormula || text.count > 20_000)
  }

  @Test(
    "A document within one that is named again and again is not read as often",
    arguments: ["a.html", "A.HTML"])
  func repeatedChunks(other: String) throws {
    var file = WordFile(String(repeating: "<w:altChunk r:id=\"a\"/><w:altChunk r:id=\"b\"/>", count: 1_000))
    for (id, name) in [("a", "a.html"), ("b", other)] {
      file.relationships +=
        "<Relationship Id=\"\(id)\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk\" Target=\"\(name)\"/>"
    }
    file.media["a.html"] = Array(String(repeating: "<p>x</p>", count: 10_000).utf8)
    let blocks = try WordProcessingReader().read(file.bytes).blocks.count
    #expect((20_000...200_000).contains(blocks))
  }

  @Test("An address that is named again and again is not written as often", arguments: [true, false])
  func repeatedAddresses(isPicture: Bool) throws {
    let address = "https://a.b/" + String(repeating: "c", count: 10_000)
    let named =
      isPicture
      ? "<w:r><w:drawing><wp:inline><a:blip r:link=\"a\"/></wp:inline></w:drawing></w:r>"
      : "<w:hyperlink r:id=\"a\"><w:r><w:t>x</w:t></w:r></w:hyperlink>"
    var file = WordFile(
      "<w:p>\(named)</w:p>" + String(repeating: "<w:p>\(named)<w:r><w:t>y</w:t></w:r></w:p>", count: 10_000))
    file.relationships +=
      "<Relationship Id=\"a\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/\(isPicture ? "image" : "hyperlink")\" Target=\"\(address)\" TargetMode=\"External\"/>"
    let markdown = try file.markdown()
    #expect(markdown.contains(address))
    #expect(markdown.utf8.count < 20_000_000)
    #expect(markdown.hasSuffix("y\n"))
  }

  @Test("Of what is shown at a glance no more is read than that takes", arguments: [true, false])
  func glances(isWord: Bool) throws {
    let count = 100_000
    var writer = ZipWriter()
    if isWord {
      writer.add("word/document.xml", Self.word(String(repeating: Self.p("x"), count: count)))
    } else {
      let paragraph = "<text:p text:style-name=\"P1\">x</text:p>"
      writer.add("content.xml", OpenDocumentFile(String(repeating: paragraph, count: count)).bytes)
    }
    let format = isWord ? Format.wordProcessing : .openDocument
    let bytes = writer.finish()
    let blocks = try format.readBeginning(bytes).blocks.count
    #expect((1_000..<count / 2).contains(blocks))
    // Cut off, it has no directory and no end.
    let cut = try format.readBeginning(Array(bytes.prefix(bytes.count / 4))).blocks.count
    #expect((100..<count / 2).contains(cut))
  }

  private static func word(_ body: String) -> [UInt8] {
    let name = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return Array("<w:document xmlns:w=\"\(name)\"><w:body>\(body)</w:body></w:document>".utf8)
  }
}
