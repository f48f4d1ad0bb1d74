/// Character references: `&amp;`, `&#38;`, `&#x26;` (CommonMark 2.5).
@usableFromInline package enum CharacterReference {
  /// True if what follows an ampersand may be the rest of a reference.
  @inlinable package static func begins(_ rest: some Collection<UInt8>) -> Bool {
    var length = 0
    for byte in rest.prefix(40) {
      if byte == UInt8(ascii: ";") { return length > 0 }
      guard byte.isASCIIAlphanumeric || (length == 0 && byte == UInt8(ascii: "#")) else { return false }
      length += 1
    }
    return false
  }

  /// The reference that stands for a character.
  package static func of(_ scalar: Unicode.Scalar) -> [UInt8] {
    Array("&#x\(String(scalar.value, radix: 16));".utf8)
  }

  // MARK: Reading

  /// The position where the reference ends that begins at an ampersand: behind its semicolon; nil if there is none.
  ///
  /// The characters are appended to `output`.
  package static func read(_ text: Span<UInt8>, at start: Int, to limit: Int, into output: inout [UInt8])
    -> Int?
  {
    guard start + 2 < limit else { return nil }
    if text[start + 1] == UInt8(ascii: "#") { return readNumber(text, at: start, to: limit, into: &output) }
    var end = start + 1
    while end < limit, text[end].isASCIIAlphanumeric, end - start <= CharacterNames.maximumLength { end += 1 }
    guard end < limit, text[end] == UInt8(ascii: ";"),
      let characters = CharacterNames.characters(text, start + 1..<end)
    else { return nil }
    output += characters
    return end + 1
  }

  /// One to seven decimal digits, or one to six hexadecimal ones.
  private static func readNumber(
    _ text: Span<UInt8>, at start: Int, to limit: Int, into output: inout [UInt8]
  ) -> Int? {
    let isHexadecimal = text[start + 2] | 0x20 == UInt8(ascii: "x")
    let first = start + (isHexadecimal ? 3 : 2)
    var end = first
    var value: UInt32 = 0
    while end < limit, end - first < 8, let digit = text[end].hexadecimalValue, isHexadecimal || digit < 10 {
      value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
      end += 1
    }
    guard end > first, end - first <= (isHexadecimal ? 6 : 7), end < limit, text[end] == UInt8(ascii: ";")
    else { return nil }
    // Control characters are none of the text, as where they stand themselves.
    if value > 0, UInt8(exactly: value)?.isUnshownControl == true { return end + 1 }
    let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    output += Array(String(scalar).utf8)
    return end + 1
  }

  /// A part of a text with its references read, in which backslashes mean nothing.
  package static func decoded(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
    unescaped(text, range, readsBackslashes: false)
  }

  /// A part of a text without its backslashes, and with its references read (CommonMark 2.4, 2.5).
  package static func unescaped(_ text: Span<UInt8>, _ range: Range<Int>, readsBackslashes: Bool = true)
    -> String
  {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = text[position]
      if byte == UInt8(ascii: "&"),
        let end = read(text, at: position, to: range.upperBound, into: &result)
      {
        position = end
        continue
      }
      if readsBackslashes, byte == UInt8(ascii: "\\"), position + 1 < range.upperBound,
        text[position + 1].isASCIIPunctuation
      {
        position += 1
      }
      result.append(text[position])
      position += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Decodes character references where the parser does not: in attribute values, formulas and text of scripts.
package enum CharacterReferences {
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "colon": ":", "tab": "\t",
    "newline": "\n", "sol": "/", "num": "#", "quest": "?", "lpar": "(", "rpar": ")", "period": ".",
    "comma": ",",
    "semi": ";", "equals": "=", "percnt": "%", "lowbar": "_", "plus": "+", "bsol": "\\", "ast": "*",
    "excl": "!",
    "commat": "@", "dollar": "$", "copy": "©", "reg": "®", "hellip": "…", "ndash": "–", "mdash": "—",
  ]

  /// The value with its numeric references and named ones decoded; those of `named`, behind which an address could hide,
  /// without their semicolon too.
  package static func decoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
    guard value.contains(UInt8(ascii: "&")) else { return Array(value) }
    var result: [UInt8] = []
    var index = value.startIndex
    while index < value.endIndex {
      if value[index] == UInt8(ascii: "&"), index + 1 < value.endIndex, value[index + 1].isASCIILetter,
        let end = CharacterReference.read(
          value.span, at: index - value.startIndex, to: value.count, into: &result)
      {
        index = value.startIndex + end
      } else if value[index] == UInt8(ascii: "&"), let (scalar, end) = reference(value, index) {
        result.append(contentsOf: String(scalar).utf8)
        index = end
      } else {
        result.append(value[index])
        index += 1
      }
    }
    return result
  }

  /// The character beyond U+FFFF that two references name by the halves of UTF-16, as Java's Swing writes it; nil if
  /// there are none.
  package static func pair(_ value: ArraySlice<UInt8>, _ start: Int) -> (Unicode.Scalar, end: Int)? {
    guard let (high, middle) = number(value, start), (0xD800..<0xDC00).contains(high),
      middle < value.endIndex, value[middle] == UInt8(ascii: "&"), let (low, end) = number(value, middle),
      (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { return nil }
    return (scalar, end)
  }

  private static func reference(_ value: ArraySlice<UInt8>, _ start: Int) -> (Unicode.Scalar, end: Int)? {
    var index = start + 1
    guard index < value.endIndex else { return nil }
    if value[index] == UInt8(ascii: "#") {
      if let pair = pair(value, start) { return pair }
      guard let (number, end) = number(value, start) else { return nil }
      return (Unicode.Scalar(number) ?? "\u{FFFD}", end)
    }
    while index < value.endIndex, index - start < 12, value[index].isASCIILetter { index += 1 }
    let name = String(decoding: value[(start + 1)..<index].map(\.lowercased), as: UTF8.self)
    guard let scalar = named[name] else { return nil }
    if index < value.endIndex, value[index] == UInt8(ascii: ";") { index += 1 }
    return (scalar, index)
  }

  /// The character that a numeric reference names; nil for one that is none.
  private static func number(_ value: ArraySlice<UInt8>, _ start: Int) -> (UInt32, end: Int)? {
    var index = start + 2
    guard index < value.endIndex, value[start + 1] == UInt8(ascii: "#") else { return nil }
    var radix: UInt32 = 10
    if value[index].lowercased == UInt8(ascii: "x") {
      radix = 16
      index += 1
    }
    var number: UInt32 = 0
    let digits = index
    while index < value.endIndex, let digit = Character(Unicode.Scalar(value[index])).hexDigitValue,
      digit < radix
    {
      number = min(number &* radix &+ UInt32(digit), 0x11_0000)
      index += 1
    }
    guard index > digits else { return nil }
    if index < value.endIndex, value[index] == UInt8(ascii: ";") { index += 1 }
    return (number, index)
  }
}
