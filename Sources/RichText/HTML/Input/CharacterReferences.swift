/// Decodes character references in attribute values, as far as an address could hide behind one.
enum CharacterReferences {
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "colon": ":", "tab": "\t",
    "newline": "\n", "sol": "/", "num": "#", "quest": "?", "lpar": "(", "rpar": ")", "period": ".",
    "comma": ",",
    "semi": ";", "equals": "=", "percnt": "%", "lowbar": "_", "plus": "+", "bsol": "\\", "ast": "*",
    "excl": "!",
    "commat": "@", "dollar": "$", "copy": "©", "reg": "®", "hellip": "…", "ndash": "–", "mdash": "—",
  ]

  /// The value with its numeric references and those of `named` decoded.
  static func decoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
    guard value.contains(UInt8(ascii: "&")) else { return Array(value) }
    var result: [UInt8] = []
    var index = value.startIndex
    while index < value.endIndex {
      if value[index] == UInt8(ascii: "&"), let (scalar, end) = reference(value, index) {
        result.append(contentsOf: String(scalar).utf8)
        index = end
      } else {
        result.append(value[index])
        index += 1
      }
    }
    return result
  }

  private static func reference(_ value: ArraySlice<UInt8>, _ start: Int) -> (Unicode.Scalar, end: Int)? {
    var index = start + 1
    guard index < value.endIndex else { return nil }
    if value[index] == UInt8(ascii: "#") {
      index += 1
      var radix: UInt32 = 10
      if index < value.endIndex, value[index].lowercased == UInt8(ascii: "x") {
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
      return (Unicode.Scalar(number) ?? "\u{FFFD}", index)
    }
    while index < value.endIndex, index - start < 12, value[index].isASCIILetter { index += 1 }
    let name = String(decoding: value[(start + 1)..<index].map(\.lowercased), as: UTF8.self)
    guard let scalar = named[name] else { return nil }
    if index < value.endIndex, value[index] == UInt8(ascii: ";") { index += 1 }
    return (scalar, index)
  }
}
