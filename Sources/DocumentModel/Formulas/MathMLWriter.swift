internal import Containers

/// Writes formulas as MathML (MathML Core).
package struct MathMLWriter {
  private var output = XMLWriter(fragment: ())
  /// For programs such as LibreOffice Math, whose own language wants an operand on each side of a sign, and a bracket
  /// on each side of what is in brackets.
  private let isXML: Bool

  /// The element `math` of a formula, with the TeX that it was made of; nil if that is not understood.
  ///
  /// - Parameter isXML: whether it says its namespace, which HTML knows by itself, leaves no operand out, and is
  ///   in StarMath too.
  package static func math(_ tex: String, isDisplayed: Bool, isXML: Bool = false) -> String? {
    guard let formula = TeXReader.formula(tex) else { return nil }
    var writer = MathMLWriter(isXML: isXML)
    let namespace = isXML ? "http://www.w3.org/1998/Math/MathML" : nil
    let display = isDisplayed ? "block" : isXML ? "inline" : nil
    writer.element("math", ["xmlns": namespace, "display": display]) { writer in
      writer.element("semantics") { writer in
        writer.writeRow(formula.parts)
        writer.leaf("annotation", tex, ["encoding": "application/x-tex"])
        if isXML, let command = StarMathWriter.command(formula) {
          writer.leaf("annotation", command, ["encoding": "StarMath 5.0"])
        }
      }
    }
    return String(decoding: writer.output.bytes, as: UTF8.self)
  }

  /// A formula in the language of LibreOffice Math, as it stands beside its MathML; nil if its TeX is not understood.
  package static func starMath(_ tex: String) -> String? {
    TeXReader.formula(tex).flatMap(StarMathWriter.command)
  }

  /// Writes an element with both its tags, as parsers of HTML want it.
  private mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ content: (inout Self) -> Void
  ) {
    output.begin(name, attributes)
    output.raw("")
    content(&self)
    output.end()
  }

  private mutating func leaf(
    _ name: String, _ text: String, _ attributes: KeyValuePairs<String, String?> = [:]
  ) {
    element(name, attributes) { $0.output.text(text) }
  }

  /// Writes parts side by side; one by itself stands for the row of it (MathML 3, 3.3.1.2).
  private mutating func writeRow(_ parts: [Formula]) {
    if parts.count == 1 { return write(parts[0]) }
    element("mrow") { writer in for part in parts { writer.write(part) } }
  }

  private mutating func write(_ formula: Formula) {
    switch formula {
    case .row(let parts): writeRow(parts)
    case .identifier(let name, let variant): write(name, variant)
    case .number(let digits): leaf("mn", digits)
    case .symbol(let sign): leaf("mo", sign, ["stretchy": Self.fences.contains(sign) ? "false" : nil])
    case .text(let text): leaf("mtext", text.replacing(" ", with: "\u{A0}"))
    case .space(let width): leaf("mspace", "", ["width": "\(Self.ems(width))em"])
    case .fraction(let above, let below, let hasBar):
      element("mfrac", ["linethickness": hasBar ? nil : "0"]) { writer in
        writer.write(above)
        writer.write(below)
      }
    case .root(let content, let degree):
      element(degree == nil ? "msqrt" : "mroot") { writer in
        writer.write(content)
        if let degree { writer.write(degree) }
      }
    case .scripts(let base, let below, let above, let isLimits):
      writeScripts(base, below, above, isLimits)
    case .fenced(let open, let content, let close):
      element("mrow") { writer in
        writer.writeFence(open, form: "prefix")
        writer.write(content)
        writer.writeFence(close, form: "postfix")
      }
    case .accent(let base, let sign, let isBelow):
      element(isBelow ? "munder" : "mover", [isBelow ? "accentunder" : "accent": "true"]) { writer in
        writer.write(base)
        writer.leaf("mo", sign, ["stretchy": Self.wide.contains(sign) ? "true" : "false"])
      }
    case .table(let rows, let alignment): writeTable(rows, alignment)
    }
  }

  private mutating func writeFence(_ sign: String, form: String) {
    guard !sign.isEmpty || isXML else { return }
    leaf("mo", sign, ["fence": "true", "stretchy": "true", "form": form])
  }

  private static let fences: Set<String> = ["(", ")", "[", "]", "{", "}", "|", "‖", "∣"]
  private static let wide: Set<String> = ["‾", "_", "⏞", "⏟", "⎴", "⎵"]

  /// Eighteenths of an em in ems, with three digits.
  private static func ems(_ eighteenths: Int) -> String {
    let thousandths = abs(eighteenths) * 1_000 / 18
    let digits = String(thousandths % 1_000)
    let sign = eighteenths < 0 ? "-" : ""
    return "\(sign)\(thousandths / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private mutating func write(_ name: String, _ variant: FormulaVariant) {
    let isLetter = name.unicodeScalars.count == 1
    leaf("mi", variant.letters(of: name), ["mathvariant": variant == .upright && isLetter ? "normal" : nil])
  }

  private mutating func writeScripts(_ base: Formula, _ below: Formula?, _ above: Formula?, _ isLimits: Bool)
  {
    let name =
      switch (below != nil, above != nil) {
      case (true, true): isLimits ? "munderover" : "msubsup"
      case (true, false): isLimits ? "munder" : "msub"
      default: isLimits ? "mover" : "msup"
      }
    element(name) { writer in
      if isLimits, case .identifier(let name, .upright) = base {
        // As an operator, so that the limits move beside it within a line.
        writer.leaf("mo", name, ["movablelimits": "true"])
      } else {
        writer.write(base)
      }
      if let below { writer.write(below) }
      if let above { writer.write(above) }
    }
  }

  private mutating func writeTable(_ rows: [[Formula]], _ alignment: FormulaAlignment) {
    let width = rows.reduce(0) { max($0, $1.count) }
    let sides: [String] =
      switch alignment {
      case .center: []
      case .left: Array(repeating: "left", count: width)
      case .equations: (0..<width).map { $0.isMultiple(of: 2) ? "right" : "left" }
      }
    element("mtable", ["columnalign": sides.isEmpty ? nil : sides.joined(separator: " ")]) { writer in
      for row in rows {
        writer.element("mtr") { writer in
          for cell in row {
            writer.element("mtd") { writer in
              if writer.isXML, case .symbol? = cell.parts.first { writer.element("mrow") { _ in } }
              for part in cell.parts { writer.write(part) }
            }
          }
        }
      }
    }
  }
}
