import Synchronization
import System

extension Backend {
  /// Creates a backend in memory, for tests and previews; other processes do not see its boards.
  ///
  /// Each backend has separate boards. It has no clipboard manager.
  public static func memory() -> Backend {
    let boards = MemoryBoards()
    return Backend(
      name: "memory", place: "\(ObjectIdentifier(boards))", isPresent: { true },
      read: { board, terms throws(ExchangeError) in MemoryReader(boards, board, terms) },
      own: { board, content, terms, ready throws(ExchangeError) in
        let ownership = boards.take(board, content)
        ready()
        let deadline = terms.lifetime.map { MonotonicTime.now + $0 } ?? .never
        ownership.wait(until: deadline, or: terms.stop)
        boards.release(ownership)
      },
      serve: { board, content, ended throws(ExchangeError) in boards.take(board, content, ended) },
      watch: { observed throws(ExchangeError) in MemoryWatch(boards, observed) },
      clear: { board throws(ExchangeError) in boards.clear(board) },
      keep: { _ throws(ExchangeError) in
        throw ExchangeError(.unavailable, "a pasteboard in memory needs no clipboard manager")
      })
  }
}

/// The owners of the boards of a backend in memory, and how often they have changed.
final class MemoryBoards: Sendable {
  private struct State {
    var owners: [Board: MemoryOwnership] = [:]
    var changes: [Board: Int] = [:]
    var watches: [ObjectIdentifier: WakeUp] = [:]
  }
  private let state = Mutex(State())

  func owner(of board: Board) -> MemoryOwnership? {
    state.withLock { $0.owners[board] }
  }

  func changes(of board: Board) -> Int {
    state.withLock { $0.changes[board] ?? 0 }
  }

  /// Gives a board to a new owner.
  func take(
    _ board: Board, _ content: Content, _ ended: @escaping @Sendable () -> Void = {}
  ) -> MemoryOwnership {
    let ownership = MemoryOwnership(self, board, content, ended)
    change(board, to: ownership)
    return ownership
  }

  /// Makes nobody the owner, whoever it is.
  func clear(_ board: Board) {
    change(board, to: nil)
  }

  /// Makes nobody the owner if it is this one.
  func release(_ ownership: MemoryOwnership) {
    if owner(of: ownership.board) === ownership { change(ownership.board, to: nil) }
  }

  /// Signals `wakeUp` at each change from now on.
  func observe(_ wakeUp: WakeUp) {
    state.withLock { $0.watches[ObjectIdentifier(wakeUp)] = wakeUp }
  }

  func ignore(_ wakeUp: WakeUp) {
    state.withLock { $0.watches[ObjectIdentifier(wakeUp)] = nil }
  }

  private func change(_ board: Board, to owner: MemoryOwnership?) {
    let (former, watches) = state.withLock { state in
      let former = state.owners.removeValue(forKey: board)
      state.owners[board] = owner
      state.changes[board, default: 0] += 1
      return (former, Array(state.watches.values))
    }
    former?.end()
    for watch in watches { watch.signal() }
  }
}

/// A board in memory that is owned.
final class MemoryOwnership: Ownership {
  let board: Board
  let content: Content
  private let boards: MemoryBoards
  private let ended: @Sendable () -> Void
  private let lost = WakeUp()

  init(_ boards: MemoryBoards, _ board: Board, _ content: Content, _ ended: @escaping @Sendable () -> Void) {
    (self.boards, self.board, self.content, self.ended) = (boards, board, content, ended)
  }

  var isOwner: Bool { boards.owner(of: board) === self }

  func confirm() throws(ExchangeError) -> Bool { isOwner }

  func stop(within limit: Duration) -> Bool {
    boards.release(self)
    return true
  }

  func end() {
    lost.signal()
    // Do not wait for the former owner's end, as other backends do not.
    let ended = ended
    _ = startThread { ended() }
  }

  /// Returns when another has taken the board, when `stop` says so, or at the deadline.
  func wait(until deadline: MonotonicTime, or stop: StopSignal?) {
    _ = WakeUp.wait(for: [lost] + (stop.map { [$0.wakeUp] } ?? []), until: deadline)
  }
}

/// Reads a board in memory; what is rendered is rendered in the reader's thread.
final class MemoryReader: Reader {
  private let boards: MemoryBoards
  private let board: Board
  private let terms: ReadOptions

  init(_ boards: MemoryBoards, _ board: Board, _ terms: ReadOptions) {
    (self.boards, self.board, self.terms) = (boards, board, terms)
  }

  var onProgress: (@Sendable (Int) -> Void)?

  func names() throws(ExchangeError) -> [String] {
    try offered().map(\.name)
  }

  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    let content = try content()
    guard let offered = try offered().first(where: { $0.name == name }),
      let representation = content.render(offered.rendering)
    else { throw ExchangeError(.refused, "the owner of \(board.noun) does not return \(name)") }
    guard representation.bytes.count <= terms.byteLimit else {
      throw .tooLarge(name, limit: terms.byteLimit)
    }
    onProgress?(representation.bytes.count)
    return representation
  }

  func owner() -> Peer? {
    boards.owner(of: board).map { _ in Peer(className: Peer.ownClass) }
  }

  private func content() throws(ExchangeError) -> Content {
    guard let owner = boards.owner(of: board) else {
      throw ExchangeError(.empty, "\(board.noun) is empty")
    }
    return owner.content
  }

  /// The names that a program of this rule, or an unknown one, is shown.
  private func offered() throws(ExchangeError) -> [Content.Offered] {
    let content = try content()
    let peer = Peer(
      instanceName: terms.application.map { _ in Peer.standInInstance }, className: terms.application)
    return content.view?(peer) ?? content.names.map { Content.Offered($0) }
  }
}

/// Watches boards in memory.
final class MemoryWatch: Watch {
  private struct State {
    var seen: [(board: Board, changes: Int)]
    var counted: Int
  }

  private let boards: MemoryBoards
  private let wakeUp = WakeUp()
  private let state: Mutex<State>

  init(_ boards: MemoryBoards, _ observed: [Board]) {
    self.boards = boards
    let seen = observed.map { (board: $0, changes: boards.changes(of: $0)) }
    state = Mutex(State(seen: seen, counted: seen.reduce(0) { $0 + $1.changes }))
    boards.observe(wakeUp)
  }

  deinit { boards.ignore(wakeUp) }

  func next(until stop: StopSignal?) throws(ExchangeError) -> [BoardChange] {
    while true {
      wakeUp.clear()
      let changed = state.withLock { state in takeChanges(&state) }
      if !changed.isEmpty { return changed }
      let woken = WakeUp.wait(for: [wakeUp] + (stop.map { [$0.wakeUp] } ?? []), until: .never)
      if woken == 1 { return [] }
    }
  }

  func changesSoFar() throws(ExchangeError) -> Int {
    state.withLock { state in
      let now = state.seen.reduce(0) { $0 + boards.changes(of: $1.board) }
      defer { state.counted = now }
      return now - state.counted
    }
  }

  private func takeChanges(_ state: inout State) -> [BoardChange] {
    state.seen.indices.compactMap { index in
      let board = state.seen[index].board
      let changes = boards.changes(of: board)
      guard changes != state.seen[index].changes else { return nil }
      state.seen[index].changes = changes
      return BoardChange(board, hasOwner: boards.owner(of: board) != nil)
    }
  }
}
