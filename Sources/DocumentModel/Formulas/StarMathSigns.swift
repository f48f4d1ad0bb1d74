/// What StarMath calls the signs of formulas.
enum StarMathSigns {
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

  /// Those that stand before one operand too.
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
