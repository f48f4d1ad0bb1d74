/// Finds the word that somebody meant.
enum Suggestion {
  /// The nearest of `known` words, if it is near enough to be meant.
  static func nearest(to word: String, among known: [String]) -> String? {
    let ranked = known.map { (word: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, word.utf8.count / 3) ? best.word : nil
  }

  /// The word that another one is a slip of the fingers for, one letter away from it; nil for the words themselves, and
  /// for what is short or has digits and signs, as names of one's own do.
  static func slip(_ word: String, of known: [String]) -> String? {
    let word = word.lowercased()
    guard word.utf8.count > 3, word.utf8.allSatisfy({ 0x61...0x7A ~= $0 }), !known.contains(word) else {
      return nil
    }
    return known.first { distance(word, $0) == 1 }
  }

  /// The number of letters to insert, delete, replace or swap with their neighbour.
  static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
    var beforePrevious = [Int](repeating: 0, count: other.count + 1)
    var previous = Array(0...other.count)
    for row in 1...one.count {
      var current = [row]
      for column in 1...other.count {
        let isSame = one[row - 1] == other[column - 1]
        var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
          best = min(best, beforePrevious[column - 2] + 1)
        }
        current.append(best)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[other.count]
  }
}
