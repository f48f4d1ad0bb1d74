import RichText
import Testing

/// Formulas of which a copy keeps a drawing without its source, or the text of both.
@Suite struct FormulaRemainsTests {
  private func check(_ html: String, _ expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(
    "The source is told from the signs before it",
    arguments: [
      ("x2x^2", "x^2"), ("k+1k+1", "k+1"), ("αx\\alpha_x", "\\alpha_x"), ("ab\\frac{a}{b}", "\\frac{a}{b}"),
      ("∑i=1nxi\\sum_{i=1}^n x_i", "\\sum_{i=1}^n x_i"), ("f(x)=x2f(x) = x^2", "f(x) = x^2"),
      ("−b2-b^2", "-b^2"), ("x\\sqrt{x}", "\\sqrt{x}"), ("𝐯\\mathbf{v}", "\\mathbf{v}"),
      ("lim⁡x→0x\\lim_{x\\to 0} x", "\\lim_{x\\to 0} x"),
      // What is no such pair stays as it is.
      ("E=mc^2", "E=mc^2"), ("ab", "ab"),
    ])
  func pairs(text: String, expected: String) throws {
    try check("<p>so <span class=katex-mathml>\(text)</span> it is</p>", "so $\(expected)$ it is")
  }

  @Test(
    "What KaTeX drew may follow as text, too",
    arguments: [
      ("<p>so <span class=katex>x2x^2x2</span> it is</p>", "so $x^2$ it is"),
      ("<p>so <span class=katex>x2x^2</span> it is</p>", "so $x^2$ it is"),
      (
        "<p>so <span class=katex><span class=katex-mathml>x2x^2</span><span class=katex-html>x2</span></span> it is</p>",
        "so $x^2$ it is"
      ),
      ("<p>so <span class=katex>plain</span> it is</p>", "so plain it is"),
      ("<p>so x2x^2 it is</p>", "so x2x^2 it is"),
    ])
  func text(html: String, expected: String) throws { try check(html, expected) }

  private static func c(_ code: String) -> String { "<mjx-c class='mjx-c\(code) TEX-I'></mjx-c>" }
  private static func mi(_ code: String) -> String { "<mjx-mi class=mjx-i>\(c(code))</mjx-mi>" }
  private static func mo(_ code: String) -> String { "<mjx-mo class=mjx-n>\(c(code))</mjx-mo>" }
  private static func mn(_ code: String) -> String { "<mjx-mn class=mjx-n size=s>\(c(code))</mjx-mn>" }

  @Test(
    "What MathJax drew is read where nothing else is left",
    arguments: [
      (
        "<mjx-msup>\(mi("1D465"))<mjx-script style='vertical-align:0.4em'>\(mn("32"))</mjx-script></mjx-msup>",
        "x^2"
      ),
      (
        "<mjx-msub>\(mi("1D465"))<mjx-script>\(mi("1D456"))</mjx-script></mjx-msub>\(mo("3D"))\(mn("31"))",
        "x_i=1"
      ),
      (
        "<mjx-msubsup>\(mi("1D465"))<mjx-script>\(mn("32"))<mjx-spacer></mjx-spacer>\(mi("1D456"))</mjx-script></mjx-msubsup>",
        "x_i^2"
      ),
      (
        "<mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut>\(mi("1D44E"))</mjx-num><mjx-dbox><mjx-dtable><mjx-line></mjx-line><mjx-row><mjx-den><mjx-dstrut></mjx-dstrut>\(mi("1D44F"))</mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac>",
        "\\frac{a}{b}"
      ),
      (
        "<mjx-msqrt><mjx-sqrt><mjx-surd>\(mo("221A"))</mjx-surd><mjx-box>\(mn("32"))</mjx-box></mjx-sqrt></mjx-msqrt>",
        "\\sqrt{2}"
      ),
      (
        "<mjx-munderover><mjx-over>\(mi("1D45B"))</mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base>\(mo("2211"))</mjx-base></mjx-row><mjx-row><mjx-under>\(mi("1D456"))</mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover>\(mi("1D456"))",
        "\\sum_i^ni"
      ),
      ("<mjx-mi class=mjx-n>\(c("73"))\(c("69"))\(c("6E"))</mjx-mi>\(mi("1D465"))", "\\sin x"),
    ])
  func drawings(content: String, expected: String) throws {
    let drawing = "<mjx-math class=MJX-TEX aria-hidden=true>\(content)</mjx-math>"
    try check(
      "<p>so <span class='math math-inline'><mjx-container class=MathJax jax=CHTML>\(drawing)</mjx-container></span> it is</p>",
      "so $\(expected)$ it is")
    try check(
      "<p>so</p><mjx-container class=MathJax jax=CHTML display=\"true\">\(drawing)</mjx-container>",
      "so\n\n$$\(expected)$$")
    // MathML beside it says more.
    try check(
      "<p>so <mjx-container class=MathJax>\(drawing)<mjx-assistive-mml><math><mi>q</mi></math></mjx-assistive-mml></mjx-container></p>",
      "so $q$")
  }

  @Test func `Drawings in drawings cost no more than their length`() throws {
    for count in [1000, 20_000] {
      let nested = String(repeating: "<mjx-math><mjx-mrow>", count: count) + "</mjx-math>"
      _ = try markdown(ofHTML: nested)
    }
  }
}
