import Synchronization
import System

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
