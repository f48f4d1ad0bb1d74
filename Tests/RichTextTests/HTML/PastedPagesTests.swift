import RichText
import Testing

/// What real pastes showed: each is reduced to its cause, with one more of the same kind beside it.
@Suite struct PastedPagesTests {
  @Test(
    "Lists begin at the outermost level that has an item",
    arguments: [
      ("<ul><ul><li>One</li></ul></ul>", "- One"),
      ("<ul><li style='list-style-type:none'><ul><li>a<li>b</ul></ul>", "- a\n- b"),
      ("<ol><ol><ol><ol><ol><ol start=3><li>a<li>b</ol></ol></ol></ol></ol></ol>", "3. a\n4. b"),
      ("<ul><ul><li>a</li></ul><li>b</ul>", "- a\n- b"),
      ("<ul><li>x<li style='list-style:none'><ul><li>a</ul></ul>", "- x\n  - a"),
      ("<ul><li><ul><li>a</ul></ul>", "- * a"),
    ])
  func outermostItems(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Elements between a list and its items are looked through",
    arguments: [
      ("<ul><li>First</li><div><li>Second</li></div></ul>", "- First\n- Second"),
      ("<ul><li>a</li><span><b><li>b</li></b></span><li>c</ul>", "- a\n- b\n- c"),
      ("<ul><div><li>a</li><li>b</li></div></ul>", "- a\n- b"),
      ("<ol><li>A</li><p>note</p><li>B</li></ol>", "1. A\n\n   note\n\n2. B"),
      ("<ol start=3><li value=7>a<li>b</ol>", "7. a\n8. b"), ("<ol><li>a<li value=2>b</ol>", "1. a\n2. b"),
      ("<ol><li>a<li value=7>b<li>c</ol>", "1. a\n\n7) b\n8) c"),
      ("<ol><li>A</li><pre>x</pre><li>B</li></ol>", "1. A\n   ```\n   x\n   ```\n2. B"),
    ])
  func wrappedItems(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Marks in a part of a heading stay, those of all of it are its looks",
    arguments: [
      ("<h2>Part <b>bold</b></h2>", "## Part **bold**"),
      ("<h2>Part <span style='font-weight:700'>bold</span></h2>", "## Part **bold**"),
      ("<h2><b>All</b> <b>bold</b></h2>", "## All bold"),
      ("<h2><span style='font-weight:700'>a</span> <b>b</b></h2>", "## a b"),
      ("<h2><strong>a</strong></h2>", "## **a**"), ("<h2><b>a</b> <code>b</code></h2>", "## a `b`"),
      ("<h1><o:p>&nbsp;</o:p></h1>x", "x"), ("<h3><b>&nbsp;<br></b></h3>x", "x"),
    ])
  func marksInHeadings(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Buttons that are titles or names are text, others are not",
    arguments: [
      ("<h2><button aria-expanded=true>How?</button></h2><p>So.</p>", "## How?\n\nSo."),
      ("<h2>Title <button>Copy</button></h2>", "## Title"),
      ("<div><button aria-expanded=false><span>How?</span></button><div>So.</div></div>", "How?\n\nSo."),
      ("<div><p>Much.</p><button aria-expanded=false>More</button></div>", "Much."),
      ("<p><button aria-expanded=false aria-haspopup=menu>Menu</button> x</p>", "x"),
      ("<p><button>OK</button> x</p>", "x"),
      (
        "<p>Click <button><b>Save</b></button>, or <button>Go on</button> at once.",
        "Click **Save**, or Go on at once."
      ),
      (
        "<p>Note <button>1</button> is short, and this<button>more</button> is too.",
        "Note is short, and this is too."
      ),
      (
        "<span><button class='c-link--button c-message__sender_button'>Ann</button></span>&nbsp;10:12",
        "Ann\u{A0}10:12"
      ),
    ])
  func buttons(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test("Breaks and emoji of Slack, whatever styles the browser copied")
  func slack() throws {
    let part = "<span class=c-mrkdwn__br data-stringify-type=paragraph-break></span>"
    #expect(
      try markdown(
        ofHTML: "<div>a\(part)b <img alt=':tada:' src='https://a/x.png'></div><pre>c\(part)d</pre>")
        == "a\n\nb :tada:\n\n```\nc\nd\n```")
  }

  @Test(
    "The corner above the headings of rows belongs to the headings",
    arguments: [
      (
        "<tr><td></td><th>Q1</th></tr><tr><th>A</th><td>1</td></tr>",
        "|     | Q1  |\n| --- | --- |\n| A   | 1   |"
      ),
      (
        "<tr><td role=columnheader>A</td><td role=columnheader>B</td></tr><tr><td>1</td><td>2</td></tr>",
        "| A   | B   |\n| --- | --- |\n| 1   | 2   |"
      ),
    ])
  func corner(rows: String, expected: String) throws {
    #expect(try markdown(ofHTML: "<table>\(rows)</table>") == expected)
  }

  @Test(
    "Pictures that pages load late are where they say",
    arguments: [
      "<img data-src='https://x/a.png' src='data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==' alt=A>",
      "<img data-lazy-src='https://x/a.png' src='data:image/svg+xml,%3Csvg%3E%3C/svg%3E' alt=A>",
      "<img srcset='https://x/a.png 1x, https://x/b.png 2x' alt=A>",
      "<img srcset='https://x/a.png, b.png 2x' alt=A>",
      "<picture><source srcset='https://x/a.png'><img alt=A></picture>",
      "<img srcset='https://x/b.png 2x' src='https://x/a.png' alt=A>",
    ])
  func latePictures(html: String) throws {
    #expect(try markdown(ofHTML: html) == "![A](https://x/a.png)")
  }

  @Test("Code that keeps its lines is a block, in whatever it stands")
  func codeOfLines() throws {
    let html =
      "<div><span><code style='white-space: pre'><span>import x\n</span><span>  y</span></code></span></div>"
    #expect(try markdown(ofHTML: html) == "```\nimport x\n  y\n```")
  }

  @Test(
    "Marks within marks of the same look are one",
    arguments: [
      ("<dl><dt>The <strong>Term</strong></dt></dl>", "**The Term**"),
      ("<i>A<em>B</em>C</i>", "*ABC*"), ("<b>x <strong>y</strong> z</b>", "**x y z**"),
      ("<span style='font-weight:bold'>x <strong>y</strong></span>", "**x y**"),
      ("<em>a<em>b</em></em>", "_a<em>b</em>_"),
    ])
  func nestedMarks(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "What follows the copied fragment is not part of it",
    arguments: [
      ("<html><!--StartFragment--><p>a</p><!--EndFragment-->b</html>", "a"),
      ("<p>x<!--StartFragment--><p>a<!--StartFragment-->b<!--EndFragment-->c<!--EndFragment-->d", "x\n\nabc"),
      ("<p>a<!--EndFragment-->b", "ab"),
    ])
  func fragments(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  private static let mono = "font-family:Courier New"

  @Test(
    "Faces of typewriters set text, faces of terminals set code",
    arguments: [
      ("American Typewriter", false), ("Kimono", false), ("Shackleton", false), ("Terminal Dosis", false),
      ("Iosevka Aile", false), ("Hack", true), ("Lucida Sans Typewriter", true), ("JetBrains Mono", true),
      ("Letter Gothic Std", true), ("SourceCodePro-Regular", true),
    ])
  func faces(name: String, isCode: Bool) throws {
    #expect(try markdown(ofHTML: "<p>a <font face='\(name)'>b</font>") == (isCode ? "a `b`" : "a b"))
  }

  @Test(
    "Lines of code are one block, blank ones among them too",
    arguments: [
      (
        "<p><span style='\(mono)'>a</span><p><span style='\(mono)'></span><p><span style='\(mono)'>b</span>",
        "```\na\n\nb\n```"
      ),
      (
        "<p><span style='\(mono)'>a</span></p><br><p><span style='\(mono)'>b</span></p><br><p>c</p>",
        "```\na\n\nb\n```\n\nc"
      ),
      ("<p><span style='\(mono)'>a<br>&nbsp; b</span></p>", "```\na\n  b\n```"),
      ("<p><span style='\(mono)'>a<br></span></p>", "`a`"),
    ])
  func codeLines(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "What is seen of white space, styles and addresses counts",
    arguments: [
      ("<code>a   b\n c</code>", "`a b c`"), ("<code style='white-space:pre'>a  b</code>", "`a  b`"),
      ("x <a href=y></a> z", "x z"), ("<p><a href=y></a></p>", "[](y)"),
      ("<div style='display:inline'>a</div> <div style='display:inline'>b</div>", "a b"),
      ("<p>a<p style='display: inline'>b</p>c", "a\n\nbc"),
      ("<span style='text-decoration:underline'>u</span>", "<u>u</u>"),
      ("<a href=x><span style='text-decoration:underline'>l</span></a>", "[l](x)"),
    ])
  func seen(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Signs and controls are the text that they stand for",
    arguments: [
      ("<img data-emoji='🎉' src=x alt=y>", "🎉"),
      ("<emoji id=smile alt='🙂' title=Smile></emoji> a", "🙂 a"),
      ("<p><input type=checkbox checked> Done<p><input type=checkbox>Open", "☑ Done\n\n☐ Open"),
      // A box behind words is theirs, whatever comes next.
      ("<p>Agree <input type=checkbox checked></p><ul><li>Milk</ul>", "Agree ☑\n\n- Milk"),
      (
        "<p><label>News <input type=checkbox checked></label><p><label><input type=checkbox> Terms</label><p>next",
        "News ☑\n\n☐ Terms\n\nnext"
      ),
      ("<p>Q <input type=checkbox><br>R <input type=checkbox checked><p>z", "Q ☐\\\nR ☑\n\nz"),
      ("<h2>Old <input type=checkbox></h2><h2>Next</h2>", "## Old ☐\n\n## Next"),
      ("<ul><li>Eggs <input type=checkbox checked><ul><li>sub</ul></ul>", "- Eggs ☑\n  - sub"),
      ("<dl><dt>T <input type=checkbox checked><dd>D</dl>", "**T** ☑\n\nD"),
      ("<div><input type=checkbox></div><div>Label</div>", "☐ Label"),
      (
        "<table><tr><th>a<th>b<tr><td><input type=checkbox><td>c</table>",
        "| a   | b   |\n| --- | --- |\n| ☐   | c   |"
      ),
      ("<ul class=joplin-checklist><li class=checked>a<li>b</ul>", "- [x] a\n- [ ] b"),
      (
        "<ul><li aria-checked=true><input type=checkbox>a<li><input type=checkbox> b</ul>", "- [x] a\n- [ ] b"
      ),
      ("<script type='math/tex; mode=display'>x^2</script>", "$$x^2$$"),
      ("<script type='math/tex'>x^2</script>", "$x^2$"),
      ("<span class='math inline'>$x$</span>", "$x$"), ("<span class='math display'>x</span>", "$$x$$"),
      ("<span class='math display'>$$x$$</span>", "$$x$$"), ("<span class='math inline'>y</span>", "$y$"),
      ("<span class='math inline'><em>x</em></span>", "*x*"), ("<span class=math>$5</span>", "$5"),
      ("<meter value=0.6>six of ten</meter> <progress value=3 max=4></progress>", "six of ten 75 %"),
      ("<image src=b.png alt=c>", "![c](b.png)"),
    ])
  func signs(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Where a picture lay says nothing of it",
    arguments: [
      ("a<img src=file:///x alt='Macintosh HD:Users:me:a.png'>", "a"),
      ("a<img alt='C:\\Users\\me\\x.JPG'>", "a"), ("a<img src=cid:1 alt='/home/me/x.webp'>", "a"),
      ("a <img src=cid:1 alt='A house: front'>", "a A house: front"),
      ("a <img src=cid:1 alt='x.png'>", "a x.png"),
      ("<img src=b.png alt='C:\\a.png'>", "![C:\\a.png](b.png)"),
    ])
  func pathsOfPictures(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Links that marks part are one link",
    arguments: [
      ("<a href=u><b>a</b></a> <a href=u>b</a>", "[**a** b](u)"),
      ("<a href=u>a</a><span> </span><a href=u><i>b</i></a> <a href=v>c</a>", "[a *b*](u) [c](v)"),
    ])
  func partedLinks(links: String, expected: String) throws {
    let page = "<html><head><meta name=qrichtext content=1></head><body><p>\(links)</p></body></html>"
    #expect(try markdown(ofHTML: page) == expected)
  }

  @Test(
    "Relative addresses begin where the page says",
    arguments: [
      ("b/c.html", "https://x.y/a/b/c.html"), ("/b?q#f", "https://x.y/b?q#f"),
      ("../../b/./c", "https://x.y/b/c"),
      ("//h/b", "https://h/b"), ("?q", "https://x.y/a/p.html?q"), ("#f", "#f"),
      ("mailto:a@b.c", "mailto:a@b.c"),
      ("..", "https://x.y/"),
    ])
  func base(address: String, expected: String) throws {
    let html = "<base href='https://x.y/a/p.html?x'><base href=https://z/><a href='\(address)'>t</a>"
    #expect(try markdown(ofHTML: html) == "[t](\(expected))")
    #expect(try markdown(ofHTML: "<base href=javascript:x><img src=b.png alt=c>") == "![c](b.png)")
  }

  @Test(
    "Text boxes that stand in a comment alone are text",
    arguments: [
      ("<![if !vml]><img src=x.png><![endif]>", "a\n\nBox **b**\n\nc"),
      ("<![if !vml]><table><td>Other</table><![endif]>", "a\n\nOther\n\nc"), ("", "a\n\nBox **b**\n\nc"),
    ])
  func textBoxes(substitute: String, expected: String) throws {
    let box =
      "<!--[if gte vml 1]><v:shape><v:textbox style='x'><![if !mso]><p class=MsoNormal>Box <b>b</b></p>"
      + "<![endif]></v:textbox></v:shape><![endif]-->"
    #expect(try markdown(ofHTML: "<p>a</p>" + box + substitute + "c") == expected)
    #expect(try markdown(ofHTML: "<p>a</p><!--[if gte vml 1]><v:shape>b</v:shape><![endif]-->") == "a")
  }

  @Test(
    "Places that links of the page lead to are kept",
    arguments: [
      ("<p><a href='#s'>x</a></p><h2 id=s>Section</h2>", "[x](#section)\n\n## Section"),
      ("<p><a href='#s'>x</a></p><h2><a name=s></a>Section</h2>", "[x](#section)\n\n## Section"),
      ("<pre><a href='#s'>x</a></pre><h2 id=s>Section</h2>", "```\nx\n```\n\n## Section"),
      ("<p>at https://a.org&nbsp;using it", "at https\\://a.org\u{A0}using it"),
      ("<p><a href='#s'>x</a></p><ul><li id=s>item</ul>", "[x](#s)\n\n- <a id=\"s\"></a>item"),
      ("<p><a href='#s'>x</a> <b id=s>bold</b>", "[x](#s) **<a id=\"s\"></a>bold**"),
      // GitHub gives headings these names itself.
      ("<p><a href='#my-title'>x</a></p><h2 id=my-title>My Title!</h2>", "[x](#my-title)\n\n## My Title!"),
      ("<p><a href='#a-b'>x</a></p><section id=a-b><h2>A b</h2></section>", "[x](#a-b)\n\n## A b"),
      ("<p><a href='#s'>x</a> b<a name=s></a><a href='u'>y</a>", "[x](#s) b<a id=\"s\"></a>[y](u)"),
      ("<p><a href='#s'>x</a></p><p><a id=s href='u'>y</a>", "[x](#s)\n\n<a id=\"s\"></a>[y](u)"),
      ("<p><a href='#s'>x</a></p><p id=t>other</p>", "[x](#s)\n\nother"),
      ("<h2 id=s><a href='#s'>Section</a></h2>", "## Section"),
    ])
  func targets(html: String, expected: String) throws {
    let written = try markdown(ofHTML: html)
    #expect(written == expected)
    let again = HTMLWriter(style: .commonMark).write(try MarkdownReader().read(Array(written.utf8)))
    #expect(try markdown(ofHTML: again) == written)
  }

  @Test(
    "A first row with a colour of its own is the header",
    arguments: [
      ("<tr style='background:#eee'><td>a<td>b<tr><td>1<td>2", true),
      ("<tr><td bgcolor='#cccccc'>a<td bgcolor=gray>b<tr><td>1<td>2", true),
      ("<tr style='background:#eee'><td>a<td>b<tr style='background:#eee'><td>1<td>2", false),
      ("<tr style='background:white'><td>a<td>b<tr><td>1<td>2", false),
      ("<tr><td bgcolor=gray>a<td>b<tr><td>1<td>2", false),
    ])
  func shadedHeader(rows: String, isHeader: Bool) throws {
    let expected =
      isHeader
      ? "| a   | b   |\n| --- | --- |\n| 1   | 2   |"
      : "|     |     |\n| --- | --- |\n| a   | b   |\n| 1   | 2   |"
    #expect(try markdown(ofHTML: "<table>\(rows)</table>") == expected)
  }

  @Test(
    "Dollar signs that GitHub would take for a formula's are escaped",
    arguments: [
      ("a $x$ b", "a \\$x$ b"), ("$$x$$", "\\$\\$x$$"), ("costs $5 and $6", "costs $5 and $6"),
      ("echo $HOME and $PATH", "echo $HOME and $PATH"), ("US$5 or CA$6", "US$5 or CA$6"), ("$ 5 $", "$ 5 $"),
      ("<b>$x$</b>", "**\\$x$**"), ("<code>$x$</code> $y", "`$x$` $y"),
      ("<math-renderer>$x^2$</math-renderer>", "$x^2$"),
    ])
  func dollars(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: "<p>" + html) == expected)
  }

  @Test("Word processors get highlights as a colour, and what folds as its heading and its text")
  func unknownElements() throws {
    func html(_ text: String) throws -> String {
      String(
        decoding: HTMLWriter(style: .clipboard).write(try MarkdownReader().read(Array(text.utf8))),
        as: UTF8.self)
    }
    #expect(
      try html("a <mark>b</mark>").contains("<mark><span style=\"background-color: #ffff00\">b</span></mark>")
    )
    let details = try html("<details open>\n<summary>Sum</summary>\n\nin *side*\n\n</details>\n")
    #expect(details.contains("<div><b>Sum</b></div>") && details.contains("<p>in <em>side</em></p>"))
    #expect(!details.contains("details") && !details.contains("summary"))
    #expect(
      try html("<details><summary>S</summary>bare</details>").contains("<div><div><b>S</b></div>bare</div>"))
  }
}
