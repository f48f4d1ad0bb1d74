import Synchronization

/// What is put back before this process ends in the middle of its work, as a thread that watches its time has it end.
package enum Farewell {
  /// What tells one from the others.
  package struct Entry: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct State: Sendable {
    var last = 0
    var entries: [Int: @Sendable () -> Void] = [:]
  }

  private static let state = Mutex(State())

  /// Has something done at such an end, until it is removed.
  package static func add(_ body: @escaping @Sendable () -> Void) -> Entry {
    state.withLock { state in
      state.last += 1
      state.entries[state.last] = body
      return Entry(number: state.last)
    }
  }

  package static func remove(_ entry: Entry) {
    state.withLock { state in state.entries[entry.number] = nil }
  }

  /// Does it all: the process is about to end.
  package static func perform() {
    let entries = state.withLock { state in
      defer { state.entries = [:] }
      return state.entries.values.map(\.self)
    }
    for entry in entries { entry() }
  }
}
