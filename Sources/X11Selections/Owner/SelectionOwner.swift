/// Owns a selection and gives its content to whoever asks (ICCCM 2.1, 2.2).
///
/// Any number of transfers go on at once. A requestor that is slow, silent or gone costs no more than its
/// own transfer, which ends after ten seconds without a sign of life.
public struct SelectionOwner: ~Copyable {
  private var connection: XConnection
  private var atoms = AtomTable()
  private let window: XWindow
  private let selection: XAtom
  private let content: SelectionContent
  private var machine: OwnerMachine
  private let workers: RenderWorkers
  private var pairReadings: [(ticket: Int, reply: ReplyTicket<PropertyValue?>)] = []
  /// What came while the server confirmed the ownership.
  private var early: [XEvent]
  /// What has been rendered and waits for the atom of its type.
  private var untyped: [(index: Int, property: SelectionProperty)] = []

  /// Takes the selection; returns when the server has confirmed it.
  ///
  /// Nothing is rendered before somebody asks, but requests are answered only while `serve` runs: call it
  /// within half a second.
  ///
  /// - Throws: `noDisplay`, `ownershipDenied`, `timedOut`, `connectionLost`.
  public init(
    display: String? = nil, selection name: String, content: SelectionContent
  ) throws(SelectionError) {
    let deadline = MonotonicTime.now + .seconds(5)
    var connection = try XConnection(display: display)
    var atoms = AtomTable()
    atoms.request(ProtocolName.allCases.map(\.rawValue) + [name], create: true, on: &connection)
    atoms.request(content.targets, create: true, on: &connection)
    connection.prepareLargeRequests()
    let window = connection.createWindow()
    // Setting the class brings the time of the server, too, by the notice of the change.
    let className = PropertyValue(type: .string, format: 8, bytes: Array("pasteboard\0Pasteboard\0".utf8))
    connection.changeProperty(.wmClass, of: window, to: className)

    let time = try connection.awaitNamesAndTime(&atoms, of: .wmClass, on: window, until: deadline)
    guard let selection = atoms[name] else { throw .connectionLost }

    connection.negotiateLargeRequests()
    let (owner, events) = try connection.setOwnerAndVerify(
      of: selection, to: window, time: time, until: deadline)
    guard owner == window else { throw .ownershipDenied(name) }

    let chunkSize = min(1 << 20, connection.maximumPropertyBytes & ~3)
    let view = Self.view(of: content.targets.enumerated().map { ($1, $0) }, atoms)
    machine = OwnerMachine(
      selection: selection, acquired: time,
      names: OwnerMachine.Names(
        targets: atoms[.targets], multiple: atoms[.multiple], timestamp: atoms[.timestamp],
        saveTargets: atoms[.saveTargets], incremental: atoms[.incremental], atomPair: atoms[.atomPair],
        null: atoms[.null]),
      view: view, dependsOnPeer: false, renderings: content.targets.count,
      limits: OwnerMachine.Limits(chunkSize: chunkSize))
    workers = RenderWorkers(render: content.render)
    self.connection = connection
    self.atoms = atoms
    self.window = window
    self.selection = selection
    self.content = content
    early = events
  }

  private static func view(of offers: [(target: String, rendering: Int)], _ atoms: AtomTable)
    -> OwnerMachine.View
  {
    var list = [atoms[.targets], atoms[.multiple], atoms[.timestamp], atoms[.saveTargets]]
    var renderings: [XAtom: Int] = [:]
    for (target, rendering) in offers {
      guard let atom = atoms[target], renderings[atom] == nil, !list.contains(atom) else { continue }
      list.append(atom)
      renderings[atom] = rendering
    }
    return OwnerMachine.View(
      list: PropertyValue(type: .atom, words: list.map(\.rawValue)), renderings: renderings)
  }

  /// How often `init` had to wait for the server.
  package var roundTrips: Int { connection.roundTrips }

  /// Answers requests until the selection is lost and every transfer under way has ended.
  ///
  /// - Parameter lifetime: the longest time to serve; nil for no end. What is under way then is cut off.
  /// - Throws: `connectionLost`.
  public mutating func serve(for lifetime: Duration? = nil) throws(SelectionError) {
    let end = lifetime.map { MonotonicTime.now + $0 }
    var actions: [OwnerMachine.Action] = []
    while true {
      let now = MonotonicTime.now
      if let end, end <= now { return }
      while let event = nextEvent() {
        if let event = translate(event) { machine.handle(event, at: now, actions: &actions) }
        perform(&actions)
      }
      var progress = takeRendered(now, &actions)
      progress = readPairs(now, &actions) || progress
      if machine.nextDeadline <= now { machine.handle(.clock, at: now, actions: &actions) }
      progress = !actions.isEmpty || progress
      perform(&actions)
      if machine.isFinished {
        connection.flush()
        return
      }
      if progress { continue }
      _ = try connection.wait(until: min(machine.nextDeadline, end ?? machine.nextDeadline), or: workers.wakeUp.fileDescriptor)
    }
  }

  private mutating func nextEvent() -> XEvent? {
    early.isEmpty ? connection.nextEvent() : early.removeFirst()
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

  private mutating func perform(_ actions: inout [OwnerMachine.Action]) {
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
      case .describePeer: break
      case .render(let index): workers.start(index, content.targets[index])
      case .watch(let window): connection.observe(window, .propertiesAndDestruction)
      case .unwatch(let window): connection.observe(window, .nothing)
      }
    }
    actions.removeAll(keepingCapacity: true)
  }

  private mutating func readPairs(_ now: MonotonicTime, _ actions: inout [OwnerMachine.Action]) -> Bool {
    var progress = false
    pairReadings.removeAll { ticket, reply in
      switch connection.reply(to: reply) {
      case .pending: return false
      case .failed: machine.handle(.pairsRead(ticket: ticket, nil), at: now, actions: &actions)
      case .value(let pairs): machine.handle(.pairsRead(ticket: ticket, pairs), at: now, actions: &actions)
      }
      progress = true
      return true
    }
    return progress
  }

  private mutating func takeRendered(_ now: MonotonicTime, _ actions: inout [OwnerMachine.Action]) -> Bool {
    var progress = false
    for (index, property) in workers.take() {
      progress = true
      guard let property, [8, 16, 32].contains(property.format) else {
        machine.handle(.rendered(index, nil), at: now, actions: &actions)
        continue
      }
      atoms.request([property.type], create: true, on: &connection)
      untyped.append((index, property))
    }
    guard !untyped.isEmpty, atoms.collect(from: connection) else { return progress }
    for (index, property) in untyped {
      let value = atoms[property.type].map {
        PropertyValue(type: $0, format: property.format, bytes: property.bytes)
      }
      machine.handle(.rendered(index, value), at: now, actions: &actions)
    }
    untyped = []
    return true
  }
}
