/// What a selection held at one time: the values that were read of it, by target.
public struct SelectionSnapshot: Hashable, Sendable {
  /// The targets in the owner's order, those that were read only.
  public var targets: [String] = []
  /// What was given for each target that was read.
  public var properties: [String: SelectionProperty] = [:]
  /// Whether a manager owned it in place of the program that had copied it.
  public var isTakenOver = false

  /// Creates a snapshot of nothing.
  public init() {}

  /// The bytes of all values together.
  public var byteCount: Int { properties.values.reduce(0) { $0 + $1.bytes.count } }

  /// The same again, to be owned.
  public var content: SelectionContent {
    let properties = properties
    return SelectionContent(targets: targets) { properties[$0] }
  }
}

/// What is worth keeping of a selection whose owner goes away.
public struct SnapshotPolicy: Sendable {
  /// Which targets are read; the others are not even asked for.
  public var accepts: @Sendable (String) -> Bool
  /// Bytes accepted in all; the targets that come first are served first.
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
}
