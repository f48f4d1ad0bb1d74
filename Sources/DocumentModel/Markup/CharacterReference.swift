/// Character references: `&amp;`, `&#38;`, `&#x26;` (CommonMark 2.5).
package enum CharacterReference {
  /// True if what follows an ampersand may be the rest of a reference.
  package static func begins(_ rest: some Collection<UInt8>) -> Bool {
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

  /// Where the reference ends that begins at an ampersand: behind its semicolon; nil if there is none.
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
