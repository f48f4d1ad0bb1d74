import RichText
import Testing

/// Neighbours of what people reported: the same fault, as other programs write it.
@Suite struct VariantsOfReportsTests {
  private static func item(_ marker: String, _ text: String) -> String {
    "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>\(marker)<span>&nbsp; </span></span>\(text)</p>"
  }

  private func check(_ html: String, _ expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Numbers that people type before items are the list's",
    arguments: [
      ("<ol style='list-style:none'><li>a) x</li><li>b) y</li></ol>", "1. x\n2. y"),
      ("<ol><li>a) x</li><li>b) y</li></ol>", "1. x\n2. y"),
      ("<ul style='list-style:none'><li>i. x</li><li>ii. y</li><li>iii. z</li></ul>", "1. x\n2. y\n3. z"),
      ("<ol><li>(a) x</li><li>(b) y</li></ol>", "1. x\n2. y"),
      ("<ol><li>①あ</li><li>②い</li></ol>", "1. あ\n2. い"),
      ("<ol><li>１．あ</li><li>２．い</li></ol>", "1. あ\n2. い"),
      ("<ol><li>3. c</li><li>4. d</li></ol>", "3. c\n4. d"),
      ("<ul style='list-style-type:none'><li>7) c</li><li>8) d</li></ul>", "7. c\n8. d"),
      ("<ol start=5><li>5. a</li><li>6. b</li></ol>", "5. a\n6. b"),
      // Initials, years, words, and numbers that do not follow.
      ("<ol><li>A. Smith</li><li>B. Jones</li></ol>", "1. A. Smith\n2. B. Jones"),
      ("<ol><li>2024. x</li><li>2025. y</li></ol>", "1. 2024\\. x\n2. 2025\\. y"),
      ("<ol><li>a cat</li><li>b flat</li></ol>", "1. a cat\n2. b flat"),
      ("<ol><li>3. c</li><li>5. d</li></ol>", "1. 3\\. c\n2. 5\\. d"),
      ("<ul><li>1. a</li><li>2. b</li></ul>", "- 1\\. a\n- 2\\. b"),
    ])
  func typedNumbers(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Boxes before Word's paragraphs are tasks",
    arguments: [
      (item("☐", "open") + item("☒", "done"), "- [ ] open\n- [x] done"),
      (item("¨", "open") + item("þ", "done"), "- [ ] open\n- [x] done"),
      (item("·", "x") + item("·", "y"), "- x\n- y"),
      (item("ü", "x") + item("ü", "y"), "- x\n- y"),
    ])
  func boxes(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Captions and buttons are none of the code",
    arguments: [
      (
        "<pre><code class=language-rust><header><p>rust</p><a role=button href='#'>Copy</a></header><span>fn main() {}\n</span></code></pre>",
        "```rust\nfn main() {}\n```"
      ),
      (
        "<pre class=chroma><code><span class=filename>main.py</span><button class=copy>Kopieren</button>\nprint(1)\n</code></pre>",
        "```\nprint(1)\n```"
      ),
      (
        "<mdn-code-example><div class=header><span class=language-name>css</span><mdn-copy-button>Copy</mdn-copy-button></div><pre class='brush: css notranslate'><code>a{}</code></pre></mdn-code-example>",
        "```css\na{}\n```"
      ),
      (
        "<div class=codeWrapper><div><div><div data-testid=code-language-indicator>python</div></div><div><span><code><span>import os\n</span><span>x = 1</span></code></span></div></div></div>",
        "```python\nimport os\nx = 1\n```"
      ),
      ("<pre><code>bash\nls\n</code></pre>", "```\nbash\nls\n```"),
      ("<pre><code><span>main.py</span>\nx</code></pre>", "```\nmain.py\nx\n```"),
    ])
  func captions(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Lines of editors are one block, without their numbers",
    arguments: [
      (
        "<div class=CodeMirror-code><div><div class=CodeMirror-gutter-wrapper><div class=CodeMirror-linenumber>1</div></div><pre class='CodeMirror-line'><span>x = 1</span></pre></div>"
          + "<div><div class=CodeMirror-gutter-wrapper><div class=CodeMirror-linenumber>2</div></div><pre class='CodeMirror-line'><span>  y = 2</span></pre></div></div>",
        "```\nx = 1\n  y = 2\n```"
      ),
      ("<pre class=CodeMirror-line>a</pre><pre class=CodeMirror-line>b</pre><p>c", "```\na\nb\n```\n\nc"),
      (
        "<div><div class=ace_gutter><div class=ace_gutter-cell>1</div><div class=ace_gutter-cell>2</div></div><div class=ace_content><div class=ace_line>a</div><div class=ace_line>  b</div></div></div>",
        "```\na\n  b\n```"
      ),
      (
        "<table><tr><td class=blob-num data-line-number=1></td><td class=blob-code>a</td></tr><tr><td class=blob-num></td><td class=blob-code></td></tr><tr><td class=blob-num></td><td class=blob-code>b</td></tr></table>",
        "```\na\n\nb\n```"
      ),
      ("<pre>a</pre><pre>b</pre>", "```\na\n```\n\n```\nb\n```"),
      ("<pre><code class=language-shell>ls\n</code></pre>", "```shell\nls\n```"),
      ("<div class=highlight-source-shell><pre>ls</pre></div>", "```sh\nls\n```"),
    ])
  func lines(html: String, expected: String) throws { try check(html, expected) }

  /// What KaTeX stacks: each part in a place of its own.
  private static func stack(_ parts: String..., below: Bool = false) -> String {
    let rows = parts.map { "<span style='top:-3em'><span class=pstrut></span>\($0)</span>" }.joined()
    return
      "<span class='vlist-t\(below ? " vlist-t2" : "")'><span class=vlist-r><span class=vlist style='height:1em'>\(rows)</span></span></span>"
  }

  private static func drawn(_ content: String) -> String {
    "<p>so <span class=katex><span class=katex-html aria-hidden=true><span class=base><span class=strut></span>\(content)</span></span></span> it is</p>"
  }

  @Test(
    "Formulas are read from what is left of them",
    arguments: [
      (
        "<p>k <span class=ql-formula data-value='e^{i\\pi}'>\u{FEFF}<span><span class=katex>eiπ</span></span>\u{FEFF}</span></p>",
        "k $e^{i\\pi}$"
      ),
      (
        "<p>x <span class=MathJax_SVG data-mathml='&lt;math&gt;&lt;msub&gt;&lt;mi&gt;q&lt;/mi&gt;&lt;mn&gt;1&lt;/mn&gt;&lt;/msub&gt;&lt;/math&gt;'><svg></svg></span> y</p>",
        "x $q_1$ y"
      ),
      (
        drawn(
          "<span class=mord><span class='mord'>x</span><span class=msupsub>\(stack("<span class=mord>2</span>"))</span></span>"
        ),
        "so $x^2$ it is"
      ),
      (
        drawn(
          "<span class=mord><span class='mord'>a</span><span class=msupsub>\(stack("<span class=mord>i</span>", below: true))</span></span><span class=mrel>=</span><span class=mord>1</span>"
        ),
        "so $a_i=1$ it is"
      ),
      (
        drawn(
          "<span class=mord><span class=mfrac>\(stack("<span class=mord>b</span>", "<span class=frac-line></span>", "<span class=mord>a</span>", below: true))</span></span>"
        ),
        "so $\\frac{a}{b}$ it is"
      ),
      (
        drawn(
          "<span class='mord sqrt'>\(stack("<span class=mord>2</span>", "<span class=hide-tail></span>"))</span>"
        ), "so $\\sqrt{2}$ it is"
      ),
    ])
  func formulas(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Blocks in a heading stay blocks",
    arguments: [
      ("<h2><ul><li>a</li><li>b</li></ul></h2>", "- a\n- b"),
      (
        "<h2><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table></h2>",
        "|     |     |\n| --- | --- |\n| a   | b   |\n| c   | d   |"
      ),
      ("<h2><ol><li>Title</li></ol></h2>", "## Title"),
      (
        "<h2><a href='/x'><div>Card title</div><div>Text of the card</div></a></h2>",
        "## [Card title](/x)\n\n[Text of the card](/x)"
      ),
      ("<h2><a href='/x'><div>Card title</div></a></h2>", "## [Card title](/x)"),
    ])
  func headings(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Notes beside their text come once, as notes",
    arguments: [
      (
        "<p>A<sup class=modern-footnotes-footnote data-mfn=1><a href='javascript:void(0)'>1</a></sup><span class=modern-footnotes-footnote__note data-mfn=1>A note.</span> b.</p>",
        "A[^1] b.\n\n[^1]: A note."
      ),
      (
        "<p>A<sup id=r1><a href='#fn1'>1</a></sup><aside class=sidenote><p>Note <em>text</em>.</p></aside> b.</p><section class=footnotes><ol><li id=fn1><p>Note <em>text</em>. <a href='#r1'>↩</a></p></li></ol></section>",
        "A[^1] b.\n\n[^1]: Note *text*."
      ),
    ])
  func notes(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Boxes say their kind in their first words, tasks theirs in a box of their own",
    arguments: [
      ("<div class='alert note'>\n<em>Note</em>\n<p>x</p>\n</div>", "> [!NOTE]\n> x"),
      ("<div class='alert tip'>\n<em>Tip</em>\n<p>x</p>\n</div>", "> [!TIP]\n> x"),
      ("<div class='note alert'><p>x</p></div>", "> [!CAUTION]\n> x"),
      ("<div class='alert'><em>Note</em> that x</div>", "*Note* that x"),
      (
        "<div data-task-list-local-id=''><div data-task-local-id=1><label><input type=checkbox checked></label><div>a</div></div><div data-task-local-id=2><label><input type=checkbox></label><div>b</div></div></div>",
        "- [x] a\n- [ ] b"
      ),
    ])
  func kinds(html: String, expected: String) throws { try check(html, expected) }

  @Test(
    "Links around items and addresses of pictures stay",
    arguments: [
      ("<ul><a href='/u'><li>a</li></a><a href='/v'><li>b</li></a></ul>", "- [a](/u)\n- [b](/v)"),
      ("<p><img src='' data-original='https://e.x/f.png' alt=F></p>", "![F](https://e.x/f.png)"),
    ])
  func links(html: String, expected: String) throws { try check(html, expected) }

  @Test(arguments: ["b", "i", "sup", "u"])
  func `Links in formats that were taken out do no harm`(format: String) throws {
    let number = "<\(format) style='user-select:none'><a href='https://e.x/'>1</a></\(format)>"
    try check("<pre>\(number)a\n\(number)b</pre>", "```\na\nb\n```")
  }
}
