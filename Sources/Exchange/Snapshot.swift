/// What a board held at one time: the values that were read of it, by name.
public struct Snapshot: Hashable, Sendable {
  /// The names in the owner's order, those that were read only.
  public var names: [String] = []
  /// What was given for each name that was read.
  public var representations: [String: Representation] = [:]
  /// Names that were offered and not read, as what they give is made of another form.
  package var remade: [String] = []
  /// Whether a manager owned it in place of the program that had copied it.
  public var isTakenOver = false

  /// Creates a snapshot of nothing.
  public init() {}

  /// The bytes of all values together; those that are the same under several names count once.
  public var byteCount: Int {
    var counted: [[UInt8]] = []
    for bytes in representations.values.map(\.bytes) where !counted.contains(bytes) { counted.append(bytes) }
    return counted.reduce(0) { $0 + $1.count }
  }

  /// Takes what was given for a name; bytes that are there under another one are not held twice.
  public mutating func keep(_ representation: Representation, as name: String) {
    var kept = representation
    if let same = representations.values.first(where: { $0.bytes == kept.bytes }) { kept.bytes = same.bytes }
    representations[name] = kept
  }

  /// How large the next value may be: what is left of a limit, or as large as one that is there, which counts once.
  package func room(within limit: Int) -> Int {
    max(limit - byteCount, representations.values.map(\.bytes.count).max() ?? 0)
  }

  /// Takes what was given for a name, as `keep` does; false, and nothing is taken, if all were above the limit then.
  package mutating func keep(
    _ representation: Representation, as name: String, within limit: Int
  ) -> Bool {
    let former = representations[name]
    keep(representation, as: name)
    if byteCount <= limit { return true }
    representations[name] = former
    return false
  }

  /// The same again, to be owned.
  public var content: Content {
    let representations = representations
    return Content(names: names) { representations[$0] }
  }
}
