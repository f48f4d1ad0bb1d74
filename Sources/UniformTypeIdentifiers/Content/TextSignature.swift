/// Tells text from what is none.
enum TextSignature {
  /// True if bytes, which may end within a character, are UTF-8, marked UTF-16, or text in some older character set.
  static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return bytes.count > 2 }
    guard !bytes.contains(0) else { return false }
    return bytes.count(where: isControl) * textPerControl <= bytes.count
  }

  /// Source code now and then holds a control character as it is; what has more of them is no text.
  private static let textPerControl = 16

  /// Control characters but those of printers: backspace to carriage return, and escape.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !(0x08...0x0D ~= byte || byte == 0x1B)
  }
}
