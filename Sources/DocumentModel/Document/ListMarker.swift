/// The number, label or box that a list marker states.
package struct ListMarker {
  /// The item's number, nil for a bullet.
  package var number: Int?
  package var checkbox: ListItem.Checkbox?
  /// The marker as it was shown, nil for a bullet or a decimal number.
  package var label: String?

  /// Reads a marker as it was shown: `•`, `1.`, `(b)`, `iv)`, `2.3.1`; nil if there is none.
  ///
  /// - Parameters:
  ///   - numbering: that of the list's level, nil if it is not known.
  ///   - last: the number of the item before, which tells whether an `i` is a letter.
  package init?(_ text: String, numbering: ListNumbering? = nil, after last: Int? = nil) {
    let signs = text.unicodeScalars.filter { !$0.isUnicodeSpace }
    guard let first = signs.first else { return nil }
    switch first {
    case "☐", "□", "❑", "❏", "❒": checkbox = .unchecked
    case "☑", "☒", "✓", "✔", "✗", "✘": checkbox = .checked
    default: break
    }
    label = Self.label(text)
    guard let end = signs.lastIndex(where: Self.isAlphanumeric) else { return }
    let start = signs[..<end].lastIndex { !Self.isAlphanumeric($0) }.map { signs.index(after: $0) }
    let word = String(signs[(start ?? signs.startIndex)...end])
    // A single letter without punctuation, Courier's "o", is a bullet.
    guard signs.count > word.utf8.count || Int(word) != nil else { return }
    number = Self.number(of: word, numbering: numbering, after: last)
  }

  /// The box that a bullet is, which says of each item whether it is done; a tick by itself is a bullet.
  package static func box(_ bullet: String) -> ListItem.Checkbox? {
    switch bullet {
    case "☐", "□", "◻", "❑", "❏", "❒": .unchecked
    case "☑", "☒": .checked
    default: nil
    }
  }

  // MARK: Typed markers

  /// The longest typed marker at the beginning of a paragraph, in bytes.
  package static let typedLimit = 12

  /// True for what people type before an item: a bullet, or a number or letter with punctuation.
  package static func isTyped(_ text: String) -> Bool {
    let signs = text.unicodeScalars.filter { !$0.isUnicodeSpace }
    if signs.count == 1, let bullet = signs.first { return typedBullets.contains(bullet) }
    guard let last = signs.last, last == "." || last == ")" else { return false }
    let word = signs.dropLast().drop { $0 == "(" }
    guard !word.isEmpty, word.count <= 5, word.allSatisfy(isAlphanumeric) else { return false }
    if let number = Int(String(word)) { return number < 1_000 && word.first != "0" }
    return word.count == 1 || roman(String(word).lowercased()) != nil
  }

  private static let typedBullets: Set<Unicode.Scalar> = [
    "•", "◦", "▪", "▫", "●", "○", "■", "□", "·", "‣", "⁃", "➢", "✓", "–", "-", "*", "☐", "☑", "☒",
  ]

  // MARK: Labels

  /// A marker longer than this, in bytes, is no label.
  package static let labelLimit = 64

  /// The text of a marker, nil if a bullet or a decimal number says as much.
  private static func label(_ text: String) -> String? {
    let rest = text.utf8.drop { $0 <= 0x20 || $0 == UInt8(ascii: "(") }.drop { $0 >= 0x30 && $0 <= 0x39 }
    guard !rest.allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ")") }),
      text.utf8.count <= labelLimit, text.unicodeScalars.contains(where: isLetterOrNumber)
    else { return nil }
    let words = text.unicodeScalars.split(whereSeparator: \.isUnicodeSpace)
    return words.map { String($0) }.joined(separator: " ")
  }

  private static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value > 0x7F else { return isAlphanumeric(scalar) }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// A number as a list level of that kind shows it.
  package static func numeral(_ number: Int, numbering: ListNumbering) -> String {
    guard number > 0, number < 4_000 else { return String(number) }
    switch numbering {
    case .upperRoman: return romanNumeral(number).uppercased()
    case .lowerRoman: return romanNumeral(number)
    case .upperLetter: return letters(number).uppercased()
    case .lowerLetter: return letters(number)
    case .paddedDecimal where number < 10: return "0\(number)"
    default: return String(number)
    }
  }

  private static func letters(_ number: Int) -> String {
    let letter = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8((number - 1) % 26)))
    return String(repeating: letter, count: (number - 1) / 26 + 1)
  }

  package static func romanNumeral(_ number: Int) -> String {
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

  private static func number(of text: String, numbering: ListNumbering?, after last: Int?) -> Int? {
    if let number = Int(text) { return min(number, 999_999_999) }
    let lowered = text.lowercased()
    switch numbering {
    case .upperRoman, .lowerRoman: return roman(lowered)
    case .upperLetter, .lowerLetter: return alphabetic(lowered)
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

  /// The sum of Roman numerals in small letters, however they are put together; nil for other letters.
  package static func roman(_ text: String) -> Int? {
    var total = 0
    var before = 0
    for byte in text.utf8.reversed() {
      guard let value = romanValue(byte), total < 10_000 else { return nil }
      total += value < before ? -value : value
      before = max(before, value)
    }
    return total > 0 ? total : nil
  }

  private static func romanValue(_ letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "i"): 1
    case UInt8(ascii: "v"): 5
    case UInt8(ascii: "x"): 10
    case UInt8(ascii: "l"): 50
    case UInt8(ascii: "c"): 100
    case UInt8(ascii: "d"): 500
    case UInt8(ascii: "m"): 1000
    default: nil
    }
  }
}

/// The numbering that a list's level shows.
package enum ListNumbering: UInt8 {
  case decimal
  case upperRoman
  case lowerRoman
  case upperLetter
  case lowerLetter
  /// 01, 02 … 10.
  case paddedDecimal
  case bullet
  /// A list without a marker.
  case none

  package var isNumbered: Bool { self != .bullet && self != .none }
}
