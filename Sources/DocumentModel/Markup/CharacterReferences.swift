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

  /// What a numeric reference names; nil for one that is none.
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
