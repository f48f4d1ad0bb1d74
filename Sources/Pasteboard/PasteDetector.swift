import Exchange
import Synchronization
import System

/// Tells a paste from what clipboard managers read by themselves as soon as something is copied.
///
/// A manager is known by a rule, or by what it does: it looks at the mark of secrets first, which nobody does who pastes.
/// A command of this project that only shows content announces each of its requests (`Offering.lookMarker`).
final class PasteDetector: Sendable {
  private struct State {
    var begun: MonotonicTime?
    var wasMarkRead = false
    /// The times at which looks were announced that have not come yet.
    var looks: [MonotonicTime] = []

    mutating func announceLook(at now: MonotonicTime) {
      looks.append(now)
      if looks.count > lookLimit { looks.removeFirst() }
    }

    /// Whether a request that comes now was announced as a look, which it uses up.
    mutating func takeLook(at now: MonotonicTime) -> Bool {
      looks.removeAll { $0 + lookTime < now }
      guard !looks.isEmpty else { return false }
      looks.removeFirst()
      return true
    }
  }

  private let state = Mutex(State())

  /// What stands before the renderings of programs that a rule says read by themselves.
  static let byItself = "by itself: "

  /// Managers read within milliseconds; a person needs longer to get from the copy to a paste.
  static let length = Duration.milliseconds(500)

  /// The time within which an announced look must come: a paste that comes later counts.
  static let lookTime = Duration.seconds(2)
  private static let lookLimit = 16

  /// Called when the content is there; whoever reads before has read in the first moments.
  func begin(at now: MonotonicTime = .now) {
    state.withLock { $0.begun = $0.begun ?? now }
  }

  /// Whether a request for a name is somebody's paste; those for names that are no content are not.
  func isPaste(_ name: String, byItself: Bool, at now: MonotonicTime = .now) -> Bool {
    state.withLock { state in
      if PrivacyMarker.isMark(name) { state.wasMarkRead = true }
      if name == Offering.lookMarker { state.announceLook(at: now) }
      guard NameTable.shared.role(of: name) == .content else { return false }
      if state.takeLook(at: now) { return false }
      guard let begun = state.begun, begun + Self.length < now else {
        return !byItself && !state.wasMarkRead
      }
      return true
    }
  }
}
