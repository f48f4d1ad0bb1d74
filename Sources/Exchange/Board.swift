/// A pasteboard as backends know it: a name, which each maps to what its display system has.
public struct Board: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let name: String

  /// Whether it is one that this project's own processes alone know of.
  package var isOwn: Bool { name.hasPrefix("pb.") }

  /// The board of a name.
  public init(_ name: String) {
    self.name = name
  }

  /// What copy and paste use.
  public static let general = Board("general")
  /// What is selected, and pasted with the middle button.
  public static let primary = Board("primary")
  /// A second selection that few programs know.
  public static let secondary = Board("secondary")
  /// What was last searched for.
  public static let find = Board("find")
  /// What is being dragged.
  public static let drag = Board("drag")

  /// The name.
  public var description: String { name }
}
