package import Exchange

/// Puts the values together that come in pieces; what is longer than it said, or than is allowed, is a `SocketProtocolError`.
package struct IncomingValues {
  /// A value that is not whole.
  private struct Partial {
    let head: ValueHead
    var bytes: [UInt8] = []
  }

  private var partials: [UInt32: Partial] = [:]

  package init() {}

  /// Whether a value has begun that is not whole.
  package var isWithinValue: Bool { !partials.isEmpty }

  /// How many bytes have come of a request's value.
  package func count(of request: UInt32) -> Int { partials[request]?.bytes.count ?? 0 }

  /// Begins a value. Its length is only noted: no memory is reserved for what has not come.
  package mutating func begin(_ request: UInt32, _ head: ValueHead, limit: Int) throws(SocketProtocolError) {
    guard partials[request] == nil else { throw SocketProtocolError("a value begins twice") }
    guard head.count <= UInt64(limit) else {
      throw SocketProtocolError("a value of \(head.count) bytes; \(limit) are allowed")
    }
    partials[request] = Partial(head: head)
  }

  package mutating func add(_ request: UInt32, _ piece: [UInt8]) throws(SocketProtocolError) {
    // Taken out: of two holders of the bytes each piece would make a copy of all of them.
    guard var partial = partials.removeValue(forKey: request) else {
      throw SocketProtocolError("a piece of no value")
    }
    guard !piece.isEmpty, UInt64(partial.bytes.count + piece.count) <= partial.head.count else {
      throw SocketProtocolError(piece.isEmpty ? "an empty piece" : "a value is longer than announced")
    }
    partial.bytes.append(contentsOf: piece)
    partials[request] = partial
  }

  /// The whole value, and how many bytes there are in all; nil if nobody knows.
  package mutating func end(_ request: UInt32) throws(SocketProtocolError) -> (
    value: Representation, whole: Int?
  ) {
    guard let partial = partials.removeValue(forKey: request) else {
      throw SocketProtocolError("an end of no value")
    }
    guard UInt64(partial.bytes.count) == partial.head.count else {
      throw SocketProtocolError("a value is shorter than announced")
    }
    let head = partial.head
    return (
      Representation(declared: head.declared, format: Int(head.format), bytes: partial.bytes),
      Int(exactly: head.whole)
    )
  }

  package mutating func forget(_ request: UInt32) {
    partials[request] = nil
  }
}
