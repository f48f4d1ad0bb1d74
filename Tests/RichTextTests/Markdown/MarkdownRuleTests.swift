import RichText
import Testing

/// What CommonMark 0.31.2 and GitHub's rules say where parsers have gone astray.
struct MarkdownRuleTests {
  private func html(_ markdown: String) throws -> String {
    String(decoding: HTMLWriter().write(try MarkdownReader().read(Array(markdown.utf8))), as: UTF8.self)
  }

  @Test(
    "Blocks",
    arguments: [
      // 2.2: a tab of which a quotation takes one column.
      (">\t\tx", "<blockquote>\n<pre><code>  x\n</code></pre>\n</blockquote>\n"),
      // 4.6, condition 7: not within a paragraph, though the line lacks its mark.
      ("> a\n<x>", "<blockquote>\n<p>a\n<x></p>\n</blockquote>\n"),
      ("<search>\n*a*", "<search>\n*a*\n"),
      ("<!a\nb>", "<!a\nb>\n"),
      // 4.7: a definition is no paragraph that could be a heading.
      ("[a]: /u\n---\n", "<hr />\n"),
      ("[a]: /u\n===\n[a]", "<p>===\n<a href=\"/u\">a</a></p>\n"),
      ("[a]: /u \"t\" x\n\n[a]", "<p>[a]: /u &quot;t&quot; x</p>\n<p>[a]</p>\n"),
      ("[\u{1E9E}]: /u\n\n[SS]", "<p><a href=\"/u\">SS</a></p>\n"),
      // 5.2: an item that begins with a blank line holds one at most.
      ("-\n\n  a", "<ul>\n<li></li>\n</ul>\n<p>a</p>\n"),
      // 5.3: what makes a list loose.
      (
        "- a\n  - b\n\n    c\n- d",
        "<ul>\n<li>a\n<ul>\n<li>\n<p>b</p>\n<p>c</p>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>\n"
      ),
      ("- > a\n  >\n- b", "<ul>\n<li>\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n<li>b</li>\n</ul>\n"),
      ("- a\n- b\n\n  [c]: /u\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    ])
  func blocks(markdown: String, expected: String) throws {
    #expect(try html(markdown) == expected)
  }

  @Test(
    "Inlines",
    arguments: [
      // 2.4, 2.5: what a backslash stands before begins no reference.
      ("[a](/\\&amp;)", "<a href=\"/&amp;amp;\">a</a>"), ("&CounterClockwiseContourIntegral;", "∳"),
      ("&#00000065;", "&amp;#00000065;"), ("&#0;", "\u{FFFD}"),
      // 6.1: the first run of the length.
      ("``a`b`c`` `d`", "<code>a`b`c</code> <code>d</code>"),
      // 6.2: symbols are punctuation; rules 9 and 10.
      ("*€*a", "*€*a"), ("*foo**", "<em>foo</em>*"), ("**f*foo*\noo*", "*<em>f<em>foo</em>\noo</em>"),
      // 6.3: parentheses, labels, links within links.
      ("[a](b(c)", "[a](b(c)"), ("[a](b\\(c)", "<a href=\"b(c\">a</a>"),
      ("[[a](b)](c)", "[<a href=\"b\">a</a>](c)"),
      ("![[a](b)](c)", "<img src=\"c\" alt=\"a\" />"),
      // 6.6: comments end at the first `-->`, or at once.
      ("<!-- a -- b -->", "<!-- a -- b -->"), ("a <!--> b", "a <!--> b"), ("a <!a>", "a <!a>"),
      // 6.7: no space begins a line.
      ("a\\\n   b", "a<br />\nb"),
      // GFM 6.5: as many tildes as were opened.
      ("~a~ ~~b~~ ~~~c~~~ ~d~~", "<del>a</del> <del>b</del> ~~~c~~~ ~d~~"),
      // GFM 6.9: what belongs to an address.
      ("www.a.b/(c)).", "<a href=\"http://www.a.b/(c)\">www.a.b/(c)</a>)."),
      ("(http://a.b&amp;)", "(<a href=\"http://a.b\">http://a.b</a>&amp;)"), ("www.a_b.c", "www.a_b.c"),
      ("a.b-c_d@e.f-g.", "<a href=\"mailto:a.b-c_d@e.f-g\">a.b-c_d@e.f-g</a>."), ("a@b.c_", "a@b.c_"),
    ])
  func inlines(markdown: String, expected: String) throws {
    let shown = try html(markdown)
    let content = shown.hasPrefix("<p>") ? String(shown.dropFirst(3).dropLast(5)) : String(shown.dropLast())
    #expect(content == expected)
  }

  @Test(
    "Tables",
    arguments: [
      // A header is the last line of a paragraph, and has as many cells as the row below it.
      ("p\n|a|\n|-|", "<p>p</p>\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>\n"),
      ("|a|b|\n|-|", "<p>|a|b|\n|-|</p>\n"),
      // A pipe behind a backslash is text, in code too.
      ("|`\\|`|\n|-|", "<table>\n<thead>\n<tr>\n<th><code>|</code></th>\n</tr>\n</thead>\n</table>\n"),
      // What is no row ends the table.
      ("|a|\n|-|\n|", "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>\n<p>|</p>\n"),
    ])
  func tables(markdown: String, expected: String) throws {
    #expect(try html(markdown) == expected)
  }

  @Test func zerosAndReturnsAreReplaced() throws {
    #expect(try html("a\u{0}\r\nb\r```\r\nc\r\n") == "<p>a\u{FFFD}\nb</p>\n<pre><code>c\n</code></pre>\n")
  }

  @Test func aLongTableOfShortRowsGoesOnAsText() throws {
    let header = String(repeating: "|a", count: 1000) + "|\n" + String(repeating: "|-", count: 1000) + "|\n"
    let document = try MarkdownReader().read(Array((header + String(repeating: "|b|\n", count: 1000)).utf8))
    #expect(document.blocks.count == 2)
  }

  @Test func referencesExpandToNoMoreThanTheText() throws {
    let address = String(repeating: "u", count: 1000)
    let text = "[a]: /\(address)\n\n" + String(repeating: "[a] ", count: 1000)
    let written = HTMLWriter().write(try MarkdownReader().read(Array(text.utf8)))
    #expect(written.count < 200_000)
  }
}
