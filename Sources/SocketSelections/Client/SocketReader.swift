import Exchange
import System

/// Reads a board of a desktop through a socket: names in one round trip, values in another.
final class SocketReader: Reader {
  private let place: SocketEndpoint
  private let board: Board
  private var terms: ReadOptions
  private var connection: SocketClientConnection
  private var listed: NameAnswer?
  /// What came along with something else that was asked for, until it is asked for itself.
  private var values: [Key: Representation] = [:]

  private struct Key: Hashable {
    let name: String
    let isUnchanged: Bool
  }

  init(_ place: SocketEndpoint, _ board: Board, _ terms: ReadOptions) throws(ExchangeError) {
    (self.place, self.board, self.terms) = (place, board, terms)
    connection = try SocketClientConnection(place, until: .now + terms.timeout + place.grace)
  }

  var onProgress: (@Sendable (Int) -> Void)?

  func allow(_ timeout: Duration) { terms.timeout = timeout }

  func owner() -> Peer? {
    if listed == nil { _ = try? names() }
    return listed?.owner
  }

  func names() throws(ExchangeError) -> [String] {
    listed = nil
    values = [:]
    let request = connection.machine.list(board, application: terms.application, timeout: milliseconds)
    guard case .names(_, let answer) = try connection.answer(to: request, within: terms.timeout) else {
      throw Self.confused
    }
    listed = answer
    return answer.names
  }

  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    let key = Key(name: name, isUnchanged: unchanged)
    if let value = values.removeValue(forKey: key) {
      guard value.payload.count <= terms.byteLimit else { throw tooLarge(name) }
      return value
    }
    let request = read(key, limit: terms.byteLimit)
    let companions = companions(of: name).map { ($0, read($0, limit: Self.companionLimit)) }
    guard case .value(_, let value, _) = try wait(for: request) else { throw Self.confused }
    for (key, request) in companions {
      // One that is too large, or refused, is asked for again if somebody wants it.
      guard let event = try? wait(for: request), case .value(_, let value, _) = event else { continue }
      values[key] = value
    }
    return value
  }

  func beginning(of name: String, upTo count: Int) throws(ExchangeError) -> RepresentationPrefix {
    var read = ReadRequest(name, on: board.name, limit: SocketLimits.value, timeout: milliseconds)
    read.application = terms.application
    read.prefix = UInt64(max(1, count))
    let request = connection.machine.read(read)
    guard case .value(_, let value, let whole) = try wait(for: request) else { throw Self.confused }
    return RepresentationPrefix(value, size: whole)
  }

  /// A companion that is larger is not taken along.
  private static let companionLimit = 256 << 10

  private static let confused = ExchangeError(.unavailable, "your desktop: it answered another question")

  private func tooLarge(_ name: String) -> ExchangeError {
    .tooLarge(name, limit: terms.byteLimit)
  }

  private var milliseconds: UInt32 {
    let (seconds, attoseconds) = terms.timeout.components
    return UInt32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  private func read(_ key: Key, limit: Int) -> UInt32 {
    var read = ReadRequest(
      key.name, on: board.name, limit: min(limit, SocketLimits.value), timeout: milliseconds)
    read.application = terms.application
    read.isUnchanged = key.isUnchanged
    return connection.machine.read(read)
  }

  private func wait(for request: UInt32) throws(ExchangeError) -> SocketClientMachine.Event {
    let progress = onProgress
    return try connection.answer(to: request, within: terms.timeout) { count in
      if count > 0 { progress?(count) }
    }
  }

  /// What a paste of text will ask for next: the other kinds of text, and what tells about them. Asked for at once, they
  /// cost no round trip of their own.
  private func companions(of name: String) -> [Key] {
    guard let listed, values.isEmpty, Self.isCompanion(name) || PrivacyMarker.isMark(name) else { return [] }
    var kinds: Set<Substring> = [name.prefix { $0 != ";" }]
    return listed.names.filter { other in
      let isWanted = Self.isCompanion(other) || PrivacyMarker.isMark(other)
      return other != name && isWanted && kinds.insert(other.prefix { $0 != ";" }).inserted
    }.prefix(12).map { Key(name: $0, isUnchanged: PrivacyMarker.isMark($0)) }
  }

  private static func isCompanion(_ name: String) -> Bool {
    name.hasPrefix("text/") || name.hasPrefix("application/x-pasteboard-source")
  }
}
