/// Decodes sets of one byte a character.
///
/// The only decoder that writes through a pointer: with checked writes it would reach half the speed.
struct SingleByteDecoder: CharacterDecoder {
  /// For each byte its UTF-8, the first byte lowest, and above that its length in bits 24 to 31.
  private let packed: [UInt32]

  init(_ set: CharacterSet) {
    packed = (0..<0x80).map { $0 | 1 << 24 } + Self.upperHalf(of: set).map(Self.pack)
  }

  /// Returns the characters of 0x80 to 0xFF, U+FFFD for undefined bytes.
  static func upperHalf(of set: CharacterSet) -> [UInt32] {
    switch set.scheme {
    case .userDefined:
      return Array(0xF780...0xF7FF)
    case .singleByte:
      let scalars = CharacterTables.line(set.name, of: CharacterTables.singleByte) ?? []
      precondition(scalars.count == 128, "no table of \(set.name)")
      // Windows defines no control characters there; the standard's tables have them for browsers.
      guard set.name.hasPrefix("windows-"), !set.keepsUndefinedBytes else { return scalars }
      return scalars.map { (0x80..<0xA0).contains($0) ? 0xFFFD : $0 }
    default:
      return Array(repeating: 0xFFFD, count: 128)
    }
  }

  private static func pack(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return scalar | 1 << 24 }
    if scalar < 0x800 { return 2 << 24 | (0x80 | scalar & 0x3F) << 8 | 0xC0 | scalar >> 6 }
    return 3 << 24 | (0x80 | scalar & 0x3F) << 16 | (0x80 | scalar >> 6 & 0x3F) << 8 | 0xE0 | scalar >> 12
  }

  func decode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    let packed = packed.span
    unsafe output.withUnsafeMutableBufferPointer { buffer, written in
      precondition(buffer.count - written >= 3 * bytes.count)
      guard let base = buffer.baseAddress else { return }
      var target = unsafe UnsafeMutableRawPointer(base + written)
      // Four bytes are stored, and as many counted as the character has: the next one overwrites the rest.
      for index in 0..<max(0, bytes.count - 1) {
        let entry = packed[Int(bytes[index])]
        unsafe target.storeBytes(of: entry.littleEndian, as: UInt32.self)
        unsafe target += Int(entry >> 24)
      }
      written = unsafe UnsafeMutableRawPointer(base).distance(to: target)
    }
    // The last one is written byte by byte: there may be no room for a fourth.
    if bytes.count > 0 {
      let entry = packed[Int(bytes[bytes.count - 1])]
      for byte in 0..<(entry >> 24) { output.append(UInt8(truncatingIfNeeded: entry >> (8 * byte))) }
    }
    return bytes.count
  }
}
