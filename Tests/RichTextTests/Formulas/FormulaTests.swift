import TestSupport
import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// TeX as MathML and as Word's formulas, and back.
@Suite struct FormulaTests {
  /// The MathML that TeX becomes, without what is around it.
  private static func markup(_ tex: String) throws -> String {
    let math = try #require(MathMLWriter.math(tex, isDisplayed: false))
    let start = try #require(math.firstRange(of: "<semantics>")).upperBound
    let end = try #require(math.firstRange(of: "<annotation")).lowerBound
    return String(math[start..<end])
  }

  @Test(
    "TeX as MathML",
    arguments: [
      ("x^2", "<msup><mi>x</mi><mn>2</mn></msup>"),
      ("a_{ij}", "<msub><mi>a</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>"),
      ("x_1^2", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
      ("x^2_1", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
      ("f''", "<msup><mi>f</mi><mo>′′</mo></msup>"),
      ("3.14-x", "<mrow><mn>3.14</mn><mo>−</mo><mi>x</mi></mrow>"),
      ("\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
      ("\\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
      ("\\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
      ("\\sqrt x", "<msqrt><mi>x</mi></msqrt>"),
      (
        "\\sum_{i=1}^n i",
        "<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>"
          + "<mi>i</mi></mrow>"
      ),
      ("\\int_0^1", "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>"),
      (
        "\\lim_{n\\to\\infty}",
        "<munder><mo movablelimits=\"true\">lim</mo><mrow><mi>n</mi><mo>→</mo><mo>∞</mo></mrow></munder>"
      ),
      ("\\sin\\alpha", "<mrow><mi>sin</mi><mi>α</mi></mrow>"), ("\\mathbb{R}", "<mi>ℝ</mi>"),
      ("\\mathrm{d}x", "<mrow><mi mathvariant=\"normal\">d</mi><mi>x</mi></mrow>"),
      ("\\mathbf{v}", "<mi>𝐯</mi>"), ("\\operatorname{rank} A", "<mrow><mi>rank</mi><mi>A</mi></mrow>"),
      ("a < b \\& c", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi><mo>&amp;</mo><mi>c</mi></mrow>"),
      ("\\text{if } x", "<mrow><mtext>if\u{A0}</mtext><mi>x</mi></mrow>"),
      ("\\hat{x}", "<mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\">^</mo></mover>"),
      ("\\not=", "<mo>=\u{338}</mo>"),
      ("a\\,b", "<mrow><mi>a</mi><mspace width=\"0.166em\"></mspace><mi>b</mi></mrow>"),
      (
        "\\begin{matrix}a&b\\\\c&d\\end{matrix}",
        "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable>"
      ),
    ])
  func markup(tex: String, expected: String) throws { #expect(try Self.markup(tex) == expected) }

  @Test(
    "Half a formula is none",
    arguments: [
      "\\nosuchcommand x", "\\frac{a", "a}b", "\\left( x", "\\begin{matrix} a", "x^1^2", "\\begin{a}\\end{b}",
      "\\sqrt[", "$", String(repeating: "{", count: 100), String(repeating: "x", count: 20_000), "\\",
      "\\begin{matrix}a\\end{pmatrix}",
    ])
  func unreadable(tex: String) { #expect(TeXReader.formula(tex) == nil) }

  /// Formulas as people write them; all of them are read.
  static let common = [
    "e^{i\\pi} + 1 = 0", "\\left\\{ x \\in \\mathbb{R} \\mid x > 0 \\right\\}",
    "\\begin{cases} 1 & \\text{if } x \\ge 0 \\\\ 0 & \\text{otherwise} \\end{cases}",
    "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}", "\\overbrace{a+b}^{n}", "\\binom{n}{k}",
    "\\begin{aligned} a &= b \\\\ &= c \\end{aligned}", "\\underset{x}{\\operatorname{argmax}} f(x)",
    "\\prod_{p}\\frac{1}{1-p^{-s}}", "\\oint_C \\vec{F}\\cdot\\mathrm{d}\\vec{r}", "\\bar{x}\\pm\\sigma",
    "P(A\\mid B) = \\frac{P(B\\mid A)\\,P(A)}{P(B)}", "\\left.\\frac{dy}{dx}\\right|_{x=0}",
    "f\\colon X \\to Y", "\\nabla \\times \\mathbf{E} = -\\frac{\\partial \\mathbf{B}}{\\partial t}",
    "x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}", "\\lVert x \\rVert_2", "a \\equiv b \\pmod{n}",
    "\\begin{array}{cc} 1 & 2 \\\\ 3 & 4 \\end{array}", "\\mathcal{O}(n \\log n)", "\\overline{AB}",
    "\\xrightarrow{f}", "\\sum_{\\substack{i<n\\\\j<m}} a_{ij}", "\\bigl( x \\bigr)", "x \\; y \\quad z",
  ]

  @Test(arguments: common) func `Formulas that people write are read, and HTML keeps their TeX`(tex: String)
    throws
  {
    #expect(TeXReader.formula(tex) != nil)
    let document = Document([.paragraph([.math(tex, display: false)])])
    let html = HTMLWriter().write(document)
    #expect(String(decoding: html, as: UTF8.self).contains("<math>"))
    #expect(try HTMLReader().read(html) == document)
  }

  @Test(arguments: [
    ("<msup><mtext>∂</mtext><mn>2</mn></msup>", "\\partial^2"), ("<mtext>a b</mtext>", "\\text{a b}"),
    ("<mtext>ä</mtext>", "\\text{ä}"),
  ])
  func `A sign that LibreOffice gives as text is a sign`(math: String, tex: String) throws {
    let document = try HTMLReader().read(Array("<p><math>\(math)</math></p>".utf8))
    #expect(document == Document([.paragraph([.math(tex, display: false)])]))
  }

  @Test(arguments: common) func `Word's formulas mean what was written`(tex: String) throws {
    let document = Document([.paragraph([.text("a "), .math(tex, display: false)])])
    let read = try WordProcessingReader().read(WordProcessingWriter().write(document))
    guard case .paragraph(let inlines)? = read.blocks.first, case .math(let back, false)? = inlines.last
    else {
      Issue.record("There was no formula in \(read)")
      return
    }
    // Once it went through Word it stays as it is.
    let again = try WordProcessingReader().read(WordProcessingWriter().write(read))
    #expect(again == read)
    #expect(TeXReader.formula(back) != nil, "\(back)")
  }

  @Test func `What is read is never read halfway, however it is damaged`() {
    var generator = SeededGenerator(seed: 20_261_122)
    let pieces = [
      "\\", "{", "}", "_", "^", "&", "\\\\", "[", "]", "\\left", "\\right", "\\begin{", "'", "x", "(", " ",
    ]
    for tex in Self.common {
      for _ in 0..<40 {
        var damaged = Array(tex)
        let place = Int.random(in: 0...damaged.count, using: &generator)
        damaged.insert(contentsOf: pieces.randomElement(using: &generator) ?? "", at: place)
        guard let math = MathMLWriter.math(String(damaged), isDisplayed: true) else { continue }
        #expect(math.count(where: { $0 == "<" }) == 2 * math.ranges(of: "</").count)
      }
    }
  }
}
