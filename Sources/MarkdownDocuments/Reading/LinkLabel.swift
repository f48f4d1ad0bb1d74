/// The labels of references (CommonMark 4.7, 6.3).
enum LinkLabel {
  /// Longer ones are none.
  static let maximumLength = 999

  /// Where the label ends that begins at an opening bracket: behind its closing bracket; nil if there is none.
  static func end(_ text: Span<UInt8>, at start: Int, to limit: Int) -> Int? {
    var position = start + 1
    var length = 0
    while position < limit {
      switch text[position] {
      case UInt8(ascii: "]"):
        return position + 1
      case UInt8(ascii: "["):
        return nil
      case UInt8(ascii: "\\") where position + 1 < limit && text[position + 1].isASCIIPunctuation:
        position += 2
        length += 2
      case let byte:
        if byte & 0xC0 != 0x80 { length += 1 }
        position += 1
      }
      if length > maximumLength { return nil }
    }
    return nil
  }

  /// True if a text without brackets is not too long for a label.
  static func fits(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count > maximumLength else { return true }
    guard range.count <= 4 * maximumLength else { return false }
    var length = 0
    for position in range where text[position] & 0xC0 != 0x80 { length += 1 }
    return length <= maximumLength
  }

  /// What is compared of a label: without white space around it, each run of white space one space, and the case of
  /// letters folded; empty if there is nothing but white space.
  static func normalized(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var isASCII = true
    var isAfterSpace = true
    for position in range {
      let byte = text[position]
      if byte.isSpaceOrTab || byte == 0x0A {
        if !isAfterSpace { result.append(0x20) }
        isAfterSpace = true
      } else {
        isAfterSpace = false
        isASCII = isASCII && byte < 0x80
        result.append(byte &- 0x61 < 26 ? byte & 0xDF : byte)
      }
    }
    if isAfterSpace, !result.isEmpty { result.removeLast() }
    let label = String(decoding: result, as: UTF8.self)
    // Capitals of what is small: so the sharp s is two letters, and the final sigma one like the others.
    return isASCII ? label : label.lowercased().uppercased()
  }
}
