import Containers

/// Writes formulas: each is an object of its own, in MathML (ODF 1.3 part 3, 10.4.6 and 14.5).
extension OpenDocumentBodyWriter {
  /// Writer opens each object by itself: more of them would keep it for minutes.
  private static let mostFormulas = 2_000

  /// Writes a formula; false if its TeX is not understood.
  mutating func writeFormula(_ tex: String, isDisplayed: Bool) -> Bool {
    guard formulas.count < Self.mostFormulas,
      let mathML = MathMLWriter.math(tex, isDisplayed: isDisplayed, isXML: true)
    else { return false }
    let folder = "Object \(formulas.count + 1)"
    formulas.append((folder, isFlat ? "" : mathML))
    output.raw("<draw:frame draw:style-name=\"FormulaFrame\" text:anchor-type=\"as-char\"")
    if isFlat, let formula = TeXReader.formula(tex) {
      let extent = FormulaExtent(formula)
      output.raw(" svg:width=\"\(Self.points(extent.width))\" svg:height=\"\(Self.points(extent.height))\"")
    }
    output.raw(">")
    if isFlat {
      output.raw("<draw:object>\(mathML)</draw:object>")
    } else {
      output.raw(
        "<draw:object xlink:href=\"./\(folder)\" xlink:type=\"simple\" xlink:show=\"embed\" xlink:actuate=\"onLoad\"/>"
      )
    }
    output.raw("</draw:frame>")
    isBehindSpace = false
    return true
  }

  /// A length to a tenth of a point.
  private static func points(_ length: Double) -> String {
    let tenths = Int((max(1, min(length, 10_000)) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)pt"
  }
}
