import Exchange
import Synchronization
import System

/// Watches selections over a connection of its own.
final class X11Watch: Watch {
  private let watcher: Mutex<SelectionWatcher>
  private let boards: [String: Board]
  /// As of when the selections were owned that were told of last.
  private let times = Mutex<[String: UInt32]>([:])

  init(display: String?, _ boards: [Board]) throws(ExchangeError) {
    self.boards = Dictionary(boards.map { ($0.selection, $0) }, uniquingKeysWith: { first, _ in first })
    watcher = try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
      Mutex(try SelectionWatcher(display: display, selections: boards.map(\.selection)))
    }
  }

  func next(until stop: StopSignal?) throws(ExchangeError) -> [BoardChange] {
    try wrapping { watcher throws(SelectionError) in try watcher.next(until: stop) }.compactMap { change in
      boards[change.selection].map { described(change, of: $0) }
    }
  }

  func changesSoFar() throws(ExchangeError) -> Int {
    try wrapping { watcher throws(SelectionError) in try watcher.changesSoFar() }
  }

  private func described(_ change: SelectionChange, of board: Board) -> BoardChange {
    let time = change.owner == nil ? nil : change.time
    let former = times.withLock { times in
      let former = times[change.selection]
      times[change.selection] = time
      return former
    }
    var described = BoardChange(board, hasOwner: change.owner != nil)
    described.isSameTime = time != nil && time == former
    return described
  }

  private func wrapping<Result>(
    _ work: (inout SelectionWatcher) throws(SelectionError) -> sending Result
  ) throws(ExchangeError) -> Result {
    try rethrowing(as: ExchangeError.init) { () throws(SelectionError) in
      try watcher.withLock { watcher throws(SelectionError) in try work(&watcher) }
    }
  }
}
