import TestSupport
import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// Formulas in LibreOffice Math's own language.
@Suite struct StarMathWriterTests {
  private static func command(_ tex: String) throws -> String? {
    StarMathWriter.command(try #require(TeXReader.formula(tex)))
  }

  @Test(
    "TeX as StarMath",
    arguments: [
      ("x^2_1", "{x}_{1}^{2}"), ("\\max_x f", "{func max} csub {x} f"),
      ("\\lim_{x\\to0} f", "{func lim} csub {x toward 0} f"),
      ("\\arg\\min_\\theta L", "func arg {func min} csub {θ} L"),
      ("\\sum_{i=1}^n i", "sum from {i = 1} to {n} {} i"), ("\\int_0^1", "int_{0}^{1} {}"),
      ("\\bigcup_i A", "oper \"⋃\" from {i} {} A"), ("\\frac12", "{{1} over {2}}"),
      ("\\binom nk", "left ( {{binom {n} {k}}} right )"), ("\\sqrt[3]{x}", "nroot {3} {x}"),
      ("\\hat x\\widehat{ab}", "hat {x} widehat {a b}"), ("\\bar y", "bar {y}"),
      ("\\vec v\\overrightarrow{AB}", "vec {v} widevec {A B}"), ("\\overline{AB}", "overline {A B}"),
      ("\\overbrace{a+b}^n", "{{a + b} overbrace {n}}"), ("\\underbrace{a}_n", "{{a} underbrace {n}}"),
      ("\\overleftarrow{AB}", "{A B} csup {\"←\"}"), ("\\underset{x}{y}", "{y} csub {x}"),
      ("a\\overset!=b", "a ` {\"=\"} csup {\"!\"} ` b"), ("f'^2_0", "{{f}_{0} \"′\"}^{2}"),
      ("\\left.x\\right|_0", "{left none {x} right rline}_{0}"),
      ("\\left\\{a\\middle|b\\right\\}", "left lbrace {a} mline {b} right rbrace"),
      ("\\left/a\\right.", "{{} / a \"\"}"),
      ("\\begin{matrix}a&b\\\\c\\end{matrix}", "matrix{alignc {a} # alignc {b} ## alignc {c} # {}}"),
      (
        "\\begin{cases}1&x\\end{cases}", "left lbrace {matrix{alignl {1} # alignl {x}}} right none"
      ),
      ("a&=b", "size /4 {matrix{alignr {size *4 {{a}}} # alignl {size *4 {{{} = b}}}}}"),
      ("\\mathrm dx\\,\\mathbf v", "\"d\" x `` bold \"v\""), ("\\mathbb R\\mathcal O", "\"ℝ\" \"𝒪\""),
      ("\\alpha\\Gamma\\ell", "α \"Γ\" ital \"ℓ\""), ("3.5+3,5", "3.5 + \"3,5\""),
    ])
  func command(tex: String, expected: String) throws { #expect(try Self.command(tex) == expected) }

  @Test(
    "Signs have the operands that StarMath wants",
    arguments: [
      ("=", "\"=\""), ("a=", "a = {}"), ("=b", "{} = b"), ("-b", "- b"), ("a=-b", "a = - b"),
      ("(-b)", "\\( \"−\" b \\)"), ("a,-b", "a \",\" ` \"−\" b"), ("R^+", "{R}^{\"+\"}"),
      ("a<=b", "a < {} {} = b"), ("\\sum", "sum {}"), ("\\frac{}{}", "{{} over {}}"), ("", ""),
    ])
  func operands(tex: String, expected: String) throws { #expect(try Self.command(tex) == expected) }

  @Test(
    "What means something to StarMath is shown as it is",
    arguments: [
      ("(]", "\\( \\]"), ("|x|", "\\lline x \\lline"), ("\\#\\%\\&\\{", "\"#\" \"%\" \"&\" \\lbrace"),
      ("\\text{a over \"b\" \\{}", "\"a over ”b” {\""), ("\\backslash", "\"∖\""), ("\\text{}", "{}"),
      ("\\mathrm{over}", "\"over\""), ("\\operatorname{from}", "\"from\""), ("x`y", "x \"`\" y"),
    ])
  func meanings(tex: String, expected: String) throws { #expect(try Self.command(tex) == expected) }

  @Test func `What would be too deep or too large for LibreOffice is left to MathML`() throws {
    let deep = String(repeating: "\\hat ", count: 200) + "x"
    let wide =
      "\\begin{matrix}" + String(repeating: "&", count: 500) + String(repeating: "\\\\", count: 500)
      + "\\end{matrix}"
    for tex in [deep, wide] {
      #expect(try Self.command(tex) == nil)
      let math = try #require(MathMLWriter.math(tex, isDisplayed: false, isXML: true))
      #expect(!math.contains("StarMath"))
    }
  }

  @Test func `StarMath grows no faster than its TeX`() throws {
    let rows = [String](repeating: "x&", count: 20).joined() + String(repeating: "\\\\", count: 3)
    let tex = String(repeating: "\\begin{matrix}\(rows)\\end{matrix}", count: 100)
    #expect(try #require(try Self.command(tex)).utf8.count < 40 * tex.utf8.count)
  }

  @Test func `Braces and quotation marks are in pairs, however a formula is damaged`() {
    var generator = SeededGenerator(seed: 20_261_123)
    let pieces = ["\\", "{", "}", "_", "^", "&", "\\\\", "[", "|", "'", "\"", "(", ",", "=", "-", "\\hat "]
    for tex in FormulaTests.common {
      for _ in 0..<40 {
        var damaged = Array(tex)
        let place = Int.random(in: 0...damaged.count, using: &generator)
        damaged.insert(contentsOf: pieces.randomElement(using: &generator) ?? "", at: place)
        guard let formula = TeXReader.formula(String(damaged)),
          let command = StarMathWriter.command(formula)
        else { continue }
        let parts = command.split(separator: "\"", omittingEmptySubsequences: false)
        #expect(!parts.count.isMultiple(of: 2), "\(command)")
        let words = parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }.joined()
        #expect(words.count { $0 == "{" } == words.count { $0 == "}" }, "\(command)")
      }
    }
  }

  @Test(arguments: FormulaTests.common, [false, true])
  func `Formulas of OpenDocument come back as their TeX`(tex: String, isFlat: Bool) throws {
    let document = Document([.paragraph([.text("a "), .math(tex, display: false)])])
    let written = OpenDocumentWriter(isFlat: isFlat).write(document)
    if isFlat { #expect(String(decoding: written, as: UTF8.self).contains("\"StarMath 5.0\"")) }
    #expect(try OpenDocumentReader().read(written) == document)
  }

  @Test func `StarMath alone is no formula's text, and HTML has none`() throws {
    let markup = "<math><mi>x</mi><annotation encoding=\"StarMath 5.0\">a over b</annotation></math>"
    #expect(String(decoding: MathMLReader.tex(of: Array(markup.utf8)[...]), as: UTF8.self) == "x")
    let html = HTMLWriter().write(Document([.paragraph([.math("\\hat x", display: false)])]))
    #expect(!String(decoding: html, as: UTF8.self).contains("StarMath"))
  }
}
