import Exchange
import System

/// A selection that this client has taken, for whoever serves it (ICCCM 2.1).
struct SelectionClaim: ~Copyable {
  let content: Content
  let selection: XAtom
  let window: XWindow
  let acquired: XTimestamp
  var atoms: AtomTable
  var connection: XConnection
  var bridge = XwaylandProbe()

  /// Takes the selection; returns when the server has confirmed it.
  ///
  /// Nothing is rendered before somebody asks.
  ///
  /// - Parameter past: the time to take it as of; whoever has taken it since then keeps it.
  /// - Throws: `unavailable`, `overtaken`, `unavailable`, `timedOut`.
  init(
    display: String?, selection name: String, content: Content, asOf past: XTimestamp? = nil
  ) throws(ExchangeError) {
    let deadline = MonotonicTime.now + .seconds(5)
    var connection = try XConnection(display: display)
    var atoms = AtomTable()
    atoms.request([name] + SelectionService.names(for: content), create: true, on: &connection)
    connection.prepareLargeRequests()
    if content.view != nil { connection.prepareClientProcesses() }
    bridge.prepare(on: &connection)
    let window = connection.createWindow()
    connection.introduce(window)
    let now = try connection.awaitNamesAndTime(&atoms, of: .wmClass, on: window, until: deadline)
    let time = past ?? now
    guard let selection = atoms[name] else { throw .connectionLost }

    connection.negotiateLargeRequests()
    bridge.ask(&connection)
    let owner = try connection.setOwnerAndVerify(of: selection, to: window, time: time, until: deadline)
    guard owner == window else {
      // A client that is told of the loss had the selection.
      let wasOwned = connection.hasKept { if case .selectionClear(selection, _) = $0 { true } else { false } }
      throw owner != .none || wasOwned ? .ownershipDenied(name) : .notOwned(name)
    }
    self.content = content
    self.selection = selection
    self.window = window
    self.atoms = atoms
    self.connection = connection
    acquired = time
  }

  /// Leaves it to a child of this process, which goes on with the connection.
  consuming func leaveToChild() { connection.leaveToChild() }
}

/// A claim that a child of this process is to serve.
final class X11ClaimedSelection: ClaimedSelection {
  private var claim: SelectionClaim?
  let descriptors: [Int32]

  init(_ claim: consuming SelectionClaim) {
    descriptors = [claim.connection.fileDescriptor]
    self.claim = consume claim
  }

  deinit { claim.take()?.leaveToChild() }

  func serve(_ terms: OwnOptions) throws(ExchangeError) {
    guard let claim = claim.take() else { return }
    var owner = SelectionOwner(claim)
    try owner.serve(for: terms.lifetime, until: terms.stop)
  }
}

/// The last act of an owner: asks the clipboard manager to keep the content (freedesktop ClipboardManager).
///
/// A pure state machine, bounded in time. Requests are served as before while it lasts, by `OwnerMachine`.
struct SaveRequest {
  enum Event: Hashable {
    /// The manager's window; `.none` if there is none.
    case managerFound(XWindow)
    /// The manager's answer: whether it has kept the content.
    case answered(Bool)
    case managerVanished
    /// Somebody else, most likely the manager, owns the selection now.
    case ownershipLost
    case clock
  }

  enum Action: Hashable {
    /// Convert `CLIPBOARD_MANAGER` to `SAVE_TARGETS`, and hear of this window's end.
    case requestSaving(manager: XWindow)
  }

  /// Managers are given this long in all.
  private static let patience = Duration.seconds(3)
  /// KDE 5.18 refuses first and fetches the data then.
  private static let patienceAfterRefusal = Duration.milliseconds(500)

  private(set) var isFinished = false
  private(set) var deadline: MonotonicTime
  private(set) var manager = XWindow.none

  init(at now: MonotonicTime) {
    deadline = now + Self.patience
  }

  mutating func handle(_ event: Event, at now: MonotonicTime) -> Action? {
    guard !isFinished else { return nil }
    switch event {
    case .managerFound(.none), .answered(true), .managerVanished, .ownershipLost:
      isFinished = true
    case .managerFound(let window):
      guard manager == .none else { return nil }
      manager = window
      return .requestSaving(manager: window)
    case .answered(false):
      deadline = min(deadline, now + Self.patienceAfterRefusal)
    case .clock:
      isFinished = deadline <= now
    }
    return nil
  }
}
