import Exchange
import Synchronization
import System

/// Watches boards of a desktop through a socket; idle, it does not wake up.
final class SocketWatch: Watch {
  private struct State: ~Copyable {
    var connection: SocketClientConnection
    let watch: UInt32
    var pending: [BoardChange] = []

    /// Notes changes among events; throws where the desktop ends the watch.
    mutating func note(_ events: [SocketClientMachine.Event]) throws(ExchangeError) {
      for event in events {
        switch event {
        case .changed(watch, let board, let hasOwner):
          pending.removeAll { $0.board == board }
          pending.append(BoardChange(board, hasOwner: hasOwner))
        case .failed(watch, let code, let message): throw connection.failure(code, message)
        default: break
        }
      }
    }
  }

  private let state: Mutex<State>

  init(_ place: SocketEndpoint, _ boards: [Board]) throws(ExchangeError) {
    var connection = try SocketClientConnection(place, until: .now + place.grace)
    let watch = connection.machine.watch(boards)
    // The answer to a first count says that watching has begun, or why it has not.
    let count = connection.machine.count(watch)
    _ = try connection.answer(to: count, within: .seconds(1), orFailureOf: watch)
    state = Mutex(State(connection: connection, watch: watch))
  }

  func next(until stop: StopSignal?) throws(ExchangeError) -> [BoardChange] {
    try state.withLock { (state) throws(ExchangeError) in
      let wakeUps = stop.map { [$0.wakeUp] } ?? []
      while true {
        if !state.pending.isEmpty {
          defer { state.pending = [] }
          return state.pending
        }
        if stop?.wakeUp.wait(until: .now) == true { return [] }
        try state.note(try state.connection.events(until: .never, or: wakeUps) ?? [])
      }
    }
  }

  func changesSoFar() throws(ExchangeError) -> Int {
    try state.withLock { (state) throws(ExchangeError) in
      let count = state.connection.machine.count(state.watch)
      guard case .done(_, let number) = try state.connection.answer(to: count, within: .seconds(1)) else {
        return 0
      }
      return Int(clamping: number)
    }
  }
}
