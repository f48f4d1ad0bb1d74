import System

/// What goes on with a connection's events, with replies and the work of other threads, and with time.
///
/// There is one loop, ``runLoop()``, for owners, managers, requestors and watchers: each says what to do with
/// what has come, and when it must be woken at the latest.
protocol XEventLoop: ~Copyable {
  /// Nothing is waited for any more.
  var isFinished: Bool { get }

  /// When to call `expire` at the latest.
  var nextDeadline: MonotonicTime { get }

  /// The next event that has come, nil if there is none.
  mutating func nextEvent() -> XEvent?

  mutating func handle(_ event: XEvent, at now: MonotonicTime)

  /// Takes replies and what other threads have brought; true if there was anything.
  mutating func takeResults(at now: MonotonicTime) -> Bool

  /// Ends what is late; called when `nextDeadline` has come.
  mutating func expire(at now: MonotonicTime)

  /// Sleeps until something may have come, at most until the deadline.
  ///
  /// - Throws: `connectionLost`.
  mutating func wait(until deadline: MonotonicTime) throws(SelectionError)
}

/// How many events a loop takes in a row: when they never stop, what else has come must not wait for their end.
private let eventsAtATime = 16

extension XEventLoop where Self: ~Copyable {
  /// Runs until nothing is waited for.
  ///
  /// - Throws: `connectionLost`.
  mutating func runLoop() throws(SelectionError) {
    while !isFinished {
      let now = MonotonicTime.now
      var progress = false
      for _ in 0..<eventsAtATime {
        guard let event = nextEvent() else { break }
        handle(event, at: now)
        progress = true
      }
      progress = takeResults(at: now) || progress
      if nextDeadline <= now {
        expire(at: now)
        progress = true
      }
      if !progress { try wait(until: nextDeadline) }
    }
  }
}
