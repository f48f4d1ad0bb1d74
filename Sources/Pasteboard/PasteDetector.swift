import Exchange
import Synchronization
import System

/// Tells a paste from what clipboard managers read by themselves as soon as something is copied.
///
/// A manager is known by a rule, or by what it does: it looks at the mark of secrets first, which nobody does who pastes.
final class PasteDetector: Sendable {
  private struct State {
    var begun: MonotonicTime?
    var wasMarkRead = false
  }

  private let state = Mutex(State())

  /// What stands before the renderings of programs that a rule says read by themselves.
  static let byItself = "by itself: "

  /// Managers read within milliseconds; a person needs longer to get from the copy to a paste.
  static let length = Duration.milliseconds(500)

  /// Called when the content is there; whoever reads before has read in the first moments.
  func begin(at now: MonotonicTime = .now) {
    state.withLock { $0.begun = $0.begun ?? now }
  }

  /// Whether a request for a name is somebody's paste; those for names that are no content are not.
  func isPaste(_ name: String, byItself: Bool, at now: MonotonicTime = .now) -> Bool {
    state.withLock { state in
      if PrivacyMarker.isMark(name) { state.wasMarkRead = true }
      guard NameTable.shared.role(of: name) == .content else { return false }
      guard let begun = state.begun, begun + Self.length < now else {
        return !byItself && !state.wasMarkRead
      }
      return true
    }
  }
}
