import Exchange
import System

/// Answers the requests for a selection on a connection: the machine of an owner, and what carries out its actions.
struct SelectionService {
  let content: Content
  private var offers: OfferTable
  private var machine: OwnerMachine
  private let selection: XAtom
  private let peerNames: PeerLookup.Names
  private let rendered = Mailbox<(index: Int, property: Representation?)>()
  private let pairLimit: Int
  private var pairReadings: [(ticket: Int, reading: PairReading)] = []
  private var lookups: [(window: XWindow, lookup: PeerLookup)] = []
  /// Renderings that wait for the atoms of their types.
  private var untyped: [(index: Int, property: Representation)] = []
  private var actions: [OwnerMachine.Action] = []
  /// Windows that somebody else wants to hear of.
  private var watched: Set<XWindow> = []
  /// Whether another client has taken the selection.
  private(set) var isLost = false

  /// The names that the server has to know before content is served.
  static func names(for content: Content) -> [String] {
    ProtocolName.allCases.map(\.rawValue) + content.names
      + (content.view == nil ? [] : content.restrictedNames + PeerLookup.Names.all)
  }

  /// - Parameter atoms: know the names above.
  init(
    _ content: Content, of selection: XAtom, acquired: XTimestamp, atoms: AtomTable,
    limits: OwnerMachine.Limits
  ) {
    self.content = content
    self.selection = selection
    pairLimit = limits.pairs
    peerNames = PeerLookup.Names(atoms)
    offers = OfferTable(content, atoms: atoms)
    machine = OwnerMachine(
      selection: selection, acquired: acquired, names: OwnerMachine.Names(atoms), view: offers.commonView(),
      dependsOnPeer: content.view != nil, limits: limits)
  }

  /// Programs of Wayland are served too from now on, through a bridge that hands them what X has.
  mutating func serveBridge() {
    offers.isBridged = true
    machine.show(offers.commonView())
  }

  var isFinished: Bool { machine.isFinished }

  var isIdle: Bool { machine.isIdle }

  var nextDeadline: MonotonicTime { machine.nextDeadline }

  /// Signals when something has been rendered, for `takeResults`.
  var wakeUp: WakeUp { rendered.wakeUp }

  /// Goes on to hear of a window when no transfer needs it any more.
  mutating func keepWatching(_ window: XWindow) { watched.insert(window) }

  mutating func handle(_ event: XEvent, at now: MonotonicTime, on connection: inout XConnection) {
    guard let event = translate(event) else { return }
    if case .ownershipLost = event { isLost = true }
    handle(event, now, &connection)
  }

  mutating func expire(at now: MonotonicTime, on connection: inout XConnection) {
    if machine.nextDeadline <= now { handle(.clock, now, &connection) }
  }

  /// Takes replies and what has been rendered; true if there was anything.
  mutating func takeResults(
    at now: MonotonicTime, atoms: inout AtomTable, on connection: inout XConnection
  ) -> Bool {
    // Both, whether or not the first had any.
    let hasRendered = takeRendered(now, &atoms, &connection)
    return takeReplies(now, &connection) || hasRendered
  }

  private func translate(_ event: XEvent) -> OwnerMachine.Event? {
    switch event {
    case .selectionRequest(let request): .request(request)
    case .selectionClear(selection, _): .ownershipLost
    case .propertyDeleted(let window, let property, let sequence):
      .propertyDeleted(OwnerMachine.Transfer(window: window, property: property), after: sequence)
    case .windowDestroyed(let window): .windowDestroyed(window)
    // The resource may be an atom instead, whose number is no window's.
    case .requestFailed(_, let resource): .windowDestroyed(XWindow(rawValue: resource))
    default: nil
    }
  }

  private mutating func handle(
    _ event: OwnerMachine.Event, _ now: MonotonicTime, _ connection: inout XConnection
  ) {
    machine.handle(event, at: now, actions: &actions)
    for action in actions {
      switch action {
      case .write(let value, let range, let to):
        let sequence = connection.changeProperty(
          to.property, of: to.window, type: value.type, format: value.format, value.payload, range: range)
        machine.note(sequence, for: to)
      case .notify(let request, let property):
        connection.notify(request, property: property)
      case .readPairs(let ticket, let source):
        let reading = PairReading(source, pairLimit: pairLimit, on: &connection)
        pairReadings.append((ticket, reading))
      case .describePeer(let peer):
        lookups.append((peer, PeerLookup(peer, names: peerNames, on: &connection)))
      case .render(let index):
        render(index)
      case .watch(let window):
        connection.observe(window, .propertiesAndDestruction)
      case .unwatch(let window):
        if !watched.contains(window) { connection.observe(window, .nothing) }
      }
    }
    actions.removeAll(keepingCapacity: true)
  }
}

// MARK: What comes later

extension SelectionService {
  /// Each rendering has a thread of its own where there can be one, so that a slow one holds up neither the loop nor
  /// another.
  private func render(_ index: Int) {
    let (content, offer, rendered) = (offers.content, offers.renderings[index], rendered)
    let isBridged = offers.isBridged
    runInThreadIfPossible {
      rendered.post(
        (index, content.property(for: offer.name, rendering: offer.rendering, isBridged: isBridged)))
    }
  }

  private mutating func takeReplies(_ now: MonotonicTime, _ connection: inout XConnection) -> Bool {
    var progress = false
    for index in pairReadings.indices.reversed() {
      var pairs: PropertyValue?
      switch pairReadings[index].reading.advance(on: &connection) {
      case .pending: continue
      case .failed: break
      case .value(let value): pairs = value
      }
      let ticket = pairReadings.remove(at: index).ticket
      handle(.pairsRead(ticket: ticket, pairs), now, &connection)
      progress = true
    }
    for index in lookups.indices.reversed() {
      guard let peer = lookups[index].lookup.advance(on: &connection) else { continue }
      let window = lookups.remove(at: index).window
      handle(.peerDescribed(window, offers.view(for: peer)), now, &connection)
      progress = true
    }
    return progress
  }

  private mutating func takeRendered(
    _ now: MonotonicTime, _ atoms: inout AtomTable, _ connection: inout XConnection
  ) -> Bool {
    var progress = false
    for (index, property) in rendered.take() {
      progress = true
      guard let property, [8, 16, 32].contains(property.format) else {
        handle(.rendered(index, nil), now, &connection)
        continue
      }
      atoms.request([property.declared ?? ""], create: true, on: &connection)
      untyped.append((index, property))
    }
    guard !untyped.isEmpty, atoms.collect(from: connection) else { return progress }
    for (index, property) in untyped {
      let value = atoms[property.declared ?? ""].map {
        PropertyValue(type: $0, format: property.format, property.payload)
      }
      handle(.rendered(index, value), now, &connection)
    }
    untyped = []
    return true
  }
}

/// Whether programs of Wayland read what is owned here: whether the server is Xwayland.
///
/// In a session of Wayland the environment says so; outside of it, as under sudo, the server is asked along with what an
/// owner waits for anyway. Only the names of its monitors come later.
struct XwaylandProbe {
  private enum State {
    case unasked
    case known(Bool)
    case asked(ReplyTicket<[XAtom]>)
  }
  private var state: State

  /// A session of Wayland has set `WAYLAND_DISPLAY`.
  init() {
    state = Environment.value("WAYLAND_DISPLAY") != nil ? .known(true) : .unasked
  }

  /// Asks which extensions the server has, with other names that are waited for.
  func prepare(on connection: inout XConnection) {
    if case .unasked = state { connection.prepareMonitors() }
  }

  /// Asks for what is to be known of the server, when its extensions are.
  mutating func ask(_ connection: inout XConnection) {
    guard case .unasked = state else { return }
    if connection.saysItIsXwayland {
      state = .known(true)
    } else {
      state = connection.monitors().map(State.asked) ?? .known(false)
    }
  }

  /// The answer; false if there is none in time.
  ///
  /// - Throws: `unavailable`.
  mutating func isBridged(_ connection: inout XConnection) throws(ExchangeError) -> Bool {
    if case .asked(let ticket) = state {
      // Whatever becomes of it, it is not asked again.
      state = .known(false)
      do throws(ExchangeError) {
        state = .known(try isNamed(ticket, &connection))
      } catch {
        guard error.code == .timedOut else { throw error }
      }
    }
    if case .known(let isBridged) = state { return isBridged }
    return false
  }

  /// Whether one of the monitors has a name of Xwayland's.
  private func isNamed(
    _ ticket: ReplyTicket<[XAtom]>, _ connection: inout XConnection
  ) throws(ExchangeError) -> Bool {
    let deadline = MonotonicTime.now + Self.patience
    let monitors = try connection.await(until: deadline) { $0.reply(to: ticket) } ?? []
    let names = monitors.prefix(Self.monitorLimit).map { connection.atomName($0) }
    for name in names {
      let name = try connection.await(until: deadline) { $0.reply(to: name) }
      if name?.hasPrefix(Self.outputPrefix) == true { return true }
    }
    return false
  }

  // Asked once before anything is served: a server that is slow here costs the first paste no more than this.
  private static let patience = Duration.seconds(1)
  // One output of Xwayland is enough to tell, and a server may list any number.
  private static let monitorLimit = 16
  /// Xwayland numbers its outputs (`xwayland-output.c`).
  private static let outputPrefix = "XWAYLAND"
}
