/// What one side has to send: frames in order, and the values of several requests in turns, piece by piece.
///
/// A large value holds up no small answer, and nothing is copied before it goes.
package struct OutgoingFrames {
  private var frames: [SocketFrame] = []
  private var values: [(request: UInt32, payload: [UInt8], start: Int)] = []

  package init() {}

  package var isEmpty: Bool { frames.isEmpty && values.isEmpty }

  /// The bytes of values that wait.
  package var byteCount: Int { values.reduce(0) { $0 + $1.payload.count - $1.start } }

  /// How many values and frames wait.
  package var count: Int { frames.count + values.count }

  package mutating func add(_ message: SocketMessage, of request: UInt32) {
    frames.append(SocketFrame(message, of: request))
  }

  /// Sends a value: its head, its bytes in pieces, its end.
  package mutating func add(_ head: ValueHead, _ payload: [UInt8], of request: UInt32) {
    frames.append(SocketFrame(.value(head), of: request))
    values.append((request, payload, 0))
  }

  /// Sends no more of a request's value.
  package mutating func cancel(_ request: UInt32) {
    values.removeAll { $0.request == request }
    frames.removeAll { frame in
      guard case .value = frame.message else { return false }
      return frame.request == request
    }
  }

  /// The bytes that go next; empty when there is nothing to send.
  package mutating func next() -> [UInt8] {
    if !frames.isEmpty {
      var bytes: [UInt8] = []
      while let frame = frames.first, bytes.count < SocketLimits.piece {
        bytes += frame.bytes
        frames.removeFirst()
      }
      return bytes
    }
    guard !values.isEmpty else { return [] }
    var value = values.removeFirst()
    let end = min(value.start + SocketLimits.piece, value.payload.count)
    var bytes: [UInt8] = []
    if value.start < end {
      bytes = SocketFrame(.piece(Array(value.payload[value.start..<end])), of: value.request).bytes
    }
    value.start = end
    if end == value.payload.count {
      bytes += SocketFrame(.end, of: value.request).bytes
    } else {
      values.append(value)
    }
    return bytes
  }
}
