public import Exchange
public import System

/// A change of a selection's owner, which happens with every copy.
public struct SelectionChange: Hashable, Sendable {
  /// The name of the selection's atom.
  public var selection: String
  /// The owner's window; nil if the selection no longer has an owner.
  public var owner: UInt32?
  /// The time when the owner took it, in the server's milliseconds.
  public var time: UInt32
}

/// Waits for changes of selections, through XFixes; idle, it does not wake up.
public struct SelectionWatcher: ~Copyable, XEventLoop {
  private var connection: XConnection
  private let names: [XAtom: String]
  private let window: XWindow
  private var coalescer: ChangeCoalescer
  private var changes: [OwnerChange] = []
  private var stop: StopSignal?
  private var isStopped = false

  /// Starts to watch; returns when the server reports changes.
  ///
  /// - Parameters:
  ///   - display: The X server, that of `DISPLAY` if it is nil.
  ///   - selections: The names of the selections to watch.
  ///   - coalescing: The pause that ends a row of changes, of which only the last is reported.
  /// - Throws: `unavailable`, also if the server lacks XFixes, and `timedOut`.
  public init(
    display: String? = nil, selections: [String], coalescing: Duration = .milliseconds(50)
  ) throws(ExchangeError) {
    let deadline = MonotonicTime.now + .seconds(5)
    var connection = try XConnection(display: display)
    var atoms = AtomTable()
    atoms.request(selections, create: true, on: &connection)
    connection.prepareOwnerChanges()
    let window = connection.createWindow()
    var coalescer = ChangeCoalescer(pause: coalescing)
    try Self.run(&connection, &coalescer, until: deadline) { atoms.collect(from: $0) }

    var names: [XAtom: String] = [:]
    for selection in selections {
      guard let atom = atoms[selection] else { throw .connectionLost }
      names[atom] = selection
      guard connection.observeOwner(of: atom, for: window) else {
        throw ExchangeError(.unavailable, "the X server lacks the XFixes extension, which reports changes")
      }
    }
    let confirmation = connection.selectionOwner(.primary)
    try Self.run(&connection, &coalescer, until: deadline) { connection in
      if case .pending = connection.reply(to: confirmation) { false } else { true }
    }
    self.connection = connection
    self.names = names
    self.window = window
    self.coalescer = coalescer
  }

  /// Waits for the next changes; returns at least one, or none after `stop`.
  ///
  /// - Throws: `unavailable`.
  public mutating func next(until stop: StopSignal? = nil) throws(ExchangeError) -> [SelectionChange] {
    self.stop = stop
    (changes, isStopped) = ([], false)
    try runLoop()
    return changes.compactMap { change in
      guard let selection = names[change.selection] else { return nil }
      let owner = change.owner == .none ? nil : change.owner.rawValue
      return SelectionChange(selection: selection, owner: owner, time: change.selectionTime.rawValue)
    }
  }

  /// The number of changes since the last call, as of now on the server.
  mutating func changesSoFar() throws(ExchangeError) -> Int {
    _ = try connection.awaitOwner(of: .primary, until: .now + .seconds(5))
    var count = 0
    while let event = connection.nextEvent() {
      if case .ownerChanged = event { count += 1 }
    }
    return count
  }

  private static func takeEvents(_ connection: inout XConnection, _ coalescer: inout ChangeCoalescer) {
    while let event = connection.nextEvent() {
      if case .ownerChanged(let change) = event { coalescer.add(change, at: .now) }
    }
  }

  private static func run(
    _ connection: inout XConnection, _ coalescer: inout ChangeCoalescer, until deadline: MonotonicTime,
    _ isDone: (borrowing XConnection) -> Bool
  ) throws(ExchangeError) {
    while true {
      takeEvents(&connection, &coalescer)
      if isDone(connection) { return }
      try connection.waitForServer(until: deadline)
    }
  }
}

// MARK: The loop

extension SelectionWatcher {
  var isFinished: Bool { isStopped || !changes.isEmpty }

  var nextDeadline: MonotonicTime { coalescer.deadline }

  mutating func nextEvent() -> XEvent? { connection.nextEvent() }

  mutating func handle(_ event: XEvent, at now: MonotonicTime) {
    if case .ownerChanged(let change) = event { coalescer.add(change, at: now) }
  }

  mutating func takeResults(at now: MonotonicTime) -> Bool { false }

  mutating func expire(at now: MonotonicTime) { changes = coalescer.take(at: now) }

  mutating func wait(until deadline: MonotonicTime) throws(ExchangeError) {
    let stopDescriptor = stop?.wakeUp.fileDescriptor ?? -1
    isStopped = try connection.wait(until: deadline, or: stopDescriptor).contains(stopDescriptor)
  }
}

/// Collects changes of owners until there is a pause, and keeps the last of each selection.
///
/// Some programs take `PRIMARY` anew with every movement of the mouse. A pure state machine.
struct ChangeCoalescer {
  private let pause: Duration
  private var changes: [(selection: XAtom, change: OwnerChange)] = []
  private var first = MonotonicTime.never
  private var last = MonotonicTime.never

  /// Changes are told when none has come for `pause`, or after ten times that.
  init(pause: Duration) {
    self.pause = pause
  }

  /// The time when `take` will have something; `.never` if nothing has happened.
  var deadline: MonotonicTime {
    changes.isEmpty ? .never : min(last + pause, first + pause * 10)
  }

  mutating func add(_ change: OwnerChange, at now: MonotonicTime) {
    if changes.isEmpty { first = now }
    last = now
    changes.removeAll { $0.selection == change.selection }
    changes.append((change.selection, change))
  }

  /// The last change of each selection, in the order in which they came; empty before the deadline.
  mutating func take(at now: MonotonicTime) -> [OwnerChange] {
    guard now >= deadline else { return [] }
    defer { changes = [] }
    return changes.map(\.change)
  }
}
