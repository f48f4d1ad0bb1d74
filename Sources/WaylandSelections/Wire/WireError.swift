/// Why a connection to a compositor cannot go on.
package enum WireError: Error, Hashable, Sendable {
  /// What came is no message, or not one that can come here.
  case malformed(String)
  /// The compositor has ended the connection, for the reason that it gives.
  case refused(String)

  /// What happened, in one line without a full stop.
  var words: String {
    switch self {
    case .malformed(let what): "the compositor broke the protocol: \(what)"
    case .refused(let why): "the compositor ended the connection: \(why)"
    }
  }
}
