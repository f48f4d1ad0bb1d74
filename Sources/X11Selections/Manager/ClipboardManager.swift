public import Exchange
public import System

/// Keeps the clipboard's content when its owner exits (freedesktop ClipboardManager).
///
/// It owns `CLIPBOARD_MANAGER` and answers `SAVE_TARGETS`. When the owner exits, or its copy is taken over, the
/// manager owns the clipboard until a program copies. A separate thread reads copies within the policy's limits.
public struct ClipboardManager: ~Copyable, XEventLoop {
  /// The reason for its end.
  public enum End: Sendable {
    case stopped
    /// Another manager is there now.
    case replaced
  }

  private var connection: XConnection
  private var atoms: AtomTable
  private let display: String?
  private let policy: any ClipboardManagerPolicy
  private let window: XWindow
  private var protocolMachine: OwnerMachine
  private var machine: ClipboardManagerMachine
  private var listReadings: [(request: SelectionRequest, reply: ReplyTicket<PropertyValue?>)] = []
  private let captured = Mailbox<(ticket: Int, capture: Capture?)>()
  /// Captured content that may be owned at once.
  private var takeOvers: [Int: (content: Content, snapshot: Snapshot)] = [:]
  private var held: (server: SelectionServer, snapshot: Snapshot)?
  private var stop: StopSignal?
  private var end: End?
  /// Whether the window is gone, without which it hears of no copy.
  private var hasLostWindow = false
  private var actions: [OwnerMachine.Action] = []

  /// Becomes the clipboard manager and announces it (ICCCM 2.8).
  ///
  /// - Parameters:
  ///   - display: The X server, that of `DISPLAY` if it is nil.
  ///   - policy: What to read and to keep of a copy.
  ///   - capturesEveryCopy: Whether to read every copy at once, also the current one, for owners that exit without
  ///     `SAVE_TARGETS`.
  ///   - replacesManager: Whether to replace a running manager.
  /// - Throws: `unavailable`, also if the server has no XFixes, `overtaken` if another manager runs, and
  ///   `timedOut`.
  public init(
    display: String? = nil, policy: any ClipboardManagerPolicy, capturesEveryCopy: Bool = false,
    replacesManager: Bool = false
  ) throws(ExchangeError) {
    let deadline = MonotonicTime.now + .seconds(5)
    var connection = try XConnection(display: display)
    var atoms = AtomTable()
    atoms.request(ProtocolName.allCases.map(\.rawValue) + ["MANAGER"], create: true, on: &connection)
    connection.prepareOwnerChanges()
    let window = connection.createWindow()
    connection.introduce(window)
    let time = try connection.awaitNamesAndTime(&atoms, of: .wmClass, on: window, until: deadline)

    let selection = atoms[.clipboardManager]
    let manager = try connection.awaitOwner(of: selection, until: deadline)
    guard manager == .none || replacesManager else { throw .ownershipDenied("CLIPBOARD_MANAGER") }
    guard connection.observeOwner(of: atoms[.clipboard], for: window) else {
      throw ExchangeError(.unavailable, "the X server lacks the XFixes extension, which reports changes")
    }
    let owner = try connection.setOwnerAndVerify(of: selection, to: window, time: time, until: deadline)
    guard owner == window else { throw .ownershipDenied("CLIPBOARD_MANAGER") }
    connection.announceManager(selection, owner: window, time: time, manager: atoms["MANAGER"] ?? .none)
    let current = try connection.awaitOwner(of: atoms[.clipboard], until: deadline)

    let names = OwnerMachine.Names(atoms)
    let list = [names.targets, names.multiple, names.timestamp, names.saveTargets]
    protocolMachine = OwnerMachine(
      selection: selection, acquired: time, names: names,
      view: OwnerMachine.View(
        list: PropertyValue(type: .atom, words: list.map(\.rawValue)), renderings: [:]))
    machine = ClipboardManagerMachine(owner: current, asOf: time, capturesEveryCopy: capturesEveryCopy)
    self.connection = connection
    self.atoms = atoms
    self.display = display
    self.policy = policy
    self.window = window
  }

  /// The snapshot that the manager offers; nil if another program owns the clipboard.
  public var heldSnapshot: Snapshot? {
    held.flatMap { $0.server.isOwner ? $0.snapshot : nil }
  }

  /// Owns the content of an earlier manager, unless the clipboard has an owner.
  public mutating func hold(_ snapshot: Snapshot) {
    perform(machine.handle(.restored(snapshot), at: .now))
  }

  /// Serves until `stop`, or until another manager takes over and receives the held content.
  ///
  /// - Throws: `unavailable`, also if another client has destroyed the window that receives the events.
  @discardableResult
  public mutating func run(until stop: StopSignal? = nil) throws(ExchangeError) -> End {
    self.stop = stop
    try runLoop()
    if hasLostWindow { throw .connectionLost }
    if end == .stopped { connection.settle() }
    return end ?? .stopped
  }
}

// MARK: The loop

extension ClipboardManager {
  var isFinished: Bool { end != nil || hasLostWindow }

  var nextDeadline: MonotonicTime { min(protocolMachine.nextDeadline, machine.nextDeadline) }

  mutating func nextEvent() -> XEvent? { connection.nextEvent() }

  mutating func handle(_ event: XEvent, at now: MonotonicTime) {
    switch event {
    case .selectionClear(atoms[.clipboardManager], _):
      if let held, held.server.isOwner { held.server.stop() }
      end = .replaced
    case .windowDestroyed(window): hasLostWindow = true
    case .selectionRequest(let request) where request.target == atoms[.saveTargets]:
      let reply = connection.readProperty(
        request.property, of: request.requestor, limit: 1 << 16, delete: false)
      listReadings.append((request, reply))
    case .selectionRequest(let request):
      handle(.request(request), now)
    case .ownerChanged(let change):
      let owner = change.owner
      let change = ClipboardManagerMachine.Event.ownerChanged(
        owner, hasVanished: change.hasVanished, time: change.selectionTime)
      // Let go of a lost selection; its thread still serves transfers under way.
      if owner != held?.server.window { held = nil }
      perform(machine.handle(change, at: now))
    default: break
    }
  }

  mutating func takeResults(at now: MonotonicTime) -> Bool {
    var progress = false
    for index in listReadings.indices.reversed() {
      var targets: [XAtom]?
      switch connection.reply(to: listReadings[index].reply) {
      case .pending: continue
      case .failed: break
      case .value(let list): targets = list?.words.map(XAtom.init)
      }
      let request = listReadings.remove(at: index).request
      perform(machine.handle(.saveRequested(request, targets: targets), at: now))
      progress = true
    }
    if let waiting = policy.barrier, waiting.isAsked {
      perform(machine.handle(.hurried, at: now))
      waiting.answer()
      progress = true
    }
    for (ticket, capture) in captured.take() {
      let isRemainder =
        if let copy = capture?.snapshot, let former = machine.former {
          policy.isRemainder(copy, of: former)
        } else {
          false
        }
      if let capture, !capture.snapshot.names.isEmpty, !isRemainder { policy.note(capture.snapshot) }
      policy.didRead()
      if let capture, let content = capture.takeOver { takeOvers[ticket] = (content, capture.snapshot) }
      let event = ClipboardManagerMachine.Event.captured(
        ticket: ticket, capture?.snapshot, mayTakeOver: takeOvers[ticket] != nil,
        endsWhenRead: capture?.endsWhenRead ?? false, isRemainder: isRemainder)
      perform(machine.handle(event, at: now))
      takeOvers[ticket] = nil
      progress = true
    }
    return progress
  }

  mutating func expire(at now: MonotonicTime) {
    if protocolMachine.nextDeadline <= now { handle(.clock, now) }
    if machine.nextDeadline <= now { perform(machine.handle(.clock, at: now)) }
  }

  mutating func wait(until deadline: MonotonicTime) throws(ExchangeError) {
    let stopDescriptor = stop?.wakeUp.fileDescriptor ?? -1
    let woken = try connection.wait(
      until: deadline, or: captured.wakeUp.fileDescriptor,
      policy.barrier?.asked.wakeUp.fileDescriptor ?? -1,
      stopDescriptor)
    if woken.contains(stopDescriptor) { end = .stopped }
  }
}

// MARK: What is to be done

extension ClipboardManager {
  private mutating func handle(_ event: OwnerMachine.Event, _ now: MonotonicTime) {
    protocolMachine.handle(event, at: now, actions: &actions)
    while !actions.isEmpty { perform(now) }
  }

  /// `MULTIPLE` is refused: saving is no conversion that could be one of several.
  private mutating func perform(_ now: MonotonicTime) {
    let todo = actions
    actions = []
    for action in todo {
      switch action {
      case .write(let value, _, let to): connection.changeProperty(to.property, of: to.window, to: value)
      case .notify(let request, let property): connection.notify(request, property: property)
      case .readPairs(let ticket, _):
        protocolMachine.handle(.pairsRead(ticket: ticket, nil), at: now, actions: &actions)
      case .describePeer, .render, .watch, .unwatch: break
      }
    }
  }

  private mutating func perform(_ actions: [ClipboardManagerMachine.Action]) {
    for action in actions {
      switch action {
      case .capture(let ticket, let targets, let time):
        capture(ticket, only: targets, asOf: time)
      case .answer(let request, let saved):
        if saved && request.property != .none {
          let nothing = PropertyValue(type: atoms[.null], format: 32, bytes: [])
          connection.changeProperty(request.property, of: request.requestor, to: nothing)
        }
        connection.notify(request, property: saved ? request.property : .none)
      case .own(let snapshot, let time):
        own(snapshot, policy.content(restoring: snapshot), asOf: time)
      case .takeOver(let ticket, let time):
        guard case (let content, var snapshot)? = takeOvers[ticket] else { continue }
        snapshot.isTakenOver = true
        own(snapshot, content, asOf: time)
      }
    }
  }

  private mutating func own(
    _ snapshot: Snapshot, _ content: Content, asOf time: XTimestamp
  ) {
    // A program that copied meanwhile keeps the clipboard: the server compares the times.
    guard
      let server = try? SelectionServer(
        display: display, selection: "CLIPBOARD", content: content,
        asOf: time == .current ? nil : time.rawValue)
    else { return }
    held = (server, snapshot)
    perform(machine.handle(.owning(server.window), at: .now))
  }

  /// Reads in a thread of its own: an owner that is slow must not keep others waiting.
  private func capture(_ ticket: Int, only targets: [XAtom]?, asOf time: XTimestamp) {
    let (display, policy, captured) = (display, policy, captured)
    policy.willRead()
    let isRunning = startThread {
      var capture: Capture?
      do throws(ExchangeError) {
        var requestor = try SelectionRequestor(
          display: display, timeout: min(Capture.patience, policy.snapshot.timeLimit))
        requestor.time = time
        capture = try requestor.capture("CLIPBOARD", policy: policy, only: targets)
        if let snapshot = capture?.snapshot { capture?.endsWhenRead = policy.endsWhenRead(snapshot) }
      } catch {}
      captured.post((ticket, capture))
    }
    if !isRunning { captured.post((ticket, nil)) }
  }
}
