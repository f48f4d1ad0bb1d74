/// What it costs to read a part of an archive once more: charts, formulas and documents within a document, addresses of
/// links, each of which few bytes may name as often as they like.
struct RepeatedParts {
  /// The least that one costs, however small it is.
  private static let leastCost = 64

  /// What each part that was read has cost, in bytes, by its name in the archive.
  private var costs: [String: Int] = [:]
  /// What may still be read once more.
  private var left: Int

  /// Parts of which so many bytes may be read once more.
  init(most: Int = 1 << 20) { left = most }

  /// True if a part may be read, which then is told by `add`: the first time, or for what it cost then.
  mutating func mayRead(_ name: String) -> Bool {
    guard let cost = costs[name] else { return true }
    left = max(0, left - cost)
    return left > 0
  }

  /// Says what reading a part has cost.
  mutating func add(_ name: String, cost: Int) { costs[name] = max(cost, Self.leastCost) }
}
