import Exchange
import System

/// A window that things are dropped onto, with the loop that answers to drags and asks their sources.
struct DropLoop: ~Copyable, XEventLoop {
  private var connection: XConnection
  private var atoms: AtomTable
  private let names: DragNames
  private var panel: Panel
  private var machine: DropMachine
  private let terms: DropTargetOptions
  private let orders: Mailbox<DropOrder>
  private let notices: Mailbox<DropNotice>
  private let escapes: Set<XKeyCode>
  private var actions: [DropMachine.Action] = []
  private var isClosed = false

  /// The work that the events of a round ask for is done once behind them: sources may send any number of messages, and
  /// XCB stores what comes while it sends.
  private var newcomer: (source: XWindow, hasList: Bool)?
  private var answers: [(source: XWindow, message: DragMessage)] = []
  /// The number of lookups that are under way at once.
  private static let lookupLimit = 4
  /// The times before which no further source is looked up, and nothing further is shown.
  private var (nextLookup, nextShow) = (MonotonicTime.now, MonotonicTime.now)
  private static let pause = Duration.milliseconds(20)

  private var lists: [(source: XWindow, reply: ReplyTicket<PropertyValue?>)] = []
  private var lookups: [(source: XWindow, lookup: PeerLookup)] = []
  private var watched: Set<XWindow> = []
  private var peers: [XWindow: Peer] = [:]
  /// Content over the window that is not reported yet, as the names of its types are missing.
  private var untold: (types: [XAtom]?, isAsked: Bool)?
  private var arrival: Arrival?
  private var inquiry: DropInquiry?
  private var dropTime = XTimestamp.current
  private var dropSource = XWindow.none

  /// The window for answers: at first the one that was dropped on, as Qt wants it without a time.
  private var requestor: XWindow
  private var abandoned = AbandonedWindows()

  /// Something was dropped, and is told of when its names are known.
  private struct Arrival {
    let types: [XAtom]
    let source: XWindow
    var fileName: ReplyTicket<PropertyValue?>?
    var name: [UInt8]?
  }

  /// Opens the window.
  ///
  /// - Throws: `unavailable`, `timedOut`.
  init(
    display: String?, _ terms: DropTargetOptions, orders: Mailbox<DropOrder>, notices: Mailbox<DropNotice>
  ) throws(ExchangeError) {
    let deadline = MonotonicTime.now + .seconds(5)
    var connection = try XConnection(display: display)
    var atoms = AtomTable()
    atoms.request(DragNames.all + Panel.names + PeerLookup.Names.all, create: true, on: &connection)
    atoms.request(["INCR", "TARGETS"], create: true, on: &connection)
    while !atoms.collect(from: connection) { try connection.waitForServer(until: deadline) }
    connection.prepareClientProcesses()
    let escapes = try connection.keys(for: .escape, until: deadline)
    let names = DragNames(atoms)
    let panel = try Panel(
      Self.rows(terms.prompt, "", isActive: false),
      Panel.Style(title: terms.title, isAtPointer: terms.isAtPointer, isFrameless: terms.isFrameless),
      atoms: atoms, on: &connection, until: deadline)
    // Before it is seen: programs look once, when the pointer comes.
    connection.changeProperty(
      names.aware, of: panel.window, to: PropertyValue(type: .atom, words: [UInt32(DragMessage.version)]))
    connection.map(panel.window)
    self.connection = connection
    self.atoms = atoms
    self.names = names
    self.panel = panel
    self.terms = terms
    self.orders = orders
    self.notices = notices
    self.escapes = escapes
    requestor = panel.window
    machine = DropMachine(window: panel.window, copy: names.copy)
  }

  /// Answers to drags until the window is closed.
  mutating func run() {
    do throws(ExchangeError) {
      try runLoop()
      tell(.stopped, .now)
      sendAnswers()
      connection.settle()
      notices.post(.closed)
    } catch {
      notices.post(.failed(error))
    }
    inquiry?.question.end(.failure(.connectionLost))
  }

  private static func rows(_ prompt: String, _ words: String, isActive: Bool) -> [Panel.Row] {
    [Panel.Row(title: prompt, isActive: isActive), Panel.Row(title: words, isActive: isActive)]
  }
}

// MARK: The loop

extension DropLoop {
  var isFinished: Bool { isClosed }

  var nextDeadline: MonotonicTime {
    let lookup = newcomer != nil && mayLookUp ? nextLookup : .never
    let show = untold?.isAsked == false ? nextShow : .never
    return min(machine.nextDeadline, inquiry?.deadline ?? .never, lookup, show)
  }

  mutating func nextEvent() -> XEvent? { connection.nextEvent() }

  mutating func handle(_ event: XEvent, at now: MonotonicTime) {
    if panel.isClosed(by: event, or: escapes) { isClosed = true }
    inquiry?.handle(event, on: &connection)
    switch event {
    case .message(let message) where message.window == panel.window:
      if let message = DragMessage(message, names) { tell(.message(message), now) }
    case .selectionNotify: abandoned.tidyUp(after: event, on: &connection)
    case .windowDestroyed(let window): lose(window, now)
    case .requestFailed(_, let resource): lose(XWindow(rawValue: resource), now)
    case .exposed(panel.window, isLast: true): panel.draw(on: &connection)
    default: break
    }
  }

  mutating func takeResults(at now: MonotonicTime) -> Bool {
    sendAnswers()
    // All of them, whether or not the first had any.
    let hasNewcomer = takeNewcomer(now)
    let hasOrders = takeOrders(now)
    let hasReplies = takeReplies(now)
    let hasNames = takeNames(now)
    return takeAnswer(now) || hasNewcomer || hasOrders || hasReplies || hasNames
  }

  mutating func expire(at now: MonotonicTime) {
    if machine.nextDeadline <= now { tell(.clock, now) }
    if let inquiry, inquiry.deadline <= now {
      self.inquiry?.expire(on: &connection)
      // A question that has not even got its name.
      if !takeAnswer(now) { finishInquiry(.failure(.serverIsSilent), now) }
    }
  }

  mutating func wait(until deadline: MonotonicTime) throws(ExchangeError) {
    let stop = terms.stop?.wakeUp.fileDescriptor ?? -1
    if try connection.wait(until: deadline, or: orders.wakeUp.fileDescriptor, stop).contains(stop) {
      isClosed = true
    }
  }

  private mutating func tell(_ event: DropMachine.Event, _ now: MonotonicTime) {
    machine.handle(event, at: now, actions: &actions)
    for action in actions { perform(action) }
    actions.removeAll(keepingCapacity: true)
  }

  private mutating func perform(_ action: DropMachine.Action) {
    switch action {
    case .readTypes: newcomer?.hasList = true
    case .watch(let source): newcomer = (source, hasList: false)
    case .unwatch(let source):
      if newcomer?.source == source { newcomer = nil }
      if watched.contains(source) { connection.observe(source, .nothing) }
      forget(source)
    case .send(let message, let source):
      // One answer in a round is enough for any number of the same messages.
      answers.removeAll { $0 == (source, message) }
      answers.append((source, message))
    case .show(let types):
      untold = (types, isAsked: false)
    case .receive(let source, let types, let time):
      (dropTime, dropSource) = (time, source)
      atoms.requestNames(of: types, on: &connection)
      let hasName = types.contains(names.directSave)
      arrival = Arrival(
        types: types, source: source,
        fileName: hasName
          ? connection.readProperty(names.directSave, of: source, limit: 1 << 12, delete: false) : nil)
    }
  }

  private mutating func show(_ words: String?) {
    panel.show(Self.rows(terms.prompt, words ?? "", isActive: words != nil), on: &connection)
  }
}

// MARK: What comes later

extension DropLoop {
  private var mayLookUp: Bool { lookups.count < Self.lookupLimit && lists.count < Self.lookupLimit }

  private mutating func sendAnswers() {
    for (source, message) in answers { connection.send(message.encoded(for: source, names), to: source) }
    answers = []
  }

  /// Looks up the latest source that has come.
  private mutating func takeNewcomer(_ now: MonotonicTime) -> Bool {
    guard let (source, hasList) = newcomer, mayLookUp, nextLookup <= now else { return false }
    newcomer = nil
    nextLookup = now + Self.pause
    watched.insert(source)
    connection.observe(source, .propertiesAndDestruction)
    lookups.append((source, PeerLookup(source, names: PeerLookup.Names(atoms), on: &connection)))
    if hasList {
      // More types than any program lists, and few enough for a hostile list.
      lists.append(
        (source, connection.readProperty(names.typeList, of: source, limit: 1 << 14, delete: false)))
    }
    return true
  }

  private mutating func lose(_ source: XWindow, _ now: MonotonicTime) {
    tell(.windowDestroyed(source), now)
    if arrival?.source != source { forget(source) }
  }

  private mutating func forget(_ source: XWindow) {
    watched.remove(source)
    peers[source] = nil
  }

  private mutating func takeReplies(_ now: MonotonicTime) -> Bool {
    var progress = false
    for index in lists.indices.reversed() {
      var types: [XAtom]?
      switch connection.reply(to: lists[index].reply) {
      case .pending: continue
      case .failed: break
      case .value(let value):
        // A property of another type is not a list of types.
        types = value.flatMap { $0.type == .atom ? $0.words.map(XAtom.init).filter { $0 != .none } : nil }
      }
      tell(.typesRead(source: lists.remove(at: index).source, types), now)
      progress = true
    }
    for index in lookups.indices.reversed() {
      guard let peer = lookups[index].lookup.advance(on: &connection) else { continue }
      let source = lookups.remove(at: index).source
      if watched.contains(source) { peers[source] = peer }
      progress = true
    }
    if let ticket = arrival?.fileName {
      switch connection.reply(to: ticket) {
      case .pending: return progress
      case .failed: break
      case .value(let value): arrival?.name = value.flatMap { $0.format == 8 ? $0.bytes : nil }
      }
      arrival?.fileName = nil
      progress = true
    }
    return progress
  }

  /// Tells of what waits for names, if they have come.
  private mutating func takeNames(_ now: MonotonicTime) -> Bool {
    if let (types, isAsked) = untold, !isAsked, nextShow <= now {
      nextShow = now + Self.pause
      untold?.isAsked = true
      atoms.requestNames(of: types ?? [], on: &connection)
    }
    guard untold != nil || arrival != nil, atoms.collect(from: connection) else { return false }
    var progress = false
    if let (types, isAsked) = untold, isAsked {
      untold = nil
      show(types.map { types in terms.describe(types.compactMap { atoms[$0] }) })
      progress = true
    }
    if let arrival, arrival.fileName == nil {
      self.arrival = nil
      notices.post(
        .dropped(
          names: arrival.types.compactMap { atoms[$0] }, fileName: arrival.name, source: peers[arrival.source]
        ))
      progress = true
    }
    return progress
  }

  private mutating func takeAnswer(_ now: MonotonicTime) -> Bool {
    guard let result = inquiry?.advance(&atoms, on: &connection) else { return false }
    if inquiry?.mayBeWritten == true { abandonRequestor() }
    finishInquiry(result, now)
    return true
  }

  /// Leaves the window to a source that may still write to it, and takes a new one.
  ///
  /// What comes late must not get into the answer to the next question.
  private mutating func abandonRequestor() {
    if requestor != panel.window { abandoned.append(requestor, on: &connection) }
    // Below the window that was dropped on: Qt takes its children for it.
    requestor = connection.createWindow(in: panel.window)
  }

  private mutating func finishInquiry(_ result: Result<DropAnswer, ExchangeError>, _ now: MonotonicTime) {
    inquiry?.question.end(result)
    inquiry = nil
    tell(.questionEnded, now)
  }

  private mutating func takeOrders(_ now: MonotonicTime) -> Bool {
    let orders = orders.take()
    for order in orders {
      switch order {
      case .ask(let question):
        tell(.questionBegan, now)
        let terms = DropInquiry.Options(
          selection: names.selection, window: requestor, time: dropTime, incremental: atoms[.incremental],
          reading: terms.reading)
        inquiry = DropInquiry(question, terms, at: now, atoms: &atoms, on: &connection)
      case .end(let isTaken):
        tell(.isTaken(isTaken), now)
        untold = nil
        show(nil)
      case .close: isClosed = true
      }
    }
    return !orders.isEmpty
  }
}
