/// What is worth keeping of a board whose owner goes away.
public struct SnapshotPolicy: Sendable {
  /// Which names are read; the others are not even asked for.
  public var accepts: @Sendable (String) -> Bool
  /// Which of these are read after all others, should there be time and room left.
  public var comesLast: @Sendable (String) -> Bool = { _ in false }
  /// Which of those that are not read are made anew of the others when what was read is owned.
  public var remakes: @Sendable (String) -> Bool = { _ in false }
  /// Bytes accepted in all; the names that come first are served first.
  public var byteLimit: Int
  /// How long the owner may be kept busy with it.
  public var timeLimit: Duration

  /// Creates bounds for what is read.
  public init(
    byteLimit: Int = 64 << 20, timeLimit: Duration = .seconds(5),
    accepts: @escaping @Sendable (String) -> Bool
  ) {
    self.byteLimit = byteLimit
    self.timeLimit = timeLimit
    self.accepts = accepts
  }

  /// Those among `names` that are not read, and made anew.
  package func remade(among names: [String]) -> [String] { names.filter { !accepts($0) && remakes($0) } }
}
