import Containers
import RichText
import Testing

/// Documents that get the styles and the page of another one.
@Suite struct ReferenceDocumentTests {
  private let notes: Document

  init() throws {
    let text =
      "# One\n\ntext `code` [l](http://e.org)\n\n> quote\n\n- item\n\n```swift\nx\n```\n\n| a |\n| - |\n| b |\n"
    notes = try MarkdownReader().read(Array(text.utf8))
  }

  /// A document of Word in another language, whose identifiers are others and one of which means something else.
  private static let word: WordFile = {
    func style(_ id: String, _ name: String, _ content: String = "", _ attributes: String = "") -> String {
      "<w:style w:type=\"paragraph\" w:styleId=\"\(id)\"\(attributes)><w:name w:val=\"\(name)\"/>\(content)</w:style>"
    }
    var file = WordFile(
      "<w:p><w:r><w:t>not taken</w:t></w:r></w:p><w:sectPr><w:headerReference r:id=\"h\"/>"
        + "<w:pgSz w:w=\"16838\" w:h=\"11906\"/><w:pgMar w:top=\"500\" w:left=\"600\" w:right=\"700\" w:bottom=\"800\"/></w:sectPr>",
      styles:
        "<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val=\"17\"/></w:rPr></w:rPrDefault></w:docDefaults>"
        + style("Standard", "Normal", "<w:rPr><w:color w:val=\"111111\"/></w:rPr>", " w:default=\"1\"")
        + style(
          "berschrift1", "heading 1",
          "<w:basedOn w:val=\"Standard\"/><w:next w:val=\"Quote\"/><w:pPr><w:numPr><w:numId w:val=\"4\"/></w:numPr></w:pPr>"
        )
        + style("Quote", "Motto", "<w:basedOn w:val=\"berschrift1\"/>")
        + style("BlockText", "Block Text"))
    file.relationships = "<Relationship Id=\"t\" Type=\"x/theme\" Target=\"theme/theme1.xml\"/>"
    file.media["theme/theme1.xml"] = Array("<a:theme xmlns:a=\"x\"/>".utf8)
    return file
  }()

  private static let openDocument: OpenDocumentFile = {
    var file = OpenDocumentFile("<text:p>not taken</text:p>")
    file.common =
      "<style:default-style style:family=\"paragraph\"><style:text-properties fo:font-size=\"17pt\"/></style:default-style>"
      + "<style:style style:name=\"Heading1\" style:display-name=\"heading 1\" style:family=\"paragraph\" style:parent-style-name=\"Normal\" style:master-page-name=\"First\"/>"
      + "<style:style style:name=\"Normal\" style:family=\"paragraph\"/>"
      + "<style:style style:name=\"Quotations\" style:display-name=\"Motto\" style:family=\"paragraph\"/>"
      + "<text:list-style style:name=\"Mine\"/>"
    file.automatic =
      "<style:page-layout style:name=\"P\"><style:page-layout-properties fo:page-width=\"30cm\" fo:page-height=\"10cm\" fo:margin=\"1cm\"/></style:page-layout><style:master-page style:name=\"Standard\" style:page-layout-name=\"P\"/>"
    return file
  }()

  private static func part(_ name: String, of bytes: [UInt8]) throws -> String {
    let archive = try ZipArchive(bytes)
    let entry = try #require(archive[name])
    return String(decoding: try archive.contents(of: entry, limits: ZipLimits(size: 1 << 20)), as: UTF8.self)
  }

  @Test("Word's styles are found by their names, whatever their identifiers")
  func word() throws {
    let reference = try ReferenceDocument(Self.word.bytes)
    #expect(reference.fits(.wordProcessing) && !reference.fits(.openDocument))
    let bytes = WordProcessingWriter(reference: reference).write(notes)
    let styles = try Self.part("word/styles.xml", of: bytes)
    #expect(styles.contains("<w:sz w:val=\"17\"/>"))
    #expect(
      styles.contains(
        "w:styleId=\"Normal\" w:default=\"1\"><w:name w:val=\"Normal\"/><w:rPr><w:color w:val=\"111111\"/>"))
    // What has the identifier of a style that is written gets another one; lists are not taken.
    #expect(
      styles.contains(
        "w:styleId=\"Heading1\"><w:name w:val=\"heading 1\"/><w:basedOn w:val=\"Normal\"/><w:next w:val=\"Quote2\"/><w:pPr></w:pPr>"
      ))
    #expect(styles.contains("w:styleId=\"Quote2\"><w:name w:val=\"Motto\"/><w:basedOn w:val=\"Heading1\"/>"))
    // What it calls otherwise lends its looks, what it lacks is Pasteboard's own.
    #expect(
      styles.contains(
        "w:styleId=\"Quote\"><w:name w:val=\"Quote\"/><w:basedOn w:val=\"BlockText\"/></w:style>"))
    #expect(styles.contains("w:styleId=\"Heading2\"") && styles.contains("Source Code: swift"))
    let text = try Self.part("word/document.xml", of: bytes)
    #expect(text.contains("<w:pgSz w:w=\"16838\" w:h=\"11906\" w:orient=\"landscape\"/>"))
    #expect(text.contains("<w:pgMar w:top=\"500\" w:right=\"700\" w:bottom=\"800\" w:left=\"600\""))
    #expect(!text.contains("not taken") && !text.contains("headerReference"))
    #expect(try Self.part("word/theme.xml", of: bytes).contains("<a:theme"))
    #expect(try Self.part("[Content_Types].xml", of: bytes).contains("officedocument.theme+xml"))
    #expect(
      try WordProcessingReader().read(bytes)
        == WordProcessingReader().read(WordProcessingWriter().write(notes)))
  }

  @Test("Headings are numbered as those of the document of one's own are")
  func headingNumbers() throws {
    func level(_ number: Int, _ style: String) -> String {
      "<w:lvl w:ilvl=\"\(number)\"><w:start w:val=\"1\"/><w:numFmt w:val=\"upperRoman\"/><w:pStyle w:val=\"\(style)\"/>"
        + "<w:lvlText w:val=\"%\(number + 1).\"/><w:lvlPicBulletId w:val=\"0\"/></w:lvl>"
    }
    var file = Self.word
    file.styles? +=
      "<w:style w:type=\"paragraph\" w:styleId=\"h2\"><w:name w:val=\"heading 2\"/><w:pPr>\(Self.list(4, level: 1))</w:pPr></w:style>"
      + "<w:style w:type=\"paragraph\" w:styleId=\"lb\"><w:name w:val=\"List Bullet\"/><w:pPr>\(Self.list(4, level: 2))</w:pPr></w:style>"
    file.numbering =
      "<w:abstractNum w:abstractNumId=\"7\"><w:numStyleLink w:val=\"Mine\"/></w:abstractNum>"
      + "<w:abstractNum w:abstractNumId=\"8\"><w:styleLink w:val=\"Mine\"/>\(level(0, "berschrift1"))\(level(1, "h2"))\(level(2, "lb"))</w:abstractNum>"
      + "<w:abstractNum w:abstractNumId=\"9\">\(level(0, "lb"))</w:abstractNum>"
      + "<w:num w:numId=\"4\"><w:abstractNumId w:val=\"7\"/></w:num><w:num w:numId=\"5\"><w:abstractNumId w:val=\"9\"/></w:num>"
    let markdown = "# One\n\n1. item\n\n- item\n\n## Two\n\ntext\n"
    let document = try MarkdownReader().read(Array(markdown.utf8))
    let bytes = WordProcessingWriter(reference: try ReferenceDocument(file.bytes)).write(document)
    let styles = try Self.part("word/styles.xml", of: bytes)
    #expect(styles.contains("<w:pPr><w:numPr><w:numId w:val=\"3\"/></w:numPr></w:pPr>"))
    #expect(styles.contains("<w:name w:val=\"heading 2\"/><w:pPr>\(Self.list(3, level: 1))</w:pPr>"))
    #expect(styles.contains("<w:name w:val=\"List Bullet\"/><w:pPr></w:pPr>"))
    let numbering = try Self.part("word/numbering.xml", of: bytes)
    // All definitions come before all lists; what names a picture or a style that is not numbered is gone.
    #expect(
      numbering.contains(
        "<w:abstractNum w:abstractNumId=\"4\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"upperRoman\"/><w:pStyle w:val=\"Heading1\"/><w:lvlText w:val=\"%1.\"/></w:lvl>"
      ))
    #expect(numbering.hasSuffix("<w:num w:numId=\"3\"><w:abstractNumId w:val=\"4\"/></w:num></w:numbering>"))
    #expect(numbering.contains("<w:pStyle w:val=\"Heading2\"/>") && !numbering.contains("\"lb\""))
    #expect(!numbering.contains("w:abstractNumId=\"5\"") && !numbering.contains("PicBullet"))
    #expect(MarkdownWriter().write(try WordProcessingReader().read(bytes)) == Array(markdown.utf8))
    #expect(WordProcessingWriter(reference: try ReferenceDocument(bytes)).write(document) == bytes)
    // Without lists of its own a document has those of its headings all the same.
    let plain = WordProcessingWriter(reference: try ReferenceDocument(file.bytes)).write(Document())
    #expect(try Self.part("word/numbering.xml", of: plain).contains("<w:num w:numId=\"1\">"))
  }

  private static func list(_ number: Int, level: Int) -> String {
    "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(number)\"/></w:numPr>"
  }

  @Test("OpenDocument's styles are found by the names that people see", arguments: [false, true])
  func openDocument(isFlat: Bool) throws {
    let reference = try ReferenceDocument(Self.openDocument.bytes)
    #expect(reference.fits(.openDocument) && reference.fits(.flatOpenDocument))
    let bytes = OpenDocumentWriter(isFlat: isFlat, reference: reference).write(notes)
    let styles =
      isFlat ? String(decoding: bytes, as: UTF8.self) : try Self.part("styles.xml", of: bytes)
    #expect(styles.contains("fo:font-size=\"17pt\"") && !styles.contains("Liberation Serif\" fo:font-size"))
    #expect(
      styles.contains(
        "<style:style style:name=\"Heading_20_1\" style:display-name=\"heading 1\" style:family=\"paragraph\" style:parent-style-name=\"Normal\" style:master-page-name=\"\"/>"
      ))
    #expect(styles.contains("style:name=\"Quotations2\" style:display-name=\"Motto\""))
    #expect(
      styles.contains(
        "<style:style style:name=\"Standard\" style:display-name=\"Standard\" style:family=\"paragraph\" style:parent-style-name=\"Normal\"/>"
      ))
    #expect(
      styles.contains("style:name=\"Heading_20_2\"") && styles.contains("text:list-style style:name=\"Mine\"")
    )
    #expect(
      styles.contains("fo:page-width=\"850.4pt") && styles.contains("style:print-orientation=\"landscape\""))
    #expect(!styles.contains("not taken"))
    #expect(
      try OpenDocumentReader().read(bytes)
        == OpenDocumentReader().read(OpenDocumentWriter(isFlat: isFlat).write(notes)))
  }

  @Test("What was written with styles is a reference for the next, which is the same")
  func chain() throws {
    let word = WordProcessingWriter(reference: try ReferenceDocument(Self.word.bytes)).write(notes)
    #expect(WordProcessingWriter(reference: try ReferenceDocument(word)).write(notes) == word)
    let text = OpenDocumentWriter(reference: try ReferenceDocument(Self.openDocument.bytes))
    let styles = try Self.part("styles.xml", of: text.write(notes))
    let again = OpenDocumentWriter(reference: try ReferenceDocument(text.write(notes)))
    #expect(
      try Self.part("styles.xml", of: again.write(notes)).utf8.count < styles.utf8.count + 2_000)
  }

  @Test("A picture is as wide as the page of the reference has room for")
  func pictures() throws {
    let image = Image(source: "data:image/gif;base64,R0lGODlhAQABAAAAACw=", alternative: "")
    var large = image
    (large.width, large.height) = (Length(points: 4_000), Length(points: 100))
    let bytes = WordProcessingWriter(reference: try ReferenceDocument(Self.word.bytes)).write(
      Document([.paragraph([.image(large)])]))
    // 16838 - 600 - 700 twips, in English metric units, of which a point has 12,700.
    #expect(try Self.part("word/document.xml", of: bytes).contains("cx=\"\(776 * 12_700)\""))
  }

  @Test("What has no styles is refused in a line that tells why")
  func refusals() {
    func message(_ bytes: [UInt8]) -> String {
      do {
        _ = try ReferenceDocument(bytes)
        return ""
      } catch {
        return error.description
      }
    }
    #expect(message(Array("hello".utf8)) == "the bytes are not DOCX or ODT")
    #expect(message(WordFile("").bytes) == "the document has no styles")
    #expect(message(Array("<html></html>".utf8)) == "the document has no styles")
  }
}
