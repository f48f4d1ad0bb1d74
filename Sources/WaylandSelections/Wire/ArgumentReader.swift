/// Takes the arguments of a message one after the other.
package struct ArgumentReader {
  private let bytes: [UInt8]
  private var position = 0

  /// The arguments of a message.
  package init(_ message: WireMessage) {
    bytes = message.body
  }

  /// A number, an object, or the number of a new one.
  package mutating func word() throws(WireError) -> UInt32 {
    guard bytes.count - position >= 4 else { throw .malformed("an argument is missing") }
    defer { position += 4 }
    return bytes.word(at: position)
  }

  /// The bytes of a text without the NUL that ends it; nil for none.
  package mutating func text() throws(WireError) -> [UInt8]? {
    let count = Int(try word())
    if count == 0 { return nil }
    let padded = (count + 3) & ~3
    guard padded <= bytes.count - position else { throw .malformed("a text is longer than its message") }
    guard bytes[position + count - 1] == 0 else { throw .malformed("a text does not end") }
    defer { position += padded }
    return Array(bytes[position..<position + count - 1])
  }
}

extension Collection where Element == UInt8, Index == Int {
  /// A word in this machine's byte order; there must be four bytes.
  func word(at index: Int) -> UInt32 {
    var word: UInt32 = 0
    for offset in 0..<4 {
      #if _endian(little)
      word |= UInt32(self[index + offset]) << UInt32(8 * offset)
      #else
      word = word << 8 | UInt32(self[index + offset])
      #endif
    }
    return word
  }
}
