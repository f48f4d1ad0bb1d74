/// The base 32 of dynamic identifiers.
///
/// Most significant bits first, no padding, letters without i, j, l and o.
enum Base32 {
  private static let digits = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var encoded: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        encoded.append(digits[Int(bits >> UInt32(bitCount) & 0x1F)])
      }
    }
    if bitCount > 0 { encoded.append(digits[Int(bits << UInt32(5 - bitCount) & 0x1F)]) }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Nil for other characters, a last character that is not needed, or bits left over that are not zero.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      bits = bits << 5 | UInt32(digit)
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    guard !bytes.isEmpty, bitCount < 5, bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
    return bytes
  }
}
