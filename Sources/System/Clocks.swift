import Glibc

/// A point in time on the clock that nobody sets, in nanoseconds.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package static let never = MonotonicTime(nanoseconds: .max)

  package static var now: MonotonicTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The time after `duration`, `.never` if that is beyond counting.
  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? MonotonicTime(nanoseconds: 0) : .never }
    let (sum, tooFar) = time.nanoseconds.addingReportingOverflow(whole &+ attoseconds / 1_000_000_000)
    return tooFar ? .never : MonotonicTime(nanoseconds: sum)
  }

  /// Milliseconds from now, rounded up, as `poll(2)` wants them: -1 for `.never`, 0 for what has passed.
  package var pollTimeout: Int32 {
    if self == .never { return -1 }
    let left = nanoseconds - MonotonicTime.now.nanoseconds
    return left <= 0 ? 0 : Int32(clamping: (left - 1) / 1_000_000 + 1)
  }
}

/// The time of day, which people set.
package enum WallClock {
  /// The time in seconds since 1970.
  package static var seconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec)
  }
}
