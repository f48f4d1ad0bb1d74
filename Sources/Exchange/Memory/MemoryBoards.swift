import Synchronization
import System

/// Who owns which board of a backend in memory, and how often that has changed.
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
    // As other backends do: whoever takes a board is not kept by what its former owner does at its end.
    let ended = ended
    _ = startThread { ended() }
  }

  /// Returns when another has taken the board, when `stop` says so, or at the deadline.
  func wait(until deadline: MonotonicTime, or stop: StopSignal?) {
    _ = WakeUp.wait(for: [lost] + (stop.map { [$0.wakeUp] } ?? []), until: deadline)
  }
}
