/// The events that have come and are still to be handled, in their order.
///
/// A client can send events faster than they are answered. When too many wait, every client keeps the same share of
/// them: its oldest, which it has waited for longest, and its newest, which tell how things are now.
struct EventQueue {
  /// The largest number of events that wait.
  ///
  /// Programs ask for some dozens of formats at once, and a process that was stopped finds what all of them have sent.
  static let limit = 4096

  private static let groupCount = 256

  private var events: [XEvent] = []
  /// The number of those at the beginning that have been taken.
  private var taken = 0
  /// The number of waiting events at which some are left out next.
  private var nextThinning = Self.limit
  /// The number of bits that tell the windows of a client apart.
  private let windowBits: UInt32

  /// - Parameter windowMask: the bits of a window's number that its client chooses.
  init(windowMask: UInt32) { windowBits = UInt32((~windowMask).trailingZeroBitCount) }

  var isEmpty: Bool { taken == events.count }

  /// The number of events that it has places for, waiting or taken.
  var placeCount: Int { events.count }

  func contains(where matches: (XEvent) -> Bool) -> Bool { events[taken...].contains(where: matches) }

  mutating func append(_ event: XEvent) {
    // Under load the queue is never empty: the places of what was taken are given up now and then.
    if taken > Self.limit, taken > events.count / 2 {
      events.removeFirst(taken)
      taken = 0
    }
    events.append(event)
    if events.count - taken > nextThinning { thin() }
  }

  mutating func popFirst() -> XEvent? {
    guard !isEmpty else { return nil }
    taken += 1
    let event = events[taken - 1]
    if isEmpty {
      events.removeAll(keepingCapacity: true)
      (taken, nextThinning) = (0, Self.limit)
    }
    return event
  }

  /// Leaves out events of the clients that sent most, until half of them are left.
  private mutating func thin() {
    let waiting = events[taken...]
    var counts = [Int](repeating: 0, count: Self.groupCount)
    for event in waiting { counts[group(of: event)] += 1 }
    let share = share(of: counts)
    var places = [Int](repeating: 0, count: Self.groupCount)
    var kept: [XEvent] = []
    for event in waiting {
      let group = group(of: event)
      let (place, count) = (places[group], counts[group])
      places[group] += 1
      if place < share / 2 || count - place <= share / 2 || event.comesOnce { kept.append(event) }
    }
    // Events that come once may be more than the limit: they are not gone through again for each that follows.
    (events, taken, nextThinning) = (kept, 0, max(Self.limit, 2 * kept.count))
  }

  /// The largest number of events for each client with which no more than half of the limit are left.
  private func share(of counts: [Int]) -> Int {
    var share = Self.limit / 2
    while counts.reduce(0, { $0 + min($1, share) }) > Self.limit / 2 { share /= 2 }
    return share
  }

  /// The number that a client's events share. The server counts clients up, so that few of them share one.
  private func group(of event: XEvent) -> Int {
    Int(event.peer.rawValue >> windowBits) % Self.groupCount
  }
}

extension XEvent {
  /// The window that it comes from, as far as an event tells; a window of the same client otherwise.
  fileprivate var peer: XWindow {
    switch self {
    case .selectionRequest(let request): request.requestor
    case .selectionNotify(let answer): answer.requestor
    case .selectionClear(_, let owner): owner
    case .ownerChanged(let change): change.owner
    case .propertyChanged(let window, _, _), .propertyDeleted(let window, _, _), .windowDestroyed(let window),
      .exposed(let window, _):
      window
    case .requestFailed(_, let resource): XWindow(rawValue: resource)
    // Messages of drags begin with the window of the other side.
    case .message(let message): XWindow(rawValue: message.words.first ?? 0)
    case .pointerMoved(let pointer), .buttonPressed(_, let pointer), .buttonReleased(_, let pointer):
      pointer.window
    case .keyPressed, .other: .none
    }
  }

  /// Whether the server tells it once, so that it would not be known without this event.
  fileprivate var comesOnce: Bool {
    switch self {
    case .selectionClear, .windowDestroyed: true
    default: false
    }
  }
}
