/// Writes formulas in StarMath 5.0, the language of LibreOffice Math.
///
/// Of MathML beside it LibreOffice shows less: no accents, and one letter of an operator's name.
struct StarMathWriter {
  /// LibreOffice leaves off reading somewhat above a hundred groups within each other.
  private static let depthLimit = 64
  /// Rows of a table are filled up to the longest one, as far as there come no more than so many cells of one.
  private static let paddingLimit = 4

  private var output = ""
  private var depth = 0
  private var isWritable = true

  /// The formula in StarMath; nil if it is too deep, or a table has mostly cells that are missing.
  static func command(_ formula: Formula) -> String? {
    var writer = StarMathWriter()
    writer.writeRow(formula.parts)
    return writer.isWritable ? writer.output : nil
  }

  // MARK: Words

  private mutating func put(_ word: String) {
    if let last = output.utf8.last, !"{_^".utf8.contains(last) { output += " " }
    output += word
  }

  /// Writes a formula in braces, which keep together whatever stands in them.
  private mutating func group(_ formula: Formula) {
    group { $0.writeRow(formula.parts) }
  }

  private mutating func group(_ content: (inout Self) -> Void) {
    depth += 1
    defer { depth -= 1 }
    isWritable = isWritable && depth <= Self.depthLimit
    put("{")
    if isWritable { content(&self) }
    output += "}"
  }

  /// Text to be shown as it is; a quotation mark would end it, and a backslash would keep its end from doing so.
  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar {
      case "\"": "”"
      case "\\": "∖"
      default: scalar.properties.isWhitespace ? " " : scalar
      }
    }
    return "\"\(String(String.UnicodeScalarView(scalars)))\""
  }

  // MARK: Rows

  /// Writes parts side by side, so that signs that StarMath wants operands for have some.
  private mutating func writeRow(_ parts: [Formula]) {
    if parts.count == 1, case .symbol(let sign) = parts[0], StarMathSigns.isSpaced(sign),
      StarMathSigns.operators[sign] == nil
    {
      return put(Self.quoted(sign))
    }
    for index in parts.indices {
      guard case .symbol(let sign) = parts[index], let name = StarMathSigns.infixes[sign] else {
        write(parts[index])
        continue
      }
      let before = index > 0 ? parts[index - 1] : nil
      let after = index + 1 < parts.count ? parts[index + 1] : nil
      let hasLeft = before.map(Self.isLeftOperand) ?? false
      let hasRight = after.map(Self.isRightOperand) ?? false
      switch (hasLeft, hasRight) {
      case (true, true): put(name)
      case (true, false):
        put(name)
        put("{}")
      case (false, true) where !StarMathSigns.prefixes.contains(sign):
        put("{}")
        put(name)
      case (false, true) where before.map(Self.isInfix) ?? true: put(name)
      default: put(Self.quoted(sign))
      }
    }
  }

  private static func isInfix(_ part: Formula) -> Bool {
    if case .symbol(let sign) = part { StarMathSigns.infixes[sign] != nil } else { false }
  }

  private static func isLeftOperand(_ part: Formula) -> Bool {
    switch part {
    case .symbol(let sign):
      StarMathSigns.infixes[sign] == nil && !StarMathSigns.openings.contains(sign)
        && !StarMathSigns.punctuation.contains(sign)
    case .space: false
    default: true
    }
  }

  private static func isRightOperand(_ part: Formula) -> Bool {
    switch part {
    case .symbol(let sign):
      (StarMathSigns.infixes[sign] == nil || StarMathSigns.prefixes.contains(sign))
        && !StarMathSigns.closings.contains(sign) && !StarMathSigns.punctuation.contains(sign)
    case .space: false
    default: true
    }
  }

  private mutating func write(_ formula: Formula) {
    switch formula {
    case .row: group(formula)
    case .identifier(let name, let variant): write(name, variant)
    case .number(let digits): put(Self.quotedNumber(digits))
    case .symbol(let sign): writeSign(sign)
    case .text(let text): put(text.isEmpty ? "{}" : Self.quoted(text))
    case .space(let width): writeSpace(width)
    case .fraction(let above, let below, let hasBar):
      group { writer in
        if !hasBar { writer.put("binom") }
        writer.group(above)
        if hasBar { writer.put("over") }
        writer.group(below)
      }
    case .root(let content, let degree):
      put(degree == nil ? "sqrt" : "nroot")
      if let degree { group(degree) }
      group(content)
    case .scripts(let base, let below, let above, let isLimits):
      writeScripts(base, below, above, isLimits)
    case .fenced(let open, let content, let close): writeFenced(open, content, close)
    case .accent(let base, let sign, let isBelow): writeAccent(base, sign, isBelow, label: nil)
    case .table(let rows, let alignment): writeTable(rows, alignment)
    }
  }

  // MARK: Leaves

  /// A number as it stands; with a comma it would depend on who reads it.
  private static func quotedNumber(_ digits: String) -> String {
    digits.utf8.contains(UInt8(ascii: ",")) ? quoted(digits) : digits
  }

  private mutating func write(_ name: String, _ variant: FormulaVariant) {
    switch variant {
    case .normal:
      // What stands for itself is italic, and a word of several letters might be one of StarMath's own.
      guard let letter = name.unicodeScalars.first, name.unicodeScalars.count == 1 else {
        return put("ital \(Self.quoted(name))")
      }
      switch letter {
      case "a"..."z", "A"..."Z", "α"..."ω", "ϑ", "ϕ", "ϖ", "ϰ", "ϱ", "ϵ": put(name)
      case "Α"..."Ω": put(Self.quoted(name))
      default:
        let hasCase = letter.properties.isLowercase || letter.properties.isUppercase
        put((hasCase ? "ital " : "") + Self.quoted(name))
      }
    case .upright:
      put(TeXCommands.functions.contains(name) ? "func \(name)" : Self.quoted(name))
    case .bold: put("bold \(Self.quoted(name))")
    case .sansSerif: put("font sans \(Self.quoted(name))")
    case .monospace: put("font fixed \(Self.quoted(name))")
    case .doubleStruck, .calligraphic, .fraktur: put(Self.quoted(variant.letters(of: name)))
    }
  }

  /// Writes a sign that has no operands.
  private mutating func writeSign(_ sign: String) {
    if let name = StarMathSigns.operators[sign] {
      put("\(name) {}")
    } else if let name = StarMathSigns.fences[sign] {
      // A backslash keeps what is no bracket of a pair from looking for the other one.
      put(StarMathSigns.relations.contains(sign) ? "` \\\(name.left) `" : "\\\(name.left)")
    } else if StarMathSigns.punctuation.contains(sign) {
      put("\(Self.quoted(sign)) `")
    } else if StarMathSigns.isSpaced(sign) {
      put("` \(Self.quoted(sign)) `")
    } else {
      put(Self.quoted(sign))
    }
  }

  /// Writes white space in StarMath's units: a tenth of an em, and four of them.
  private mutating func writeSpace(_ width: Int) {
    let tenths = (width * 10 + 9) / 18
    guard tenths > 0 else { return }
    put(String(repeating: "~", count: tenths / 4) + String(repeating: "`", count: tenths % 4))
  }

  // MARK: Structures

  private mutating func writeScripts(_ base: Formula, _ below: Formula?, _ above: Formula?, _ isLimits: Bool)
  {
    if case .accent(let content, let sign, let isBelow) = base, StarMathSigns.braces.contains(sign),
      (isBelow ? above : below) == nil
    {
      return writeAccent(content, sign, isBelow, label: isBelow ? below : above)
    }
    // Fonts raise the sign of the prime by themselves.
    if !isLimits, let parts = above?.parts, case .symbol(let prime)? = parts.first, prime.first == "′" {
      let primed = Formula.row([
        below.map { .scripts(base, below: $0, above: nil, isLimits: false) } ?? base, .symbol(prime),
      ])
      guard parts.count > 1 else { return group(primed) }
      return writeScripts(primed, nil, Formula(Array(parts.dropFirst())), false)
    }
    if case .symbol(let sign) = base, let name = StarMathSigns.operators[sign] {
      put(name)
      writeScript(below, isLimits ? " from" : "_")
      writeScript(above, isLimits ? " to" : "^")
      return put("{}")
    }
    let isSpaced = if case .symbol(let sign) = base { StarMathSigns.isSpaced(sign) } else { false }
    if isSpaced { put("`") }
    if case .symbol(let sign) = base, isSpaced {
      put("{\(Self.quoted(sign))}")
    } else {
      group(base)
    }
    writeScript(below, isLimits ? " csub" : "_")
    writeScript(above, isLimits ? " csup" : "^")
    if isSpaced { put("`") }
  }

  private mutating func writeScript(_ script: Formula?, _ word: String) {
    guard let script else { return }
    output += word
    group(script)
  }

  private mutating func writeFenced(_ open: String, _ content: Formula, _ close: String) {
    guard let left = open.isEmpty ? "none" : StarMathSigns.fences[open]?.left,
      let right = close.isEmpty ? "none" : StarMathSigns.fences[close]?.right
    else { return group(.row([.symbol(open), content, .symbol(close)])) }
    put("left \(left)")
    let parts = content.parts
    let bars = parts.indices.filter { parts[$0] == .symbol("|") }
    if bars.count == 1, bars[0] > 0, bars[0] < parts.count - 1 {
      // Between the two signs a line that grows with them is no part of a group.
      group(.row(Array(parts[..<bars[0]])))
      put("mline")
      group(.row(Array(parts[(bars[0] + 1)...])))
    } else {
      group(content)
    }
    put("right \(right)")
  }

  /// Writes a sign over or under a base; a brace with what stands behind it.
  private mutating func writeAccent(_ base: Formula, _ sign: String, _ isBelow: Bool, label: Formula?) {
    if StarMathSigns.braces.contains(sign) {
      return group { writer in
        writer.group(base)
        writer.put(isBelow ? "underbrace" : "overbrace")
        writer.group(label ?? .row([]))
      }
    }
    guard let accent = StarMathSigns.accents[sign], !isBelow || sign == "_" else {
      return writeScripts(
        base, isBelow ? .symbol(sign) : nil, isBelow ? nil : .symbol(sign), true)
    }
    put(Self.isOneSign(base) ? accent.narrow : accent.wide)
    group(base)
  }

  private static func isOneSign(_ formula: Formula) -> Bool {
    switch formula {
    case .identifier(let text, _), .number(let text), .symbol(let text): text.count == 1
    default: false
    }
  }

  private mutating func writeTable(_ rows: [[Formula]], _ alignment: FormulaAlignment) {
    let width = rows.reduce(1) { max($0, $1.count) }
    let count = rows.reduce(0) { $0 + $1.count }
    guard rows.count * width <= count * Self.paddingLimit else {
      isWritable = false
      return
    }
    // StarMath leaves as much between columns for equations as for others, save where letters are small.
    let isEquations = alignment == .equations
    put(isEquations ? "size /4 {matrix{" : "matrix{")
    for (index, row) in rows.enumerated() {
      if index > 0 { put("##") }
      for column in 0..<width {
        if column > 0 { put("#") }
        guard column < row.count else {
          put("{}")
          continue
        }
        switch alignment {
        case .center: put("alignc")
        case .left: put("alignl")
        case .equations: put(column.isMultiple(of: 2) ? "alignr" : "alignl")
        }
        guard isEquations else {
          group(row[column])
          continue
        }
        group { writer in
          writer.put("size *4")
          writer.group { writer in
            // Between one equation and the next beside it.
            if column > 0, column.isMultiple(of: 2) { writer.put("~~~~") }
            writer.group(row[column])
          }
        }
      }
    }
    output += isEquations ? "}}" : "}"
  }
}

/// StarMath's names of the signs of formulas.
private enum StarMathSigns {
  /// Signs between two operands, without which StarMath takes them for mistakes.
  static let infixes: [String: String] = [
    "=": "=", "<": "<", ">": ">", "≤": "<=", "≥": ">=", "≠": "<>", "≈": "approx", "≡": "equiv", "∼": "sim",
    "≃": "simeq", "∝": "prop", "≪": "<<", "≫": ">>", "∈": "in", "∉": "notin", "∋": "owns", "⊂": "subset",
    "⊆": "subseteq", "⊃": "supset", "⊇": "supseteq", "⊄": "nsubset", "⊥": "ortho", "∥": "parallel",
    "→": "toward", "⇒": "drarrow", "⇐": "dlarrow", "⇔": "dlrarrow", "≺": "prec", "≻": "succ", "+": "+",
    "−": "-", "±": "+-", "∓": "-+", "∪": "union", "∨": "or", "⊕": "oplus", "⊖": "ominus", "×": "times",
    "÷": "div", "⋅": "cdot", "·": "cdot", "∗": "*", "/": "/", "∩": "intersection", "∧": "and", "∘": "circ",
    "⊗": "otimes", "⊙": "odot", "∖": "setminus",
  ]

  /// The signs that stand before one operand too.
  static let prefixes: Set<String> = ["+", "−", "±", "∓"]

  /// Signs that take limits and an operand.
  static let operators: [String: String] = {
    var names = Dictionary(uniqueKeysWithValues: TeXCommands.largeSigns.map { ($0, "oper \"\($0)\"") })
    let own = [
      "∑": "sum", "∏": "prod", "∐": "coprod", "∫": "int", "∬": "iint", "∭": "iiint", "∮": "lint",
      "∯": "llint",
    ]
    names.merge(own) { $1 }
    return names
  }()

  /// Brackets and lines, at the left and at the right.
  static let fences: [String: (left: String, right: String)] = [
    "(": ("(", "("), ")": (")", ")"), "[": ("[", "["), "]": ("]", "]"), "{": ("lbrace", "lbrace"),
    "}": ("rbrace", "rbrace"), "|": ("lline", "rline"), "∣": ("lline", "rline"), "‖": ("ldline", "rdline"),
    "⟨": ("langle", "langle"), "⟩": ("rangle", "rangle"), "⌊": ("lfloor", "lfloor"),
    "⌋": ("rfloor", "rfloor"), "⌈": ("lceil", "lceil"), "⌉": ("rceil", "rceil"),
    "⟦": ("ldbracket", "ldbracket"), "⟧": ("rdbracket", "rdbracket"),
  ]
  static let openings: Set<String> = ["(", "[", "{", "⟨", "⌊", "⌈", "⟦"]
  static let closings: Set<String> = [")", "]", "}", "⟩", "⌋", "⌉", "⟧"]
  static let punctuation: Set<String> = [",", ";"]

  /// Fences that are set as relations where they have no pair.
  static let relations: Set<String> = ["∣"]

  /// Accents over one letter, and over more.
  static let accents: [String: (narrow: String, wide: String)] = [
    "^": ("hat", "widehat"), "ˇ": ("check", "check"), "~": ("tilde", "widetilde"), "´": ("acute", "acute"),
    "`": ("grave", "grave"), "˙": ("dot", "dot"), "¨": ("ddot", "ddot"), "˘": ("breve", "breve"),
    "¯": ("bar", "overline"), "‾": ("overline", "overline"), "_": ("underline", "underline"),
    "→": ("vec", "widevec"), "˚": ("circle", "circle"),
  ]

  /// Signs as wide as their base that may bear a label; StarMath has braces only.
  static let braces: Set<String> = ["⏞", "⏟", "⎴", "⎵"]

  /// True for relations and operators that StarMath has no name for, and so no space around them.
  static func isSpaced(_ sign: String) -> Bool {
    guard let first = sign.unicodeScalars.first, !ordinary.contains(sign), fences[sign] == nil else {
      return false
    }
    return infixes[sign] != nil || first == ":" || first.properties.generalCategory == .mathSymbol
      || (0x2190..<0x2200).contains(first.value)
  }

  /// Mathematical signs that stand where letters do.
  private static let ordinary: Set<String> = [
    "∞", "∂", "∇", "∀", "∃", "∄", "¬", "√", "∅", "∁", "∠", "∡", "∢", "⊤", "⋯", "⋮", "⋱", "♯", "□", "/", "⋅",
    "′", "″", "‴",
  ]
}
