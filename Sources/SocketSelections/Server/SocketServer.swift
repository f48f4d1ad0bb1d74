package import Exchange
import Synchronization
package import System

/// Shares the boards of a backend with whoever connects to a socket: programs of the same person on this machine, and
/// through a forward those on others.
package final class SocketServer: Sendable {
  /// What is shared, and how.
  package struct Configuration: Sendable {
    package var backend: Backend
    package var rights: Rights = .copy
    package var boards = SocketLimits.boards
    /// What the client is called; nil for what it calls itself.
    package var label: String?
    /// Decides on what is not allowed anyway.
    package var decide: (@Sendable (Rights, _ label: String) -> Bool)?
    /// Makes the content to own of what a client copied.
    package var content: @Sendable (ClientCopy) -> Content = { $0.content }
    /// Which names of a copy are fetched at once, so that it stays when the client goes; nil to fetch none.
    package var wanted: (@Sendable ([String]) -> [String])?
    /// Is told what happens.
    package var say: (@Sendable (Event) -> Void)?
    /// So many may be connected at one time.
    package var clients = 64

    package init(_ backend: Backend) {
      self.backend = backend
    }
  }

  /// What people may want to hear of.
  package enum Event: Hashable, Sendable {
    case connected(String), gone(String)
    /// The client broke the protocol.
    case broken(String, String)
  }

  let options: Configuration
  private let stopSignal = WakeUp()
  private let ended = WakeUp()

  private struct State {
    var connections = 0
    var works = 0
    var waiting: [@Sendable () -> Void] = []
    var allowance = RequestAllowance()
    /// Boards that are owned without the client that copied.
    ///
    /// Of two that follow each other at once, the loser may not have heard of it when it comes last: both stay here, and
    /// the display decides which one counts.
    var kept: [SocketServerConnection.Owned] = []
  }

  private let state = Mutex(State())
  /// One large value is read at a time.
  private let largeRead = Mutex(())

  /// Listens at a path and answers until it is stopped; throws if that is not possible.
  package init(at path: String, _ options: Configuration) throws(ExchangeError) {
    self.options = options
    guard let thread = ReservedThread() else {
      throw ExchangeError(.unavailable, "could not create a thread")
    }
    let listener = try rethrowing(as: { ExchangeError(.unavailable, "\($0)") }) { () throws(SystemError) in
      try ListeningSocket(at: path)
    }
    thread.run(owning: listener) { listener in
      while let socket = listener.next(until: self.stopSignal) { self.accept(socket) }
      _ = consume listener
      self.ended.signal()
    }
  }

  /// Ends all connections; what is kept is handed to the clipboard manager, if there is one.
  package func stop(within limit: Duration) {
    stopSignal.signal()
    _ = ended.wait(until: .now + limit)
    let deadline = MonotonicTime.now + limit
    while state.withLock({ $0.connections }) > 0, .now < deadline {
      _ = WakeUp().wait(until: .now + .milliseconds(5))
    }
    for owned in state.withLock({ $0.kept }) where owned.ownership.isOwner {
      owned.ownership.stop(within: limit)
    }
  }

  /// What clients copied that is still there, by board.
  package var kept: [Board: ClientCopy] {
    owners.mapValues(\.copy)
  }

  /// The name on its display of what is kept there; nil if nothing is, or it has none.
  package func nameOfKept(_ board: Board) -> String? { owners[board]?.ownership.name }

  private var owners: [Board: SocketServerConnection.Owned] {
    let owners = state.withLock { $0.kept }.filter { $0.ownership.isOwner }
    return Dictionary(owners.map { ($0.board, $0) }) { $1 }
  }

  /// Owns what an earlier server kept, unless another program owns the board.
  package func restore(_ snapshot: Snapshot, from label: String, on board: Board) {
    let request = OwnRequest(board: "", names: snapshot.names, isSensitive: false, mayBeKept: true)
    let offer = SocketServerMachine.Offer(request, snapshot.representations)
    let copy = ClientCopy(offer, from: label) { _, _, _ in false }
    copy.cut()
    guard let reader = try? options.backend.read(board, ReadOptions()), reader.owner() == nil,
      let ownership = try? options.backend.serve(board, options.content(copy), {})
    else { return }
    keep(SocketServerConnection.Owned(board: board, copy: copy, ownership: ownership))
  }

  private func accept(_ socket: consuming sending Socket) {
    let mayConnect = state.withLock { state in
      guard state.connections < options.clients else { return false }
      state.connections += 1
      return true
    }
    guard mayConnect else {
      let refusal = SocketFrame(.failed(.busy, "too many clients are connected"), of: 0).bytes
      _ = try? socket.sendPiece(refusal[...])
      return
    }
    let isStarted = startThread(owning: socket) { socket in
      SocketServerConnection(self, stop: self.stopSignal).run(socket)
      self.state.withLock { $0.connections -= 1 }
    }
    if !isStarted { state.withLock { $0.connections -= 1 } }
  }

  // MARK: Bounds

  /// So many requests of all connections are worked on at one time.
  private static let worksAtOnce = 128

  /// So many more wait for their turn, as fifty clients that paste at one time need it.
  private static let waitingLimit = 1024

  /// Does what may take a while in a thread, in its turn; returns false, having done nothing, where too much waits.
  func work(_ body: @escaping @Sendable () -> Void) -> Bool {
    let mayBegin: Bool? = state.withLock { state in
      if state.works < Self.worksAtOnce {
        state.works += 1
        return true
      }
      guard state.waiting.count < Self.waitingLimit else { return nil }
      state.waiting.append(body)
      return false
    }
    guard mayBegin == true else { return mayBegin != nil }
    let isStarted = startThread { [self] in
      body()
      while let next = nextWork() { next() }
    }
    if !isStarted { state.withLock { $0.works -= 1 } }
    return isStarted
  }

  /// The work whose turn it is; nil, and a place becomes free, if none waits.
  private func nextWork() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.works -= 1
      return nil
    }
  }

  /// Whether a board may be taken once more, for any client.
  func mayTake() -> Bool { state.withLock { $0.allowance.take(at: .now) } }

  static let tooOften = ExchangeError(.unavailable, "clients copy too often; try again in a second")

  // MARK: What is kept

  /// Goes on owning a board without its client.
  func keep(_ owned: SocketServerConnection.Owned) {
    state.withLock { state in
      state.kept.removeAll { !$0.ownership.isOwner }
      state.kept.append(owned)
    }
  }

  /// A client went away without a word: what has come of its copy stays, and nothing else of it.
  func settle(_ owned: SocketServerConnection.Owned) {
    owned.copy.cut()
    guard owned.ownership.isOwner else { return }
    // The display is asked once more: another program may have copied meanwhile, and keeps the board.
    guard owned.copy.mayBeKept, options.wanted != nil, let rest = owned.copy.remainder(),
      (try? owned.ownership.confirm()) == true,
      let ownership = try? options.backend.serve(owned.board, options.content(rest), {})
    else {
      owned.ownership.stop(within: .seconds(2))
      return
    }
    keep(SocketServerConnection.Owned(board: owned.board, copy: rest, ownership: ownership))
  }

  // MARK: Reading

  /// What was asked for, or why it cannot be had.
  typealias Answer<Value> = Result<Value, AnswerFailure>

  /// Why something cannot be had.
  struct AnswerFailure: Error, Hashable {
    let code: FailureCode
    let message: String

    init(_ code: FailureCode, _ message: String) {
      (self.code, self.message) = (code, message)
    }

    init(_ error: ExchangeError) {
      self.init(FailureCode(error.code), error.description)
    }
  }

  func names(_ board: Board, application: String?, timeout: UInt32) -> Answer<NameAnswer> {
    answer { () throws(ExchangeError) in
      let reader = try reader(board, application, timeout: timeout, limit: SocketLimits.message)
      let names = try reader.names()
      try requireNoSecret(names, reader)
      return NameAnswer(names, of: reader.owner())
    }
  }

  func read(_ request: ReadRequest) -> Answer<(Representation, ValueHead)> {
    let limit = Int(clamping: min(request.limit, UInt64(SocketLimits.value)))
    return answer { () throws(ExchangeError) in
      do throws(ExchangeError) {
        return try read(request, limit: min(limit, Self.smallRead))
      } catch {
        guard error.code == .tooLarge, limit > Self.smallRead else { throw error }
        return try rethrowing(as: { $0 as ExchangeError }) { () throws(ExchangeError) in
          try largeRead.withLock { _ throws(ExchangeError) in try read(request, limit: limit) }
        }
      }
    }
  }

  /// More than this is read for one client at a time.
  private static let smallRead = 64 << 20

  private func read(
    _ request: ReadRequest, limit: Int
  ) throws(ExchangeError) -> (Representation, ValueHead) {
    let board = Board(request.board)
    let reader = try reader(board, request.application, timeout: request.timeout, limit: limit)
    let names = try reader.names()
    try requireNoSecret(names, reader)
    // A name that is not offered is not even asked for: an X server would remember it for ever.
    guard names.contains(request.name) else {
      throw ExchangeError(.refused, "the owner of \(board) does not offer \(request.name)")
    }
    var value: Representation
    var head: ValueHead
    if request.prefix > 0 {
      let beginning = try reader.beginning(of: request.name, upTo: Int(clamping: request.prefix))
      value = beginning.representation
      if value.payload.count > limit { value.bytes = Array(value.bytes.prefix(limit)) }
      head = ValueHead(value, whole: beginning.size, isPrefix: true)
    } else {
      value = try reader.representation(request.name, unchanged: request.isUnchanged)
      head = ValueHead(value)
    }
    // Something else may have been copied meanwhile: a secret, too.
    if !options.rights.contains(.secrets), let again = try? reader.names(), again != names {
      try requireNoSecret(again, reader)
    }
    return (value, head)
  }

  private func reader(
    _ board: Board, _ application: String?, timeout: UInt32, limit: Int
  ) throws(ExchangeError) -> any Reader {
    let wait = Duration.milliseconds(Int(min(max(timeout, 100), 60_000)))
    return try options.backend.read(
      board, ReadOptions(timeout: wait, byteLimit: limit, application: application))
  }

  private func requireNoSecret(_ names: [String], _ reader: any Reader) throws(ExchangeError) {
    guard !options.rights.contains(.secrets) else { return }
    let meaning = PrivacyMarker.meaning(among: names) {
      try? reader.representation($0, unchanged: true).bytes
    }
    if meaning == .secret {
      throw ExchangeError(.refused, "the clipboard holds a secret, which is not shared")
    }
  }

  private func answer<Value>(_ body: () throws(ExchangeError) -> Value) -> Answer<Value> {
    do throws(ExchangeError) {
      return .success(try body())
    } catch {
      return .failure(AnswerFailure(error))
    }
  }
}

extension SocketServerMachine {
  mutating func answer(_ request: UInt32, with answer: SocketServer.Answer<NameAnswer>) {
    switch answer {
    case .success(let names): self.answer(request, names)
    case .failure(let failure): fail(request, failure.code, failure.message)
    }
  }

  mutating func answer(_ request: UInt32, with answer: SocketServer.Answer<(Representation, ValueHead)>) {
    switch answer {
    case .success(let (value, head)): self.answer(request, value, head)
    case .failure(let failure): fail(request, failure.code, failure.message)
    }
  }
}

/// The rate at which clients may take the clipboard: a few times at once, then once in a while.
///
/// A client that goes on while it is refused is refused for good: only a rest earns anything. A pure value.
package struct RequestAllowance: Sendable {
  /// So many at once.
  package static let burst = 20
  /// One more after each such time without a request.
  package static let rest = Duration.seconds(1)

  private var left = Self.burst
  private var last: MonotonicTime?

  package init() {}

  /// Whether one more is allowed now; it counts in any case.
  package mutating func take(at now: MonotonicTime) -> Bool {
    let since = last.map { max(0, now.nanoseconds - $0.nanoseconds) } ?? 0
    let earned = Int(clamping: since / 1_000_000_000)
    left = min(Self.burst, left + earned)
    // Once nothing is left, a request within the second begins it anew.
    if last == nil || earned > 0 || left == 0 { last = now }
    guard left > 0 else { return false }
    left -= 1
    return true
  }
}
