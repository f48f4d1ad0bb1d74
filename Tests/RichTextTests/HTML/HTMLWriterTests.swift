import RichText
import Testing

@Suite struct HTMLWriterTests {
  private func commonMark(_ markdown: String) throws -> String {
    String(decoding: HTMLWriter().write(try MarkdownReader().read(Array(markdown.utf8))), as: UTF8.self)
  }

  private func clipboard(_ markdown: String) throws -> String {
    let document = try MarkdownReader().read(Array(markdown.utf8))
    return String(decoding: HTMLWriter(style: .clipboard).write(document), as: UTF8.self)
  }

  /// Each as `cmark-gfm --unsafe -e table -e strikethrough -e tasklist -e autolink -e footnotes` prints it.
  @Test(arguments: [
    ("a *b* **c** ~~d~~ `e`\n", "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>\n"),
    ("a\\\nb\nc\n", "<p>a<br />\nb\nc</p>\n"),
    ("- a\n- b\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    ("- a\n\n- b\n", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n"),
    ("3) a\n   - b\n", "<ol start=\"3\">\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>\n"),
    (
      "- [x] a\n- [ ] b\n",
      "<ul>\n<li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> a</li>\n"
        + "<li><input type=\"checkbox\" disabled=\"\" /> b</li>\n</ul>\n"
    ),
    ("> a\n", "<blockquote>\n<p>a</p>\n</blockquote>\n"),
    ("```swift x\na<b\n```\n", "<pre><code class=\"language-swift\">a&lt;b\n</code></pre>\n"),
    (
      "|a|b|\n|-|-:|\n|1|2|\n",
      "<table>\n<thead>\n<tr>\n<th>a</th>\n<th align=\"right\">b</th>\n</tr>\n</thead>\n"
        + "<tbody>\n<tr>\n<td>1</td>\n<td align=\"right\">2</td>\n</tr>\n</tbody>\n</table>\n"
    ),
    (
      "[a](<u b&c'\"é> \"t\\\"\")\n",
      "<p><a href=\"u%20b&amp;c&#x27;%22%C3%A9\" title=\"t&quot;\">a</a></p>\n"
    ),
    (
      "[a](https://u:p@[::1]:8/x[y]) [b](//[::1]) [c](/[::1]) [d](http://x/@[::1])\n",
      "<p><a href=\"https://u:p@[::1]:8/x%5By%5D\">a</a> <a href=\"//[::1]\">b</a> "
        + "<a href=\"/%5B::1%5D\">c</a> <a href=\"http://x/@%5B::1%5D\">d</a></p>\n"
    ),
    ("![a *b* <](u)\n", "<p><img src=\"u\" alt=\"a b &lt;\" /></p>\n"),
    ("<div>\n*a*\n</div>\n", "<div>\n*a*\n</div>\n"),
    ("a <i x>b</i>\n", "<p>a <i x>b</i></p>\n"),
    (
      "a[^1] b[^1]\n\n[^1]: c\n",
      "<p>a<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1\" data-footnote-ref>1</a></sup> "
        + "b<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1-2\" data-footnote-ref>1</a></sup></p>\n"
        + "<section class=\"footnotes\" data-footnotes>\n<ol>\n<li id=\"fn-1\">\n<p>c "
        + "<a href=\"#fnref-1\" class=\"footnote-backref\" data-footnote-backref aria-label=\"Back to content\">↩</a> "
        + "<a href=\"#fnref-1-2\" class=\"footnote-backref\" data-footnote-backref aria-label=\"Back to content\">"
        + "↩<sup class=\"footnote-ref\">2</sup></a></p>\n</li>\n</ol>\n</section>\n"
    ),
  ])
  func commonMarkStyle(markdown: String, html: String) throws {
    #expect(try commonMark(markdown) == html)
  }

  @Test(
    "Of styles within each other only the innermost has an element that LibreOffice makes a character style of",
    arguments: [
      ("***x***", "<p><i><strong>x</strong></i></p>"),
      ("*a **x***", "<p><i>a <strong>x</strong></i></p>"),
      ("**`x`** **y**", "<p><b><code style=\"font-family: monospace\">x</code></b> <strong>y</strong></p>"),
      ("*~~[**x**](u)~~*", "<p><i><s><a href=\"u\"><strong>x</strong></a></s></i></p>"),
      ("# ***x***", "<h1><em><strong>x</strong></em></h1>"),
    ])
  func nestedStyles(markdown: String, html: String) throws {
    #expect(try clipboard(markdown).contains(html))
  }

  @Test(
    "Cells that a spreadsheet would change are marked as text, on the clipboard",
    arguments: [
      ("007", true), ("=1+1", true), ("+49 30", true), ("@a", true), ("12345678901234567", true),
      ("0", false),
      ("0.5", false), ("12", false), ("-1", false), ("a", false), ("2026-11-23", false),
    ])
  func textCells(value: String, isText: Bool) throws {
    let source = "| a |\n|---|\n| \(value) |\n"
    #expect(try clipboard(source).contains("<td sdnum=\"1033;0;@\"") == isText)
    let document = try MarkdownReader().read(Array(source.utf8))
    #expect(!String(decoding: HTMLWriter().write(document), as: UTF8.self).contains("sdnum"))
    #expect(try HTMLReader().read(Array(clipboard(source).utf8)).normalized() == document.normalized())
  }

  @Test func clipboardHTMLBeginsWithItsCharacterSet() throws {
    #expect(
      try clipboard("ä\n")
        == "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">\n<p>ä</p>\n")
  }

  @Test(arguments: [
    ("- [x] a\n", "<li>☑ a</li>"), ("- [ ] a\n", "<li>☐ a</li>"),
    ("`a`\n", "<code style=\"font-family: monospace\">a</code>"),
    ("    a\n", "<pre style=\"font-family: monospace; white-space: pre;"),
    ("> a\n", "<blockquote style=\""),
    ("|a|\n|-:|\n", "<table border=\"1\""),
    ("|a|\n|-:|\n", "<th align=\"right\" style=\"text-align: right\">a</th>"),
    ("<u onclick=x>a</u>\n", "<u>a</u>"), ("[a](javascript:x)\n", "<p>a</p>"),
    ("a[^1]\n\n[^1]: b\n", "<div id=\"sdfootnote1\">"),
    ("a[^1] b[^1]\n\n[^1]: b\n", " b<a href=\"#sdfootnote1sym\"><sup>1</sup></a>"),
    ("$a$\n", "<span class=\"math inline\" lang=\"zxx\">$a$</span>"),
  ])
  func clipboardStyle(markdown: String, part: String) throws {
    let html = try clipboard(markdown)
    #expect(html.contains(part), "\(html)")
  }

  @Test(
    "Notes without text around them are not linked without bound",
    arguments: [HTMLWriter.Style.commonMark, .clipboard])
  func notesStayBounded(style: HTMLWriter.Style) throws {
    let references = String(repeating: "[^a]", count: 40_000) + "\n\n[^a]: x\n"
    let notes =
      (0..<15_000).map { "[^\($0)]" }.joined() + "\n\n" + (0..<15_000).map { "[^\($0)]: x\n" }.joined()
    for text in [references, notes] {
      let html = HTMLWriter(style: style).write(try MarkdownReader().read(Array(text.utf8)))
      #expect(html.count <= 4 * text.utf8.count + 80_000)
    }
  }

  @Test func controlCharactersAreNotWritten() {
    let document = Document([
      .paragraph([.text("a\0b\u{1}\u{1B}c")]), .codeBlock(CodeBlock(code: "d\0\te\n")),
    ])
    let html = String(decoding: HTMLWriter(style: .clipboard).write(document), as: UTF8.self)
    #expect(html.contains("<p>abc</p>") && html.contains("d\te\n"))
    #expect(!html.utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 })
  }
}
