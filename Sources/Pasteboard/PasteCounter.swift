import Synchronization
import System

/// Counts pastes, each of which may ask for several names.
///
/// A paste is over when a name is asked for that it has had, or after a second without a request. `TARGETS`, other
/// names of the protocol and markers do not count.
package final class PasteCounter: Sendable {
  private struct State {
    var count = 0
    var names: Set<String> = []
    var last = MonotonicTime.now
  }

  /// The number of pastes that are served; nil for any number.
  package let limit: Int?
  private let onPaste: @Sendable (Int) -> Void
  private let state = Mutex(State())

  /// - Parameter onPaste: called with the number of each paste as it begins.
  package init(limit: Int?, onPaste: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.limit = limit
    self.onPaste = onPaste
  }

  /// Whether the last paste that is served has begun.
  var isExhausted: Bool { state.withLock { $0.count >= limit ?? .max } }

  /// Notes a request for a name; false if it belongs to a paste beyond the limit.
  func admit(_ name: String, at now: MonotonicTime = .now) -> Bool {
    guard NameTable.shared.role(of: name) == .content else { return true }
    var begun: Int?
    let isAdmitted = state.withLock { state in
      if state.count == 0 || state.names.contains(name) || state.last + Self.pause < now {
        guard state.count < limit ?? .max else { return false }
        state.count += 1
        state.names = []
        begun = state.count
      }
      state.names.insert(name)
      state.last = now
      return true
    }
    if let begun { onPaste(begun) }
    return isAdmitted
  }

  /// The longest time between two requests of a paste.
  private static let pause = Duration.seconds(1)
}
