import RichText
import Testing

/// Pages and pastes that people reported as broken, each with variants of its kind.
@Suite struct ReportedPagesTests {
  private static func word(_ body: String, head: String = "") -> String {
    "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\">\(head)<body>\(body)</body></html>"
  }

  private func check(_ html: String, _ expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Only white space that Word marks as typed is a space",
    arguments: [
      ("<p class=MsoNormal><span style=\"mso-spacerun:'yes'\">All of it</span></p>", "All of it"),
      ("<p class=MsoNormal>a<span style='mso-spacerun:yes'>&nbsp; </span>b</p>", "a b"),
      ("<p class=MsoNormal>a<span style='mso-tab-count:1'>     </span>b</p>", "a b"),
      ("<p class=MsoNormal><span style='mso-spacerun:yes'><b>a</b> b</span></p>", "**a** b"),
      (
        "<p class=MsoNormal><span style='mso-spacerun:yes'><img src='https://e.x/i' alt=i></span></p>",
        "![i](https://e.x/i)"
      ),
      ("<p>a<span class=Apple-converted-space>&nbsp;</span>b</p>", "a b"),
    ])
  func typedSpaces(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Characters of fonts of signs are what the font shows",
    arguments: [
      (word("<p>go <span style='font-family:Wingdings;mso-char-type:symbol'>à</span></p>"), "go →"),
      (
        word(
          "<p><span style='font-family:\"Times New Roman\";mso-symbol-font-family:Wingdings'><span>J</span></span></p>"
        ),
        "☺"
      ),
      ("<p><font face=Symbol>p r</font></p>", "π ρ"),
      ("<p><span style='font-family:\"Wingdings 2\"'>P</span> ok</p>", "✓ ok"),
      (
        "<p><span style='font-family:Symbol'>&#xF061; <span style='font-family:Arial'>a</span></span></p>",
        "α a"
      ),
      ("<p><span style='font:12pt Webdings'>a</span></p>", "✓"),
      ("<p><span style='font-family:Webdings'>hJ &uuml;&yuml;</span></p>", "🚑🏝 🌍🕊"),
      ("<p><span style='font-family:Wingdings'>$+:q~</span></p>", "👓🖃🖳☐❞"),
      ("<p style='font-family:Symbola'>abc</p>", "abc"),
      ("<p><span style='font-family:Wingdings 3'>a</span></p>", "a"),
      ("<p style='font-family:Arial, Symbol'>a</p>", "a"),
    ])
  func signs(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Parts of a page that come later stand where they belong",
    arguments: [
      (
        "<template id=\"B:1\"></template><div hidden id=\"S:1\"><p>a</p></div><script>$RC(\"B:1\",\"S:1\")</script>",
        "a"
      ),
      (
        "<h1>T</h1><!--$?--><template id=\"B:0\"></template><p>wait</p><!--/$--><p>z</p><div hidden id=\"S:0\"><p>a</p></div>",
        "# T\n\na\n\nz"
      ),
      (
        "<main><template id=B:0></template></main><div hidden id=S:0><p>a</p><template id=P:1></template><p>c</p></div>"
          + "<div hidden id=S:1><p>b</p></div>",
        "a\n\nb\n\nc"
      ),
      ("<!--$--><p>a</p><!--/$--><div hidden id=\"S:3\"><p>b</p></div>", "a\n\nb"),
      ("<p>a</p><div hidden id=\"S:\">b</div><div hidden id=Sx>c</div><div hidden>d</div>", "a"),
    ])
  func streamedParts(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Markers that items begin with are those of the list",
    arguments: [
      (
        "<ul><li style='display:block'><p>• a</p></li><li style='display:block'><p>• b</p></li></ul>",
        "- a\n\n- b"
      ),
      ("<ul><li>•&nbsp;a</li><li><span>•</span> b</li></ul>", "- a\n- b"),
      ("<ol style='list-style:none'><li>· a</li><li>· b</li></ol>", "- a\n- b"),
      ("<ul style='list-style:none'><li>- a</li><li>- b</li></ul>", "- a\n- b"),
      ("<ul><li>◦ a<ul><li>▪ b</li></ul></li></ul>", "- a\n  - b"),
      (
        "<ol><li>1. a</li><li style='display:block'>2. b</li><li style='display:block'>3. c</li></ol>",
        "1. a\n2. b\n3. c"
      ),
      ("<ul><li style='display:block'>1) a</li><li style='display:block'>2) b</li></ul>", "1. a\n2. b"),
      ("<ul><li>• a</li><li>b</li></ul>", "- • a\n- b"),
      ("<ul><li>- a</li><li>- b</li></ul>", "- a\n- b"), ("<ul><li>- a</li></ul>", "- \\- a"),
      ("<ul><li><p>·&nbsp; a</p></li><li><p>·&nbsp; b</p></li></ul>", "- a\n\n- b"),
      ("<ol><li>1.&nbsp;a</li><li>2.&nbsp;b</li></ol>", "1. a\n2. b"),
      ("<ol><li>(1) a</li><li>(2) b</li></ol>", "1. a\n2. b"),
      ("<ol><li>1、a</li><li>2、b</li></ol>", "1. a\n2. b"),
      ("<ol><li>1.5 m</li><li>2.5 m</li></ol>", "1. 1.5 m\n2. 2.5 m"),
      ("<ul><li>✓ a</li><li>✓ b</li></ul>", "- ✓ a\n- ✓ b"),
      ("<ul><li><code>-</code> a</li><li><code>*</code> b</li></ul>", "- `-` a\n- `*` b"),
    ])
  func typedMarkers(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "A wrapper before the first item is no item",
    arguments: [
      ("<ul><div><ul><li>in</li></ul></div><li>out</li></ul>", "- in\n- out"),
      ("<ol><span><ol><li>in</li></ol></span><li>out</li></ol>", "1. in\n2. out"),
      ("<ul><section><div><ul><li>in</li></ul></div></section><li>out</li></ul>", "- in\n- out"),
      ("<ul><li>a</li><div><ul><li>in</li></ul></div><li>out</li></ul>", "- a\n  - in\n- out"),
      ("<ul><div>text</div><li>out</li></ul>", "- text\n- out"),
    ])
  func wrappers(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Blocks in a heading stay apart, a number or a label beside its title does not",
    arguments: [
      ("<h3><div>Title</div><div>one</div><div>two</div></h3>", "### Title\n\none\n\ntwo"),
      ("<h2><p>Title</p><p>Text</p></h2>", "## Title\n\nText"),
      ("<h2>Title<ul><li>a</li></ul></h2>", "## Title\n\n- a"),
      ("<h2><div><div>Title</div><p>Body</p></div></h2>", "## Title\n\nBody"),
      ("<h2><div>Title</div>words<p>Text</p></h2>", "## Title words\n\nText"),
      ("<h2><div>1.2</div><div>Title</div></h2>", "## 1.2 Title"),
      ("<h2>Title<div>New</div></h2>", "## Title New"),
      ("<h2 style='display:flex'><div>Title</div><div>Other</div></h2>", "## Title Other"),
      ("<h2><div>Title</div></h2>", "## Title"),
    ])
  func headings(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Links side by side to one place with other marks are one",
    arguments: [
      (
        "<p><a href='https://e.x/a'>one </a><a href='https://e.x/a'><i>two</i></a><a href='https://e.x/a'> three</a></p>",
        "[one *two* three](https://e.x/a)"
      ),
      ("<p><b><a href='/a'>one </a></b><a href='/a'>two</a></p>", "[**one** two](/a)"),
      ("<p><a href='/a'>foo</a><a href='/a'><code>bar</code></a></p>", "[foo`bar`](/a)"),
      ("<p><a href='/a'>one</a> <em><a href='/a'>two</a></em></p>", "[one *two*](/a)"),
      ("<p><a href='/a'>x</a><a href='/a'><span style='font-weight:bold'>y</span></a></p>", "[x**y**](/a)"),
      ("<p><a href='/a'>one</a> <a href='/a'>two</a></p>", "[one](/a) [two](/a)"),
      ("<p><a href='/a'>one</a><a href='/b'><b>two</b></a></p>", "[one](/a)[**two**](/b)"),
      ("<p><a href='/a'><img src='/i' alt=i></a><a href='/a'>two</a></p>", "[![i](/i)two](/a)"),
    ])
  func links(html: String, expected: String) throws { try check(html, expected) }
}

/// Code, formulas, pictures and notes of pages that people reported as broken.
@Suite struct ReportedContentTests {
  private static func word(_ body: String) -> String {
    "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><body>\(body)</body></html>"
  }

  private func check(_ html: String, _ expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Captions, buttons and numbers are no code",
    arguments: [
      (
        "<pre><code class='language-bash'><div class=head__header><span>bash</span><button>Copy</button></div><div>a\nb\n</div></code></pre>",
        "```bash\na\nb\n```"
      ),
      (
        "<pre><code class='language-js'><span class=lang-label>js</span>let a\n</code></pre>",
        "```js\nlet a\n```"
      ),
      ("<pre><code><label>python</label>\nprint(1)\n</code></pre>", "```python\nprint(1)\n```"),
      ("<pre><code class='language-sh'>ls\n<span class=copy-btn>Copy</span></code></pre>", "```sh\nls\n```"),
      (
        "<pre><code class='language-js'><span class=hljs-title>foo</span>()\n</code></pre>",
        "```js\nfoo()\n```"
      ),
      (
        "<pre><code><span style='user-select:none'>1</span>a\n<span style='-webkit-user-select:none'>2</span>b\n</code></pre>",
        "```\na\nb\n```"
      ),
      ("<pre><code><span class=select-none>$ </span>ls\n</code></pre>", "```\nls\n```"),
      ("<pre style='user-select:none'><code>ls\n</code></pre>", "```\nls\n```"),
      (
        "<pre><div class=cm-content data-language=go><div class=cm-lineNumbers>1</div><div class=cm-line>package a</div></div></pre>",
        "```go\npackage a\n```"
      ),
      (
        "<div><div class=cm-gutters><div class=cm-gutterElement>1</div></div><div class=cm-content data-language=c>"
          + "<div class=cm-line>a</div><div class=cm-line>  b</div></div></div>",
        "```c\na\n  b\n```"
      ),
    ])
  func besideCode(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "A block of code is one, whatever is around it, in its language alone",
    arguments: [
      (
        "<code class=highlight-wrap>\n<pre><code>a\n\nb</code></pre>\n</code><p>c</p>",
        "```\na\n\nb\n```\n\nc"
      ),
      ("<code class=language-js><pre>a\n  b</pre></code>", "```js\na\n  b\n```"),
      ("<code><div><pre>a</pre></div></code>", "```\na\n```"),
      ("<code><div class=label>python</div><pre>a</pre></code>", "```python\na\n```"),
      ("<div class=highlight-wrapper><pre>a</pre></div>", "```\na\n```"),
      ("<pre class=lang-switch>a</pre>", "```\na\n```"),
      ("<pre class='lang-py prettyprint'>a</pre>", "```py\na\n```"),
      ("<div class='highlight-gleam notranslate'><pre>a</pre></div>", "```gleam\na\n```"),
      ("<pre><code class=language-whatever>a</code></pre>", "```whatever\na\n```"),
      ("<div style='--en-codeblock:true;--en-codeblockLanguage:python'>a = 1</div>", "```python\na = 1\n```"),
      ("<div style='-en-codeblock:true'>x<br>&nbsp;&nbsp;y</div>", "```\nx\n  y\n```"),
    ])
  func blocksOfCode(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Monospaced lines in items and cells keep their indentation",
    arguments: [
      (
        "<ul><li><p><span style='font-family:monospace;white-space:pre-wrap'>a\n  b</span></p></li></ul>",
        "- ```\n  a\n    b\n  ```"
      ),
      (
        "<ul><li><p><span style='font-family:Consolas'>a<br>&nbsp;&nbsp;b</span></p></li></ul>",
        "- ```\n  a\n    b\n  ```"
      ),
      (
        "<ul><li style='font-family:Consolas'>a<br>&nbsp;&nbsp;b</li><li>c</li></ul>",
        "- ```\n  a\n    b\n  ```\n- c"
      ),
      (
        "<ol><li><span style='font-family:Consolas'>a</span><br><span style='font-family:Consolas'>&nbsp;b</span><ul><li>c</li></ul></li></ol>",
        "1. ```\n   a\n    b\n   ```\n   - c"
      ),
      (
        "<table border=1><tr><th>k</th><th>v</th></tr><tr><td>c</td><td style='font-family:Consolas'>a<br>&nbsp;&nbsp;b</td></tr></table>",
        "| k   | v            |\n| --- | ------------ |\n| c   | `a`<br>`  b` |"
      ),
      ("<ul><li><p style='font-family:Consolas'>a</p></li></ul>", "- `a`"),
      (
        "<ul><li style='font-family:monospace;white-space:pre-wrap'>a\n  b</li></ul>",
        "- ```\n  a\n    b\n  ```"
      ),
    ])
  func monospacedLines(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "The source of a formula is taken wherever it stands",
    arguments: [
      (
        "<p>a <span class=katex-mathml>\n k\n +\n 1\n\n k+1\n</span><span class=katex-html>k+1</span></p>",
        "a $k+1$"
      ),
      ("<p>a <span class=katex-mathml>E\n=\nm\n\nE = m</span></p>", "a $E = m$"),
      (
        "<p><span class=katex-display><span class=katex-mathml>\n a\n\n \\frac{a}{b}\n</span></span></p>",
        "$$\\frac{a}{b}$$"
      ),
      ("<p>so <span data-tex='\\[a = b\\]'></span> ends</p>", "so $$a = b$$ ends"),
      ("<p>so <span data-math='\\(a\\)'>q</span></p>", "so $a$"),
      ("<p>so <span data-tex='$a$ and $b$'>q</span></p>", "so $`$a$ and $b$`$"),
      (
        "<p>p <mjx-container jax=SVG data-formula='(x_0,y_0)'><svg><path d='M0'/></svg></mjx-container> q</p>",
        "p $(x_0,y_0)$ q"
      ),
      ("<p>p <math-field data-latex='z^2'>z2</math-field></p>", "p $z^2$"),
      ("<p>p <mjx-container><svg><g data-latex='x^2'><path/></g></svg></mjx-container> q</p>", "p $x^2$ q"),
      (
        "<p>l <span class=math-inline data-custom-copy-text='\\(\\frac{a}{b}\\)'>ab</span></p>",
        "l $\\frac{a}{b}$"
      ),
      ("<p>l <span data-custom-copy-text='https://e.x'>here</span></p>", "l here"),
      ("<p><span data-type='inline-math' data-content='a^2'></span> b</p>", "$a^2$ b"),
      ("<div data-type='NodeMathBlock' data-content='a^2'></div>", "$$a^2$$"),
    ])
  func formulas(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Marks of an attribute are those of elements",
    arguments: [
      ("<p><span data-type=strong>b</span> <span data-type=code>c</span></p>", "**b** `c`"),
      ("<p><span data-type='strong em'>b</span></p>", "**_b_**"),
      ("<p><span data-type=a data-href='https://e.x'>l</span></p>", "[l](https://e.x)"),
      ("<p><span data-type=s>s</span> <span data-type=kbd>K</span></p>", "~~s~~ <kbd>K</kbd>"),
      ("<p><span data-type=tag>t</span></p>", "t"),
    ])
  func marks(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "A picture is where its sources say, not what holds its place",
    arguments: [
      (
        "<picture><source srcset='https://e.x/a.webp 1x, https://e.x/b.webp 2x'><img src='data:image/gif;base64,R0lGOD' alt=A></picture>",
        "![A](https://e.x/a.webp)"
      ),
      (
        "<picture><source data-srcset='https://e.x/a.webp 480w'><img class=lazy src='/placeholder.gif' alt=A></picture>",
        "![A](https://e.x/a.webp)"
      ),
      (
        "<picture><source srcset='https://e.x/a.webp'><img src='https://e.x/r.jpg' alt=A></picture>",
        "![A](https://e.x/r.jpg)"
      ),
      (
        word(
          "<p><!--[if gte vml 1]><v:shape id=p><v:imagedata src='file:///C:/a.jpg' o:href='https://e.x/c.jpg'/></v:shape><![endif]-->"
            + "<![if !vml]><img src='file:///C:/a.jpg' alt=cat v:shapes=p><![endif]></p>"),
        "![cat](https://e.x/c.jpg)"
      ),
      (
        word(
          "<p><!--[if gte vml 1]><v:shape id=a><v:imagedata o:href='https://e.x/1'/></v:shape><v:shape id=b></v:shape><![endif]-->"
            + "<img src='file:///1' alt=one v:shapes=a><img src='file:///2' alt=two v:shapes=b></p>"),
        "![one](https://e.x/1)two"
      ),
      (
        word(
          "<table><tr><td></td><td></td></tr><tr><td></td><td><img src='file:///a'></td></tr></table><p>t</p>"
        ), "t"
      ),
      (
        word("<table><tr><td><img src='file:///a'></td><td><img src='file:///b'></td></tr></table><p>t</p>"),
        "t"
      ),
      ("<p>a<img src='file:///C:/a.png' alt='A cat&#10;&#10;Description automatically generated'></p>", "a"),
      ("<p>a <img src='cid:1' alt='https://e.x/p.png'><img src='cid:2' alt='Logo'></p>", "a Logo"),
    ])
  func pictures(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "The text of a box is read once",
    arguments: [
      (
        "<p>x <!--[if gte vml 1]><v:shape id=t alt='Text Box: in'><v:textbox><p>in</p></v:textbox></v:shape><![endif]-->"
          + "<![if !vml]><img src='file:///a' alt='Text Box: in' v:shapes=t><![endif]> y</p>",
        "x\n\nin\n\ny"
      ),
      (
        "<p>x <!--[if gte vml 1]><v:shape id=t><v:textbox><p>1</p></v:textbox></v:shape><v:rect id=u><v:textbox><p>2</p></v:textbox></v:rect>"
          + "<![endif]--><![if !vml]><img src='a.png' v:shapes=t><img src='b.png' v:shapes=u><![endif]></p>",
        "x\n\n1\n\n2"
      ),
      // The picture of a box may name no shape or another one, but not that of a drawing with other shapes.
      (
        "<p>x <!--[if gte vml 1]><v:shape id=t><v:textbox><p>in</p></v:textbox></v:shape><![endif]-->"
          + "<![if !vml]><img src='a.png' alt='Text Box: in' v:shapes=other><img src='a.png' alt=in><![endif]> y</p>"
          + "<p><img src='https://e.x/b.png' alt=b></p>",
        "x\n\nin\n\ny\n\n![b](https://e.x/b.png)"
      ),
      (
        "<p><!--[if gte vml 1]><v:shape id=t><v:textbox><p>in</p></v:textbox></v:shape><v:shape id=p><v:imagedata src=a></v:shape><![endif]-->"
          + "<![if !vml]><img src='https://e.x/a.png' v:shapes=p><![endif]></p>",
        "in\n\n![](https://e.x/a.png)"
      ),
      (
        "<p><!--[if gte vml 1]><v:shape id=t><v:textbox><p>in</p></v:textbox></v:shape><![endif]--><![if !vml]><span>in</span><![endif]></p>",
        "in"
      ),
      ("<p>x <img src='file:///a' alt='Text Box: in'></p>", "x in"),
    ])
  func textBoxes(body: String, expected: String) throws { try check(Self.word(body), expected) }

  @Test(
    "A note beside the text comes once, without its number and its box",
    arguments: [
      (
        "<p>A<sup><a id=r href='#n'>1</a></sup><span class=sidenote><span>1. </span>Note.</span> b</p><ol><li id=n>Note. <a href='#r'>↩</a></li></ol>",
        "A[^1] b\n\n[^1]: Note."
      ),
      (
        "<p>A<label for=x>2</label><input id=x type=checkbox><span class=sidenote><sup>2</sup> Note.</span> b</p>",
        "A[^1] b\n\n[^1]: Note."
      ),
      (
        "<p>A<sup><a href='#n'>1</a></sup><span class=sidenote id=n><sup>1</sup> Note.</span> b</p>",
        "A[^1] b\n\n[^1]: Note."
      ),
      (
        "<p>A<label class=margin-toggle for=x></label><input class=margin-toggle id=x type=checkbox><span class=marginnote>Note.</span></p>",
        "A[^1]\n\n[^1]: Note."
      ),
      (
        "<p>A<sup><a id=r href='#n'>1</a></sup><span class=sidenote>Other.</span></p><ol><li id=n>Note. <a href='#r'>↩</a></li></ol>",
        "A[^1][^2]\n\n[^1]: Note.\n\n[^2]: Other."
      ),
    ])
  func notes(html: String, expected: String) throws { try check(html, expected) }
}
