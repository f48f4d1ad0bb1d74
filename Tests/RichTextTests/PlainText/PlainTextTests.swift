import Foundation
import RichText
import Testing

struct PlainTextTests {
  private func plain(_ blocks: [Block], footnotes: [Footnote] = []) -> String {
    String(decoding: PlainTextWriter().write(Document(blocks, footnotes: footnotes)), as: UTF8.self)
  }

  private func source(_ name: String) throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.deletingLastPathComponent().appending(path: "Fixtures/clipboards/\(name)/source.md")
    return Array(try Data(contentsOf: file))
  }

  @Test(
    "Vertical tabs and form feeds part words",
    arguments: [
      (Format.plainText, "a\u{B}b", "a\nb\n"), (.plainText, "\u{C}a\u{B}\n\u{C}\nb\u{1}c", "a\n\nbc\n"),
      (.markdown, "a\u{B}b *c*\u{C}d", "a b c d\n"), (.markdown, "a\n\n\u{C}\n\nb", "a\n\nb\n"),
    ])
  func verticalSpace(format: Format, text: String, expected: String) throws {
    #expect(plain(try format.read(Array(text.utf8)).blocks) == expected)
  }

  // MARK: What people read

  @Test func report() throws {
    let document = try MarkdownReader().read(source("report"))
    #expect(
      String(decoding: PlainTextWriter().write(document), as: UTF8.self) == """
        Quarterly report

        Some emphasis, strong, both, gone and code. A link and https://example.org.

        Findings

        > A quote with bold.
        >
        > Its second paragraph.

        1. First
        2. Second
           - nested a
           - nested b
        3. Third

        - [ ] todo
        - [x] done

        Name\tQty\tNote
        Äpfel\t3\tfresh
        日本語\t12\ta | b

        let x = 1 < 2 && true
            // indented

        ---

        A hard
        break, 2 * 3 = 6, snake_case_name and a footnote.[1]

        Final line with emoji 😀 and “quotes”.

        [1] The note itself, with code.

        """)
  }

  @Test func minutes() throws {
    let document = try MarkdownReader().read(source("minutes"))
    #expect(
      String(decoding: PlainTextWriter().write(document), as: UTF8.self) == """
        Team minutes — 3 March

        Present: Zoë, Jürgen & 王芳. Apologies: none.

        Agenda

        - Budget
        - Roadmap
          1. Alpha
          2. Beta
             - macOS
             - Linux
        - Any other business

        1. Budget

        We agreed on 1*000*000 < x ≤ 2_000_000. See budget[2025].csv and total.

        > > Nested quote: “Who pays?”
        >
        > - a list in a quote
        > - with two items

        Quarter\tCost
        Q1\t10
        Q2\t20

        2. Roadmap

        See the plan and logo.

        indented code
          keeps spaces

        Trailing text with Ctrl+V, H2O and x^2^.

        ---

        The end
        of it. 🎉👩‍💻

        """)
  }

  // MARK: Constructs

  @Test(
    "What programs print for terminals is no text",
    arguments: [
      ("\u{1B}[01;31m\u{1B}[Kfoo\u{1B}[m\u{1B}[K bar\n", "foo bar\n"),
      ("\u{1B}[38;5;196mred\u{1B}[0m", "red\n"),
      ("a \u{1B}]8;;https://x.y/\u{1B}\\link\u{1B}]8;;\u{1B}\\ b\n", "a link b\n"),
      ("\u{1B}]0;title\u{7}text\n", "text\n"), ("\u{1B}(B\u{1B}=plain\n", "plain\n"),
      ("\u{1B}]8;;unended\nnext\n", "]8;;unended\nnext\n"), ("end\u{1B}", "end\n"),
      ("end\u{1B}[3", "end[3\n"),
      ("\u{1B}é\u{1B}[1é\n", "é[1é\n"),
    ])
  func terminalSequences(source: String, expected: String) throws {
    for format in [Format.plainText, .spacedText(), .markdown] {
      let document = try format.read(Array(source.utf8))
      // Markdown has soft breaks where lines end.
      let text = String(decoding: PlainTextWriter().write(document), as: UTF8.self)
      #expect(text.replacing("unended next", with: "unended\nnext") == expected, "\(format)")
    }
    #expect(try Format.plainText.read(Array(source.utf8)) == Format.plainText.read(Array(expected.utf8)))
  }

  @Test func columnsOfTerminalsAreTables() throws {
    let table = try #require(TextColumns.table(of: Array("\u{1B}[1ma\u{1B}[0m\tb\n1\t2\n".utf8)))
    #expect(table.bytes == Array("a\tb\n1\t2\n".utf8))
  }

  @Test(
    "Links name their address if it is asked for and their text does not",
    arguments: [
      ("https://x.y/", "here", "here (https://x.y/)\n"), ("https://x.y/", "https://x.y/", "https://x.y/\n"),
      ("https://x.y/", "x.y", "x.y\n"), ("mailto:a@b.c", "a@b.c", "a@b.c\n"), ("#top", "Top", "Top\n"),
      ("", "none", "none\n"),
    ])
  func links(destination: String, text: String, expected: String) {
    let document = Document([.paragraph([.link(Link(destination: destination, [.text(text)]))])])
    var writer = PlainTextWriter()
    #expect(String(decoding: writer.write(document), as: UTF8.self) == text + "\n")
    writer.showsAddresses = true
    #expect(String(decoding: writer.write(document), as: UTF8.self) == expected)
  }

  @Test(
    "Raised and lowered text is written as it is, so that H2O can be searched for",
    arguments: [
      (.superscript([.text("2")]), "x2\n"), (.subscript([.text("2")]), "x2\n"),
      (.superscript([.text("st")]), "xst\n"),
    ] as [(Inline, String)])
  func scripts(inline: Inline, expected: String) {
    #expect(plain([.paragraph([.text("x"), inline])]) == expected)
  }

  @Test func marksVanishAndStruckTextStays() {
    #expect(
      plain([.paragraph([.strikethrough([.text("gone")]), .text(" "), .highlight([.code("c")])])])
        == "gone c\n")
  }

  @Test func rawHTMLIsReadAsText() {
    #expect(plain([.html("<div>\n  a <b>b</b>\n<!-- > c -->d</div>")]) == "a b d\n")
    #expect(plain([.html("<a title=\"x > y\">t</a><script>s</script>")]) == "t\n")
    #expect(plain([.html("<p>a<br>b</p><ul><li>c</ul>"), .html("<!-- c -->")]) == "a\nb\n\n- c\n")
    #expect(plain([.paragraph([.text("a"), .html("<span>"), .text("b"), .html("</span>")])]) == "ab\n")
  }

  @Test func tablesHaveNoEmptyHeader() {
    let cell = TableCell([.text("a"), .lineBreak, .text("b")])
    let table = Table(
      columns: [nil, nil], header: [TableCell(), TableCell()], rows: [[cell, TableCell()]])
    #expect(plain([.table(table)]) == "a b\t\n")
  }

  @Test func breaksKeepTheirPrefix() {
    #expect(
      plain([.blockQuote([.paragraph([.text("a"), .lineBreak, .text("b"), .softBreak, .text("c")])])])
        == "> a\n> b c\n")
  }

  // MARK: Reading

  @Test(
    "Blank lines part paragraphs",
    arguments: [
      ("a\nb\n\nc", [[.text("a"), .lineBreak, .text("b")], [.text("c")]]),
      ("\r\n a \r\n\r\n \t\r\nb\r\n", [[.text(" a ")], [.text("b")]]), ("", []),
      ("*a* <b>", [[.text("*a* <b>")]]),
    ] as [(String, [[Inline]])])
  func paragraphs(text: String, expected: [[Inline]]) {
    #expect(PlainTextReader().read(Array(text.utf8)).blocks == expected.map(Block.paragraph))
  }

  @Test func whatIsReadIsWritten() {
    let text = "one\ntwo\n\nthree <b> & *four*\n"
    #expect(PlainTextWriter().write(PlainTextReader().read(Array(text.utf8))) == Array(text.utf8))
  }
}
