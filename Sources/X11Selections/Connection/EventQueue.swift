/// The events that have come and are still to be handled, in their order.
struct EventQueue {
  private var events: [XEvent] = []
  /// The number of those at the beginning that have been taken.
  private var taken = 0

  var isEmpty: Bool { taken == events.count }

  func contains(where matches: (XEvent) -> Bool) -> Bool { events[taken...].contains(where: matches) }

  mutating func append(_ event: XEvent) { events.append(event) }

  mutating func popFirst() -> XEvent? {
    guard !isEmpty else { return nil }
    taken += 1
    let event = events[taken - 1]
    if isEmpty {
      events.removeAll(keepingCapacity: true)
      taken = 0
    }
    return event
  }
}
