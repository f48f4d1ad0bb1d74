import TestSupport
import Testing

/// What forums, mails, editors of notes, slides and help pages put on the clipboard.
@Suite("Pages of forums, editors and mails")
struct ForumsAndEditorsTests {
  @Test(arguments: [
    // An element with an identifier that holds all notes, or the page, is no note.
    (
      "<p>a<sup id=r1><a href='#n1'>1</a></sup> b<sup id=r2><a href='#n2'>2</a></sup></p>"
        + "<div id=notes><p id=n1><a href='#r1'>1.</a> One.</p><p id=n2><a href='#r2'>2.</a> Two.</p></div>",
      "a[^1] b[^2]\n\n[^1]: One.\n\n[^2]: Two."
    ),
    (
      "<div id=main><ul><li>Text<a id=r1 href='#n1'>1</a></li></ul><p>Other</p>"
        + "<p><a id=n1 href='#r1'>1</a> Note.</p></div>",
      "- Text[^1]\n\nOther\n\n[^1]: Note."
    ),
    (
      "<div id=x><table border=1><tr><th>City<th>Pop<tr><td>Rome<a id=b1 href='#a1'>*</a><td>3</table>"
        + "<p><a id=a1 href='#b1'>*</a> estimated</p></div>",
      "| City     | Pop |\n| -------- | --- |\n| Rome[^1] | 3   |\n\n[^1]: estimated"
    ),
    // A number before the text that a longer link leads to is none either.
    (
      "<p><a id=r1 href='#n1'>Smith and Miller, 2010</a> wrote it.</p><p id=n1><a href='#r1'>1</a> Note.</p>",
      "<a id=\"r1\"></a>[Smith and Miller, 2010](#n1) wrote it.\n\n<a id=\"n1\"></a>[1](#r1) Note."
    ),
  ])
  func `Notes are what references lead to, and no more`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    ("<p>设 <span class=ztext-math data-tex='a^2+b^2'><svg></svg></span> 成立", "设 $a^2+b^2$ 成立"),
    ("<p>公式 <span data-formula='x^2'><svg></svg></span> 好", "公式 $x^2$ 好"),
    (
      "<p>Let <span class=mjx-chtml><span class=mjx-math aria-label='x^2'>x<span>2</span></span></span> be.",
      "Let $x^2$ be."
    ),
    (
      "<p>Let <span class=mjx-chtml><span class=mjx-math aria-label='x^2'>x2</span></span>"
        + "<script type='math/tex'>x^{2}</script> be.", "Let $x^{2}$ be."
    ),
    ("<p>a <img class=latex src='https://s0.wp.com/latex.php?latex=x' alt='x_1'> b", "a $x_1$ b"),
    ("<p>a <img src='https://www.zhihu.com/equation?tex=x' alt='x_1'> b", "a $x_1$ b"),
    ("<p>the \\(x^*\\) and $$\\mathcal{L}(x)$$", "the $`x^*`$ and $$\\mathcal{L}(x)$$"),
    ("<p>sed s/\\(.*\\)/x/ costs $$5 or $$6", "sed s/\\\\(.*\\\\)/x/ costs $$5 or $$6"),
  ])
  func `TeX is taken from where it stands`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    (
      "<pre><div class=flex>Bash</div><div class=cm-editor><span>sudo ls</span><br><span>cd</span></div></pre>",
      "```bash\nsudo ls\ncd\n```"
    ),
    (
      "<pre data-language=python><p class=code-title>python</p><div>import os</div></pre>",
      "```python\nimport os\n```"
    ),
    ("<pre class=language-sh><span class=absolute>sh</span><code>ls -l\n</code></pre>", "```sh\nls -l\n```"),
    (
      "<pre><div class=h><span>js</span><div>复制代码</div></div><code class='hljs language-js'>a\n</code></pre>",
      "```js\na\n```"
    ),
    // Two lines of code are no label and code.
    ("<pre><div>python</div><div>x</div></pre>", "```\npython\nx\n```"),
    ("<pre><div>In short:</div><div><code>x</code></div></pre>", "```\nIn short:\nx\n```"),
    ("<pre class=language-c><span class=k>char</span><code>x</code></pre>", "```c\ncharx\n```"),
    ("<pre syntax=Kotlin><code>val a = 1</code></pre>", "```kotlin\nval a = 1\n```"),
    ("<div class=code-listing data-syntax=swift><pre><code>a</code></pre></div>", "```swift\na\n```"),
    (
      "<pre><code class=language-python>a\nb\n</code><ul class=pre-numbering><li>1</li><li>2</li></ul></pre>",
      "```python\na\nb\n```"
    ),
    ("<pre><span class=LineNr>1 </span>a\n<span class=LineNr>2 </span>b\n</pre>", "```\na\nb\n```"),
    (
      "<pre class=hl><span class='hl lin'>    1 </span><span class='hl kwa'>def</span> f():\n"
        + "<span class='hl lin'>    2 </span>    x\n</pre>", "```\ndef f():\n    x\n```"
    ),
    ("<pre><span class=lin>1 </span>a</pre>", "```\n1 a\n```"),
    (
      "<pre lang=python><div class=CodeMirror><div class=CodeMirror-measure><pre>xxxxxxxxxx</pre></div>"
        + "<pre class=CodeMirror-line>a = 1</pre></div></pre>",
      "```python\na = 1\n```"
    ),
    (
      "<pre data-lang=python><code>def f():</code><code>    return 1</code></pre>",
      "```python\ndef f():\n    return 1\n```"
    ),
    ("<p>Run:</p><code>ls<br>cd /tmp</code><p>Done</p>", "Run:\n\n```\nls\ncd /tmp\n```\n\nDone"),
    ("<div>Run:<br><code>ls<br>cd</code><br>Done</div>", "Run:\n\n```\nls\ncd\n```\n\nDone"),
    ("<p>a<code>\nfoo bar\n</code>b", "a `foo bar` b"), ("<p>a<code> x </code>b", "a`  x  `b"),
    ("<p>Run: <code>ls<br>cd</code> now", "Run: `ls cd` now"),
    (
      "<div class=joplin-editable><pre class=joplin-source data-joplin-language=js data-joplin-source-open='```js&#10;'>"
        + "let a;</pre><pre class=hljs><code>let a;</code></pre></div><p><span class=joplin-editable>"
        + "<span class=joplin-source data-joplin-source-open='$'>x^2</span><span class=katex>x2</span></span></p>",
      "```js\nlet a;\n```\n\n$x^2$"
    ),
  ])
  func `Code has its lines and its language, and no labels`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    // Prose runs on, what is set by its spaces stays.
    (
      "<pre class=moz-quote-pre>Hello,\nhow are you?\n\n- one\n- two\n</pre>",
      "Hello,\\\nhow are you?\n\n\\- one\\\n\\- two"
    ),
    (
      "<pre class=moz-quote-pre>Try this:\n\n--- a/x.c\n-    return 1;\n+    return 0;\n\ndef f():\n    return 1\n</pre>",
      "Try this:\n\n```\n--- a/x.c\n-    return 1;\n+    return 0;\n\ndef f():\n    return 1\n```"
    ),
    (
      "<pre class=moz-quote-pre>name    size\na       12\n\nBye</pre>",
      "```\nname    size\na       12\n```\n\nBye"
    ),
    (
      "<pre class=moz-quote-pre>* one that is\n  long\n* two that\n  goes on\n</pre>",
      "\\* one that is\\\nlong\\\n\\* two that\\\ngoes on"
    ),
    ("<div>Hello</div><span><pre>-- <br></pre>Bob</span>", "Hello\n\n\\--\n\nBob"),
    (
      "<blockquote><div><cite><a href='./u'>Bob</a> wrote:</cite>Have you tried</div></blockquote>",
      "> [Bob](./u) wrote:\n>\n> Have you tried"
    ),
    ("<p><a role=button tabindex=0>Click to expand...</a> text", "text"),
    ("<p><a href='https://e.com/' title='https://e.com/'>https://e.com/</a>", "<https://e.com/>"),
    ("<p><a href='https://e.com/' title='https://e.com/'>e</a>", "[e](https://e.com/ \"https://e.com/\")"),
  ])
  func `Mails and forums`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    ("<p>a <span class=visually-hidden>hashtag</span><span>#job</span>", "a #job"),
    (
      "<p>a <span style='position: absolute; clip: rect(0px, 0px, 0px, 0px); width: 1px; overflow: hidden'>(new tab)"
        + "</span>b", "a b"
    ),
    ("<p>4<span class=visually-hidden>/</span>3", "4/3"),
    // A script's element for copying, all of what is copied.
    ("<span style='position: absolute; clip: rect(0px, 0px, 0px, 0px)'>copied</span>", "copied"),
    (
      "<p><span class=katex><span class=katex-mathml style='position:absolute;clip:rect(1px,1px,1px,1px)'><math>"
        + "<annotation encoding='application/x-tex'>x^2</annotation></math></span><span class=katex-html>x2</span></span>",
      "$x^2$"
    ),
    ("<p>Home <span class=material-symbols-outlined>arrow_forward</span>", "Home"),
    ("<div class='admonition note'><p><b>Note: </b>Text.</p></div>", "> [!NOTE]\n> Text."),
    ("<h2 id=s><a href='#s-1' class=selfRef>1.</a> <a href='#n' class=selfRef>Title</a></h2>", "## 1. Title"),
    ("<p><img class=lazyload src=/blank.gif data-src='https://x/c.jpg' alt=C>", "![C](https://x/c.jpg)"),
    ("<p><img data-srcset='https://x/a.jpg 600w, https://x/b.jpg 900w' alt=C>", "![C](https://x/a.jpg)"),
    ("<p><img src='https://x/c.jpg' data-src='https://x/d.jpg' alt=C>", "![C](https://x/c.jpg)"),
  ])
  func `What nobody sees is left out, and nothing else`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    (
      "<div role=table><div role=row><span role=columnheader>A</span><span role=columnheader>B</span></div>"
        + "<div role=rowgroup><div role=row><span role=cell>1</span><span role=cell>2</span></div></div></div>",
      "| A   | B   |\n| --- | --- |\n| 1   | 2   |"
    ),
    (
      "<table role=presentation><tr><th>Brand<td>ACME<tr><th>Weight<td>100 g</table>",
      "|        |       |\n| ------ | ----- |\n| Brand  | ACME  |\n| Weight | 100 g |"
    ),
    (
      "<table role=presentation><tr><td><img src=a.png><td>x<tr><td>y<td>z</table>",
      "![](a.png)\n\nx\n\ny\n\nz"
    ),
    // A title over all columns is aligned for none of them.
    (
      "<table border=1><tr><td colspan=2 align=center>All<tr><td>Bolt<td align=right>10<tr><td>Nut<td align=right>3</table>",
      "|      |     |\n| ---- | --: |\n| All  |     |\n| Bolt |  10 |\n| Nut  |   3 |"
    ),
    (
      "<table border=0 width='100%'><tr><td><p>(a)</p><td><p>processed lawfully;</p></table>",
      "(a) processed lawfully;"
    ),
    (
      "<table border=0><thead><tr><td><p>a</p><td><p>b</p></thead><tr><td><p>1</p><td><p>2</p></table>",
      "| a   | b   |\n| --- | --- |\n| 1   | 2   |"
    ),
    (
      "<table border=0><tbody><tr><td><p>a</p><td><p>b</p></tbody><tbody><tr><td><p>1</p><td><p>2</p></tbody></table>",
      "|     |     |\n| --- | --- |\n| a   | b   |\n| 1   | 2   |"
    ),
    (
      "<ul><li data-checked=true><p>done</p><li data-checked=false><p>open</p></ul>",
      "- [x] done\n\n- [ ] open"
    ),
    (
      "<div style='margin-left:.25in'><span style='mso-special-format:bullet;font-family:Wingdings'>q</span>One</div>"
        + "<div style='margin-left:.75in'><span style='mso-special-format:bullet'>•</span>Sub</div>"
        + "<div style='margin-left:.25in'><span style='mso-special-format:bullet'>q</span>Two</div>"
        + "<div style='margin-left:.25in'><span style='mso-special-format:&quot;numbullet3\\,1&quot;'>1.</span>Num</div>",
      "- One\n  - Sub\n- Two\n\n1. Num"
    ),
  ])
  func `Tables, tasks and slides`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    // Habr says how, Canvas what; Codeforces has three signs, Jupyter one.
    ("<p><img src=a.svg alt='$n^2$' data-tex=inline></p>", "$n^2$"),
    ("<p><img src=a.svg alt='$$display$$a=b$$display$$' data-tex=display></p>", "$$a=b$$"),
    (
      "<p>x <img class=equation_image src=a alt='LaTeX: \\frac{a}{b}' data-equation-content='\\frac{a}{b}'>"
        + "<span class=hidden-readable><math><mi>a</mi></math></span> y</p>", "x $\\frac{a}{b}$ y"
    ),
    ("<p>Given $$$n$$$ numbers ($$$1 \\le n$$$).</p>", "Given $n$ numbers ($1 \\le n$)."),
    ("<div class=jp-RenderedMarkdown><p>In $x_1$ for $5 or $6</p></div>", "In $x_1$ for $5 or $6"),
    (
      "<div class=jp-MarkdownOutput><p>so $$y$$ and $$5$$ then $x_1$</p></div>",
      "so $$y$$ and $$5$$ then $x_1$"
    ),
    (
      "<div class=jp-RenderedLatex data-mime-type='text/latex'>\n$\\displaystyle \\frac{x_1}{2}$\n</div>",
      "$\\displaystyle \\frac{x_1}{2}$"
    ),
    ("<p>costs $x_1$ and $5</p>", "costs \\$x_1$ and $5"),
    ("<p>\"\\\\(defun\\\\|defvar\\\\)\"</p>", "\"\\\\\\\\(defun\\\\\\\\|defvar\\\\\\\\)\""),
    ("<p>\\[\\e[32m\\]\\u@\\h\\[\\e[0m\\]</p>", "\\\\[\\e[32m\\\\]\\u@\\h\\\\[\\e[0m\\\\]"),
  ])
  func `Formulas of courses, contests and notebooks are TeX`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    (
      "<pre class=language-js><code>const a\n<span class=gatsby-highlight-code-line>const b</span>const c"
        + "</code></pre>", "```js\nconst a\nconst b\nconst c\n```"
    ),
    ("<div class=hljs><code>def f():\n  x</code></div>", "```\ndef f():\n  x\n```"),
    (
      "<div class=ql-code-block-container><div class=ql-code-block data-language=python>def f():</div>"
        + "<div class=ql-code-block data-language=python>  x</div></div>", "```python\ndef f():\n  x\n```"
    ),
    (
      "<div class=cnblogs_code><pre><span>1</span> <span>int</span> a;\n<span>2</span> b;</pre></div>",
      "```\nint a;\nb;\n```"
    ),
    (
      "<div class=blockcode><div><ol><li>x = 1<br><li>&nbsp;&nbsp;y<br></ol></div><em>copy</em></div>",
      "```\nx = 1\n  y\n```"
    ),
    ("<textarea class='code'>a &lt; b\n</textarea>", "```\na < b\n```"), ("<textarea>mine</textarea>x", "x"),
    ("<pre lang=en>words</pre>", "```\nwords\n```"), ("<pre lang=go>x</pre>", "```go\nx\n```"),
    (
      "<div class=cnblogs_code><pre>int a;</pre><div class=cnblogs_code_toolbar><img src=copy.gif></div></div>",
      "```\nint a;\n```"
    ),
  ])
  func `Code of blogs, chats and Quill keeps lines and language`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    (
      "<p>a</p><figure class=media><oembed url='https://x.org/v'></oembed></figure>", "a\n\n<https://x.org/v>"
    ),
    (
      "<blockquote><div><cite>ann wrote: <span>May 03</span></cite>old words</div></blockquote>",
      "> ann wrote: May 03\n>\n> old words"
    ),
    ("<blockquote><cite>The <i>Book</i></cite> says</blockquote>", "> The *Book* says"),
    ("<p><span class=LegLHS>1</span><span class='LegDS LegRHS'>In this Act</span></p>", "1 In this Act"),
    ("<p><img data-original-src='a.png'></p>", "![](a.png)"),
    ("<p><img src='common/none.gif' zoomfile='data/a.jpg' file='data/a.jpg'></p>", "![](data/a.jpg)"),
    ("<ul class=tox-checklist><li class=tox-checklist--checked>a<li>b</ul>", "- [x] a\n- [ ] b"),
    ("<ul><li class=checked><span>☑</span> Milk</li></ul>", "- [x] Milk"),
    (
      "<p>We <span class='ltx_text ltx_font_italic'>do</span> <span class='ltx_text ltx_font_bold'>it</span> "
        + "<span class='ltx_text ltx_font_typewriter'>tt</span></p>", "We *do* **it** `tt`"
    ),
    (
      "<ul class=steps><li style='list-style-type: decimal'>Mix.<li style='list-style-type: decimal'>Bake.</ul>",
      "1. Mix.\n2. Bake."
    ),
    ("<div class=whitespace-pre-wrap>one\ntwo</div>", "one\\\ntwo"),
    ("<div data-testid=tweetText><span>one\ntwo</span></div>", "one\\\ntwo"),
    ("<div class=whitespace-pre-wrap><p>one\ntwo</p></div>", "one two"),
    ("<p>a <span class=accesshide>b</span> <span class=cdk-visually-hidden>c</span>d</p>", "a d"),
    ("<h2 id=a>Head<a class=headerlink href='#a'>⚓︎</a></h2>", "## Head"),
    ("<p>a</p><dialog><p>closed</p></dialog><dialog open><p>b</p></dialog>", "a\n\nb"),
    (
      "<div class='summary-table two-column-summary'><div class='table-header col-first'>Class</div>"
        + "<div class='table-header col-last'>Description</div><div class=col-first><code>A</code></div>"
        + "<div class=col-last><div class=block>First.</div></div></div>",
      "| Class | Description |\n| ----- | ----------- |\n| `A`   | First.      |"
    ),
    (
      "<table><tr><th>Tags<th>Done<tr><td><span class=selected-value>a</span><span class=selected-value>b</span>"
        + "<td><div class='checkbox checkbox-on'></div></table>",
      "| Tags | Done |\n| ---- | ---- |\n| a, b | ☑    |"
    ),
    ("<ul><li><button><span>src</span></button><ul><li>a.js</ul></ul>", "- src\n  - a.js"),
    ("<div class='note warn'><span class='fa fa-check'></span><p>a</div>", "> [!WARNING]\n> a"),
    ("<div class='note info'><p>a</div><div class=note><p>b</div>", "> [!NOTE]\n> a\n\nb"),
    (
      "<div class='archwiki-template-box archwiki-template-box-tip'><strong>Tip:</strong> a <code>b</code></div>",
      "> [!TIP]\n> a `b`"
    ),
  ])
  func `What forums, shops, papers and editors mean is read`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }
}
