/// Tells values that are numbers, as people and programs write them.
package enum NumberColumn {
  /// The longest value that people line up.
  private static let longest = 32

  /// True for digits with a sign, groups of thousands, decimals, an exponent, a percent sign or that of a currency.
  ///
  /// A date, a version or a telephone number is none.
  package static func isNumber(_ value: Span<UInt8>) -> Bool {
    guard !value.isEmpty, value.count <= longest else { return false }
    var position = 0
    var end = value.count
    while position < end, value[position] == 0x20 { position += 1 }
    while end > position, value[end - 1] == 0x20 { end -= 1 }
    position = skipUnits(value, position, end)
    if position < end, isSign(value[position]) { position += 1 }
    position = skipUnits(value, position, end)
    guard let digitsEnd = amountEnd(value, position, end) else { return false }
    position = digitsEnd
    if position + 1 < end, value[position] | 0x20 == UInt8(ascii: "e") {
      position += isSign(value[position + 1]) ? 2 : 1
      let start = position
      while position < end, value[position].isASCIIDigit { position += 1 }
      guard position > start else { return false }
    }
    return skipUnits(value, position, end) == end
  }

  private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }

  /// The position where digits with separators end, of which all but that of decimals part groups of two or three digits; nil if
  /// there are none.
  private static func amountEnd(_ value: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var position = start
    var hasDigit = false
    // Behind the last separator: how many digits, and whether it parts groups.
    var digits = 0
    var separator: UInt8?
    var seen: UInt64 = 0
    var partsGroups = false
    while position < end {
      let byte = value[position]
      if byte.isASCIIDigit {
        hasDigit = true
        digits += 1
      } else if isSeparator(byte), position + 1 < end, value[position + 1].isASCIIDigit {
        guard separator == nil || 2...3 ~= digits else { return nil }
        let bit: UInt64 = 1 << UInt64(byte)
        partsGroups = seen & bit != 0 || byte == 0x20 || byte == UInt8(ascii: "'")
        seen |= bit
        separator = byte
        digits = 0
      } else {
        break
      }
      position += 1
    }
    guard hasDigit, !partsGroups || 2...3 ~= digits else { return nil }
    return position
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == 0x20 || byte == UInt8(ascii: "'")
  }

  /// Passes over the signs of percent and of currencies, and the spaces beside them.
  private static func skipUnits(_ value: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var position = start
    while position < end {
      switch value[position] {
      case 0x20, UInt8(ascii: "%"), UInt8(ascii: "$"): position += 1
      // £ and ¥, the space that does not break, and €.
      case 0xC2 where position + 1 < end && [0xA3, 0xA5, 0xA0].contains(value[position + 1]): position += 2
      case 0xE2 where position + 2 < end && value[position + 1] == 0x82 && value[position + 2] == 0xAC:
        position += 3
      default: return position
      }
    }
    return position
  }
}
