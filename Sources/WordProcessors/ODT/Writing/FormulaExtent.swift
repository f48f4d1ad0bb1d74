import Containers

/// About how large a formula is as LibreOffice sets it, in points.
///
/// LibreOffice stretches a formula of a file of XML to the frame that it stands in, which it does not measure itself.
private struct FormulaExtent {
  var width = 0.0
  var height = Self.line

  private static let line = 13.9
  private static let letter = 6.2
  /// A sign with the space around it.
  private static let sign = 10.0
  private static let scriptScale = 0.6
  private static let bar = 1.8
  private static let columnGap = 7.0

  init(_ formula: Formula) {
    switch formula {
    case .row(let parts): addInLine(parts)
    case .identifier(let text, _), .number(let text), .text(let text):
      width = Self.letter * Double(text.count)
    case .symbol(let sign): width = ",.;()[]|!'′".contains(sign) ? 5 : Self.sign
    case .space(let width): self.width = max(0, Double(width) / 18 * 12)
    case .fraction(let above, let below, let hasBar):
      addBelow([above, below])
      if hasBar { height += Self.bar }
      width += 2
    case .root(let content, let degree):
      addInLine([content])
      width += 7.4 + (degree.map { FormulaExtent($0).width * Self.scriptScale } ?? 0)
      height += 1.1
    case .scripts(let base, let below, let above, let isLimits):
      addScripts(base, below, above, isLimits: isLimits)
    case .fenced(let open, let content, let close):
      addInLine([content])
      width += (open.isEmpty ? 0 : 5) + (close.isEmpty ? 0 : 5)
      height += height > Self.line ? 3 : 0.6
    case .accent(let base, let sign, _):
      addInLine([base])
      if "⏞⏟".contains(sign) { height += 6 }
    case .table(let rows, _): addTable(rows)
    }
  }

  private mutating func addInLine(_ parts: [Formula]) {
    for extent in parts.map(FormulaExtent.init) {
      width += extent.width
      height = max(height, extent.height)
    }
  }

  private mutating func addBelow(_ parts: [Formula]) {
    height = 0
    for extent in parts.map(FormulaExtent.init) {
      width = max(width, extent.width)
      height += extent.height
    }
  }

  private mutating func addScripts(_ base: Formula, _ below: Formula?, _ above: Formula?, isLimits: Bool) {
    addInLine([base])
    let scripts = [below, above].map { script in script.map(FormulaExtent.init) }
    let widest = Self.scriptScale * scripts.reduce(0) { max($0, $1?.width ?? 0) }
    if isLimits {
      width = max(width, widest)
      for script in scripts { height += Self.scriptScale * (script?.height ?? 0) + (script == nil ? 0 : 1) }
    } else {
      width += widest
      for (script, usual) in zip(scripts, [2.1, 1.6]) {
        guard let script else { continue }
        height += usual + Self.scriptScale * max(0, script.height - Self.line)
      }
    }
  }

  private mutating func addTable(_ rows: [[Formula]]) {
    height = 0
    var columns: [Double] = []
    for row in rows.map({ $0.map(FormulaExtent.init) }) {
      for (column, cell) in row.enumerated() {
        if column == columns.count { columns.append(0) }
        columns[column] = max(columns[column], cell.width)
      }
      height += row.reduce(Self.line) { max($0, $1.height) }
    }
    width = columns.reduce(0, +) + Self.columnGap * Double(max(0, columns.count - 1))
  }
}

/// Writes formulas: each is an object of its own, in MathML (ODF 1.3 part 3, 10.4.6 and 14.5).
extension OpenDocumentBodyWriter {
  /// Writer opens each object by itself: more of them would keep it for minutes.
  private static let formulaLimit = 2_000

  /// Writes a formula; false if its TeX is not understood.
  mutating func writeFormula(_ tex: String, isDisplayed: Bool) -> Bool {
    guard formulas.count < Self.formulaLimit,
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
    // LibreOffice keeps it, unlike a description, and the formula comes back as it was.
    output.raw("<svg:title>")
    output.text(tex)
    output.raw("</svg:title></draw:frame>")
    isBehindSpace = false
    return true
  }

  /// A length to a tenth of a point.
  private static func points(_ length: Double) -> String {
    let tenths = Int((max(1, min(length, 10_000)) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)pt"
  }
}
