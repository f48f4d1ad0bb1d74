import Synchronization
import System

/// Counts changes that are under way, for those who want to see what comes of them.
final class ChangesUnderWay: Sendable {
  private struct State {
    var count = 0
    var waiting: [WakeUp] = []
  }

  private let state = Mutex(State())

  func begin() {
    state.withLock { $0.count += 1 }
  }

  func end() {
    state.withLock { state in
      state.count -= 1
      guard state.count == 0 else { return }
      for wakeUp in state.waiting { wakeUp.signal() }
      state.waiting = []
    }
  }

  /// Returns once no change is under way, or after `limit`.
  func wait(atMost limit: Duration) {
    let wakeUp = state.withLock { state -> WakeUp? in
      guard state.count > 0 else { return nil }
      let wakeUp = WakeUp()
      state.waiting.append(wakeUp)
      return wakeUp
    }
    _ = wakeUp?.wait(until: .now + limit)
  }
}
