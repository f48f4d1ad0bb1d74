/// Several targets of one selection, asked for at once, each seen through to its end.
///
/// Carries out what the transfers decide; each target's answer goes to the property of the target's own
/// name. The time of the requests is "CurrentTime" unless told otherwise: with a time of our own, an owner that took the
/// selection just after it would have to refuse.
struct ConversionBatch {
  private let selection: XAtom
  private let targets: [XAtom]
  private let requestor: XWindow
  private var transfers: [IncomingTransfer]
  private var readings: [ReplyTicket<PropertyValue?>?]
  private var ownerTicket: ReplyTicket<XWindow>?

  /// The outcome of each target; nil while it is under way.
  private(set) var outcomes: [IncomingTransfer.Outcome?]
  private(set) var owner: XWindow?

  /// Whether an answer counts that names our property beside another target: Qt names the property's type, of what is
  /// dragged.
  private let believesProperty: Bool

  /// Sends the requests. `targets` must not contain one twice.
  init(
    _ selection: XAtom, to targets: [XAtom], for requestor: XWindow, time: XTimestamp = .current,
    incremental: XAtom, byteLimit: Int,
    believesAnnouncements: Bool = false, believesProperty: Bool = false,
    enough: IncomingTransfer.Enough = .init(),
    on connection: inout XConnection
  ) {
    self.selection = selection
    self.targets = targets
    self.requestor = requestor
    self.believesProperty = believesProperty
    transfers = targets.map { _ in
      IncomingTransfer(
        incremental: incremental, byteLimit: byteLimit, believesAnnouncement: believesAnnouncements,
        enough: enough)
    }
    readings = targets.map { _ in nil }
    outcomes = targets.map { _ in nil }
    ownerTicket = connection.selectionOwner(selection)
    for target in targets {
      connection.deleteProperty(target, of: requestor)
      connection.convertSelection(selection, to: target, property: target, of: requestor, time: time)
    }
  }

  var isFinished: Bool { !outcomes.contains(nil) }

  /// Whether an owner may still write to the window: it has not answered, or not to the end.
  var mayBeWritten: Bool {
    transfers.contains(where: \.isLeftOpen)
      || outcomes.contains { [nil, .timedOut, .tooLarge, .malformed].contains($0) }
  }

  /// The size of the first value, as far as its owner tells, if it came in part; nil if it came whole.
  var sizeOfBeginning: Int?? { transfers.first.flatMap { $0.isBeginning ? .some($0.wholeSize) : nil } }

  /// The limit for all targets together.
  private(set) var bytesReceived = 0

  /// Returns false if the event is none of its business.
  mutating func handle(_ event: XEvent, on connection: inout XConnection) -> Bool {
    switch event {
    case .selectionNotify(let answer) where answer.requestor == requestor && answer.selection == selection:
      let named = targets.firstIndex(of: answer.target)
      guard let index = named ?? (believesProperty ? targets.firstIndex(of: answer.property) : nil)
      else { return false }
      perform(
        .notified(property: answer.property == targets[index] ? answer.property : .none), index, &connection)
    case .propertyChanged(requestor, let property, _):
      guard let index = targets.firstIndex(of: property) else { return false }
      perform(.propertyChanged, index, &connection)
    case .windowDestroyed(let window) where window == owner:
      ownerIsGone(&connection)
    case .requestFailed(_, let resource) where resource == owner?.rawValue:
      ownerIsGone(&connection)
    default:
      return false
    }
    return true
  }

  /// Takes the replies that have arrived; true if there were any.
  mutating func collectReplies(on connection: inout XConnection) -> Bool {
    var progress = false
    if let ticket = ownerTicket, case .value(let window) = connection.reply(to: ticket) {
      ownerTicket = nil
      owner = window
      progress = true
      // An owner that is gone already makes this fail, which tells us the same.
      if window != .none { connection.observe(window, .destruction) }
    }
    for index in targets.indices {
      guard let ticket = readings[index] else { continue }
      var read: PropertyPart?
      switch connection.reply(to: ticket, addingTo: &transfers[index].received) {
      case .pending: continue
      case .failed: break
      case .value(let part):
        read = part
        bytesReceived += part?.byteCount ?? 0
      }
      readings[index] = nil
      perform(.propertyRead(read), index, &connection)
      progress = true
    }
    return progress
  }

  /// Ends what is still under way.
  mutating func expire(on connection: inout XConnection) {
    for index in targets.indices { perform(.timeExpired, index, &connection) }
  }

  private mutating func ownerIsGone(_ connection: inout XConnection) {
    for index in targets.indices { perform(.ownerDestroyed, index, &connection) }
  }

  private mutating func perform(
    _ event: IncomingTransfer.Event, _ index: Int, _ connection: inout XConnection
  ) {
    switch transfers[index].handle(event) {
    case .readProperty:
      readings[index] = connection.readProperty(
        targets[index], of: requestor, limit: transfers[index].bytesAllowed, delete: true)
    case .skipProperty:
      readings[index] = connection.readProperty(targets[index], of: requestor, limit: 0, delete: false)
      connection.deleteProperty(targets[index], of: requestor)
    case .finish(let outcome):
      outcomes[index] = outcome
    case nil:
      break
    }
  }
}
