internal import Containers

/// Writes formulas as Word has them (ECMA-376, 22.1).
struct WordMathWriter {
  private var output = XMLWriter(fragment: ())

  /// The element of a formula; nil if its TeX is not understood.
  static func math(_ tex: String, isDisplayed: Bool) -> [UInt8]? {
    guard let formula = TeXReader.formula(tex) else { return nil }
    var writer = WordMathWriter()
    if isDisplayed { writer.output.begin("m:oMathPara") }
    writer.part("oMath", formula)
    if isDisplayed { writer.output.end() }
    return writer.output.bytes
  }

  private mutating func element(_ name: String, _ content: (inout Self) -> Void) {
    output.begin("m:\(name)")
    content(&self)
    output.end()
  }

  private mutating func part(_ name: String, _ formula: Formula) {
    element(name) { $0.writeRow(formula.parts[...]) }
  }

  /// Declares something of the element that began.
  private mutating func properties(_ name: String, _ values: KeyValuePairs<String, String>) {
    element(name) { writer in
      for (name, value) in values { writer.output.empty("m:\(name)", ["m:val": value]) }
    }
  }

  /// Writes text that is styled as `m:sty` has it, or none of mathematics if `isNormal`.
  private mutating func run(_ text: String, style: String? = nil, isNormal: Bool = false) {
    element("r") { writer in
      if let style { writer.properties("rPr", ["sty": style]) }
      if isNormal { writer.element("rPr") { $0.output.empty("m:nor") } }
      writer.output.element("m:t", ["xml:space": "preserve"]) { $0.text(text) }
    }
  }

  /// What a sum or the like adds up is part of it.
  private mutating func writeRow(_ parts: ArraySlice<Formula>) {
    var rest = parts
    while let part = rest.popFirst() {
      if case .scripts(.symbol(let sign), let below, let above, _) = part, Self.isLarge(sign) {
        writeLarge(sign, below, above, operand: rest.popFirst() ?? .row([]))
      } else {
        write(part)
      }
    }
  }

  private static func isLarge(_ sign: String) -> Bool {
    TeXCommands.largeSigns.contains(sign) || ["∫", "∬", "∭", "∮", "∯"].contains(sign)
  }

  private mutating func writeLarge(_ sign: String, _ below: Formula?, _ above: Formula?, operand: Formula) {
    element("nary") { writer in
      writer.properties(
        "naryPr",
        [
          "chr": sign, "limLoc": TeXCommands.largeSigns.contains(sign) ? "undOvr" : "subSup",
          "subHide": below == nil ? "1" : "0", "supHide": above == nil ? "1" : "0",
        ])
      writer.part("sub", below ?? .row([]))
      writer.part("sup", above ?? .row([]))
      writer.part("e", operand)
    }
  }

  private mutating func write(_ formula: Formula) {
    switch formula {
    case .row(let parts): writeRow(parts[...])
    case .identifier(let name, .upright): run(name, style: "p")
    case .identifier(let name, let variant): run(variant.letters(of: name))
    case .number(let text), .symbol(let text): run(text)
    case .text(let text): run(text, isNormal: true)
    case .space(let width):
      if width > 0 { run(width >= 18 ? "\u{2003}" : width > 4 ? "\u{2005}" : "\u{2009}") }
    case .fraction(let above, let below, let hasBar):
      element("f") { writer in
        if !hasBar { writer.properties("fPr", ["type": "noBar"]) }
        writer.part("num", above)
        writer.part("den", below)
      }
    case .root(let content, let degree):
      element("rad") { writer in
        if degree == nil { writer.properties("radPr", ["degHide": "1"]) }
        writer.part("deg", degree ?? .row([]))
        writer.part("e", content)
      }
    case .scripts(let base, let below, let above, let isLimits):
      isLimits ? writeLimits(base, below, above) : writeScripts(base, below, above)
    case .fenced(let open, let content, let close):
      element("d") { writer in
        writer.properties("dPr", ["begChr": open, "endChr": close])
        writer.part("e", content)
      }
    case .accent(let base, let sign, let isBelow): writeAccent(base, sign, isBelow)
    case .table(let rows, let alignment): writeTable(rows, alignment)
    }
  }

  private mutating func writeScripts(_ base: Formula, _ below: Formula?, _ above: Formula?) {
    let name = below == nil ? "sSup" : above == nil ? "sSub" : "sSubSup"
    element(name) { writer in
      writer.part("e", base)
      if let below { writer.part("sub", below) }
      if let above { writer.part("sup", above) }
    }
  }

  private mutating func writeLimits(_ base: Formula, _ below: Formula?, _ above: Formula?) {
    if let above {
      element("limUpp") { writer in
        writer.element("e") { $0.writeLimits(base, below, nil) }
        writer.part("lim", above)
      }
    } else if let below {
      element("limLow") { writer in
        writer.part("e", base)
        writer.part("lim", below)
      }
    } else {
      write(base)
    }
  }

  /// The signs that Word combines with a base.
  private static let combining = [
    "^": "\u{302}", "ˇ": "\u{30C}", "~": "\u{303}", "´": "\u{301}", "`": "\u{300}", "˙": "\u{307}",
    "¨": "\u{308}", "˘": "\u{306}", "¯": "\u{304}", "→": "\u{20D7}", "←": "\u{20D6}", "˚": "\u{30A}",
  ]

  private mutating func writeAccent(_ base: Formula, _ sign: String, _ isBelow: Bool) {
    if sign == "‾" || sign == "_" {
      element("bar") { writer in
        writer.properties("barPr", ["pos": isBelow ? "bot" : "top"])
        writer.part("e", base)
      }
    } else if let combining = Self.combining[sign] {
      element("acc") { writer in
        writer.properties("accPr", ["chr": combining])
        writer.part("e", base)
      }
    } else {
      element("groupChr") { writer in
        writer.properties("groupChrPr", ["chr": sign, "pos": isBelow ? "bot" : "top"])
        writer.part("e", base)
      }
    }
  }

  private mutating func declareColumns(_ count: Int, _ alignment: FormulaAlignment) {
    element("mPr") { writer in
      writer.element("mcs") { writer in
        for column in 0..<count {
          let isRight = alignment == .equations && column.isMultiple(of: 2)
          writer.element("mc") { writer in
            writer.properties("mcPr", ["count": "1", "mcJc": isRight ? "right" : "left"])
          }
        }
      }
    }
  }

  private mutating func writeTable(_ rows: [[Formula]], _ alignment: FormulaAlignment) {
    // Not `m:eqArr`, in which LibreOffice 7.4 and pandoc show the sign that Word aligns equations at.
    element("m") { writer in
      if alignment != .center { writer.declareColumns(rows.reduce(0) { max($0, $1.count) }, alignment) }
      for row in rows { writer.element("mr") { writer in for cell in row { writer.writeCell(cell) } } }
    }
  }

  /// Writes a cell with no text where an operator lacks what it works on: LibreOffice drops cells that are empty, and shows
  /// a question mark beside such an operator.
  private mutating func writeCell(_ cell: Formula) {
    let parts = cell.parts
    func isSymbol(_ part: Formula?) -> Bool { if case .symbol? = part { true } else { false } }
    element("e") { writer in
      if parts.isEmpty || isSymbol(parts.first) { writer.run("", isNormal: true) }
      writer.writeRow(parts[...])
      if isSymbol(parts.last) { writer.run("", isNormal: true) }
    }
  }
}
