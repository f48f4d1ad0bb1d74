public import Exchange
import Synchronization
import System

/// A selection that is owned and served in a thread of its own.
///
/// It goes on until another client takes the selection or `stop` is called, also when nobody holds this any
/// more.
public final class SelectionServer: Ownership {
  let window: XWindow
  private let display: String?
  private let selection: String
  private let stopSignal = StopSignal()
  private let state = Mutex(State())
  private let ended = WakeUp()

  private struct State {
    var isOwner = true
    var failure: ExchangeError?
  }

  /// Takes the selection; returns when the server has confirmed it.
  ///
  /// - Parameters:
  ///   - time: takes it as of this time, in the server's milliseconds, so that whoever took it since keeps it; nil
  ///     for now.
  ///   - ended: called from the thread at its end.
  /// - Throws: `unavailable`, `overtaken`, `timedOut`, `unavailable`.
  public init(
    display: String? = nil, selection: String, content: Content, asOf time: UInt32? = nil,
    ended: (@Sendable () -> Void)? = nil
  ) throws(ExchangeError) {
    // Before the selection is taken: without it what others had there would be lost.
    guard let thread = ReservedThread() else { throw .noThread }
    let owner = try SelectionOwner(
      display: display, selection: selection, content: content, asOf: time.map(XTimestamp.init))
    window = owner.window
    self.display = display
    self.selection = selection
    thread.run(owning: owner) { owner in
      var owner = owner
      var failure: ExchangeError?
      do throws(ExchangeError) {
        try owner.serve(until: self.stopSignal) { [self] in state.withLock { $0.isOwner = false } }
      } catch {
        failure = error
      }
      self.state.withLock { $0 = State(isOwner: false, failure: failure) }
      self.ended.signal()
      ended?()
    }
  }

  /// Whether nobody else has taken the selection, as far as its thread has heard.
  public var isOwner: Bool { state.withLock(\.isOwner) }

  /// Whether nobody else has taken the selection, as the X server sees it now.
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
    return try connection.awaitOwner(of: atom, until: deadline).owner == window
  }

  /// Whether nobody else has taken the selection, as the X server sees it now.
  @available(*, deprecated, renamed: "confirm")
  public func confirmOwnership() throws(ExchangeError) -> Bool { try confirm() }

  /// Ends the ownership, once the content is handed to the clipboard manager, as `SelectionOwner.serve` does.
  ///
  /// Returns when that is done, or after `limit`: false then.
  @discardableResult
  public func stop(within limit: Duration = .seconds(5)) -> Bool {
    stopSignal.stop()
    return ended.wait(until: .now + limit)
  }
}
