/// The pasteboard names of types that older programs know by an OSType alone.
enum OSTypeFlavor {
  /// The OSType in a name such as `CorePasteboardFlavorType 0x54455854`, which is `TEXT`.
  ///
  /// Nil for other names, and for codes outside of ASCII, whose characters depend on the system's encoding.
  static func osType(in name: String) -> String? {
    let prefix = "CorePasteboardFlavorType 0x"
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    guard name.hasPrefix(prefix), digits.count == 8,
      let code = UInt32(String(name.dropFirst(prefix.count)), radix: 16)
    else { return nil }
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    return bytes.allSatisfy { 0x20..<0x7F ~= $0 } ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
