package import Exchange
import Synchronization
import System

/// A board that is owned and served in a thread of its own.
///
/// It goes on until another program takes the board or `stop` is called, also when nobody holds this any more.
package final class WaylandServer: Ownership {
  private let display: WaylandDisplay
  private let slot: Slot
  /// Tells this copy from all others.
  package let marker: OwnerMarker
  private let stopSignal = StopSignal()
  private let owns = Mutex(true)
  private let ended = WakeUp()

  /// Takes the board; returns when the compositor has confirmed it.
  ///
  /// - Parameter whenEnded: is called from the thread at its end.
  package init(
    _ board: Board, _ content: Content, on display: WaylandDisplay,
    whenEnded: (@Sendable () -> Void)? = nil
  ) throws(ExchangeError) {
    // Before the board is taken: without it what others had there would be lost.
    guard let thread = ReservedThread() else {
      throw ExchangeError(.unavailable, "there can be no further thread")
    }
    let owner = try WaylandOwner.take(board, content, on: display)
    slot = try Slot.required(board)
    self.display = display
    marker = owner.marker
    thread.run(owning: owner) { owner in
      var owner = owner
      try? owner.serve(until: self.stopSignal) { self.owns.withLock { $0 = false } }
      self.owns.withLock { $0 = false }
      self.ended.signal()
      whenEnded?()
    }
  }

  package var isOwner: Bool { owns.withLock(\.self) }

  package func confirm() throws(ExchangeError) -> Bool {
    guard isOwner else { return false }
    let connection = try display.connect()
    return connection.machine.offer(slot)?.names.contains(marker.name) ?? false
  }

  @discardableResult
  package func stop(within limit: Duration = .seconds(5)) -> Bool {
    stopSignal.stop()
    return ended.wait(until: .now + limit)
  }
}
