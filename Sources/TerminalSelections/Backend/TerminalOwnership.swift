import Exchange
import Synchronization

/// Content that a terminal has: it is there whether this process lives or not.
final class TerminalOwnership: Ownership {
  private let ended: @Sendable () -> Void
  private let hasEnded = Atomic(false)

  init(_ ended: @escaping @Sendable () -> Void) {
    self.ended = ended
  }

  /// Nobody tells of a further copy.
  var isOwner: Bool { !hasEnded.load(ordering: .relaxed) }

  func confirm() throws(ExchangeError) -> Bool { isOwner }

  func stop(within limit: Duration) -> Bool {
    if !hasEnded.exchange(true, ordering: .relaxed) { ended() }
    return true
  }
}
