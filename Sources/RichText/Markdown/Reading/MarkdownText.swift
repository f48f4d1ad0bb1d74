/// A text as the parser takes it (CommonMark 2.1, 2.3): lines end in line feeds, and there are no zeros.
enum MarkdownText {
  static func prepared(_ bytes: [UInt8]) -> [UInt8] {
    let text = UTF8Text.repaired(bytes)
    let end = text.endIndex
    guard
      ByteSearch.position(of: 0x0D, in: text[...], from: 0) < end
        || ByteSearch.position(of: 0, in: text[...], from: 0) < end
    else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var isAfterReturn = false
    for byte in text {
      switch byte {
      case 0x0D: result.append(0x0A)
      case 0x0A: if !isAfterReturn { result.append(byte) }
      case 0: result.append(contentsOf: [0xEF, 0xBF, 0xBD])
      default: result.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    return result
  }
}
