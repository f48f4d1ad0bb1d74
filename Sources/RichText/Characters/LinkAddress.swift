/// Which addresses a document may link to.
enum LinkAddress {
  /// True unless the address would run a program or show a file of this machine.
  ///
  /// Browsers pass over control characters and white space within a scheme, so does this.
  static func isSafe(_ address: String) -> Bool {
    var scheme: [UInt8] = []
    for byte in address.utf8 where byte > 0x20 {
      if byte == UInt8(ascii: ":") {
        return !["javascript", "vbscript", "data", "file"].contains(String(decoding: scheme, as: UTF8.self))
      }
      guard byte < 0x7F, scheme.count < 32 else { return true }
      scheme.append(byte | 0x20)
    }
    return !scheme.isEmpty
  }
}
