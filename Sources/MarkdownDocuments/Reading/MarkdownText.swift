/// A text as the parser takes it (CommonMark 2.1, 2.3): lines end in line feeds, there are no zeros, and no control
/// characters, which nothing shows and which would part what touches without them.
enum MarkdownText {
  static func prepared(_ bytes: [UInt8]) -> [UInt8] {
    let text = UTF8Text.repaired(bytes)
    guard needsChange(text.span) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var isAfterReturn = false
    for byte in text {
      switch byte {
      case 0x0D: result.append(0x0A)
      case 0x0A: if !isAfterReturn { result.append(byte) }
      case 0: result.append(contentsOf: [0xEF, 0xBF, 0xBD])
      case _ where byte.isVerticalSpace: result.append(0x20)
      default: if !byte.isUnshownControl { result.append(byte) }
      }
      isAfterReturn = byte == 0x0D
    }
    return result
  }

  /// Looks at all bytes without a branch, many at a time: nearly every text has none of these.
  private static func needsChange(_ text: Span<UInt8>) -> Bool {
    var found: UInt8 = 0
    for index in text.indices {
      let byte = text[index]
      found |= byte.isUnshownControl || byte == 0x0D ? 1 : 0
    }
    return found != 0
  }
}
