import Glibc

/// The time of day, which people set.
package enum WallClock {
  /// In seconds since 1970.
  package static var seconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec)
  }
}
