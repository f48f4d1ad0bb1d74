/// The letters that Unicode has for formulas (Mathematical Alphanumeric Symbols).
extension FormulaVariant {
  /// The text in letters of this kind; what has none stays.
  func letters(of text: String) -> String {
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
      default: scalar.value
      }
    return Unicode.Scalar(code) ?? scalar
  }

  private static let alphabets: [FormulaVariant: (letters: UInt32, digits: UInt32?)] = [
    .bold: (0x1D400, 0x1D7CE), .doubleStruck: (0x1D538, 0x1D7D8), .calligraphic: (0x1D49C, nil),
    .fraktur: (0x1D504, nil), .sansSerif: (0x1D5A0, 0x1D7E2), .monospace: (0x1D670, 0x1D7F6),
  ]

  /// Letters that Unicode had before.
  private static let exceptions: [FormulaVariant: [Unicode.Scalar: Unicode.Scalar]] = [
    .doubleStruck: ["C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"],
    .calligraphic: [
      "B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ", "e": "ℯ", "g": "ℊ",
      "o": "ℴ",
    ],
    .fraktur: ["C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"],
  ]
}
