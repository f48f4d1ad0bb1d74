import RichText
import TestSupport
import Testing

/// Pages of manuals: docutils, Sphinx, Texinfo, Asciidoctor, and contents that lead to headings and back.
@Suite struct ManualRulesTests {
  @Test(
    "Contents whose headings lead back to them are no notes",
    arguments: [
      (
        "<ul class=simple><li><p><a href='#sec' id=id1>Sec</a></p></li></ul><section id=sec><h2><a class=toc-backref "
          + "href='#id1'>Sec</a><a class=headerlink href='#sec'>¶</a></h2><p>Para.</p></section>",
        "- [Sec](#sec)\n\n## Sec\n\nPara."
      ),
      (
        "<ul><li><a name=t1 href='#s1'>1. In</a></li></ul><h2><a name=s1 href='#t1'>1. In</a></h2><p>Text</p>",
        "- <a id=\"t1\"></a>[1. In](#1-in)\n\n## [1. In](#t1)\n\nText"
      ),
      (
        "<p><a id=b1 href='#top1'>Go to A</a></p><p id=top1>A text. <a href='#b1'>Back</a></p>",
        "<a id=\"b1\"></a>[Go to A](#top1)\n\n<a id=\"top1\"></a>A text. [Back](#b1)"
      ),
      (
        "<ul><li><a id=a1 href='#c1'>1</a></li></ul><div id=c1><h3><a href='#a1'>1</a></h3><p>x</p></div>",
        "- <a id=\"a1\"></a>[1](#1)\n\n### [1](#a1)\n\nx"
      ),
    ])
  func contents(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "Notes of each program",
    arguments: [
      // Asciidoctor.
      "<p>a<sup class=footnote>[<a id=r1 class=footnote href='#d1'>1</a>]</sup></p><div id=footnotes><hr>"
        + "<div class=footnote id=d1><a href='#r1'>1</a>. Note.</div></div>",
      // Texinfo.
      "<p>a<a class=footnote id=DOCF1 href='#FOOT1'><sup>1</sup></a></p><div class=footnotes-segment><hr><h4 "
        + "class=footnotes-heading>Footnotes</h4><h5 class=footnote-body-heading><a id=FOOT1 href='#DOCF1'>(1)</a></h5>"
        + "<p>Note.</p></div>",
      "<p>a<a id=DOCF1 href='#FOOT1'><sup>1</sup></a></p><div class=footnote><hr><h4>Footnotes</h4><h5><a id=FOOT1 "
        + "href='#DOCF1'>(1)</a></h5><p>Note.</p></div>",
      // docutils.
      "<p>a<a class='footnote-reference brackets' href='#f' id=i>1</a></p><aside class=footnote id=f><span "
        + "class=label><span class=fn-bracket>[</span><a href='#i'>1</a><span class=fn-bracket>]</span></span><p>Note.</p></aside>",
      // Words as marks, where they are called so.
      "<p>a<a class=noteref id=r href='#n'>see</a></p><p id=n>Note. <a href='#r'>back</a></p>",
    ])
  func notes(html: String) throws {
    #expect(try markdown(ofHTML: html) == "a[^1]\n\n[^1]: Note.")
  }

  @Test(
    "docutils' roles, terms, lines and lists",
    arguments: [
      ("<p>a <span class='docutils literal'>b</span></p>", "a `b`"),
      ("<dl><dt>T<span class=classifier>k</span></dt><dd>D</dd></dl>", "**T : k**\n\nD"),
      (
        "<dl><dt>T <span class=classifier-delimiter>:</span> <span class=classifier>k</span></dt><dd>D</dd></dl>",
        "**T : k**\n\nD"
      ),
      (
        "<div class=line-block><div class=line>a</div><div class=line-block><div class=line>b</div></div></div>",
        "a\\\nb"
      ),
      (
        "<h2 id=syntax><a href='https://a.org/x#syntax'>Syntax</a></h2><h2 id=b><a href='#c'>Other</a></h2><p id=c>x",
        "## Syntax\n\n## [Other](#c)\n\n<a id=\"c\"></a>x"
      ),
      (
        "<div class=tabbed-set><div class=tabbed-labels><label>C</label><label>C++</label></div><div class=tabbed-content>"
          + "<div class=tabbed-block><p>a</p></div><div class=tabbed-block><p>b</p></div></div></div>",
        "**C**\n\na\n\n**C++**\n\nb"
      ),
      ("<ul class=simple><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n- b"),
      // A note that is referred to twice has the ways back behind its number.
      (
        "<p>a<a class=footnote-reference href='#f' id=i>1</a> b<a class=footnote-reference href='#f' id=j>1</a></p>"
          + "<aside class='footnote brackets' id=f role=doc-footnote><span class=label><span class=fn-bracket>[</span>"
          + "1<span class=fn-bracket>]</span></span> <span class=backrefs>(<a href='#i'>1</a>,<a href='#j'>2</a>)</span>"
          + "<p>Note.</p></aside>", "a[^1] b[^1]\n\n[^1]: Note."
      ),
      // What is cited keeps its label.
      (
        "<p>As <a class='reference internal' href='#c' id=i role=doc-biblioref><span>[CIT2002]</span></a> says.</p>"
          + "<div class=citation id=c role=doc-biblioentry><span class=label><span class=fn-bracket>[</span><a "
          + "role=doc-backlink href='#i'>CIT2002</a><span class=fn-bracket>]</span></span><p>A book.</p></div>",
        "As [\\[CIT2002\\]](#c) says.\n\n<a id=\"c\"></a>[CIT2002] A book."
      ),
      (
        "<p>As <a href='#k' id=i><span>[K84]</span></a> and <a href='#k' id=j><span>[K84]</span></a></p>"
          + "<div class=citation id=k><span class=label><span>[</span>K84<span>]</span></span><span class=backrefs>"
          + "(<a href='#i'>1</a>,<a href='#j'>2</a>)</span><p>The TeXbook.</p></div>",
        "As [\\[K84\\]](#k) and [\\[K84\\]](#k)\n\n<a id=\"k\"></a>[K84] The TeXbook."
      ),
      (
        "<p>A <a class='footnote-reference brackets' href='#f1' id=i1>1</a> b <a class='footnote-reference brackets' href='#f2'"
          + " id=i2>2</a> c <a class='footnote-reference brackets' href='#f1' id=i3>1</a>, <a class='reference internal'"
          + " href='#r1' id=i9><span>[R1]</span></a></p><dl class='footnote brackets'><dt class=label id=f1><span"
          + " class=brackets>1</span><span class=fn-backref>(<a href='#i1'>1</a>,<a href='#i3'>2</a>)</span></dt>"
          + "<dd><p>One</p></dd><dt class=label id=f2><span class=brackets><a class=fn-backref href='#i2'>2</a></span>"
          + "</dt><dd><p>Two</p></dd></dl><dl class=citation><dt class=label id=r1><span class=brackets><a"
          + " class=fn-backref href='#i9'>R1</a></span></dt><dd><p>Book</p></dd></dl>",
        "A [^1] b [^2] c [^1], [\\[R1\\]](#r1)\n\n<a id=\"r1\"></a>[R1] Book\n\n[^1]: One\n\n[^2]: Two"
      ),
    ])
  func docutils(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    // Of what is hidden nothing is said.
    (
      "<ul role=tablist><li role=tab aria-selected=true>A</li><li role=tab>B</li></ul><div><div role=tabpanel>a</div>"
        + "<div role=tabpanel hidden>b</div></div>", "**A**\n\na"
    ),
    (
      "<ul role=tablist><li role=tab>A</li><li role=tab>B</li></ul><div><div role=tabpanel>a</div>"
        + "<div role=tabpanel>b</div></div>", "**A**\n\na\n\n**B**\n\nb"
    ),
    ("<ul role=tablist><li role=tab>A</li><li role=tab>B</li></ul><p>c", "- A\n- B\n\nc"),
  ])
  func `Tabs by role have their labels above what they show`(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }
}
