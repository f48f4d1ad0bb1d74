/// What the text of a list marker says.
struct RTFMarker {
  /// The item's number, nil for a bullet.
  var number: Int?
  var checkbox: ListItem.Checkbox?
  /// The marker as it was shown, nil for a bullet or a decimal number.
  var label: String?

  /// Reads a marker as it was shown: `•`, `1.`, `(b)`, `iv)`, `2.3.1`; nil if there is none.
  ///
  /// - Parameters:
  ///   - numbering: the list level's `\levelnfc`, nil if it is not known.
  ///   - last: the number of the item before, which tells whether an `i` is a letter.
  init?(_ text: String, numbering: Int? = nil, after last: Int? = nil) {
    let trimmed = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    guard let first = trimmed.first else { return nil }
    switch first {
    case "☐", "□", "❑", "❏", "❒": checkbox = .unchecked
    case "☑", "☒", "✓", "✔", "✗", "✘": checkbox = .checked
    default: break
    }
    label = Self.label(text)
    let letters = trimmed.drop { !Self.isAlphanumeric($0) }
    let parts = letters.split { !Self.isAlphanumeric($0) }
    // A single letter without punctuation, Courier's "o", is a bullet.
    guard let word = parts.last?.map(Character.init) else { return }
    guard trimmed.count > word.count || Int(String(word)) != nil else { return }
    number = Self.number(of: String(word), numbering: numbering, after: last)
  }

  // MARK: Typed markers

  /// How far into a paragraph a typed marker reaches at most, in bytes.
  static let typedLimit = 12

  /// True for what people type before an item: a bullet, or a number or letter with punctuation.
  static func isTyped(_ text: String) -> Bool {
    let trimmed = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    if trimmed.count == 1, let bullet = trimmed.first { return typedBullets.contains(bullet) }
    guard let last = trimmed.last, last == "." || last == ")" else { return false }
    let word = trimmed.dropLast().drop { $0 == "(" }
    guard !word.isEmpty, word.count <= 5, word.allSatisfy(isAlphanumeric) else { return false }
    if let number = Int(String(Substring(word))) { return number < 1_000 && word.first != "0" }
    return word.count == 1 || roman(String(Substring(word)).lowercased()) != nil
  }

  private static let typedBullets: Set<Unicode.Scalar> = [
    "•", "◦", "▪", "▫", "●", "○", "■", "□", "·", "‣", "⁃", "➢", "✓", "–", "-", "*", "☐", "☑", "☒",
  ]

  // MARK: Labels

  /// A marker longer than this, in bytes, is no label.
  private static let labelLimit = 64

  /// The text of a marker, nil if a bullet or a decimal number says as much.
  private static func label(_ text: String) -> String? {
    let label = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard label.utf8.count <= labelLimit, label.unicodeScalars.contains(where: isLetterOrNumber) else {
      return nil
    }
    let number = label.utf8.drop { $0 == UInt8(ascii: "(") }.drop { $0 >= 0x30 && $0 <= 0x39 }
    return number.allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ")") } ? nil : label
  }

  private static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// The label of a number where no marker was shown, nil if the level has decimal numbers (`\levelnfc`).
  static func label(of number: Int, numbering: Int) -> String? {
    guard number > 0, number < 4_000 else { return nil }
    let letter = String(
      repeating: Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8((number - 1) % 26))),
      count: (number - 1) / 26 + 1)
    switch numbering {
    case 1: return romanNumeral(number).uppercased() + "."
    case 2: return romanNumeral(number) + "."
    case 3: return letter.uppercased() + "."
    case 4: return letter + "."
    default: return nil
    }
  }

  private static func romanNumeral(_ number: Int) -> String {
    let numerals = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
      (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var rest = number
    return numerals.reduce(into: "") { text, numeral in
      text += String(repeating: numeral.1, count: rest / numeral.0)
      rest %= numeral.0
    }
  }

  // MARK: Numbers

  private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "a"..."z", "A"..."Z": true
    default: false
    }
  }

  private static func number(of text: String, numbering: Int?, after last: Int?) -> Int? {
    if let number = Int(text) { return min(number, 999_999_999) }
    let lowered = text.lowercased()
    switch numbering {
    case 1, 2: return roman(lowered)
    case 3, 4: return alphabetic(lowered)
    default:
      let (letter, numeral) = (alphabetic(lowered), roman(lowered))
      if let last, letter == last + 1 || numeral == last + 1 { return last + 1 }
      return text.utf8.count == 1 && lowered != "i" ? letter : numeral
    }
  }

  /// a is 1, z is 26, aa is 27.
  private static func alphabetic(_ text: String) -> Int? {
    guard let first = text.utf8.first, text.utf8.allSatisfy({ $0 == first }), text.utf8.count < 40 else {
      return nil
    }
    return Int(first) - Int(UInt8(ascii: "a")) + 1 + 26 * (text.utf8.count - 1)
  }

  private static func roman(_ text: String) -> Int? {
    let values: [UInt8: Int] = [
      UInt8(ascii: "i"): 1, UInt8(ascii: "v"): 5, UInt8(ascii: "x"): 10, UInt8(ascii: "l"): 50,
      UInt8(ascii: "c"): 100, UInt8(ascii: "d"): 500, UInt8(ascii: "m"): 1000,
    ]
    var total = 0
    var before = 0
    for byte in text.utf8.reversed() {
      guard let value = values[byte], total < 10_000 else { return nil }
      total += value < before ? -value : value
      before = max(before, value)
    }
    return total > 0 ? total : nil
  }
}
