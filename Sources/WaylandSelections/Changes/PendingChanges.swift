import System

/// Collects changes until there is a pause: some programs take what is selected anew with every movement of the mouse.
struct PendingChanges {
  private static let pause = Duration.milliseconds(50)
  private var slots: [Slot] = []
  private var first = MonotonicTime.never
  private var last = MonotonicTime.never

  /// When `take` will have something; `.never` if nothing has happened.
  var deadline: MonotonicTime {
    slots.isEmpty ? .never : min(last + Self.pause, first + Self.pause * 10)
  }

  mutating func add(_ slot: Slot, at now: MonotonicTime) {
    if slots.isEmpty { first = now }
    last = now
    slots.removeAll { $0 == slot }
    slots.append(slot)
  }

  /// What has changed, in the order of the last changes; empty before the deadline.
  mutating func take(at now: MonotonicTime) -> [Slot] {
    guard now >= deadline else { return [] }
    defer { slots = [] }
    return slots
  }
}
