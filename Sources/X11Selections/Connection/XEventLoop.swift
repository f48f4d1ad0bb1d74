import Exchange
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
  /// - Throws: `unavailable`.
  mutating func wait(until deadline: MonotonicTime) throws(ExchangeError)
}

/// How many events a loop takes in a row: when they never stop, what else has come must not wait for their end.
private let eventsAtATime = 16

/// How many events a loop takes, while there are any, before it ends what is late.
///
/// A process that was stopped wakes up with all of them before it, and their senders were in time. It is more
/// than all peers have under way together, and few enough for events that never stop.
private let mostEventsBeforeExpiry = 4096

extension XEventLoop where Self: ~Copyable {
  /// Runs until nothing is waited for.
  ///
  /// - Throws: `unavailable`.
  mutating func runLoop() throws(ExchangeError) {
    var takenWhileLate = 0
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
        if taken < eventsAtATime || takenWhileLate >= mostEventsBeforeExpiry {
          expire(at: now)
          takenWhileLate = 0
        }
        progress = true
      } else {
        takenWhileLate = 0
      }
      if !progress { try wait(until: nextDeadline) }
    }
  }
}

/// What the server tells us without being asked.
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

/// What one client sends another (ICCCM 4, XDND).
struct XClientMessage: Hashable, Sendable {
  var window: XWindow
  var type: XAtom
  var format: Int
  var words: [UInt32]
}

/// Where the pointer was at some time.
struct XPointerEvent: Hashable, Sendable {
  var window: XWindow
  /// On the screen.
  var root: XPoint
  /// In the window.
  var place: XPoint
  var time: XTimestamp
}

/// A requestor asks the owner to convert a selection to a target (ICCCM 2.2).
struct SelectionRequest: Hashable, Sendable {
  var requestor: XWindow
  var selection: XAtom
  var target: XAtom
  /// Where the answer goes; `.none` from obsolete requestors, who mean the target's name.
  var property: XAtom
  var time: XTimestamp
}

/// The owner's answer to a request (ICCCM 2.2).
struct SelectionNotification: Hashable, Sendable {
  var requestor: XWindow
  var selection: XAtom
  var target: XAtom
  /// Where the answer lies; `.none` when the owner refuses, or when there is no owner.
  var property: XAtom
}

/// A change of a selection's owner, as XFixes tells it.
struct OwnerChange: Hashable, Sendable {
  var selection: XAtom
  var owner: XWindow
  /// Whether the owner's window or connection came to an end, rather than a client changing the owner.
  var hasVanished: Bool
  /// When the new owner took it.
  var selectionTime: XTimestamp
}
