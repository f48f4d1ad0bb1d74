/// Why a connection to a message bus cannot go on.
package enum BusError: Error, Hashable, Sendable {
  /// Bytes that are no message, or a message that the specification does not allow.
  case malformed(String)
  /// The bus does not accept this client.
  case rejected(String)

  /// What happened, in one line without a full stop.
  package var description: String {
    switch self {
    case .malformed(let what): "the message bus broke the protocol: \(what)"
    case .rejected(let why): "the message bus refused the connection: \(why)"
    }
  }
}

/// What the specification, or this client, allows at most.
package enum BusLimit {
  /// Bytes of a message. The specification allows 128 MiB; the messages of a clipboard have some kilobytes.
  package static let message = 1 << 20
  /// Bytes of a signature.
  package static let signature = 255
  /// Arrays in arrays, and structures in structures, of one signature.
  package static let nesting = 32
  /// Values in values, variants among them.
  package static let depth = 64
  /// Bytes of a name of an interface, a member or a connection.
  package static let name = 255
  /// Descriptors of one message, as many as the kernel passes at once.
  package static let descriptors = 253
}
