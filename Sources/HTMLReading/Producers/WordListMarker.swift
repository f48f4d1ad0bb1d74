/// What Word spells out before a list item: a bullet, a number in one of its formats, or words.
struct WordListMarker {
  var isOrdered: Bool
  /// What the marker says where no list of numbers can say it: `Article I.`
  private(set) var text: String?
  /// The numbers that it may show, the likeliest first: `c` is a letter, and Roman numerals.
  private var numbers: [Int] = []

  var isBullet: Bool { !isOrdered && text == nil }

  static let bullet = WordListMarker(isOrdered: false)

  private init(isOrdered: Bool, text: String? = nil, numbers: [Int] = []) {
    self.isOrdered = isOrdered
    self.text = text
    self.numbers = numbers
  }

  /// What an item of a numbered list shows.
  init(counting number: Int) {
    self.init(isOrdered: true, numbers: [number])
  }

  /// Reads what stands in an element of its own, which is the marker however it looks.
  init(spelt text: [UInt8]) {
    let words = Self.words(of: text)
    guard let word = words.first else {
      self = .bullet
      return
    }
    let body = word.utf8.filter { $0.isASCIILetter || $0.isASCIIDigit }
    if let marker = Self.number(word) {
      self = marker
    } else if words.count > 1 || body.count > 1 {
      self.init(isOrdered: false, text: words.joined(separator: " "))
    } else {
      self = .bullet
    }
  }

  /// Reads what begins a text; nil if that may be a word like any other.
  init?(leading text: [UInt8]) {
    guard let word = Self.words(of: text).first else { return nil }
    if Self.bullets.contains(word) {
      self = .bullet
    } else if word.utf8.last == UInt8(ascii: ".") || word.utf8.last == UInt8(ascii: ")"),
      let marker = Self.number(word)
    {
      self = marker
    } else {
      return nil
    }
  }

  /// The number of an item that follows so many others; nil if the marker tells none.
  func number(after count: Int) -> Int? {
    guard isOrdered else { return nil }
    return numbers.contains(count + 1) ? count + 1 : numbers.first
  }

  /// What stands between white space.
  static func words(of text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).unicodeScalars
      .split { $0 == " " || $0 == "\u{A0}" || $0 == "\t" || $0 == "\n" || $0 == "\r" }
      .map { String(Substring($0)) }
  }

  // MARK: - Numbers

  /// Letters and signs that are bullets in the fonts that Word takes them from.
  private static let bullets: Set<String> = [
    "·", "o", "§", "•", "-", "–", "○", "■", "▪", "●", "Ø", "ü", "v", "q", "*", "l", "n", "u", "w", "\u{F0B7}",
    "\u{F0A7}",
  ]

  /// The number that a word is: digits, of which the last count this level, a letter, or Roman numerals.
  private static func number(_ word: String) -> WordListMarker? {
    guard !bullets.contains(word) else { return nil }
    let body = word.utf8.filter { $0.isASCIILetter || $0.isASCIIDigit }
    guard !body.isEmpty, word.utf8.count <= 24, word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    if body.allSatisfy(\.isASCIIDigit) {
      let digits = word.utf8.split(whereSeparator: { !$0.isASCIIDigit }).last ?? []
      return WordListMarker(isOrdered: true, numbers: Int(leadingNumberIn: digits).map { [$0] } ?? [])
    }
    guard body.allSatisfy(\.isASCIILetter), body.count == 1 || word.utf8.count <= body.count + 2 else {
      return nil
    }
    let numbers = [romanNumber(body), letterNumber(body)].compactMap(\.self)
    guard let first = body.first?.lowercased, !numbers.isEmpty else { return nil }
    // A list of letters that begins with one of the others is likelier than one of numerals from there on.
    let isLetter = body.count == 1 && "cdlm".utf8.contains(first)
    return WordListMarker(isOrdered: true, numbers: isLetter ? numbers.reversed() : numbers)
  }

  /// The number of Roman numerals, which are written in one way only; nil for letters that are none.
  private static func romanNumber(_ text: [UInt8]) -> Int? {
    let lowered = String(decoding: text.map(\.lowercased), as: UTF8.self)
    guard text.count <= 15, let value = ListMarker.roman(lowered), ListMarker.romanNumeral(value) == lowered
    else { return nil }
    return value
  }

  /// The place of a letter in the alphabet; after `z` comes `aa`.
  private static func letterNumber(_ text: [UInt8]) -> Int? {
    guard let letter = text.first?.lowercased, text.allSatisfy({ $0.lowercased == letter }), text.count <= 4
    else {
      return nil
    }
    return Int(letter) - 0x60 + 26 * (text.count - 1)
  }
}
