/// A message with the number of the request that it belongs to, as it goes over the connection: the length of the
/// payload (4 bytes), the kind (1), the request (4), the payload.
package struct SocketFrame: Hashable, Sendable {
  package var request: UInt32
  package var message: SocketMessage

  package init(_ message: SocketMessage, of request: UInt32 = 0) {
    (self.message, self.request) = (message, request)
  }

  /// The bytes before the payload.
  package static let headSize = 9

  /// The frame as bytes.
  package var bytes: [UInt8] {
    var fields = FieldWriter()
    message.write(to: &fields)
    var head = FieldWriter()
    head.add(UInt32(fields.bytes.count))
    head.add(message.kind)
    head.add(request)
    return head.bytes + fields.bytes
  }
}

/// Takes frames out of a stream of bytes, however it is cut; holds one frame at most.
package struct SocketFrameDecoder {
  private var buffer: [UInt8] = []
  private var start = 0

  package init() {}

  /// Adds bytes that came.
  package mutating func feed(_ bytes: [UInt8]) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Whether a frame has begun and is not whole.
  package var isWithinFrame: Bool { start < buffer.count }

  /// The next whole frame; nil until more bytes come.
  package mutating func next() throws(SocketProtocolError) -> SocketFrame? {
    guard buffer.count - start >= SocketFrame.headSize else { return nil }
    var head = FieldReader(buffer[start..<start + SocketFrame.headSize])
    let count = Int(try head.number(UInt32.self))
    let kind = try head.number(UInt8.self)
    let request = try head.number(UInt32.self)
    // A wrong length is found out before anything of it is waited for.
    guard count <= SocketMessage.payloadLimit(kind) else {
      throw SocketProtocolError(
        "a frame of kind \(kind) with \(count) bytes; \(SocketMessage.payloadLimit(kind)) are allowed")
    }
    let end = start + SocketFrame.headSize + count
    guard buffer.count >= end else { return nil }
    var fields = FieldReader(buffer[start + SocketFrame.headSize..<end])
    let message = try SocketMessage(kind, &fields)
    try fields.requireEnd()
    start = end
    return SocketFrame(message, of: request)
  }
}
