package import Exchange

/// A message of the protocol, without the number of the request that it belongs to.
package enum SocketMessage: Hashable, Sendable {
  // From the client.
  case hello(version: UInt16, label: String)
  case list(board: String, application: String?, timeout: UInt32)
  case read(ReadRequest)
  case cancel
  case own(OwnRequest)
  /// A value that a copy brings along follows as `value`, pieces and `end`, each for one of its names.
  case push(name: UInt32)
  case commit
  case release
  case confirm(own: UInt32)
  case watch(boards: [String])
  case count(watch: UInt32)
  case clear(board: String)

  // From the server.
  case welcome(version: UInt16, rights: UInt8)
  case names(NameAnswer)
  case owned(isKept: Bool)
  case kept
  case lost
  case render(own: UInt32, name: String)
  case changed(board: String, hasOwner: Bool)
  case asking
  case done(UInt64)

  // From either.
  case value(ValueHead)
  case piece([UInt8])
  case end
  case failed(FailureCode, String)
}

/// What is asked for by `read`.
package struct ReadRequest: Hashable, Sendable {
  package var board: String
  package var name: String
  /// The rule of the program to ask as.
  package var application: String?
  /// Whether text comes in the display system's own encoding.
  package var isUnchanged = false
  /// How many of the first bytes are enough; 0 for all.
  package var prefix: UInt64 = 0
  /// More bytes than this are refused.
  package var limit: UInt64
  /// In milliseconds.
  package var timeout: UInt32

  package init(_ name: String, on board: String, limit: Int, timeout: UInt32) {
    (self.name, self.board, self.limit, self.timeout) = (name, board, UInt64(limit), timeout)
  }
}

/// What is copied by `own`: names, whose values follow or are asked for later.
package struct OwnRequest: Hashable, Sendable {
  package var board: String
  package var names: [String]
  package var isSensitive: Bool
  /// Whether the server may keep the content when its owner has gone.
  package var mayBeKept: Bool

  package init(board: String, names: [String], isSensitive: Bool, mayBeKept: Bool) {
    (self.board, self.names) = (board, names)
    (self.isSensitive, self.mayBeKept) = (isSensitive, mayBeKept)
  }
}

/// The names that an owner offers, and who it is.
package struct NameAnswer: Hashable, Sendable {
  package var names: [String]
  package var instanceName: String?
  package var className: String?
  package var executable: String?

  package init(_ names: [String], of owner: Peer?) {
    self.names = names
    (instanceName, className) = (owner?.instanceName, owner?.className)
    executable = owner?.executable
  }

  /// Nil where nothing is known of the owner.
  package var owner: Peer? {
    guard instanceName != nil || className != nil || executable != nil else { return nil }
    return Peer(instanceName: instanceName, className: className, executable: executable)
  }
}

/// What stands before the bytes of a value.
package struct ValueHead: Hashable, Sendable {
  /// What the owner declares the bytes to be.
  package var declared: String?
  /// Bits per item.
  package var format: UInt8
  /// How many bytes follow.
  package var count: UInt64
  /// How many there are in all, where only the first ones follow; `unknown` if nobody knows.
  package var whole: UInt64

  package static let unknown = UInt64.max

  package init(declared: String?, format: UInt8, count: UInt64, whole: UInt64) {
    (self.declared, self.format, self.count, self.whole) = (declared, format, count, whole)
  }

  package init(_ representation: Representation, whole: Int? = nil, isPrefix: Bool = false) {
    let count = UInt64(representation.payload.count)
    self.init(
      declared: representation.declared, format: UInt8(representation.format), count: count,
      whole: isPrefix ? whole.map { UInt64($0) } ?? Self.unknown : count)
  }
}
