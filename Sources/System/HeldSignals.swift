import Glibc

/// Signals that wait until they are looked at, so that what this process has made is put away before it ends by one.
struct HeldSignals {
  private let held: sigset_t
  private let former: sigset_t

  /// So long nothing is waited for in one call, in nanoseconds: an hour.
  private static let longestWait: Int64 = 3600 * 1_000_000_000

  /// Holds these signals back, but for those that this process was told to ignore.
  ///
  /// Call it before there are other threads, which would get them.
  init(_ numbers: [Int32]) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers where !Self.isIgnored(number) { unsafe sigaddset(&signals, number) }
    // Of the end of a process nobody hears who ignores it.
    signal(SIGCHLD, SIG_DFL)
    unsafe sigaddset(&signals, SIGCHLD)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    held = signals
    former = before
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Waits for one of the signals; nil if it is over before, which is looked at whenever a process ends, or the time.
  func next(until deadline: MonotonicTime = .never, unless isOver: () -> Bool = { false }) -> Int32? {
    var signals = held
    while !isOver() {
      let left = min(deadline.nanoseconds - MonotonicTime.now.nanoseconds, Self.longestWait)
      guard left > 0 else { return nil }
      var time = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
      let number = unsafe sigtimedwait(&signals, nil, &time)
      if number > 0, number != SIGCHLD { return number }
    }
    return nil
  }

  /// Lets them come again.
  func release() {
    var signals = former
    unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
  }
}
