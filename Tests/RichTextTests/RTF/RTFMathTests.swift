import RichText
import Testing

/// Formulas of Word in RTF (RTF 1.9.1, Mathematics).
@Suite struct RTFMathTests {
  @Test(
    "Formulas are TeX",
    arguments: [
      RTFCase(
        #"a {\mmath{\*\moMath{\mf{\mfPr{\mctrlPr\f1}}{\mnum{\mr\mscr0\msty2 \f1 a}}{\mden{\mr b}}}}} z"#,
        #"a $\frac{a}{b}$ z"#),
      RTFCase(#"{\*\moMath{\msSup{\me{\mr x}}{\msup{\mr 2}}}}"#, "$x^{2}$"),
      RTFCase(#"{\*\moMath{\mrad{\mradPr{\mdegHide on}}{\mdeg}{\me{\mr x}}}}"#, #"$\sqrt{x}$"#),
      RTFCase(
        #"{\*\moMath{\mnary{\mnaryPr{\mchr \u8721?}}{\msub{\mr i}}{\msup{\mr n}}{\me{\mr i}}}}"#,
        #"$\sum_{i}^{n} i$"#),
      RTFCase(#"{\*\moMath{\mr\mscr3\msty0 \f1 R}{\mr{\msty1 x}}}"#, #"$\mathbb{R}\mathbf{x}$"#),
      RTFCase(#"{\*\moMath{\mr{\f1 \u945?}+{\f2\'61}}}"#, #"$\alpha +a$"#),
      RTFCase(#"a\par{\*\moMathPara{\*\moMath{\mr x=1}}}\par b"#, "a\n\n$$x=1$$\n\nb"),
      RTFCase(#"{\mmath{\*\moMath{\mr x}}{\mmathPict{\pict\pngblip 00}}}"#, "$x$"),
      RTFCase(#"a{\*\moMath}b{\*\moMath{\mf}"#, "ab$`\\frac{}{}`$"),
    ])
  func formulas(_ example: RTFCase) throws { try example.check() }

  private static let fonts =
    #"{\fonttbl{\f1 A;}{\f2\fcharset161 A Greek;}{\f3\fcharset204 A;}{\f4\fcharset2 Symbol;}}"#

  @Test(
    "Bytes in formulas are letters of their fonts",
    arguments: [
      RTFCase(#"\#(fonts){\*\moMath{\f2{\mr \'f0}}{\mr r}}"#, #"$\pi r$"#),
      RTFCase(#"\#(fonts){\*\moMath{\msSup{\f2{\me{\mr n\'e1}}}{\msup{\mr \'e9}}}}"#, #"${n\alpha}^{é}$"#),
      RTFCase(#"\#(fonts){\*\moMath{\mr\mscr0\msty2 \hich\f2 \'e2\loch\f1 \'e9\f3\'e4}}"#, #"$\beta éд$"#),
      RTFCase(#"\#(fonts){\*\moMath{\mr \f4 p\u-3999?}}"#, #"$\pi \alpha$"#),
    ])
  func bytesOfFonts(_ example: RTFCase) throws { try example.check() }

  @Test("Formulas without end or measure are none")
  func hostileFormulas() throws {
    for formula in [
      String(repeating: #"{\msSup{\me"#, count: 20_000), #"{\mr "# + String(repeating: "x", count: 1 << 20),
      String(repeating: #"{\*\moMath{\mr x"#, count: 5_000), #"{\mr \u8721{\u8721"#,
    ] {
      let document = try RTFReader().read(Array(#"{\rtf1 a{\*\moMath\#(formula)"#.utf8))
      #expect(MarkdownWriter().write(document).starts(with: Array("a".utf8)))
    }
  }
}
