import Exchange
import System
import TestSupport

@testable import X11Selections

/// A selection that is owned and served in a thread, until somebody else takes it or nobody holds this.
final class ServedSelection: Sendable {
  private let thread: Thread<ExchangeError?>
  private let stop = StopSignal()

  /// Returns when the selection is owned.
  ///
  /// On a machine that is busy with other tests half a second passes quickly, so there is more time to
  /// answer than usual.
  init(
    on server: PrivateXServer, selection: String = "CLIPBOARD", content: Content,
    answerTime: Duration = .seconds(30)
  ) throws {
    let limits = OwnerMachine.Limits(answerTime: answerTime)
    let (display, stop) = (server.display, stop)
    let taken = Flag()
    thread = Thread {
      do throws(ExchangeError) {
        var owner = try SelectionOwner(
          display: display, selection: selection, content: content, limits: limits)
        taken.raise()
        try owner.serve(until: stop)
        return nil
      } catch {
        defer { taken.raise() }
        return error
      }
    }
    try taken.wait()
    if !thread.isRunning, let error = try thread.join() { throw error }
  }

  /// The same for values that are there already.
  convenience init(
    on server: PrivateXServer, _ values: KeyValuePairs<String, [UInt8]>, selection: String = "CLIPBOARD"
  ) throws {
    let properties = Dictionary(
      uniqueKeysWithValues: values.map { ($0, Representation(declared: $0, bytes: $1)) })
    let content = Content(names: values.map(\.key)) { properties[$0] }
    try self.init(on: server, selection: selection, content: content)
  }

  deinit {
    stop.stop()
  }

  var isServing: Bool { thread.isRunning }

  func end() {
    stop.stop()
  }

  /// Waits until it has ended by itself; the error if it was by one.
  func waitForEnd(timeout: Duration = .seconds(10)) throws -> ExchangeError? {
    try thread.join(timeout: timeout)
  }
}
