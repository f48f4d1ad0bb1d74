import Containers
import RichText
import Testing

/// Documents of other formats that stand in a document of Word.
@Suite struct WordChunkTests {
  /// A document whose body names a part between two paragraphs, or whatever the body is.
  static func file(_ name: String, _ bytes: [UInt8], _ body: String? = nil) -> WordFile {
    var file = WordFile(
      body ?? WordReaderTests.p("before") + "<w:altChunk r:id=\"c\"/>" + WordReaderTests.p("after"))
    file.relationships = "<Relationship Id=\"c\" Type=\"x/aFChunk\" Target=\"\(name)\"/>"
    file.media[name] = bytes
    return file
  }

  static let archive = """
    MIME-Version: 1.0\r
    Content-Type: multipart/related;\r
     type="text/html"; boundary="----=part"\r
    \r
    ------=part\r
    Content-Type: text/html; charset="utf-8"\r
    Content-Transfer-Encoding: quoted-printable\r
    \r
    <p style=3D"x">caf=C3=A9 <b>au =\r
    lait</b></p>\r
    ------=part--\r

    """

  @Test(
    "What a part holds is read by the reader of its format",
    arguments: [
      ("c.html", "<h2>t</h2><ul><li>a</li></ul>", "## t\n\n- a"),
      ("c.dat", "\n<html><body><p><i>t</i></p></body></html>", "*t*"),
      ("c.htm", "plain <b>bold</b>", "plain **bold**"),
      ("c.rtf", "{\\rtf1 a {\\b b}}", "a **b**"),
      ("c.txt", "1 < 2\n\nb", "1 < 2\n\nb"),
      ("c.txt", "<b>", "\\<b>"),
      ("c.mht", archive, "café **au lait**"),
      // Nothing at all, and what is no archive.
      ("c.html", "", ""),
      ("c.docx", "PK\u{3}\u{4}", ""),
    ])
  func formats(_ name: String, _ content: String, _ markdown: String) throws {
    let expected = ["before", markdown, "after"].filter { !$0.isEmpty }.joined(separator: "\n\n")
    #expect(try Self.file(name, Array(content.utf8)).markdown() == expected + "\n")
  }

  @Test("A document of Word keeps its pictures and notes apart from those around it")
  func documents() throws {
    let note = "<w:footnote w:id=\"2\">\(WordReaderTests.p("inner note"))</w:footnote>"
    let reference = "<w:footnoteReference w:id=\"2\"/>"
    let picture =
      "<w:drawing><wp:inline><a:blip r:embed=\"i\"/></wp:inline></w:drawing>"
    var inner = WordFile(
      "<w:p><w:r><w:t>in</w:t>\(reference)\(picture)</w:r></w:p>", footnotes: note)
    inner.relationships = "<Relationship Id=\"i\" Type=\"x/image\" Target=\"media/a.png\"/>"
    inner.media["media/a.png"] = [0x89, 0x50, 0x4E, 0x47, 1]
    var outer = Self.file(
      "c.docx", inner.bytes,
      "<w:p><w:r><w:t>out</w:t>\(reference)\(picture)</w:r></w:p><w:altChunk r:id=\"c\"/>")
    outer.footnotes = note.replacing("inner", with: "outer")
    outer.relationships += "<Relationship Id=\"i\" Type=\"x/image\" Target=\"media/a.png\"/>"
    outer.media["media/a.png"] = [0x89, 0x50, 0x4E, 0x47, 2]
    let document = try WordProcessingReader().read(outer.bytes)
    #expect(document.media.map(\.bytes.last) == [2, 1])
    #expect(document.images.map(\.source) == document.media.map { .medium($0.id) })
    let words = MarkdownWriter().write(document.replacingImages { _ in [] })
    #expect(
      String(decoding: words, as: UTF8.self)
        == "out[^1]\n\nin[^2]\n\n[^1]: outer note\n\n[^2]: inner note\n")
  }

  @Test("A part stands in a cell, and one within a part is left out")
  func places() throws {
    let cell = WordReaderTests.cell("<w:altChunk r:id=\"c\"/>" + WordReaderTests.p(""))
    let row = "<w:tr>\(WordReaderTests.cell(WordReaderTests.p("h")))\(cell)</w:tr>"
    let table = "<w:tbl><w:tblPr/>\(row)\(row)</w:tbl>"
    #expect(
      try Self.file("c.html", Array("<p>a</p>".utf8), table).markdown()
        == "|     |     |\n| --- | --- |\n| h   | a   |\n| h   | a   |\n")
    let inner = Self.file("c.html", Array("<p>deep</p>".utf8))
    #expect(try Self.file("c.docx", inner.bytes).markdown() == "before\n\nbefore\n\nafter\n\nafter\n")
  }

  @Test("Parts that are named again and again cost no more than so much", .timeLimit(.minutes(1)))
  func bounds() throws {
    let body = String(repeating: "<w:altChunk r:id=\"c\"/>", count: 10_000)
    let document = try WordProcessingReader().read(Self.file("c.txt", Array("x".utf8), body).bytes)
    #expect((1_000..<10_000).contains(document.blocks.count))
    var writer = ZipWriter()
    writer.add("word/document.xml", [UInt8](repeating: 0x20, count: 48 << 20))
    let bomb = Self.file("c.docx", writer.finish(), body)
    #expect(try WordProcessingReader().read(bomb.bytes).isEmpty)
  }
}
