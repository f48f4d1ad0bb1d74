/// A formula as a tree: what TeX says, and what MathML and Office Open XML have elements for.
package indirect enum Formula: Hashable, Sendable {
  case row([Formula])
  /// Letters of a variable or of a name; several are set upright.
  case identifier(String, FormulaVariant = .normal)
  case number(String)
  case symbol(String)
  case text(String)
  /// White space, in eighteenths of an em.
  case space(Int)
  case fraction(Formula, Formula, hasBar: Bool = true)
  case root(Formula, degree: Formula?)
  /// What stands below and above a base; `isLimits` where that is straight below and above.
  case scripts(Formula, below: Formula?, above: Formula?, isLimits: Bool)
  /// What a pair of signs that grow with it encloses; an empty sign is none.
  case fenced(String, Formula, String)
  /// A sign over a base, or under it.
  case accent(Formula, sign: String, isBelow: Bool)
  case table([[Formula]], FormulaAlignment)
}

/// The kind of letters that an identifier is set in.
package enum FormulaVariant: String, Hashable, Sendable {
  case normal
  case upright
  case bold
  case doubleStruck
  case calligraphic
  case fraktur
  case sansSerif
  case monospace
}

/// The alignment of the columns of a table in a formula.
package enum FormulaAlignment: Hashable, Sendable {
  case center
  case left
  /// At the signs of equality: right and left by turns.
  case equations
}

extension Formula {
  /// The parts of a row, or the one part that this is.
  package var parts: [Formula] { if case .row(let parts) = self { parts } else { [self] } }

  package init(_ parts: [Formula]) { self = parts.count == 1 ? parts[0] : .row(parts) }
}

/// The letters that Unicode has for formulas (Mathematical Alphanumeric Symbols).
extension FormulaVariant {
  /// The text in letters of this kind; what has none stays.
  package func letters(of text: String) -> String {
    guard let first = Self.alphabets[self] else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { letter($0, first) }))
  }

  private func letter(_ scalar: Unicode.Scalar, _ alphabet: (letters: UInt32, digits: UInt32?))
    -> Unicode.Scalar
  {
    if let own = Self.exceptions[self]?[scalar] { return own }
    let code =
      switch scalar {
      case "A"..."Z": alphabet.letters + scalar.value - 0x41
      case "a"..."z": alphabet.letters + 26 + scalar.value - 0x61
      case "0"..."9": alphabet.digits.map { $0 + scalar.value - 0x30 } ?? scalar.value
      case "Α"..."Ω" where self == .bold: Self.boldGreek + scalar.value - 0x391
      case "α"..."ω" where self == .bold: Self.boldGreek + 26 + scalar.value - 0x3B1
      default: scalar.value
      }
    return Unicode.Scalar(code) ?? scalar
  }

  private static let alphabets: [FormulaVariant: (letters: UInt32, digits: UInt32?)] = [
    .bold: (0x1D400, 0x1D7CE), .doubleStruck: (0x1D538, 0x1D7D8), .calligraphic: (0x1D49C, nil),
    .fraktur: (0x1D504, nil), .sansSerif: (0x1D5A0, 0x1D7E2), .monospace: (0x1D670, 0x1D7F6),
  ]

  /// Letters that Unicode had before.
  fileprivate static let exceptions: [FormulaVariant: [Unicode.Scalar: Unicode.Scalar]] = [
    .doubleStruck: ["C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"],
    .calligraphic: [
      "B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ", "e": "ℯ", "g": "ℊ",
      "o": "ℴ",
    ],
    .fraktur: ["C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"],
  ]

  private static let boldGreek: UInt32 = 0x1D6A8
}

/// A letter of one of these kinds, taken apart.
struct FormulaLetter {
  /// The command of TeX that sets it; nil for italic ones, which variables are in anyway.
  let command: String?
  let plain: Unicode.Scalar

  /// Nil for a character that is none of them.
  init?(_ scalar: Unicode.Scalar) {
    guard let (command, plain) = Self.parts(of: scalar) else { return nil }
    (self.command, self.plain) = (command, plain)
  }

  /// The commands of the alphabets of Latin letters, in Unicode's order.
  private static let latin: [String?] = [
    "mathbf", nil, "boldsymbol", "mathcal", "mathcal", "mathfrak", "mathbb", "mathfrak", "mathsf", "mathsf",
    "mathsf",
    "mathsf", "mathtt",
  ]
  private static let greek: [String?] = ["boldsymbol", nil, "boldsymbol", "boldsymbol", "boldsymbol"]
  private static let digits = ["mathbf", "mathbb", "mathsf", "mathsf", "mathtt"]
  /// The text that follows the letters of a Greek alphabet, and the sign behind its capitals.
  private static let greekSigns: [Unicode.Scalar] = ["∂", "ϵ", "ϑ", "ϰ", "ϕ", "ϱ", "ϖ"]

  private static func parts(of scalar: Unicode.Scalar) -> (String?, Unicode.Scalar)? {
    switch scalar.value {
    case 0x2100..<0x2140: return older[scalar]
    // The letters of differentials, of the exponential and of imaginary numbers, which MathML tells from variables.
    case 0x2145...0x2149: return (nil, Array("Ddeij".unicodeScalars)[Int(scalar.value - 0x2145)])
    case 0x1D400..<0x1D6A4:
      let (alphabet, place) = Int(scalar.value - 0x1D400).quotientAndRemainder(dividingBy: 52)
      let plain = Unicode.Scalar(UInt8(place < 26 ? 0x41 + place : 0x61 + place - 26))
      return (latin[alphabet], plain)
    case 0x1D6A8..<0x1D7CA:
      let (alphabet, place) = Int(scalar.value - 0x1D6A8).quotientAndRemainder(dividingBy: 58)
      let plain =
        switch place {
        case ..<25: place == 17 ? "ϴ" : Unicode.Scalar(UInt32(0x391 + place))
        case 25: Unicode.Scalar("∇")
        case ..<51: Unicode.Scalar(UInt32(0x3B1 + place - 26))
        default: greekSigns[place - 51]
        }
      return plain.map { (greek[alphabet], $0) }
    case 0x1D7CE...0x1D7FF:
      let (alphabet, digit) = Int(scalar.value - 0x1D7CE).quotientAndRemainder(dividingBy: 10)
      return (digits[alphabet], Unicode.Scalar(UInt8(0x30 + digit)))
    default: return nil
    }
  }

  /// The letters that Unicode had before, of those kinds that have a command.
  private static let older: [Unicode.Scalar: (String?, Unicode.Scalar)] = {
    let commands: [FormulaVariant: String] = [
      .doubleStruck: "mathbb", .calligraphic: "mathcal", .fraktur: "mathfrak",
    ]
    var letters: [Unicode.Scalar: (String?, Unicode.Scalar)] = ["ℎ": (nil, "h")]
    for (variant, command) in commands {
      for (plain, letter) in FormulaVariant.exceptions[variant] ?? [:] { letters[letter] = (command, plain) }
    }
    return letters
  }()
}
