/// Makes messages of bytes, wherever these are split.
package struct MessageStream {
  private var bytes: [UInt8] = []
  private var start = 0

  /// A stream of which nothing has come.
  package init() {}

  /// Takes what has come.
  package mutating func append(_ received: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: received)
  }

  /// True if there is a message that nobody has taken, or what is none.
  var hasMessage: Bool {
    let left = bytes.count - start
    return left >= WireMessage.headerSize && left >= Int(bytes.word(at: start + 4) >> 16)
  }

  /// The next message; nil if it is not whole yet.
  package mutating func next() throws(WireError) -> WireMessage? {
    let left = bytes.count - start
    guard left >= WireMessage.headerSize else { return nil }
    let second = bytes.word(at: start + 4)
    let size = Int(second >> 16)
    guard size >= WireMessage.headerSize, size.isMultiple(of: 4) else {
      throw .malformed("a message of \(size) bytes")
    }
    guard left >= size else { return nil }
    defer { start += size }
    return WireMessage(
      object: bytes.word(at: start), opcode: UInt16(truncatingIfNeeded: second),
      body: Array(bytes[start + WireMessage.headerSize..<start + size]))
  }
}
