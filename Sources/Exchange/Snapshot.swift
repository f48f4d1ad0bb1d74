/// What a board held at one time: the values that were read of it, by name.
public struct Snapshot: Hashable, Sendable {
  /// The names in the owner's order, those that were read only.
  public var names: [String] = []
  /// What was given for each name that was read.
  public var representations: [String: Representation] = [:]
  /// Whether a manager owned it in place of the program that had copied it.
  public var isTakenOver = false

  /// Creates a snapshot of nothing.
  public init() {}

  /// The bytes of all values together.
  public var byteCount: Int { representations.values.reduce(0) { $0 + $1.bytes.count } }

  /// The same again, to be owned.
  public var content: Content {
    let representations = representations
    return Content(names: names) { representations[$0] }
  }
}
