package import Exchange

/// The bounds of the protocol, for both sides; `Documentation/socket.md` states them for others.
package enum SocketLimits {
  /// The version that this program speaks.
  package static let version: UInt16 = 1
  /// The bytes of one frame's payload.
  package static let payload = 1 << 20
  /// The bytes of one piece of a value.
  package static let piece = 1 << 16
  /// The names in one list.
  package static let names = 1024
  /// The bytes of one name.
  package static let name = 1024
  /// The bytes of a host's label.
  package static let label = 255
  /// The bytes of a message for people.
  package static let message = 500
  /// The bytes of one value.
  package static let value = 1 << 30
  /// The requests of one connection that are being answered at one time.
  package static let requests = 32
  /// The bytes of all values that a copy brings along.
  package static let pushed = 1 << 20
  /// The boards that are shared; a client never sees the exchange's own, such as the history.
  package static let boards: [Board] = [.general, .primary, .secondary, .find]
}

/// A violation of the protocol by the other side, which ends the connection.
package struct SocketProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rule that was broken, in one line.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// Why a request failed, as it is sent.
package enum FailureCode: UInt8, Sendable, CaseIterable {
  case empty = 1, refused, timedOut, ownerVanished, tooLarge, overtaken, unavailable
  /// The person at the desktop does not allow it.
  case denied
  /// Too many requests, copies or connections.
  case busy
  /// The versions of the two sides have nothing in common.
  case version

  /// The codes that callers of a backend know; all others are `unavailable` to them.
  private static let known: [(sent: FailureCode, thrown: ExchangeError.Code)] = [
    (.empty, .empty), (.refused, .refused), (.timedOut, .timedOut), (.ownerVanished, .ownerVanished),
    (.tooLarge, .tooLarge), (.overtaken, .overtaken),
  ]

  package init(_ code: ExchangeError.Code) {
    self = Self.known.first { $0.thrown == code }?.sent ?? .unavailable
  }

  /// The code that callers of a backend know.
  package var exchangeCode: ExchangeError.Code {
    Self.known.first { $0.sent == self }?.thrown ?? .unavailable
  }
}
