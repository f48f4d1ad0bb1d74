public import Exchange
public import System

/// Owns a selection and answers requests for its content (ICCCM 2.1, 2.2).
///
/// Transfers run side by side. A slow, silent or exited requestor affects only its own transfer, which ends after ten
/// seconds without progress.
public struct SelectionOwner: ~Copyable, XEventLoop {
  private var connection: XConnection
  private var atoms: AtomTable
  let window: XWindow
  private let selection: XAtom
  let acquired: XTimestamp
  private var service: SelectionService
  private var bridge: XwaylandProbe
  private var handOver: SaveRequest?
  private var managerTicket: ReplyTicket<XWindow>?

  /// The time for which to serve, and the function to call at the loss.
  private var stop: StopSignal?
  private var whenLost: @Sendable () -> Void = {}
  private var end = MonotonicTime.never
  private var isStopping = false
  private var isOver = false

  /// Takes the selection; returns when the server has confirmed it.
  ///
  /// Content is rendered only on request. Requests are answered only while `serve` runs: call it at once.
  ///
  /// - Throws: `unavailable`, `overtaken`, `timedOut`.
  public init(
    display: String? = nil, selection name: String, content: Content
  ) throws(ExchangeError) {
    try self.init(display: display, selection: name, content: content, asOf: nil)
  }

  /// - Parameter past: the time to take it as of; whoever has taken it since then keeps it.
  init(
    display: String?, selection name: String, content: Content, asOf past: XTimestamp? = nil,
    limits: OwnerMachine.Limits = OwnerMachine.Limits()
  ) throws(ExchangeError) {
    self.init(
      try SelectionClaim(display: display, selection: name, content: content, asOf: past), limits: limits)
  }

  /// Serves a selection that was taken.
  init(_ claim: consuming SelectionClaim, limits: OwnerMachine.Limits = OwnerMachine.Limits()) {
    var limits = limits
    limits.chunkSize = min(limits.chunkSize, claim.connection.maximumPropertyBytes & ~3)
    service = SelectionService(
      claim.content, of: claim.selection, acquired: claim.acquired, atoms: claim.atoms, limits: limits)
    atoms = claim.atoms
    window = claim.window
    acquired = claim.acquired
    selection = claim.selection
    bridge = claim.bridge
    connection = claim.connection
  }

  /// The number of times `init` waited for the server.
  package var roundTrips: Int { connection.roundTrips }

  /// Answers requests until another client takes the selection and all transfers have ended.
  ///
  /// After `stop`, it ends earlier. If the selection is `CLIPBOARD` and the content is not sensitive, it first hands
  /// the content to the clipboard manager, if one runs.
  ///
  /// - Parameters:
  ///   - lifetime: the longest time to serve, nil for no limit; transfers in progress are then cut off.
  ///   - stop: a signal that ends the call from another thread; nil for none.
  /// - Throws: `unavailable`.
  public mutating func serve(
    for lifetime: Duration? = nil, until stop: StopSignal? = nil
  ) throws(ExchangeError) {
    try serve(for: lifetime, until: stop) {}
  }

  /// Serves in the same way; `whenLost` is called when another client has taken the selection, or destroyed
  /// its window.
  mutating func serve(
    for lifetime: Duration? = nil, until stop: StopSignal?, whenLost: @escaping @Sendable () -> Void
  ) throws(ExchangeError) {
    self.stop = stop
    self.whenLost = whenLost
    end = lifetime.map { MonotonicTime.now + $0 } ?? .never
    // The copying program no longer waits for this, and no request is answered before it.
    if try bridge.isBridged(&connection) { service.serveBridge() }
    try runLoop()
    if !isOver { connection.settle() }
  }
}

// MARK: The loop

extension SelectionOwner {
  var isFinished: Bool {
    isOver || service.isFinished || isStopping && service.isIdle && handOver?.isFinished != false
  }

  var nextDeadline: MonotonicTime { min(service.nextDeadline, handOver?.deadline ?? .never, end) }

  mutating func nextEvent() -> XEvent? { connection.nextEvent() }

  mutating func handle(_ event: XEvent, at now: MonotonicTime) {
    // The selection is gone with its window, which the server tells nobody but those who watch windows.
    let isOwnEnd = event == .windowDestroyed(window)
    let event = isOwnEnd ? .selectionClear(selection: selection, owner: .none) : event
    noteForHandOver(event, now)
    let wasLost = service.isLost
    service.handle(event, at: now, on: &connection)
    if service.isLost, !wasLost { whenLost() }
  }

  mutating func takeResults(at now: MonotonicTime) -> Bool {
    // Both, whether or not the first had any.
    let hasServed = service.takeResults(at: now, atoms: &atoms, on: &connection)
    return takeManager(now) || hasServed
  }

  mutating func expire(at now: MonotonicTime) {
    isOver = end <= now
    service.expire(at: now, on: &connection)
    if let handOver, handOver.deadline <= now { advanceHandOver(.clock, now) }
  }

  mutating func wait(until deadline: MonotonicTime) throws(ExchangeError) {
    let stopDescriptor = isStopping ? -1 : stop?.wakeUp.fileDescriptor ?? -1
    let woken = try connection.wait(until: deadline, or: service.wakeUp.fileDescriptor, stopDescriptor)
    guard woken.contains(stopDescriptor) else { return }
    isStopping = true
    beginHandOver()
  }
}

// MARK: Handing over

extension SelectionOwner {
  private mutating func takeManager(_ now: MonotonicTime) -> Bool {
    guard let ticket = managerTicket else { return false }
    switch connection.reply(to: ticket) {
    case .pending: return false
    case .failed: advanceHandOver(.managerFound(.none), now)
    case .value(let manager): advanceHandOver(.managerFound(manager), now)
    }
    managerTicket = nil
    return true
  }

  private mutating func beginHandOver() {
    guard selection == atoms[.clipboard], !service.content.isSensitive, !service.content.names.isEmpty else {
      return
    }
    handOver = SaveRequest(at: .now)
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

  private mutating func advanceHandOver(_ event: SaveRequest.Event, _ now: MonotonicTime) {
    guard case .requestSaving(let manager) = handOver?.handle(event, at: now) else { return }
    connection.observe(manager, .propertiesAndDestruction)
    service.keepWatching(manager)
    let property = atoms[.saveTargets]
    let targets = PropertyValue(
      type: .atom, words: service.content.names.compactMap { atoms[$0]?.rawValue })
    connection.changeProperty(property, of: window, to: targets)
    connection.convertSelection(
      atoms[.clipboardManager], to: property, property: property, of: window, time: acquired)
  }
}
