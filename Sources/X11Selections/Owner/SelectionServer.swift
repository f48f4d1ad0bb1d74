public import Exchange
import System

/// A selection that a separate thread owns and serves.
///
/// The thread runs until another client takes the selection or `stop` is called, even if this object is released.
public final class SelectionServer: Ownership {
  let window: XWindow
  private let display: String?
  private let selection: String
  /// The time of the ownership, by which a successor leaves a later copy alone.
  public let name: String?
  private let thread: OwningThread

  /// Takes the selection; returns when the server has confirmed it.
  ///
  /// - Parameters:
  ///   - display: the X server, that of `DISPLAY` if it is nil.
  ///   - selection: the name of the selection.
  ///   - content: what is offered.
  ///   - time: the server time in milliseconds as of which to take it, so that a client that took it later keeps it;
  ///     nil for now.
  ///   - ended: called from the thread at its end.
  /// - Throws: `unavailable`, `overtaken`, `timedOut`.
  public init(
    display: String? = nil, selection: String, content: Content, asOf time: UInt32? = nil,
    ended: (@Sendable () -> Void)? = nil
  ) throws(ExchangeError) {
    thread = try OwningThread()
    let owner = try SelectionOwner(
      display: display, selection: selection, content: content, asOf: time.map(XTimestamp.init))
    window = owner.window
    name = "\(owner.acquired.rawValue)"
    self.display = display
    self.selection = selection
    thread.run(owning: owner, whenEnded: ended) { owner, thread in
      var owner = owner
      try? owner.serve(until: thread.stopSignal, whenLost: thread.lose)
    }
  }

  /// Whether this process still owns the selection, as far as its thread knows.
  public var isOwner: Bool { thread.isOwner }

  /// Asks the X server whether this process still owns the selection.
  ///
  /// - Throws: `unavailable`, `timedOut`.
  public func confirm() throws(ExchangeError) -> Bool {
    guard isOwner else { return false }
    let deadline = MonotonicTime.now + .seconds(5)
    var connection = try XConnection(display: display)
    var atoms = AtomTable()
    atoms.request([selection], create: false, on: &connection)
    while !atoms.collect(from: connection) { try connection.waitForServer(until: deadline) }
    guard let atom = atoms[selection] else { return false }
    return try connection.awaitOwner(of: atom, until: deadline) == window
  }

  /// Asks the X server whether this process still owns the selection.
  @available(*, deprecated, renamed: "confirm")
  public func confirmOwnership() throws(ExchangeError) -> Bool { try confirm() }

  /// Hands the content to the clipboard manager, as `SelectionOwner.serve` does, and ends the ownership.
  ///
  /// Returns true when that is done, false after `limit`.
  @discardableResult
  public func stop(within limit: Duration = .seconds(5)) -> Bool { thread.stop(within: limit) }
}
