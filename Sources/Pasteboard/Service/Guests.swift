import Synchronization

/// The hosts that have connected, of which each is told once; a host that invents labels does not fill memory.
final class Guests: Sendable {
  private let labels = Mutex<Set<String>>([])
  /// More are not told of.
  private static let limit = 100

  /// Whether a label has not been seen before.
  func isNew(_ label: String) -> Bool {
    labels.withLock { labels in
      guard labels.count < Self.limit else { return false }
      return labels.insert(label).inserted
    }
  }

  /// What people are told of a host that calls itself `label`.
  static func name(_ label: String) -> String {
    label.isEmpty ? "a program without a label" : label
  }
}
