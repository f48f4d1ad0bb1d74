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
