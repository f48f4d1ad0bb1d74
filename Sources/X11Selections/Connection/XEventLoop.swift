import Exchange
import System

/// Handles a connection's events, replies, the results of other threads, and deadlines.
///
/// There is one loop, ``runLoop()``, for owners, managers, requestors and watchers: each says what to do with
/// what has come, and when it must be woken at the latest.
protocol XEventLoop: ~Copyable {
  /// Nothing is waited for any more.
  var isFinished: Bool { get }

  /// The time to call `expire` at the latest.
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
  /// - Throws: `unavailable`.
  mutating func wait(until deadline: MonotonicTime) throws(ExchangeError)
}

/// The number of events taken in a row: an endless stream of them must not hold up other work.
private let eventsAtATime = 16

/// The time without a wait: a stop signal is seen in `wait` alone, and events may never end.
private let timeWithoutWait = Duration.milliseconds(50)

/// The number of events taken, while there are any, before late work is ended.
///
/// A process that was stopped wakes up with all of them before it, and their senders were in time. It is more
/// than all peers have under way together, and few enough for events that never stop.
private let lateEventLimit = 4096

extension XEventLoop where Self: ~Copyable {
  /// Runs until nothing is waited for.
  ///
  /// - Throws: `unavailable`.
  mutating func runLoop() throws(ExchangeError) {
    var takenWhileLate = 0
    var lastWait = MonotonicTime.now
    while !isFinished {
      // All that has come before this time is taken before anything is late at it.
      let now = MonotonicTime.now
      var taken = 0
      while taken < eventsAtATime, let event = nextEvent() {
        handle(event, at: now)
        taken += 1
      }
      var progress = takeResults(at: now) || taken > 0
      if nextDeadline <= now {
        takenWhileLate += taken
        if taken < eventsAtATime || takenWhileLate >= lateEventLimit {
          expire(at: now)
          takenWhileLate = 0
        }
        progress = true
      } else {
        takenWhileLate = 0
      }
      if !progress || lastWait + timeWithoutWait <= now {
        try wait(until: progress ? now : nextDeadline)
        lastWait = .now
      }
    }
  }
}

/// An event that the server sends.
enum XEvent: Hashable, Sendable {
  case selectionRequest(SelectionRequest)
  case selectionNotify(SelectionNotification)
  /// Another client owns the selection now.
  case selectionClear(selection: XAtom, owner: XWindow)
  case propertyChanged(window: XWindow, property: XAtom, time: XTimestamp)
  /// `after` tells which requests of ours the server had carried out before.
  case propertyDeleted(window: XWindow, property: XAtom, after: XSequence)
  case windowDestroyed(XWindow)
  /// XFixes: a selection got another owner, or none (`owner` is `.none`).
  case ownerChanged(OwnerChange)
  /// A request failed that has no reply; `resource` is the window or atom that was at fault.
  case requestFailed(code: UInt8, resource: UInt32)
  case message(XClientMessage)
  /// A part of a window has to be drawn; `isLast` if no other notice of the same cause follows.
  case exposed(XWindow, isLast: Bool)
  case pointerMoved(XPointerEvent)
  case buttonPressed(XButton, XPointerEvent)
  case buttonReleased(XButton, XPointerEvent)
  case keyPressed(XKeyCode, XTimestamp)
  case other
}

/// A message that one client sends to another (ICCCM 4, XDND).
struct XClientMessage: Hashable, Sendable {
  var window: XWindow
  var type: XAtom
  var format: Int
  var words: [UInt32]
}

/// The position of the pointer at some time.
struct XPointerEvent: Hashable, Sendable {
  var window: XWindow
  /// The position on the screen.
  var root: XPoint
  /// The position in the window.
  var place: XPoint
  var time: XTimestamp
}

/// A requestor asks the owner to convert a selection to a target (ICCCM 2.2).
struct SelectionRequest: Hashable, Sendable {
  var requestor: XWindow
  var selection: XAtom
  var target: XAtom
  /// The property for the answer; `.none` from obsolete requestors, who mean the target's name.
  var property: XAtom
  var time: XTimestamp
}

/// The owner's answer to a request (ICCCM 2.2).
struct SelectionNotification: Hashable, Sendable {
  var requestor: XWindow
  var selection: XAtom
  var target: XAtom
  /// The property that holds the answer; `.none` when the owner refuses, or when there is no owner.
  var property: XAtom
}

/// A change of a selection's owner, as XFixes tells it.
struct OwnerChange: Hashable, Sendable {
  var selection: XAtom
  var owner: XWindow
  /// Whether the owner's window or connection came to an end, rather than a client changing the owner.
  var hasVanished: Bool
  /// The time when the new owner took it.
  var selectionTime: XTimestamp
}
