import RichText
import Testing

/// Formulas in the comments of Word's HTML.
@Suite struct WordEquationTests {
  private static func equation(_ content: String, picture: String = "<img src=\"a.png\">") -> String {
    "<!--[if gte msEquation 12]>\(content)<![endif]--><![if !msEquation]>\(picture)<![endif]>"
  }

  @Test(
    "A formula is read in place of its picture",
    arguments: [
      (
        "<m:oMath><m:sSup><m:sSupPr><span style='font-family:\"Cambria Math\",serif'><m:ctrlPr></m:ctrlPr></span></m:sSupPr><m:e><i><span\nlang=EN-US><m:r>x</m:r></span></i></m:e><m:sup><m:r>2</m:r></m:sup></m:sSup><m:r>&lt;4</m:r></m:oMath>",
        "a $`x^{2}<4`$ b"
      ),
      (
        "<m:oMathPara><m:oMath><m:nary><m:naryPr><m:chr m:val=\"∑\"/></m:naryPr><m:sub><m:r>i</m:r></m:sub><m:sup><m:r>n</m:r></m:sup><m:e><m:r><m:rPr><m:sty m:val=\"p\"/></m:rPr>sin</m:r></m:e></m:nary></m:oMath></m:oMathPara>",
        "a $$\\sum_{i}^{n} \\sin$$ b"
      ),
      ("<m:oMath><m:r>x<span>\n</span>+\n  y</m:r></m:oMath>", "a $x+ y$ b"),
      // What does not end is read as far as it goes.
      ("<m:oMath><m:f><m:num><m:r>1</m:num><m:den><m:r>2</i>", "a $\\frac{1}{2}$ b"),
    ])
  func formulas(_ content: String, _ expected: String) throws {
    #expect(try markdown(ofHTML: "<p>a \(Self.equation(content)) b</p>") == expected)
  }

  @Test func `A picture's own parts for other programs belong to it`() throws {
    let picture =
      "<span><!--[if gte vml 1]><v:shape><v:imagedata src=\"x\"/></v:shape><![endif]--><![if !vml]><img src=\"b.png\"><![endif]></span>"
    let formula = Self.equation("<m:oMath><m:r>x</m:r></m:oMath>", picture: picture)
    #expect(try markdown(ofHTML: "<p>\(formula)</p><p>after</p>") == "$x$\n\nafter")
  }

  @Test func `A picture stays where there is no formula, and where it has no end`() throws {
    let nothing = Self.equation("", picture: "shown")
    #expect(try markdown(ofHTML: "<p>\(nothing)</p>") == "shown")
    let unended =
      "<!--[if gte msEquation 12]><m:oMath><m:r>x</m:r></m:oMath><![endif]--><![if !msEquation]>shown"
    #expect(try markdown(ofHTML: "<p>\(unended)</p><p>after</p>") == "$`x`$shown\n\nafter")
  }

  @Test(.timeLimit(.minutes(1)))
  func `Depth and number of formulas cost what they hold`() throws {
    let deep = "<m:oMath>" + String(repeating: "<m:e><m:r>x", count: 20_000)
    #expect(try markdown(ofHTML: "<p>\(Self.equation(deep))</p>").contains("x"))
    let unended = String(
      repeating: "<!--[if gte msEquation 12]><m:oMath><m:r>x<![endif]--><![if !msEquation]>", count: 5_000)
    #expect(try markdown(ofHTML: unended).contains("x"))
  }
}
