import Containers
import RichText
import Testing

/// Text that goes from right to left, in every format that says it.
@Suite("The direction of text")
struct TextDirectionTests {
  private static let text = """
    # שלום עולם

    זה **טקסט** בעברית, עם `code` וסימנים!

    - פריט אחד
    - פריט שני

    > ציטוט

    | עמודה | אחת |
    | ----- | --- |
    | א     | ב   |

    English again, עם מילה.

    """

  private func written(_ format: Format) throws -> String {
    let document = try MarkdownReader().read(Array(Self.text.utf8))
    return String(decoding: format.write(document, Format.Options()), as: UTF8.self)
  }

  @Test func `HTML says it of each block`() throws {
    let html = try written(.html)
    for start in [
      "<h1 dir=\"rtl\">", "<p dir=\"rtl\">זה", "<ul dir=\"rtl\">", "<blockquote dir", "<p>English",
    ] {
      #expect(html.contains(start), "\(start) in \(html)")
    }
    #expect(html.split(separator: "\n").filter { $0.contains(" dir=\"rtl\"") }.count == 6, "\(html)")
  }

  @Test func `OpenDocument has styles for it`() throws {
    let flat = try written(.flatOpenDocument)
    #expect(
      flat.contains(
        "style:parent-style-name=\"Text_20_body\"><style:paragraph-properties fo:text-align=\"right\" style:writing-mode=\"rl-tb\"/>"
      )
    )
    #expect(flat.contains("<text:p text:style-name=\"Text_20_body\">English"))
  }

  @Test(arguments: [Format.html, .rtf, .wordProcessing, .openDocument, .flatOpenDocument])
  func `The document comes back`(format: Format) throws {
    let document = try MarkdownReader().read(Array(Self.text.utf8))
    let read = try format.read(format.write(document, Format.Options()))
    #expect(String(decoding: MarkdownWriter().write(read), as: UTF8.self) == Self.text)
  }

  @Test func `Word's paragraphs and runs say it`() throws {
    let document = try MarkdownReader().read(Array("# שלום\n\nزمن **a**\n\nEnglish\n".utf8))
    let archive = try ZipArchive(Format.wordProcessing.write(document, Format.Options()))
    let entry = try #require(archive["word/document.xml"])
    let bytes = try archive.contents(of: entry, limits: ZipLimits(size: 1 << 24))
    let body = String(decoding: bytes, as: UTF8.self)
    #expect(body.split(separator: "<w:p>").filter { $0.contains("<w:bidi/>") }.count == 2, "\(body)")
    #expect(body.contains("<w:rPr><w:rtl/></w:rPr>"))
    #expect(body.contains("<w:p><w:pPr></w:pPr><w:r><w:t xml:space=\"preserve\">English"))
  }
}
