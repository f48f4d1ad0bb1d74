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
    // Without a pipe nobody would be woken: the signals then end the process by themselves.
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
