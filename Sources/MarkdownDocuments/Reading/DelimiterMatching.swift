/// Finds which runs of delimiters belong together (CommonMark, appendix: "process emphasis").
struct DelimiterMatching {
  private(set) var runs: [OpenDelimiter] = []
  /// The runs among them that may still be opened, while they are gone through.
  private var openers: [Int32] = []
  /// How many of `openers` are known to be none for each kind.
  private var bottoms = [Int](repeating: 0, count: OpenDelimiter.kindCount)
  private var hasBottoms = false
  /// True if tildes that stand alone strike nothing out, but are markup that stays.
  var keepsSingleTildes = false

  /// Room for so many runs is kept for the next leaf.
  private static let commonRoom = 4096

  var count: Int { runs.count }

  /// Lets go of all runs, and of the room of those of an uncommonly long leaf.
  mutating func removeAll() {
    runs.removeAll(keepingCapacity: runs.capacity <= Self.commonRoom)
    openers.removeAll(keepingCapacity: openers.capacity <= Self.commonRoom)
  }

  mutating func append(_ run: OpenDelimiter) { runs.append(run) }

  /// Forgets the runs from an index on.
  mutating func forget(from first: Int) { runs.removeSubrange(first...) }

  /// Matches the runs from an index on, and forgets them.
  mutating func match(from first: Int, in tokens: inout [InlineToken]) {
    guard first < runs.count else { return }
    if first + 1 < runs.count {
      openers.removeAll(keepingCapacity: true)
      lowerBottoms(to: 0)
      for index in first..<runs.count {
        if runs[index].canClose { close(index, &tokens) }
        if runs[index].canOpen, !runs[index].tokens.isEmpty {
          openers.append(Int32(truncatingIfNeeded: index))
        }
      }
    }
    runs.removeSubrange(first...)
  }

  /// Closes with a run what there is to close.
  private mutating func close(_ index: Int, _ tokens: inout [InlineToken]) {
    while !runs[index].tokens.isEmpty {
      let closer = runs[index]
      var found = openers.count - 1
      let bottom = bottoms[closer.kind]
      while found >= bottom, !closer.closes(runs[Int(openers[found])]) { found -= 1 }
      guard found >= bottom else {
        bottoms[closer.kind] = openers.count
        hasBottoms = true
        return
      }
      let opener = Int(openers[found])
      openers.removeSubrange((found + 1)...)
      if closer.character == UInt8(ascii: "~") {
        strike(opener, index, &tokens)
        if runs[opener].tokens.isEmpty { openers.removeLast() }
      } else {
        emphasize(opener, index, &tokens)
        if runs[opener].tokens.isEmpty { openers.removeLast() }
      }
      lowerBottoms(to: openers.count)
    }
  }

  private mutating func emphasize(_ opener: Int, _ closer: Int, _ tokens: inout [InlineToken]) {
    let isStrong = runs[opener].tokens.count > 1 && runs[closer].tokens.count > 1
    let used = isStrong ? 2 : 1
    let (start, end) = (runs[opener].tokens.upperBound - used, runs[closer].tokens.lowerBound)
    if isStrong {
      tokens[start + 1].kind = .nothing
      tokens[end + 1].kind = .nothing
    }
    tokens[start].kind = isStrong ? .strongStart : .emphasisStart
    tokens[end].kind = .end
    runs[opener].tokens = runs[opener].tokens.lowerBound..<start
    runs[closer].tokens = end + used..<runs[closer].tokens.upperBound
  }

  /// Tildes close as many as they are (GFM 6.5); more or fewer are text, and leave those before them to others.
  private mutating func strike(_ opener: Int, _ closer: Int, _ tokens: inout [InlineToken]) {
    let (opening, closing) = (runs[opener].tokens, runs[closer].tokens)
    runs[closer].tokens = closing.upperBound..<closing.upperBound
    guard opening.count == closing.count else { return }
    if opening.count == 1, keepsSingleTildes {
      for token in [opening.lowerBound, closing.lowerBound] { tokens[token].kind = .html }
    } else {
      for token in [opening, closing].joined() { tokens[token].kind = .nothing }
      tokens[opening.lowerBound].kind = .strikethroughStart
      tokens[closing.lowerBound].kind = .end
    }
    runs[opener].tokens = opening.upperBound..<opening.upperBound
  }

  private mutating func lowerBottoms(to count: Int) {
    guard hasBottoms else { return }
    hasBottoms = false
    for kind in bottoms.indices {
      bottoms[kind] = min(bottoms[kind], count)
      if bottoms[kind] > 0 { hasBottoms = true }
    }
  }
}
