/// What the bytes of a value are as a cell of Markdown.
enum MarkdownCell {
  enum Traits {
    /// ASCII that is written as it stands, each byte a column wide.
    case asItIs
    /// One line of text, of which something may need an escape.
    case text
    /// Text with lines, spaces around it, or characters that are not shown.
    case unlike
  }

  /// The characters that stand for themselves wherever they are in a cell, as sets of bits.
  private static let plain = bits(
    of: Array(" ,-/%+#@'\"?{};>".utf8) + (0x20...0x7E).filter(\.isASCIIAlphanumeric))

  private static func bits(of bytes: [UInt8]) -> (low: UInt64, high: UInt64) {
    bytes.reduce(into: (0, 0)) { bits, byte in
      if byte < 0x40 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte & 0x3F) }
    }
  }

  private static let shownLow: UInt64 = ~0 << 0x20
  private static let shownHigh: UInt64 = ~0 >> 1

  static func traits(of value: Span<UInt8>) -> Traits {
    guard !value.isEmpty else { return .asItIs }
    // Which bytes there are: those below 0x40 and those up to 0x7F, without a branch.
    var (low, high, all): (UInt64, UInt64, UInt8) = (0, 0, 0)
    for index in value.indices {
      let byte = value[index]
      let bit: UInt64 = 1 << UInt64(byte & 0x3F)
      let isHigh = 0 &- UInt64(byte >> 6 & 1)
      low |= bit & ~isHigh
      high |= bit & isHigh
      all |= byte
    }
    if value[0] == 0x20 || value[value.count - 1] == 0x20 { return .unlike }
    if all < 0x80 {
      if low & ~plain.low | high & ~plain.high == 0 { return .asItIs }
      return low & ~shownLow | high & ~shownHigh == 0 ? .text : .unlike
    }
    return isOneLine(value) ? .text : .unlike
  }

  /// False if there are control characters, or what ends lines in Unicode: U+0085, U+2028, U+2029.
  private static func isOneLine(_ value: Span<UInt8>) -> Bool {
    for index in value.indices {
      switch value[index] {
      case 0..<0x20, 0x7F: return false
      case 0xC2 where index + 1 < value.count && value[index + 1] == 0x85: return false
      case 0xE2 where index + 2 < value.count && value[index + 1] == 0x80:
        if value[index + 2] | 1 == 0xA9 { return false }
      default: break
      }
    }
    return true
  }
}
