import RichText
import Testing

/// What manuals, papers, notebooks, forums and editors have that is more than HTML says of itself.
@Suite("Pages of programs")
struct PagesOfProgramsTests {
  @Test(arguments: [
    (
      "<p>a <img src='https://latex.codecogs.com/svg.image?%5Csqrt%7Bx%7D' alt='equation'> b",
      "a $\\sqrt{x}$ b"
    ),
    ("<p>a <img src='https://latex.codecogs.com/png.latex?%5Cdpi%7B150%7D%20%5Csum_i'> b", "a $\\sum_i$ b"),
    ("<p>a <img src='https://s0.wp.com/latex.php?latex=x%5E2+y&bg=ffffff&fg=0'> b", "a $x^2 y$ b"),
    ("<p>a <img src='https://chart.apis.google.com/chart?cht=tx&chl=%5Calpha'> b", "a $\\alpha$ b"),
    // The alternative text is TeX, an address is a path.
    ("<p>a <img src='https://www.zhihu.com/equation?tex=y' alt='x_1'> b", "a $x_1$ b"),
    ("<p>a <img src='https://e.com/formula/one.png' alt=''> b", "a ![](https://e.com/formula/one.png) b"),
    // MathJax 4 has the TeX on what it sets, beside MathML or alone.
    (
      "<p>a <mjx-container class=MathJax jax=CHTML><mjx-math data-latex='x^2' aria-hidden=true><mjx-mi>"
        + "<mjx-c>𝑥</mjx-c></mjx-mi><mjx-mn>2</mjx-mn></mjx-math><mjx-speech aria-label=x></mjx-speech>"
        + "</mjx-container> b", "a $x^2$ b"
    ),
    (
      "<mjx-container class=\"MathJax\" display=\"true\"><mjx-math data-latex='\\frac12'>12</mjx-math>"
        + "</mjx-container>", "$$\\frac12$$"
    ),
    (
      "<p>a <mjx-container><mjx-math data-latex='x'><mjx-mi>𝑥</mjx-mi></mjx-math><mjx-assistive-mml>"
        + "<math><mi>x</mi></math></mjx-assistive-mml></mjx-container> b", "a $x$ b"
    ),
    // Sphinx has the number of an equation before it.
    (
      "<div class='math notranslate' id=e><span class=eqno>(1)<a class=headerlink href='#e'>¶</a></span>"
        + "\\[a^2 + b^2 = c^2\\]</div>", "$$a^2 + b^2 = c^2\\tag{1}$$"
    ),
    ("<p><span class=eqno>(1)</span> \\(a^2\\)</p>", "(1) $a^2$"),
    // LyX names characters as XML did.
    (
      "<math><msubsup><mrow><mo> &int; </mo></mrow><mn>0</mn><mn>1</mn></msubsup><mi>x</mi>"
        + "<mo> &InvisibleTimes; </mo><mo> &DifferentialD; </mo><mi>x</mi></math>", "$\\int_0^1xdx$"
    ),
    ("<p>a <span data-mx-maths='x^2'><code>x^2</code></span> b", "a $x^2$ b"),
    ("<p>a <tex-math notation=LaTeX>$x_1$</tex-math> b", "a $x_1$ b"),
    (
      "<p><math><mmultiscripts><mi>C</mi><mn>6</mn><none/><mprescripts/><mn>2</mn><mn>12</mn>"
        + "</mmultiscripts></math>", "$`{}_2^{12}C_6`$"
    ),
  ])
  func `Formulas are what they were made from`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    // Lines of the markup are none of the code.
    (
      "<div class='ltx_listing ltx_lst_language_Python ltx_lstlisting'>\n<div class=ltx_listing_data><a>⬇</a></div>\n"
        + "<div class=ltx_listingline>\n<span class='ltx_tag ltx_tag_listingline'>1</span>"
        + "<span class=ltx_font_bold>def</span><span class=ltx_lst_space> </span><span>f():</span>\n</div>\n"
        + "<div class=ltx_listingline><span class=ltx_lst_space>  </span><span>return</span></div></div>",
      "```python\ndef f():\n  return\n```"
    ),
    (
      "<div class='ltx_listing ltx_listing'><div class=ltx_listingline><span class='ltx_tag ltx_tag_listingline'>"
        + "<span>1:</span></span><b>while</b> <math><mi>b</mi></math></div><div "
        + "class=ltx_listingline><span class='ltx_tag ltx_tag_listingline'>2:</span><span class=ltx_rule "
        + "style='width:20.0pt;height:0.0pt;'> </span>end</div></div>",
      "1: **while** $b$\\\n2: \u{2003}\u{2003}end"
    ),
  ])
  func `Listings of papers keep their lines`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    // What says that it is a note needs no way back.
    (
      "<p>a<a epub:type=noteref href='#n1'><sup>1</sup></a></p><aside epub:type=footnote id=n1><p>Note.</p></aside>",
      "a[^1]\n\n[^1]: Note."
    ),
    (
      "<p>a<sup class=footnote-reference><a href='#1'>1</a></sup></p><div class=footnote-definition id=1>"
        + "<sup class=footnote-definition-label>1</sup><p>Note.</p></div>", "a[^1]\n\n[^1]: Note."
    ),
    (
      "<meta name=\"GENERATOR\" content=\"LyX 2.3.7\"><style>div.foot_inner { display: none; }</style>"
        + "<div>a<div class='foot'><span class='foot_label'>1</span><div class='foot_inner'>"
        + "<div class='plain_layout'>Note.</div></div></div></div>", "a[^1]\n\n[^1]: Note."
    ),
    // Signs and numbers before a note are of the way back.
    (
      "<p>a<sup id=r-0><a href='#n'>[1]</a></sup> b<sup id=r-1><a href='#n'>[1]</a></sup></p><ol><li id=n>"
        + "<span>^ <a href='#r-0'><sup>a</sup></a> <a href='#r-1'><sup>b</sup></a></span> <span>Note.</span></li></ol>",
      "a[^1] b[^1]\n\n[^1]: Note."
    ),
    (
      "<p>a<a name=r></a><a href='#n'><sup>1</sup></a></p><p><a name=n></a>1. Note <a href='#r'>back</a></p>",
      "a[^1]\n\n[^1]: Note"
    ),
    (
      "<p>a<a id=r href='#n'>[1]</a></p><p><a href='#r' id=n>[1]</a><span>&nbsp;Note</span></p>",
      "a[^1]\n\n[^1]: Note"
    ),
    // An item has its number from its list.
    (
      "<p>a<a id=r href='#n'>1</a></p><ol><li id=n>1. Auflage <a href='#r'>↩</a></li></ol>",
      "a[^1]\n\n[^1]: 1\\. Auflage"
    ),
    (
      "<p>a<span id=e1></span><span class=easy-footnote><a href='https://e.com/#eb1'><sup>1</sup></a></span></p>"
        + "<ol><li><span id=eb1></span>Note.<a href='https://e.com/#e1'></a></li></ol>",
      "a[^1]\n\n[^1]: Note."
    ),
    (
      "<p>a<input type=checkbox class=margin-toggle><span class=marginnote>Side.</span> b</p>",
      "a[^1] b\n\n[^1]: Side."
    ),
  ])
  func `Notes`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    ("<aside class=note aria-label=note><p class=label>Note</p><p>T</p></aside>", "> [!NOTE]\n> T"),
    ("<div class=warning><strong class=warning>Warning</strong><p>T</p></div>", "> [!WARNING]\n> T"),
    (
      "<blockquote class=note><p><strong class=note>Note</strong>: <br></p><p>T</p></blockquote>",
      "> [!NOTE]\n> T"
    ),
    (
      "<div class=note role=note><div role=heading aria-level=3 class='note-title marker'>Note</div><p>T</p></div>",
      "> [!NOTE]\n> T"
    ),
    (
      "<div class='md-alert md-alert-tip'><p class='md-alert-text md-alert-text-tip'><svg></svg>Tip</p><p>T</p></div>",
      "> [!TIP]\n> T"
    ),
    (
      "<div class='alert alert-info' role=alert><div class='h4 alert-heading' role=heading>Note:</div><p>T</p></div>",
      "> [!NOTE]\n> T"
    ),
    (
      "<div class='alert alert-primary callout note' role=alert><strong>Note:</strong> T</div>",
      "> [!NOTE]\n> T"
    ),
    (
      "<div class='admonition note'><div class=admonition-header><span>Note</span></div><div><p>T</p></div></div>",
      "> [!NOTE]\n> T"
    ),
    ("<div class=callout data-callout-type=danger><p>T</p></div>", "> [!CAUTION]\n> T"),
    ("<div class=tip><h3 class=title>Tip</h3><p>T</p></div>", "> [!TIP]\n> T"),
    ("<div class=note><h3>Names</h3><p>T</p></div>", "### Names\n\nT"),
    // What is only called so is not set off.
    ("<div class=note><label class=label>Name</label> <p>T</p></div>", "Name\n\nT"),
    ("<div class=tip><p>T</p></div>", "T"), ("<p>a <span class=alert>b</span>", "a b"),
  ])
  func `Alerts`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    (
      "<table><tr><td class='blob-num blob-num-deletion'></td><td class='blob-code-inner blob-code-deletion'>"
        + "<span>a</span> = 1</td></tr><tr><td class=blob-num></td><td class='blob-code-inner blob-code-addition'>"
        + "a = 2</td></tr></table>", "```diff\n-a = 1\n+a = 2\n```"
    ),
    (
      "<div class=language-js><span class=lang>js</span><pre class='shiki has-diff'><code>"
        + "<span class=line>x</span>\n<span class='line diff remove'>a</span>\n<span class='line diff add'>b</span>"
        + "</code></pre></div>", "```diff\n x\n-a\n+b\n```"
    ),
    (
      "<pre data-language=js><code><div class=ec-line>x</div><div class='ec-line highlight ins'>b</div></code></pre>",
      "```diff\n x\n+b\n```"
    ),
    (
      "<pre class='language-sh group'>\n\t\t<span class=float-end>sh</span>\n<code>ls\n\npwd\n</code>\n\t\t</pre>",
      "```sh\nls\n\npwd\n```"
    ),
    (
      "<div class=crayon-syntax><div class=crayon-toolbar><span class=crayon-language>Python</span></div><div>"
        + "<textarea class=crayon-plain>x</textarea></div><div class=crayon-main><table><tr><td class=crayon-nums>"
        + "<div><div>1</div><div>2</div></div></td><td class=crayon-code><div class=crayon-pre><div class=crayon-line>"
        + "<span>a</span>:</div><div class=crayon-line>&nbsp;&nbsp;b</div></div></td></tr></table></div></div>",
      "```python\na:\n  b\n```"
    ),
    (
      "<div class='w3-code notranslate'>&lt;p&gt;<br>\n&nbsp;&nbsp;a\n b<br>\n</div>", "```\n<p>\n  a b\n```"
    ),
    ("<pre>  <code>indented</code></pre>", "```\n  indented\n```"),
    (
      "<pre class=highlightjs><code class=language-console data-lang=console>$ ls</code><div class=source-toolbox>"
        + "<span class=source-lang>console</span><button>Copy</button></div></pre>", "```console\n$ ls\n```"
    ),
    (
      "<pre class=language-bash><code><div class=CodeLine><div class=CodeLine__numbers>1</div><span>a</span></div>"
        + "<div class=CodeLine><div class=CodeLine__numbers>2</div><span>b</span></div></code></pre>",
      "```bash\na\nb\n```"
    ),
    ("<pre data-syntaxhighlighter-params='brush: py; gutter: false'>a\nb</pre>", "```py\na\nb\n```"),
    ("<div class=phpcode><code>&lt;?php<br>echo 1;<br></code></div>", "```php\n<?php\necho 1;\n```"),
    (
      "<div style='--en-codeblock:true;--en-syntaxLanguage:python'><div>a</div><div>  b</div></div>",
      "```python\na\n  b\n```"
    ),
  ])
  func `Code`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    (
      "<ul><li><button><svg></svg><span>Yes</span></button></li><li><button>No</button></li></ul>",
      "- Yes\n- No"
    ),
    ("<ul><li>a <button>Copy</button></li></ul>", "- a"),
    (
      "<table><tr><th>A<th>B<tr><td><button><div>Full support</div></button><td>1</table>",
      "| A            | B   |\n| ------------ | --- |\n| Full support | 1   |"
    ),
    (
      "<table><tr><th>A<th>B<tr><td>1<td>2<tfoot><tr><td colspan='100%'>note</table>",
      "| A    | B   |\n| ---- | --- |\n| 1    | 2   |\n| note |     |"
    ),
    (
      "<table><thead><tr><th>A<th>B</thead><tfoot><tr><td>sum<td>3</tfoot><tbody><tr><td>x<td>1<tr><td>y<td>2</table>",
      "| A   | B   |\n| --- | --- |\n| x   | 1   |\n| y   | 2   |\n| sum | 3   |"
    ),
    (
      "<ul class=checklist><li><p><i class='fa fa-check-square-o'></i> a</p></li><li><p><i class='fa fa-square-o'></i>"
        + " b</p></li></ul>", "- [x] a\n\n- [ ] b"
    ),
    (
      "<div class='colist arabic'><table><tr><td><i class=conum></i><b>1</b></td><td>One</td></tr>"
        + "<tr><td><b>2</b></td><td>Two</td></tr></table></div>", "1. One\n2. Two"
    ),
    (
      "<div class=csl-entry><div class=csl-left-margin>[1]</div><div class=csl-right-inline>D. <i>K</i>.</div></div>",
      "[1] D. *K*."
    ),
    ("<ul><li><span class=label>1.</span><cite>A</cite><li><span class=label>2.</span> B</ul>", "1. A\n2. B"),
    ("<dl><dt>1</dt><dd>a</dd><dt>2</dt><dd>b</dd></dl>", "1. a\n2. b"),
    ("<dl><dt>1</dt><dd>a</dd><dt>3</dt><dd>b</dd></dl>", "**1**\n\na\n\n**3**\n\nb"),
    ("<ul data-section-style=7><li class=checked>a<li>b</ul>", "- [x] a\n- [ ] b"),
    ("<ul><li data-type=todo_item data-done=true><p>a</p></li></ul>", "- [x] a"),
    ("<div data-node-type=expand data-title=More><p>in</p></div>", "**More**\n\nin"),
    (
      "<div><div class=tabbed-labels><label><a href='#__tabbed_1_1'>C</a></label></div><div class=tabbed-content>"
        + "<div class=tabbed-block><p>x</p></div></div></div>", "**C**\n\nx"
    ),
    (
      "<div data-testid=tweetText><span>one\n\ntwo </span><div class=r><span><a href='/a'>@a</a></span></div>"
        + "<span>\nthree</span></div>", "one\n\ntwo [@a](/a)\\\nthree"
    ),
    ("<div class=symbol>fun f<div class=copy-popup-wrapper>Content copied</div></div>", "fun f"),
    ("<p>a <span style='background-color:#ffa;--en-highlight:yellow'>b</span>", "a <mark>b</mark>"),
    ("<p>map :: a <a href='#v:map' class=selflink>#</a></p>", "map :: a"),
    ("<h2 id=a><a href='#/g?id=a' class=anchor><span>A</span></a></h2>", "## A"),
    ("<h3><img class='avatar__c19' src='https://c/a.webp' alt=' '> ann</h3>", "### ann"),
  ])
  func `Lists, tables, posts and tools of pages`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    ("<p>a <a href='' class=x>b</a>", "a b"), ("<p>a <a href=''>b</a>", "a [b]()"),
    ("<p><a href=a class=x>Foo</a><a href=b class=x>Bar</a>", "[Foo](a) [Bar](b)"),
    ("<p><a href=a class=x>Foo</a><a href=a class=x>bar</a>", "[Foobar](a)"),
    ("<p><a href=a class=x>東</a><a href=b class=x>京</a>", "[東](a)[京](b)"),
    ("<p><a href=a>Foo</a><a href=b>Bar</a>", "[Foo](a)[Bar](b)"),
    (
      "<p><img src=m.png usemap='#m' alt=Map><map name=m><area href='https://e/a' alt=North><area href='https://e/b'"
        + " alt=South><area href=c></map>", "![Map](m.png) [North](https://e/a) [South](https://e/b)"
    ),
    (
      "<amp-img src='https://e/a.jpg' alt=A><noscript><img src='https://e/a.jpg'></noscript></amp-img>",
      "![A](https://e/a.jpg)"
    ),
    (
      "<span><img alt=A src='data:image/gif;base64,R0lG'><noscript><img alt=A src='/a.png'></noscript></span>",
      "![A](/a.png)"
    ),
    ("<p>a<noscript><img src='/pixel.png'></noscript> b", "a b"),
    ("<p><img role=img aria-label='A plot' src='p.png'>", "![A plot](p.png)"),
    (
      "<FRAMESET><FRAME SRC='menu.html'><FRAME SRC='main.html'></FRAMESET>",
      "[menu.html](menu.html)\\\n[main.html](main.html)"
    ),
  ])
  func `Links and pictures`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test func `Words for pictures stand apart in plain text`() throws {
    let document = try HTMLReader().read(
      Array("<p>see the<img alt=plan src=p.png>here <a href=x><img alt=logo src=l.png></a>text".utf8))
    #expect(
      String(decoding: PlainTextWriter().write(document), as: UTF8.self) == "see the plan here logo text\n")
  }

  @Test func `Links to files of one machine are counted`() {
    let html =
      "<a href='file:///C:/a.pdf'>a</a> <A HREF=\"FILE://s/b\">b</A> file: <a href='https://e/'>c</a><a href=' file:x'>"
    #expect(Format.html.localLinkCount(Array(html.utf8)) == 3)
  }
}
