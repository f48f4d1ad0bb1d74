import CLinux
import Glibc

/// Ends a call that serves or watches, from another thread or a signal handler.
public final class StopSignal: Sendable {
  package let wakeUp = WakeUp()

  /// Creates a signal that nobody has given yet.
  public init() {}

  /// Safe to call from a signal handler, and more than once.
  public func stop() {
    wakeUp.signal()
  }

  /// Stops when the process is told to end (`SIGTERM`, `SIGINT`).
  ///
  /// Call it before there are other threads: it keeps those signals from all that are started after it.
  ///
  /// - Parameter whenHungUp: is called in another thread for each `SIGHUP`, if it is given.
  public static func onTermination(whenHungUp: (@Sendable () -> Void)? = nil) -> StopSignal {
    let signal = StopSignal()
    // Without a pipe no wait would be ended: leave the signals their default, which ends the process.
    guard signal.wakeUp.isReady else { return signal }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe sigaddset(&signals, SIGINT)
    if whenHungUp != nil { unsafe sigaddset(&signals, SIGHUP) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let awaited = signals
    let isAwaited = startThread {
      var signals = awaited
      var number: Int32 = 0
      while true {
        unsafe sigwait(&signals, &number)
        guard number == SIGHUP, let whenHungUp else { break }
        whenHungUp()
      }
      signal.stop()
    }
    if !isAwaited { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    return signal
  }
}

/// Signals that wait until they are looked at, so that what this process has made is put away before it ends by one.
struct BlockedSignals {
  private let held: sigset_t
  private let former: sigset_t

  /// The longest wait in one call, in nanoseconds: an hour.
  private static let longestWait: Int64 = 3600 * 1_000_000_000

  /// Holds these signals back, but for those that this process was told to ignore.
  ///
  /// Call it before there are other threads, which would get them.
  init(_ numbers: [Int32]) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers where !Self.isIgnored(number) { unsafe sigaddset(&signals, number) }
    // A process that ignores SIGCHLD is not told when a child ends.
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

/// Pipes that nobody reads any more.
package enum BrokenPipes {
  /// Does work in which they do not end this process, without a change to what other threads do.
  package static func ignored<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var pipes = sigset_t()
    unsafe sigemptyset(&pipes)
    unsafe sigaddset(&pipes, SIGPIPE)
    var former = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &pipes, &former)
    defer {
      var noTime = timespec()
      // A signal that came meanwhile must not end the program now.
      if unsafe sigismember(&former, SIGPIPE) == 0 {
        while unsafe sigtimedwait(&pipes, nil, &noTime) == SIGPIPE {}
      }
      unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
    }
    return try work()
  }
}
