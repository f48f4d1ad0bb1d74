import RichText
import Testing

/// GitHub's alerts and Obsidian's callouts.
@Suite struct AlertTests {
  private static let others = [Format.html, .rtf, .wordProcessing, .openDocument, .flatOpenDocument]

  @Test(
    "An alert stays one through other formats",
    arguments: [
      "> [!NOTE]\n> text\n", "> [!tip]- **A** title\n> text\n> more\n",
      "> [!NOTE]\n> one\n\n> [!WARNING]\n> two\n>\n> three\n", "> [!IMPORTANT]\n> a\n>\n> - b\n",
      "> a\n\n> [!NOTE]\n>\n> - b\n>\n> c\n\n> [!TIP]\n>\n> ```\n> d\n> ```\n",
    ], others)
  func formats(text: String, format: Format) throws {
    let document = try MarkdownReader().read(Array(text.utf8))
    let read = try format.read(format.write(document, Format.Options()))
    let expected = text.replacing("text\n> more", with: "text more")
    let written = String(decoding: MarkdownWriter().write(read), as: UTF8.self)
    #expect(written.replacing("text\n> more", with: "text more") == expected)
  }

  @Test(
    "Only the first line of a quote that names a kind ends for good",
    arguments: [
      ("> [!NOTE]\n> a\n> b", [[.text("[!NOTE]")], [.text("a"), .softBreak, .text("b")]]),
      ("> [!NOTE]  \n> a", [[.text("[!NOTE]")], [.text("a")]]),
      ("> [!NOTE] a\n> b", [[.text("[!NOTE] a"), .lineBreak, .text("b")]]),
      ("> [!]\n> a", [[.text("[!]"), .softBreak, .text("a")]]),
      ("> [NOTE]\n> a", [[.text("[NOTE]"), .softBreak, .text("a")]]),
      ("> a [!NOTE]\n> b", [[.text("a [!NOTE]"), .softBreak, .text("b")]]),
    ] as [(String, [[Inline]])])
  func lines(text: String, expected: [[Inline]]) throws {
    let document = try MarkdownReader().read(Array(text.utf8))
    #expect(document.blocks == [.blockQuote(expected.map { .paragraph($0) })])
  }

  @Test(
    "What is no Markdown shows the kind of an alert as a title in bold",
    arguments: [
      (
        Format.html, "> [!NOTE]\n> a\n",
        "<blockquote class=\"markdown-alert markdown-alert-note\">\n"
          + "<p class=\"markdown-alert-title\"><strong>Note</strong></p>\n<p>a</p>\n</blockquote>\n"
      ),
      (
        .html, "> [!warning]\n>\n> - a\n",
        "<blockquote class=\"markdown-alert markdown-alert-warning\">\n"
          + "<p class=\"markdown-alert-title\"><strong>Warning</strong></p>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>\n"
      ),
      (
        .html, "> [!NOTE]\n> \u{5E9}\n",
        "<blockquote class=\"markdown-alert markdown-alert-note\" dir=\"rtl\">\n"
          + "<p class=\"markdown-alert-title\"><strong>Note</strong></p>\n<p dir=\"rtl\">\u{5E9}</p>\n</blockquote>\n"
      ),
      (.html, "> [!NOTE] b\n> a\n", "<blockquote>\n<p>[!NOTE] b<br />\na</p>\n</blockquote>\n"),
      (.html, "> [!faq]\n> a\n", "<blockquote>\n<p>[!faq]</p>\n<p>a</p>\n</blockquote>\n"),
      (.plainText, "> [!TIP]\n> a\n", "> Tip\n>\n> a\n"),
    ])
  func titles(format: Format, text: String, expected: String) throws {
    let document = try MarkdownReader().read(Array(text.utf8))
    #expect(String(decoding: format.write(document, Format.Options()), as: UTF8.self) == expected)
  }

  @Test(
    "The title of an alert in bold is its kind, and other bold text is not",
    arguments: [
      ("<p><strong>Note</strong></p><p>a</p>", "> [!NOTE]\n> a\n"),
      ("<p><b>Caution</b></p><ul><li>a</li></ul>", "> [!CAUTION]\n>\n> - a\n"),
      ("<p><strong>Note</strong> a</p>", "> **Note** a\n"),
      ("<p><b>Notes</b></p><p>a</p>", "> **Notes**\n>\n> a\n"),
      ("<p>a</p><p><strong>Note</strong></p>", "> a\n>\n> **Note**\n"),
    ])
  func named(content: String, expected: String) throws {
    let document = try HTMLReader().read(Array("<blockquote>\(content)</blockquote>".utf8))
    #expect(String(decoding: MarkdownWriter().write(document), as: UTF8.self) == expected)
  }

  @Test func `Outside of quotes a break stays what it was`() throws {
    let document = Document([.paragraph([.text("[!NOTE]"), .lineBreak, .text("a")])])
    #expect(String(decoding: MarkdownWriter().write(document), as: UTF8.self) == "[!NOTE]\\\na\n")
  }

  @Test func `Filled lines keep that of an alert and its title`() throws {
    var style = MarkdownStyle()
    style.lineWidth = 60
    let text = "> [!tip] A title\n> some text\n"
    let document = try MarkdownReader().read(Array(text.utf8))
    #expect(String(decoding: MarkdownWriter(style: style).write(document), as: UTF8.self) == text)
  }
}
