/// A set of ASCII characters, which tells its members with a shift.
package struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init(_ characters: String) {
    for byte in characters.utf8 { insert(byte) }
  }

  /// Every character for which the condition holds.
  package init(where condition: (UInt8) -> Bool) {
    for byte in UInt8(0)..<0x80 where condition(byte) { insert(byte) }
  }

  package func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low : high) >> (byte & 63) & 1 != 0
  }

  package mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << byte } else if byte < 0x80 { high |= 1 << (byte & 63) }
  }
}
