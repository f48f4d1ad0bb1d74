import RichText
import Testing

/// What each construct of HTML becomes.
@Suite struct HTMLReaderTests {
  @Test(
    "What pages embed says what it is",
    arguments: [
      ("<svg><title>Logo</title><path/></svg> x", "Logo x"),
      ("<a href=/x><svg aria-hidden=true><title>no</title></svg>link</a>", "[link](/x)"),
      ("<svg viewBox=0 />x", "x"),
      ("a <iframe src=https://y.t/x title=Film></iframe>", "a [Film](https://y.t/x)"),
      ("<img class=emoji alt=🎉 src=e.png> x", "🎉 x"),
      ("<math><msup><mi>x</mi><mn>2</mn></msup></math>", "$x^2$"),
      (
        "<a href=https://na1.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx.y%2F&data=5>x</a>",
        "[x](https://x.y/)"
      ),
      (
        "<a href='https://www.google.com/url?sa=t&amp;url=https://x.y/p&amp;ved=1'>x</a>",
        "[x](https://x.y/p)"
      ),
      ("<p>Use <span data-math='x^2'><span class=katex-html>x2</span></span></p>", "Use $x^2$"),
      ("<div data-math='x^2'><span class=katex-display>x2</span></div>", "$$x^2$$"),
    ])
  func embedded(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Lists are what they look like, and deep where published documents say so",
    arguments: [
      ("<ol style='list-style-type:disc'><li>a</ol>", "- a"),
      ("<ul style='list-style: decimal inside'><li>a<li>b</ul>", "1. a\n2. b"),
      ("<ol style='list-style-type:none'><li>a</ol>", "1. a"),
      (
        "<ul class='c1 lst-kix_a1-0 start'><li>a</ul><ol class='lst-kix_a1-1 start'><li>b</ol>"
          + "<ul class='lst-kix_a1-0'><li>c</ul><p>d</p><ul class=lst-kix_b-0><li>e</ul>",
        "- a\n  1. b\n- c\n\nd\n\n- e"
      ),
    ])
  func styledLists(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Paragraphs of code keep the white space that is seen",
    arguments: [
      (
        "<p><span style='font-family:Consolas'>\n  def f():</span>\n</p><p style='font-family:Menlo'>\n&nbsp; return\n  1<br></p>",
        "```\ndef f():\n  return 1\n```"
      ),
      (
        "<div style='white-space:pre'><p style='font-family:Menlo'>a</p><p style='font-family:Menlo'>  b</p></div>",
        "```\na\n  b\n```"
      ),
    ])
  func codeParagraphs(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "A link ends where the next one begins",
    arguments: [
      ("<a href=/1><a href=/2>this</a>that</a>", "[this](/2)that"),
      ("<p>one <a href=/1>two <a href=/2>three</a></p>", "one [two](/1) [three](/2)"),
    ])
  func linksWithinLinks(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test func noBreakSpacesAtTheEndsOfLinesAreNotThere() throws {
    #expect(
      try markdown(ofHTML: "<p class=gmail_x>a&nbsp;<br>&nbsp;b&nbsp;</p><p>c <b>d&nbsp;</b></p>")
        == "a\\\n\u{A0}b\n\nc **d**")
  }

  @Test(arguments: [
    ("<p>one</p><p>two</p>", "one\n\ntwo"),
    ("one<div>two</div>three", "one\n\ntwo\n\nthree"),
    ("<p>a\n  b\t c</p>", "a b c"),
    ("<h1>A</h1><h6>B</h6>", "# A\n\n###### B"),
    ("<h2>A<br>B</h2>", "## A B"),
    ("<h2><a id=x></a></h2><p>a</p>", "a"),
    ("<h1><b>A</b></h1>", "# A"),
    ("<h1>a <i>b</i> <span style='font-style:italic'>c</span></h1>", "# a *b* *c*"),
    ("<h1><i>a</i> <span style='font-style:italic'>b</span></h1>", "# a b"),
    ("<h1><em>a</em></h1>", "# *a*"),
    ("<p>a<br>b</p>", "a\\\nb"),
    ("<p>a<br><br>b</p>", "a\n\nb"),
    ("<p>a<br></p><p><br></p><p>&nbsp;</p>", "a"),
    ("<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"),
    ("<blockquote>a<blockquote><p>b</p></blockquote></blockquote>", "> a\n>\n> > b"),
    ("<details><summary>S</summary><p>body</p></details>", "**S**\n\nbody"),
    ("<figure><img src=a.png alt=A><figcaption>cap</figcaption></figure>", "![A](a.png)\n\n*cap*"),
    ("<dl><dt>T<dd>D</dl>", "**T**\n\nD"),
    (
      "<head><title>T</title><style>p{}</style></head><p>a<script>s()</script></p><template>t</template>", "a"
    ),
    ("<!-- c --><![if !supportLists]>a<![endif]><?xml v?>", "a"),
  ])
  func blocks(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    ("<b>a<i>b</i></b>", "**a*b***"),
    ("<b>a</b><b>b</b>", "**ab**"),
    ("<b>a <b>b</b> c</b>", "**a b c**"),
    ("<b><p>x</p><p>y</p></b>", "**x**\n\n**y**"),
    ("a<b> b </b>c", "a **b** c"),
    ("x<b>&nbsp;b&nbsp;</b>y", "x\u{A0}**b**\u{A0}y"),
    ("a<b> </b>b", "a b"),
    ("<em>foo<br></em>", "*foo*"),
    ("<s>a</s> <strike>b</strike> <del>c</del>", "~~a~~ ~~b~~ ~~c~~"),
    ("<u>a</u> <ins>b</ins>", "<u>a</u> <u>b</u>"),
    ("H<sub>2</sub>O x<sup>2</sup>", "H<sub>2</sub>O x<sup>2</sup>"),
    (
      "2<sup>2<sup>n</sup></sup> x<sub>i<sub>j</sub></sub>",
      "2<sup>2<sup>n</sup></sup> x<sub>i<sub>j</sub></sub>"
    ),
    ("a<sup><sup>1</sup></sup>", "a<sup>1</sup>"),
    ("a<sup><span style='vertical-align:super'>1</span></sup>", "a<sup>1</sup>"),
    ("<mark>m</mark> <kbd>Ctrl</kbd>", "<mark>m</mark> <kbd>Ctrl</kbd>"),
    ("<code>a`b</code> <tt>t</tt> <samp>s</samp> <var>v</var>", "``a`b`` `t` `s` *v*"),
    ("<q>a</q> <abbr title=x>b</abbr>", "“a” b"),
    ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"),
    ("a\u{FEFF}b👩\u{200D}💻", "ab👩\u{200D}💻"),
    ("a\u{2028}b", "a\\\nb"),
    ("<math><annotation encoding='application/x-tex'>x^2</annotation></math>", "$x^2$"),
    ("<script type='math/tex'>x^2</script>", "$x^2$"),
    ("a \\(x^2\\) b \\(c\\) <code>\\(x^2\\)</code>", "a $x^2$ b $c$ `\\(x^2\\)`"),
    ("sed s/\\(a*\\)/b/", "sed s/\\\\(a*\\\\)/b/"),
  ])
  func inlines(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  /// Thai and Khmer need marks between their words; cursors and empty elements leave them where no text is.
  @Test(arguments: [
    ("ภาษา\u{200B}ไทย", "ภาษา\u{200B}ไทย"), ("<b>ภាសា</b>\u{200B}ខ្មែរ", "**ภាសា**\u{200B}ខ្មែរ"),
    ("(ไทย)\u{200B}ไทย", "(ไทย)\u{200B}ไทย"), ("<pre>ไทย&#8203;ไทย</pre>", "```\nไทย\u{200B}ไทย\n```"),
    ("Silben&shy;trennung a&#8203;b", "Silben\u{AD}trennung a\u{200B}b"),
    ("<i>a\u{200B}</i>b <code>c</code>\u{200B}<code>d</code>", "*a*\u{200B}b `c`\u{200B}`d`"),
    ("\u{200B}a\u{200B} b\u{200B}, c\u{200B}<br>\u{200B}d\u{200B}", "a b, c\\\nd"),
    ("<code>a</code>\u{200B}. <span>\u{200B}</span><b>\u{200B}</b>b&shy;", "`a`. b"),
    ("a\u{200B}<img src=i alt=i>b", "a![i](i)b"), ("<pre>a\u{200B}b</pre>", "```\nab\n```"),
    ("<p>a\u{200B}</p><p>b</p>", "a\n\nb"),
  ])
  func breakMarks(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    ("<span style='font-weight:700'>a</span> <span style='font-weight:bold'>b</span>", "**a** **b**"),
    ("<b style='font-weight:normal'>a</b> <i style='font-style:normal'>b</i>", "a b"),
    ("<strong><span style='font-weight:400'>a</span> b</strong>", "a **b**"),
    ("<h2 style='font-weight:700'><span style='font-weight:700'>a</span></h2>", "## a"),
    ("<span style='font: italic bold 12px Arial'>a</span>", "***a***"),
    ("<span style='text-decoration: line-through'>a</span>", "~~a~~"),
    (
      "<span style='vertical-align:super'>a</span><span style='vertical-align:sub'>b</span>",
      "<sup>a</sup><sub>b</sub>"
    ),
    ("<span style=\"font-family:'Roboto Mono',monospace\">a</span>", "`a`"),
    ("<span style='font-family: Monotype Corsiva'>a</span>", "a"),
    ("<font face='Courier New'>a</font>", "`a`"),
    ("a<span style='display:none'>b</span><span hidden>c</span><span style='mso-hide:all'>d</span>", "a"),
    ("<style>.x{display:none}</style><p class=x style='display:block'>a</p><p class=x>b</p>", "a"),
    ("<style>.t{display:none} .t.on{display:block}</style><p class='t on'>a</p><p class=t>b</p>", "a"),
    ("<p style='display:none;display:block'>a</p><p hidden style='display:block'>b</p>", "a\n\nb"),
    (
      "<style>.x{display:none}.x{display:block}.y{display:none!important}</style><p class=x>a</p><p class=y style='display:block'>b</p>",
      "a"
    ),
    (
      "<style>.hidden{display:none}@media (min-width:768px){.md\\:block{display:block}}"
        + "@media print{.p{display:none}.q{display:none}} .b{font-weight:bold}</style>"
        + "<p class='md:block hidden'>a</p><p class='p b'>b</p>", "a\n\n**b**"
    ),
    ("<input type=radio id=a><label for=a>x</label><input type=radio id=b><label for=b>y</label>", "x y"),
    (
      "<p>a</p><div role=separator><span></span></div><p>b<img src='s.gif' height=1 width=40></p>",
      "a\n\n---\n\nb"
    ),
    ("<h2><span class=permalink><a href='#a'>&#9670;&#160;</a></span>open()</h2>", "## open()"),
    (
      "<div class=code-toolbar><pre language=yaml><code>a: 1</code></pre><div class=toolbar><span>YAML</span></div></div>",
      "```yaml\na: 1\n```"
    ),
    ("<ol style='list-style:none'><li>1. a</li><li>2. b</li></ol>", "1. a\n2. b"),
    ("<ol><li>1. a</li><li>3. b</li></ol>", "1. 1\\. a\n2. 3\\. b"),
    ("a <span data-emoji-text='👍'><span>&nbsp;</span></span> b", "a 👍 b"),
    ("<div style='font-size:0px'><div style='font-size:13px'>a</div>b</div>", "a"),
    (
      "a<span style='font-size:0'>b</span><span style='visibility:hidden'>c<b style='visibility:visible'>d</b></span>",
      "a**d**"
    ),
    ("<p style='font-size:0'><img src='https://x.org/a.png' alt='A'></p>", "![A](https://x.org/a.png)"),
    ("<span style='/* red; */ font-weight: /* x */ bold'>a</span>", "**a**"),
    ("<style>.x{font-weight:bold} p.y{font-style:italic}</style><p class='x y'>a</p>", "***a***"),
    ("<div style='white-space: pre-wrap'>a\nb</div>", "a\\\nb"),
  ])
  func styles(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    ("<ul><li>a<li>b<ul><li>c</ul></ul>", "- a\n- b\n  - c"),
    ("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"),
    ("<ul><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n\n- b"),
    ("<ul><li><p>a</p></li></ul>", "- a"),
    ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
    ("<ol><li value=5>a</ol>", "5. a"),
    ("<ol start=-3><li>a</ol>", "1. a"),
    ("<ol start=99999999999><li>a</ol>", "1. a"),
    ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
    ("<ul><li>a<li><li>b</ul>", "- a\n-\n- b"),
    (
      "<ul><li><input type=checkbox checked> a<li><label><input type=checkbox>b</label></ul>",
      "- [x] a\n- [ ] b"
    ),
    ("<ul><li>☐ a<li>☒ b<li>[ ] c</ul>", "- [ ] a\n- [x] b\n- [ ] c"),
    ("<li>a", "- a"),
  ])
  func lists(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    ("<pre>a\n  b</pre>", "```\na\n  b\n```"),
    ("<pre>a<br>b</pre>", "```\na\nb\n```"),
    ("<pre><code class='language-python'>x</code></pre>", "```python\nx\n```"),
    ("<pre class='brush: js; toolbar: false'>x</pre>", "```js\nx\n```"),
    ("<div class='highlight-source-js'><pre>x</pre></div>", "```js\nx\n```"),
    ("<pre data-lang=c><code>x</code></pre>", "```c\nx\n```"),
    ("<pre class='sourceCode haskell'>x</pre>", "```haskell\nx\n```"),
    ("<pre>```\nx</pre>", "````\n```\nx\n````"),
    ("<pre>a&nbsp;&nbsp;b</pre>", "```\na  b\n```"),
    ("x <code>a&nbsp; b&nbsp;Âc</code>", "x `a  b Âc`"),
    ("<pre></pre>a", "a"),
    ("<ul><li><pre>x</pre></ul>", "- ```\n  x\n  ```"),
  ])
  func code(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    ("<a href=u><b> t </b></a>", "[**t**](u)"),
    ("<a href=u><h2>H</h2><p>p</p></a>", "## [H](u)\n\n[p](u)"),
    ("<a name=x>t</a> <a href=u class=c></a>", "t"),
    (
      "x<a href=u style='display:block'>t</a><img src=p.png style='display: block'>",
      "x\n\n[t](u)\n\n![](p.png)"
    ),
    ("<a href='https://x.y/a_b'>https://x.y/a_b</a>", "<https://x.y/a_b>"),
    ("<a href='u' title='a &quot;q&quot;'>t</a>", "[t](u \"a \\\"q\\\"\")"),
    ("<a href='a\n b'>t</a>", "[t](<a b>)"),
    ("<a href=u><u>t</u></a> <u><a href=u>t</a></u>", "[t](u) [t](u)"),
    ("<b>a</b><a href=u><b>b</b>c</a>", "**a**[**b**c](u)"),
    ("<img src='a b.png' alt='x [y]' title=t>", "![x \\[y\\]](<a b.png> \"t\")"),
    ("<img src=p.gif width=1 height=1><img alt=A src=cid:1><img>", "A"),
    (
      "<iframe src='https://x.y/v' title=V></iframe><video><source src=v.mp4></video>",
      "[V](https://x.y/v)v.mp4"
    ),
    ("a<svg><title>t</title><text>s</text></svg><button>b</button><select><option>o</select>", "at"),
  ])
  func linksAndMedia(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html).replacing("[v.mp4](v.mp4)", with: "v.mp4") == expected)
  }

  @Test(arguments: [
    (
      "<table><tr><th>a<th align=right>b<tr><td>1<td>2|3</table>",
      "| a   |    b |\n| --- | ---: |\n| 1   | 2\\|3 |"
    ),
    (
      "<table><tr><td><b>a</b><td><b>b</b><tr><td>1<td>2</table>",
      "| a   | b   |\n| --- | --- |\n| 1   | 2   |"
    ),
    (
      "<table><tr><td>a<td>b<tr><td>1<td>2</table>",
      "|     |     |\n| --- | --- |\n| a   | b   |\n| 1   | 2   |"
    ),
    ("<table><tr><th>a<tr><td><p>x</p><p>y</p></table>", "| a      |\n| ------ |\n| x<br>y |"),
    ("<table><tr><th>a<tr><td><ul><li>x<li>y</ul></table>", "| a          |\n| ---------- |\n| • x<br>• y |"),
    (
      "<table><tr><th colspan=2>a<tr><td rowspan=2>1<td>2<tr><td>3</table>",
      "| a   |     |\n| --- | --- |\n| 1   | 2   |\n|     | 3   |"
    ),
    ("<table><tr><td><p>only</p><p>one</p></table>", "only\n\none"),
    ("<table role=presentation><tr><td>a<td>b</table>", "a\n\nb"),
    ("<table><tr><td><h1>a</h1><td>b</table>", "# a\n\nb"),
    ("<table><caption>C</caption><tr><th>a</table>", "*C*\n\n| a   |\n| --- |"),
  ])
  func tables(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Notes are found by the links to and fro",
    arguments: [
      "<p>a<sup><a href='#n' id=r>1</a></sup></p><ol><li id=n>note <a href='#r'>↩</a></li></ol>",
      "<p>a<a href='#_n' name=_r>[1]</a></p><div id=x><p><a href='#_r' name=_n>[1]</a> note</p></div>",
      "<p>a<a class=sdfootnoteanc name=f1anc href='#f1sym'><sup>1</sup></a></p>"
        + "<div id=f1><p><a class=sdfootnotesym name=f1sym href='#f1anc'>1</a>note</p></div>",
      "<p>a<a href='https://x.y/d#fn1' id=fnref1><sup>1</sup></a></p><section><hr><ol><li id=fn1><p>note"
        + "<a href='https://x.y/d#fnref1'>↩︎</a></p></ol></section>",
    ])
  func footnotes(html: String) throws {
    #expect(try markdown(ofHTML: html) == "a[^1]\n\n[^1]: note")
  }

  @Test(
    "Tags that nothing ends stay, those of elements go",
    arguments: [
      ("<p>a <foo x=1>b</p>", "a <foo x=\"1\">b"),
      ("<p>a <foo>b</foo></p>", "a b"),
      ("<p>a <my-part>b <o:p>c</p>", "a b c"),
      ("<p>a <foo onclick=x() style=y src=z>b</p>", "a <foo>b"),
    ])
  func strayTags(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Tags that close themselves end in XHTML, and where nothing else ends their text",
    arguments: [
      ("<html><head><title/></head><body><p>a</p></body></html>", "a"),
      ("<script src='x'/><p>a</p><script>b</script><p>c", "c"),
      ("<?xml version='1.0'?><html><script src='x'/><p>a</p><script>b</script><p>c", "a\n\nc"),
      ("<?xml version='1.0'?>\n<!DOCTYPE html [\n<!ENTITY nbsp \"&#xA0;\">\n]>\n<html><p>a", "a"),
      ("<?xml version='1.0'?>\n<!DOCTYPE html [ ]>\n<html><p>a]>", "a]>"),
      ("<html xmlns='http://www.w3.org/1999/xhtml'><div hidden=''/><p>a<b/> c<textarea/> d</p>", "a c d"),
      (
        "<?xml version='1.0'?><p>a</p><iframe src='https://e.com/v'/><ul><li/><li>b</li></ul>",
        "a\n\n<https://e.com/v>\n\n-\n- b"
      ),
      ("<div hidden=''/><p>a", ""),
    ])
  func selfClosingTags(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }
}
