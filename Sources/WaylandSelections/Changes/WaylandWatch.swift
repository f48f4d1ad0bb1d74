package import Exchange
import Synchronization
package import System

/// Watches boards over a connection of its own; idle, it does not wake up.
///
/// A compositor that cuts off this client, because it was stopped for a while, or that is started anew, is connected
/// to again.
package final class WaylandWatch: Watch {
  private struct State: ~Copyable {
    var connection: WaylandConnection
    var count = 0
    var pending = PendingChanges()
    var attempts = Reconnection()
  }

  private let display: any SelectionDisplay
  private let slots: [Slot]
  private let state: Mutex<State>

  /// Begins to watch.
  package init(_ boards: [Board], on display: any SelectionDisplay) throws(ExchangeError) {
    var slots: [Slot] = []
    for board in boards { slots.append(try Slot.required(board)) }
    self.slots = slots
    self.display = display
    state = Mutex(State(connection: try display.connect(for: slots)))
  }

  package func next(until stop: StopSignal?) throws(ExchangeError) -> [BoardChange] {
    try state.withLock { (state) throws(ExchangeError) in
      let stopNumber = stop?.wakeUp.fileDescriptor ?? -1
      while true {
        do throws(ExchangeError) {
          try takeEvents(&state)
          let now = MonotonicTime.now
          let changed = state.pending.take(at: now)
          if !changed.isEmpty {
            return changed.map { BoardChange($0.board, hasOwner: state.connection.machine.offer($0) != nil) }
          }
          let stopWait = DescriptorWait(number: stopNumber)
          let ready = try state.connection.wait(until: state.pending.deadline, or: [stopWait])
          if ready.contains(stopWait) { return [] }
        } catch {
          try reconnect(&state, after: error, stopNumber)
        }
      }
    }
  }

  package func changesSoFar() throws(ExchangeError) -> Int {
    try state.withLock { (state) throws(ExchangeError) in
      let slots = slots
      var (count, pending) = (state.count, state.pending)
      try state.connection.update { (event) throws(ExchangeError) in
        guard case .changed(let slot) = event, slots.contains(slot) else { return }
        count += 1
        pending.add(slot, at: .now)
      }
      state.pending = pending
      state.count = 0
      return count
    }
  }

  private func takeEvents(_ state: inout State) throws(ExchangeError) {
    for _ in 0..<WaylandConnection.eventsAtATime {
      guard let event = try state.connection.nextEvent() else { return }
      switch event {
      case .changed(let slot) where slots.contains(slot):
        state.count += 1
        state.pending.add(slot, at: .now)
      case .finished: throw ExchangeError(.unavailable, "the compositor removed its seat")
      default: break
      }
    }
  }

  /// Takes all boards for changed, as events were missed meanwhile.
  private func reconnect(
    _ state: inout State, after failure: ExchangeError, _ stop: Int32
  ) throws(ExchangeError) {
    guard display.canReconnect else { throw failure }
    guard
      let connection = state.attempts.run(
        until: stop,
        { () throws(ExchangeError) in
          try display.connect(for: slots)
        })
    else { throw failure }
    state.connection = connection
    for slot in slots { state.pending.add(slot, at: .now) }
  }
}

/// Collects changes until there is a pause: some programs take what is selected anew with every movement of the mouse.
struct PendingChanges {
  // Longer than the movements of a mouse are apart, and too short for a person to notice.
  private static let pause = Duration.milliseconds(50)
  private var slots: [Slot] = []
  private var first = MonotonicTime.never
  private var last = MonotonicTime.never

  /// The time when `take` will have something; `.never` if nothing has happened.
  var deadline: MonotonicTime {
    slots.isEmpty ? .never : min(last + Self.pause, first + Self.pause * 10)
  }

  mutating func add(_ slot: Slot, at now: MonotonicTime) {
    if slots.isEmpty { first = now }
    last = now
    slots.removeAll { $0 == slot }
    slots.append(slot)
  }

  /// The changed boards, in the order of the last changes; empty before the deadline.
  mutating func take(at now: MonotonicTime) -> [Slot] {
    guard now >= deadline else { return [] }
    defer { slots = [] }
    return slots
  }
}
