import Glibc

/// The limit of how many processes and threads a person may have, which others of theirs may have reached for a moment.
enum ProcessLimit {
  private static let patience = Duration.seconds(1)
  private static let pause: UInt32 = 20_000

  /// Tries `work`, which makes a process and returns 0 or why it could not, again while that is the limit.
  static func retrying(_ work: () -> Int32) -> Int32 {
    let end = MonotonicTime.now + patience
    while true {
      let failure = work()
      guard failure == EAGAIN, .now < end else { return failure }
      usleep(pause)
    }
  }
}
