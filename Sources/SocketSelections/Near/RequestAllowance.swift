package import System

/// How often far sides may take the clipboard: a few times at once, then once in a while.
///
/// A far side that goes on while it is refused is refused for good: only a rest earns anything. A pure value.
package struct RequestAllowance: Sendable {
  /// So many at once.
  package static let burst = 20
  /// One more after each such time without a request.
  package static let rest = Duration.seconds(1)

  private var left = Self.burst
  private var last: MonotonicTime?

  package init() {}

  /// Whether one more is allowed now; it counts in any case.
  package mutating func take(at now: MonotonicTime) -> Bool {
    let since = last.map { max(0, now.nanoseconds - $0.nanoseconds) } ?? 0
    let earned = Int(clamping: since / 1_000_000_000)
    left = min(Self.burst, left + earned)
    // Once nothing is left, a request within the second begins it anew.
    if last == nil || earned > 0 || left == 0 { last = now }
    guard left > 0 else { return false }
    left -= 1
    return true
  }
}
