import System

/// Collects changes of owners until there is a pause, and keeps the last of each selection.
///
/// Some programs take `PRIMARY` anew with every movement of the mouse. A pure state machine.
struct ChangeCoalescer {
  private let pause: Duration
  private var changes: [(selection: XAtom, change: OwnerChange)] = []
  private var first = MonotonicTime.never
  private var last = MonotonicTime.never

  /// Changes are told when none has come for `pause`, or after ten times that.
  init(pause: Duration) {
    self.pause = pause
  }

  /// When `take` will have something; `.never` if nothing has happened.
  var deadline: MonotonicTime {
    changes.isEmpty ? .never : min(last + pause, first + pause * 10)
  }

  mutating func add(_ change: OwnerChange, at now: MonotonicTime) {
    if changes.isEmpty { first = now }
    last = now
    changes.removeAll { $0.selection == change.selection }
    changes.append((change.selection, change))
  }

  /// The last change of each selection, in the order in which they came; empty before the deadline.
  mutating func take(at now: MonotonicTime) -> [OwnerChange] {
    guard now >= deadline else { return [] }
    defer { changes = [] }
    return changes.map(\.change)
  }
}
