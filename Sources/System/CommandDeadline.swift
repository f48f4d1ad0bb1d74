import Synchronization

/// Until when all that this process does for a command may take, where a person has said so.
///
/// Whoever waits on the way (for a compositor, an X server, a terminal) waits no longer, however often each is tried.
package enum CommandDeadline {
  private static let limit = Mutex(MonotonicTime.never)

  /// Sets it; `.never` for none.
  package static func set(_ deadline: MonotonicTime) {
    limit.withLock { $0 = deadline }
  }

  /// Whether there is none.
  package static var isOpen: Bool { limit.withLock { $0 == .never } }

  /// The end of a wait that begins now and may take so long by itself.
  package static func end(of patience: Duration) -> MonotonicTime {
    min(.now + patience, limit.withLock(\.self))
  }

  /// The same for one of several ways that are looked for in turn: half of what is left at most.
  package static func share(of patience: Duration) -> MonotonicTime {
    let limit = limit.withLock(\.self)
    let now = MonotonicTime.now
    guard limit != .never else { return now + patience }
    let half = MonotonicTime(nanoseconds: now.nanoseconds + max(0, limit.nanoseconds - now.nanoseconds) / 2)
    return min(now + patience, half)
  }
}
