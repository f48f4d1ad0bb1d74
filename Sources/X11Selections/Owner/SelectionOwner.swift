public import Exchange
public import System

/// Owns a selection and gives its content to whoever asks (ICCCM 2.1, 2.2).
///
/// Any number of transfers go on at once. A requestor that is slow, silent or gone costs no more than its
/// own transfer, which ends after ten seconds without a sign of life.
public struct SelectionOwner: ~Copyable, XEventLoop {
  private var connection: XConnection
  private var atoms: AtomTable
  let window: XWindow
  private let selection: XAtom
  private let acquired: XTimestamp
  private var offers: OfferTable
  private var machine: OwnerMachine
  private let rendered = Mailbox<(index: Int, property: Representation?)>()
  /// What came while the server confirmed the ownership.
  private var early: [XEvent]
  private var pairReadings: [(ticket: Int, reply: ReplyTicket<PropertyValue?>)] = []
  private var lookups: [(window: XWindow, lookup: PeerLookup)] = []
  /// What has been rendered and waits for the atom of its type.
  private var untyped: [(index: Int, property: Representation)] = []
  private var handOver: HandOver?
  private var managerTicket: ReplyTicket<XWindow>?

  /// How long to serve, and whom to tell.
  private var stop: StopSignal?
  private var whenLost: @Sendable () -> Void = {}
  private var end = MonotonicTime.never
  private var isStopping = false
  private var isOver = false
  private var actions: [OwnerMachine.Action] = []

  /// Takes the selection; returns when the server has confirmed it.
  ///
  /// Nothing is rendered before somebody asks. Requests are answered only while `serve` runs: call it soon.
  ///
  /// - Throws: `noDisplay`, `ownershipDenied`, `timedOut`, `connectionLost`.
  public init(
    display: String? = nil, selection name: String, content: Content
  ) throws(SelectionError) {
    try self.init(display: display, selection: name, content: content, asOf: nil)
  }

  /// - Parameter past: the time to take it as of; whoever has taken it since then keeps it.
  init(
    display: String?, selection name: String, content: Content, asOf past: XTimestamp? = nil,
    limits: OwnerMachine.Limits = OwnerMachine.Limits()
  ) throws(SelectionError) {
    let deadline = MonotonicTime.now + .seconds(5)
    var connection = try XConnection(display: display)
    var atoms = AtomTable()
    let lookedUp = content.view == nil ? [] : PeerLookup.Names.all
    atoms.request(ProtocolName.allCases.map(\.rawValue) + [name], create: true, on: &connection)
    atoms.request(content.names + lookedUp, create: true, on: &connection)
    connection.prepareLargeRequests()
    if content.view != nil { connection.prepareClientProcesses() }
    let window = connection.createWindow()
    connection.introduce(window)
    let now = try connection.awaitNamesAndTime(&atoms, of: .wmClass, on: window, until: deadline)
    let time = past ?? now
    guard let selection = atoms[name] else { throw .connectionLost }

    connection.negotiateLargeRequests()
    let (owner, events) = try connection.setOwnerAndVerify(
      of: selection, to: window, time: time, until: deadline)
    guard owner == window else { throw .ownershipDenied(name) }

    var limits = limits
    limits.chunkSize = min(limits.chunkSize, connection.maximumPropertyBytes & ~3)
    // Everything that can fail lies behind, as a part of `self` could not be taken back.
    offers = OfferTable(
      content, atoms: atoms, isBridged: Environment.value("WAYLAND_DISPLAY") != nil)
    machine = OwnerMachine(
      selection: selection, acquired: time, names: OwnerMachine.Names(atoms), view: offers.commonView(),
      dependsOnPeer: content.view != nil,
      limits: limits)
    self.connection = connection
    self.atoms = atoms
    self.window = window
    acquired = time
    self.selection = selection
    early = events
  }

  /// How often `init` had to wait for the server.
  package var roundTrips: Int { connection.roundTrips }

  /// Answers requests until the selection is lost and every transfer under way has ended.
  ///
  /// When `stop` says so it ends earlier: after it has handed the content to the clipboard manager, if there
  /// is one, if the selection is `CLIPBOARD` and if the content is not sensitive.
  ///
  /// - Parameters:
  ///   - lifetime: the longest time to serve, nil for no end; what is under way then is cut off.
  /// - Throws: `connectionLost`.
  public mutating func serve(
    for lifetime: Duration? = nil, until stop: StopSignal? = nil
  ) throws(SelectionError) {
    try serve(for: lifetime, until: stop) {}
  }

  /// As above; `whenLost` is called when another client has taken the selection.
  mutating func serve(
    for lifetime: Duration? = nil, until stop: StopSignal?, whenLost: @escaping @Sendable () -> Void
  ) throws(SelectionError) {
    self.stop = stop
    self.whenLost = whenLost
    end = lifetime.map { MonotonicTime.now + $0 } ?? .never
    try runLoop()
    if !isOver { connection.settle() }
  }

  private func translate(_ event: XEvent) -> OwnerMachine.Event? {
    switch event {
    case .selectionRequest(let request): .request(request)
    case .selectionClear(selection, _): .ownershipLost
    case .propertyDeleted(let window, let property, _):
      .propertyDeleted(OwnerMachine.Transfer(window: window, property: property))
    case .windowDestroyed(let window): .windowDestroyed(window)
    // The resource may be an atom instead, whose number is no window's.
    case .requestFailed(_, let resource): .windowDestroyed(XWindow(rawValue: resource))
    default: nil
    }
  }

  private mutating func perform() {
    for action in actions {
      switch action {
      case .write(let value, let range, let to):
        connection.changeProperty(
          to.property, of: to.window, type: value.type, format: value.format, bytes: value.bytes, range: range
        )
      case .notify(let request, let property):
        connection.notify(request, property: property)
      case .readPairs(let ticket, let source):
        let reply = connection.readProperty(source.property, of: source.window, limit: 1 << 16, delete: false)
        pairReadings.append((ticket, reply))
      case .describePeer(let peer):
        lookups.append((peer, PeerLookup(peer, names: PeerLookup.Names(atoms), on: &connection)))
      case .render(let index):
        render(index)
      case .watch(let window):
        connection.observe(window, .propertiesAndDestruction)
      case .unwatch(let window):
        if window != handOver?.manager { connection.observe(window, .nothing) }
      }
    }
    actions.removeAll(keepingCapacity: true)
  }
}

// MARK: The loop

extension SelectionOwner {
  var isFinished: Bool {
    isOver || machine.isFinished || isStopping && machine.isIdle && handOver?.isFinished != false
  }

  var nextDeadline: MonotonicTime { min(machine.nextDeadline, handOver?.deadline ?? .never, end) }

  mutating func nextEvent() -> XEvent? {
    early.isEmpty ? connection.nextEvent() : early.removeFirst()
  }

  mutating func handle(_ event: XEvent, at now: MonotonicTime) {
    noteForHandOver(event, now)
    guard let event = translate(event) else { return }
    if case .ownershipLost = event { whenLost() }
    handle(event, now)
  }

  mutating func takeResults(at now: MonotonicTime) -> Bool {
    // Both, whether or not the first had any.
    let hasRendered = takeRendered(now)
    return takeReplies(now) || hasRendered
  }

  mutating func expire(at now: MonotonicTime) {
    isOver = end <= now
    if machine.nextDeadline <= now { handle(.clock, now) }
    if let handOver, handOver.deadline <= now { advanceHandOver(.clock, now) }
  }

  mutating func wait(until deadline: MonotonicTime) throws(SelectionError) {
    let stopDescriptor = isStopping ? -1 : stop?.wakeUp.fileDescriptor ?? -1
    let woken = try connection.wait(until: deadline, or: rendered.wakeUp.fileDescriptor, stopDescriptor)
    guard woken.contains(stopDescriptor) else { return }
    isStopping = true
    beginHandOver()
  }

  private mutating func handle(_ event: OwnerMachine.Event, _ now: MonotonicTime) {
    machine.handle(event, at: now, actions: &actions)
    perform()
  }
}

// MARK: What comes later

extension SelectionOwner {
  /// Each rendering has a thread of its own, so that a slow one holds up neither the loop nor another.
  private func render(_ index: Int) {
    let (content, offer, rendered) = (offers.content, offers.renderings[index], rendered)
    let isBridged = offers.isBridged
    let isRunning = startThread {
      rendered.post(
        (index, content.property(for: offer.name, rendering: offer.rendering, isBridged: isBridged)))
    }
    if !isRunning { rendered.post((index, nil)) }
  }

  private mutating func takeReplies(_ now: MonotonicTime) -> Bool {
    var progress = false
    for index in pairReadings.indices.reversed() {
      var pairs: PropertyValue?
      switch connection.reply(to: pairReadings[index].reply) {
      case .pending: continue
      case .failed: break
      case .value(let value): pairs = value
      }
      let ticket = pairReadings.remove(at: index).ticket
      handle(.pairsRead(ticket: ticket, pairs), now)
      progress = true
    }
    for index in lookups.indices.reversed() {
      guard let peer = lookups[index].lookup.advance(on: &connection) else { continue }
      let window = lookups.remove(at: index).window
      handle(.peerDescribed(window, offers.view(for: peer)), now)
      progress = true
    }
    if let ticket = managerTicket {
      switch connection.reply(to: ticket) {
      case .pending: return progress
      case .failed: advanceHandOver(.managerFound(.none), now)
      case .value(let manager): advanceHandOver(.managerFound(manager), now)
      }
      managerTicket = nil
      progress = true
    }
    return progress
  }

  private mutating func takeRendered(_ now: MonotonicTime) -> Bool {
    var progress = false
    for (index, property) in rendered.take() {
      progress = true
      guard let property, [8, 16, 32].contains(property.format) else {
        handle(.rendered(index, nil), now)
        continue
      }
      atoms.request([property.declared ?? ""], create: true, on: &connection)
      untyped.append((index, property))
    }
    guard !untyped.isEmpty, atoms.collect(from: connection) else { return progress }
    for (index, property) in untyped {
      let value = atoms[property.declared ?? ""].map {
        PropertyValue(type: $0, format: property.format, bytes: property.bytes)
      }
      handle(.rendered(index, value), now)
    }
    untyped = []
    return true
  }
}

// MARK: Handing over

extension SelectionOwner {
  private mutating func beginHandOver() {
    guard selection == atoms[.clipboard], !offers.content.isSensitive, !offers.content.names.isEmpty else {
      return
    }
    handOver = HandOver(at: .now)
    managerTicket = connection.selectionOwner(atoms[.clipboardManager])
  }

  private mutating func noteForHandOver(_ event: XEvent, _ now: MonotonicTime) {
    guard let handOver else { return }
    switch event {
    case .selectionNotify(let answer) where answer.selection == atoms[.clipboardManager]:
      advanceHandOver(.answered(answer.property != .none), now)
    case .selectionClear(selection, _):
      advanceHandOver(.ownershipLost, now)
    case .windowDestroyed(handOver.manager), .requestFailed(_, handOver.manager.rawValue):
      advanceHandOver(.managerVanished, now)
    default: break
    }
  }

  private mutating func advanceHandOver(_ event: HandOver.Event, _ now: MonotonicTime) {
    guard case .requestSaving(let manager) = handOver?.handle(event, at: now) else { return }
    connection.observe(manager, .propertiesAndDestruction)
    let property = atoms[.saveTargets]
    let targets = PropertyValue(
      type: .atom, words: offers.content.names.compactMap { atoms[$0]?.rawValue })
    connection.changeProperty(property, of: window, to: targets)
    connection.convertSelection(
      atoms[.clipboardManager], to: property, property: property, of: window, time: acquired)
  }
}
