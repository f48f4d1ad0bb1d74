import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// What tree construction makes of tags in every order. The trees are those that html5lib makes of the same
/// texts, but for what it reads by an older standard.
@Suite("Trees of HTML")
struct TreeConstructionTests {
  /// What the body of a page holds: elements with their content in parentheses, texts in quotes, line feeds as ⏎.
  private func outline(_ html: String) -> String {
    let tree = HTMLReader.tree(of: Array(html.utf8))
    var body: HTMLTree.NodeID?
    var current = tree.following(HTMLTree.root, within: HTMLTree.root)
    while current != HTMLTree.none, body == nil {
      if tree[current].name == .body { body = current }
      current = tree.following(current, within: HTMLTree.root)
    }
    return body.map { content(of: $0, in: tree) } ?? "no body"
  }

  private func content(of parent: HTMLTree.NodeID, in tree: HTMLTree) -> String {
    var parts: [String] = []
    for child in tree.children(of: parent) {
      if tree[child].name == .text {
        let text = String(decoding: tree.text(of: child), as: UTF8.self)
        parts.append("\"\(text.replacing("\n", with: "⏎"))\"")
      } else {
        let inner = content(of: child, in: tree)
        parts.append(tree[child].name.rawValue + (inner.isEmpty ? "" : "(\(inner))"))
      }
    }
    return parts.joined(separator: " ")
  }

  @Test(
    "A script ends where browsers end it",
    arguments: [
      ("<script>a</script>b", "\"b\""),
      ("<script>'<!--'</script>b", "\"b\""),
      ("<script><!-- document.write('<script></script>') //--></script>b", "\"b\""),
      ("<script><!--<SCRIPT>a</script>b</script>c", "\"c\""),
      ("<script><!--<script>--></script>b", "\"b\""),
      ("<script><!--<scripts></script>b", "\"b\""),
      ("<script><!--></script>b", "\"b\""),
      ("<script><script></script>b", "\"b\""),
      ("a<script><!--<script></script>b", "\"a\""),
    ])
  func scripts(html: String, tree: String) {
    #expect(outline(html) == tree)
  }

  @Test(
    "Paragraphs",
    arguments: [
      ("<p>a<p>b", "p(\"a\") p(\"b\")"),
      ("<p>a<div>b</div>c", "p(\"a\") div(\"b\") \"c\""),
      ("a</p>b", "\"a\" p \"b\""),
      ("<p><h1>x</h1>", "p h1(\"x\")"),
      ("<div><p>a</div>b", "div(p(\"a\")) \"b\""),
      ("<p>a<ul><li>b</ul>c", "p(\"a\") ul(li(\"b\")) \"c\""),
      ("<p>a<hr>b", "p(\"a\") hr \"b\""),
      ("<p><p><p>", "p p p"),
      ("<button><p>a<div>b</div></button>", "button(p(\"a\") div(\"b\"))"),
      ("<address><p>a</address>b", "address(p(\"a\")) \"b\""),
      ("<h1>a<h2>b</h1>c", "h1(\"a\") h2(\"b\") \"c\""),
      ("<h1>a</h3>b", "h1(\"a\") \"b\""),
      ("<p>a<table><td>b</table>c", "p(\"a\" table(tbody(tr(td(\"b\")))) \"c\")"),
      ("<pre>\na</pre>", "pre(\"a\")"),
      ("<pre>\n\na</pre>", "pre(\"⏎a\")"),
      ("<listing>\na</listing>", "listing(\"a\")"),
    ])
  func paragraphs(html: String, tree: String) {
    #expect(outline(html) == tree)
  }

  @Test(
    "Lists",
    arguments: [
      ("<ul><li>a<li>b</ul>", "ul(li(\"a\") li(\"b\"))"),
      ("<li>a<li>b", "li(\"a\") li(\"b\")"),
      ("<ul><li>a<ul><li>b</ul>c</ul>", "ul(li(\"a\" ul(li(\"b\")) \"c\"))"),
      ("<ul><li><div>a<li>b</ul>", "ul(li(div(\"a\")) li(\"b\"))"),
      ("<ul><li><p>a<li>b</ul>", "ul(li(p(\"a\")) li(\"b\"))"),
      ("<dl><dt>a<dd>b<dt>c</dl>", "dl(dt(\"a\") dd(\"b\") dt(\"c\"))"),
      ("<dl><dd>a<dl><dt>b</dl>c</dl>", "dl(dd(\"a\" dl(dt(\"b\")) \"c\"))"),
      ("<ul>a<li>b</li>c</ul>", "ul(\"a\" li(\"b\") \"c\")"),
      ("<ol><li>a</ol></ol>b", "ol(li(\"a\")) \"b\""),
      ("<li><section><li>a", "li(section(li(\"a\")))"),
      ("<ul><li>a</ul></li>b", "ul(li(\"a\")) \"b\""),
    ])
  func lists(html: String, tree: String) {
    #expect(outline(html) == tree)
  }

  @Test(
    "Formatting",
    arguments: [
      ("<b>a<p>b</b>c</p>d", "b(\"a\") p(b(\"b\") \"c\") \"d\""),
      ("<b>1<i>2</b>3</i>4", "b(\"1\" i(\"2\")) i(\"3\") \"4\""),
      ("<a>1<p>2</a>3</p>", "a(\"1\") p(a(\"2\") \"3\")"),
      ("<b><div>a</b>b</div>c", "b div(b(\"a\") \"b\") \"c\""),
      ("<i>a<b>b</i>c</b>d", "i(\"a\" b(\"b\")) b(\"c\") \"d\""),
      ("<a>a<a>b", "a(\"a\") a(\"b\")"),
      ("<a>1<div>2<a>3</div>4", "a(\"1\") div(a(\"2\") a(\"3\")) a(\"4\")"),
      ("<nobr>a<nobr>b", "nobr(\"a\") nobr(\"b\")"),
      ("<b>a<b>b</b>c</b>d", "b(\"a\" b(\"b\") \"c\") \"d\""),
      ("<p><b>a<p>b<p>c", "p(b(\"a\")) p(b(\"b\")) p(b(\"c\"))"),
      ("<b><b><b><b><p>x", "b(b(b(b(p(\"x\")))))"),
      ("<b><b><b><b><b></b></b><p>x", "b(b(b(b(b) p(\"x\"))))"),
      ("<em><strong>a</em>b</strong>c", "em(strong(\"a\")) strong(\"b\") \"c\""),
      ("<font>a<p>b</font>c", "font(\"a\") p(font(\"b\") \"c\")"),
      ("<u><s><strike><tt>a<p>b</u>c", "u(s(strike(tt(\"a\")))) s(strike(tt(p(u(\"b\") \"c\"))))"),
      ("<b><i><u>a<div>b</b>c</i>d</div>e", "b(i(u(\"a\"))) i(u) u(div(i(b(\"b\") \"c\") \"d\") \"e\")"),
      ("<code>a<ul><li>b</code>c</ul>d", "code(\"a\") ul(code li(code(\"b\") \"c\")) \"d\""),
      ("<b></b></b>a", "b \"a\""),
      ("</b>a", "\"a\""),
      ("<small><big>a</small>b", "small(big(\"a\")) big(\"b\")"),
      ("<i><div><div><div>a</i>b", "i div(i div(i div(i(\"a\") \"b\")))"),
      ("<a><b>x</a>y</b>z", "a(b(\"x\")) b(\"y\") \"z\""),
      ("<b><table><td>a</b>b</table>c", "b(table(tbody(tr(td(\"ab\")))) \"c\")"),
      ("<s>a<span>b</s>c</span>d", "s(\"a\" span(\"b\")) \"cd\""),
    ])
  func formatting(html: String, tree: String) {
    #expect(outline(html) == tree)
  }

  @Test(
    "Tables",
    arguments: [
      ("<table><td>a", "table(tbody(tr(td(\"a\"))))"),
      ("<table><tr><td>a<td>b<tr><td>c</table>", "table(tbody(tr(td(\"a\") td(\"b\")) tr(td(\"c\"))))"),
      ("<table>a<tr><td>b</table>", "\"a\" table(tbody(tr(td(\"b\"))))"),
      ("<table><tr>a<td>b</table>c", "\"a\" table(tbody(tr(td(\"b\")))) \"c\""),
      ("<table><p>a<tr><td>b</table>", "p(\"a\") table(tbody(tr(td(\"b\"))))"),
      ("<table><b>a<tr><td>b</table>c", "b(\"a\") table(tbody(tr(td(\"b\")))) b(\"c\")"),
      ("<table><caption>a<td>b</table>", "table(caption(\"a\") tbody(tr(td(\"b\"))))"),
      ("<table><colgroup><col><td>a</table>", "table(colgroup(col) tbody(tr(td(\"a\"))))"),
      ("<table><col><tr><td>a</table>", "table(colgroup(col) tbody(tr(td(\"a\"))))"),
      ("<table><thead><tr><th>a<tbody><tr><td>b</table>", "table(thead(tr(th(\"a\"))) tbody(tr(td(\"b\"))))"),
      (
        "<table><td><table><td>a</table>b</table>c",
        "table(tbody(tr(td(table(tbody(tr(td(\"a\")))) \"b\")))) \"c\""
      ),
      ("<table><tr><table><td>a</table>", "table(tbody(tr)) table(tbody(tr(td(\"a\"))))"),
      ("<td>a</td>b", "\"ab\""),
      ("<tr>a</tr>b", "\"ab\""),
      ("<table><tbody><td>a</tbody></table>b", "table(tbody(tr(td(\"a\")))) \"b\""),
      ("<table></td>a</table>", "\"a\" table"),
      ("<table><td>a</tr>b</table>", "\"b\" table(tbody(tr(td(\"a\"))))"),
      ("<table><input type=hidden><td>a</table>", "table(input tbody(tr(td(\"a\"))))"),
      ("<table><input><td>a</table>", "input table(tbody(tr(td(\"a\"))))"),
      ("<table><tr><td><p>a<td>b</table>", "table(tbody(tr(td(p(\"a\")) td(\"b\"))))"),
      ("<table><td><b>a<td>b</table>", "table(tbody(tr(td(b(\"a\")) td(\"b\"))))"),
      ("<table><caption><b>a</caption><td>b</table>", "table(caption(b(\"a\")) tbody(tr(td(\"b\"))))"),
      ("<table><td>a<caption>b</table>", "table(tbody(tr(td(\"a\"))) caption(\"b\"))"),
      ("<table><hr><tr><td>a</table>", "hr table(tbody(tr(td(\"a\"))))"),
      ("<table><ul><li>a</ul><td>b</table>", "ul(li(\"a\")) table(tbody(tr(td(\"b\"))))"),
      ("<table><tr></tbody><td>a", "table(tbody(tr) tbody(tr(td(\"a\"))))"),
      ("<table>&#32;<td>a", "table(\" \" tbody(tr(td(\"a\"))))"),
      ("<table>a<b>b</b>c<td>d</table>e", "\"a\" b(\"b\") \"c\" table(tbody(tr(td(\"d\")))) \"e\""),
    ])
  func tables(html: String, tree: String) {
    #expect(outline(html) == tree)
  }

  @Test(
    "Words within lines",
    arguments: [
      ("<ruby>a<rt>b<rt>c</ruby>d", "ruby(\"a\" rt(\"b\") rt(\"c\")) \"d\""),
      ("<ruby>a<rp>(<rt>b<rp>)</ruby>", "ruby(\"a\" rp(\"(\") rt(\"b\") rp(\")\"))"),
      ("<ruby><rb>a<rtc>b<rt>c</ruby>", "ruby(rb(\"a\") rtc(\"b\" rt(\"c\")))"),
      ("<span>a<p>b</span>c", "span(\"a\" p(\"bc\"))"),
      ("<object><b>a</object>b", "object(b(\"a\")) \"b\""),
      ("<marquee><b>a</marquee>b", "marquee(b(\"a\")) \"b\""),
      ("<img>a<br>b</br>c", "img \"a\" br \"b\" br \"c\""),
      ("<sub>a<sup>b</sub>c", "sub(\"a\" sup(\"b\")) \"c\""),
      ("<label>a<input>b</label>", "label(\"a\" input \"b\")"),
      ("<span><div>a</span>b</div>", "span(div(\"ab\"))"),
      ("<q>a<div>b</q>c", "q(\"a\" div(\"bc\"))"),
      ("<button>a<button>b", "button(\"a\") button(\"b\")"),
      ("<wbr>a<embed>b", "wbr \"a\" embed \"b\""),
      ("<var><p>a</var>b", "var(p(\"ab\"))"),
    ])
  func withinLines(html: String, tree: String) {
    #expect(outline(html) == tree)
  }

  @Test(
    "Text",
    arguments: [
      ("&amp;&lt;&copy;&copyx;&notit;&notin;", "\"&<©©x;¬it;∉\""),
      ("&#65;&#x42;&#128;&#0;&#xD800;", "\"AB€\u{FFFD}\u{FFFD}\""),
      ("a & b &c &;", "\"a & b &c &;\""),
      ("a < b <3 </ c", "\"a < b <3 \""),
      ("<!-- x -->a<!-->b<!---->c", "\"abc\""),
      ("a<!x>b<?y>c</>d", "\"abcd\""),
      ("<p title='a>b'>c", "p(\"c\")"),
      ("<p a=1 a=2>x", "p(\"x\")"),
      ("<b/>a", "b(\"a\")"),
      ("<p>a\r\nb\rc", "p(\"a⏎b⏎c\")"),
      ("<", "\"<\""),
      ("</", "\"</\""),
      ("<p", ""),
      ("a<b", "\"a\""),
      ("&", "\"&\""),
      ("&#", "\"&#\""),
      ("&#x", "\"&#x\""),
      ("&#x;a", "\"&#x;a\""),
    ])
  func text(html: String, tree: String) {
    #expect(outline(html) == tree)
  }

  @Test(
    "Whole pages",
    arguments: [
      ("<html><head></head><body>a</body></html>b", "\"ab\""),
      ("<body><p>a</body><p>b", "p(\"a\") p(\"b\")"),
      ("a</html>b<!-- c -->", "\"ab\""),
      ("<head></head>a", "\"a\""),
      ("<html><p>a", "p(\"a\")"),
      ("</body>a", "\"a\""),
      ("<!doctype html>a", "\"a\""),
      ("<body><body>a", "\"a\""),
    ])
  func pages(html: String, tree: String) {
    #expect(outline(html) == tree)
  }

  @Test(
    "Elements that nest without end stand within a bound, and keep their text",
    arguments: ["div", "b", "span", "font"])
  func depth(name: String) {
    let html = (0..<2000).map { "<\(name) class=c\($0)>\($0)" }.joined(separator: " ")
    let tree = HTMLReader.tree(of: Array(html.utf8))
    var (deepest, texts) = (0, 0)
    for node in tree.nodes.indices where tree.nodes[node].name == .text {
      texts += tree.text(of: HTMLTree.NodeID(node)).split(separator: 0x20).count
      var depth = 0
      _ = tree.ancestor(of: HTMLTree.NodeID(node)) { _ in
        depth += 1
        return false
      }
      deepest = max(deepest, depth)
    }
    #expect(deepest <= NestingLimit.elements)
    #expect(texts == 2000)
  }

  @Test(
    "What is opened again has a budget",
    arguments: [
      ("<a href=/" + String(repeating: "x", count: 10_000) + ">", "<p>y</p>"),
      (String(repeating: "<b><i><u><s>", count: 12), "<p>y</p>"),
      (
        "<a href=/" + String(repeating: "x", count: 10_000) + ">" + String(repeating: "<div>", count: 400),
        "</a>y"
      ),
    ])
  func budget(opening: String, block: String) {
    let html = opening + String(repeating: block, count: 20_000)
    let tree = HTMLReader.tree(of: Array(html.utf8))
    #expect(tree.nodes.count < html.utf8.count + 300_000)
    let links = tree.nodes.count { $0.name == .a }
    #expect(links * 10_000 < 8 * html.utf8.count + 1_000_000)
  }
}
