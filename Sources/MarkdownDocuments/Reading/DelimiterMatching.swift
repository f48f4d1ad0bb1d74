/// Finds which runs of delimiters belong together (CommonMark, appendix: "process emphasis").
struct DelimiterMatching {
  private(set) var runs: [OpenDelimiter] = []
  /// The runs among them that may still be opened, while they are gone through.
  private var openers: [Int32] = []
  /// The number of `openers` that are known to be none for each kind.
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

/// The text that stands beside a run of delimiters, and what it can be therefore (CommonMark 6.2).
struct DelimiterFlanks {
  let canOpen: Bool
  let canClose: Bool

  init(_ byte: UInt8, _ text: Span<UInt8>, _ run: Range<Int>, within range: Range<Int>) {
    var (before, after) = (run.lowerBound, run.upperBound)
    // GitHub's parser looks through tildes, but for those of a run of tildes.
    if byte != UInt8(ascii: "~") {
      while before > range.lowerBound, text[before - 1] == UInt8(ascii: "~") { before -= 1 }
      while after < range.upperBound, text[after] == UInt8(ascii: "~") { after += 1 }
    }
    let left = before > range.lowerBound ? Self.neighbour(text, text.startOfScalar(before: before)) : .space
    let right = after < range.upperBound ? Self.neighbour(text, after) : .space
    self.init(byte, left: left, right: right)
  }

  /// A run between two neighbours.
  init(_ byte: UInt8, left: Neighbour, right: Neighbour) {
    let isLeft = right != .space && (right != .punctuation || left != .other)
    let isRight = left != .space && (left != .punctuation || right != .other)
    if byte == UInt8(ascii: "_") {
      canOpen = isLeft && (!isRight || left == .punctuation)
      canClose = isRight && (!isLeft || right == .punctuation)
    } else {
      canOpen = isLeft
      canClose = isRight
    }
  }

  enum Neighbour { case space, punctuation, other }

  private static func neighbour(_ text: Span<UInt8>, _ position: Int) -> Neighbour {
    let byte = text[position]
    if byte < 0x80 { return byte.isHTMLSpace ? .space : byte.isASCIIPunctuation ? .punctuation : .other }
    return FlankingClass(text.scalar(at: position)).neighbour(symbolsPunctuate: true)
  }
}

/// A run of asterisks, underscores or tildes that may open or close something (CommonMark 6.2).
struct OpenDelimiter {
  let character: UInt8
  let canOpen: Bool
  let canClose: Bool
  private let runLength: UInt32
  private var firstToken: UInt32
  private var endToken: UInt32

  init(_ character: UInt8, canOpen: Bool, canClose: Bool, tokens: Range<Int>) {
    self.character = character
    self.canOpen = canOpen
    self.canClose = canClose
    runLength = UInt32(truncatingIfNeeded: tokens.count)
    firstToken = UInt32(truncatingIfNeeded: tokens.lowerBound)
    endToken = UInt32(truncatingIfNeeded: tokens.upperBound)
  }

  /// The length of the run in the text.
  var length: Int { Int(runLength) }

  /// The tokens of its characters that nothing has used.
  var tokens: Range<Int> {
    get { Int(firstToken)..<Int(endToken) }
    set {
      firstToken = UInt32(truncatingIfNeeded: newValue.lowerBound)
      endToken = UInt32(truncatingIfNeeded: newValue.upperBound)
    }
  }

  /// True if the run closes what the other one opens: two runs of which one could do both may not have a length
  /// divisible by three together, unless both have by themselves (CommonMark 6.2, rules 9 and 10).
  func closes(_ opener: OpenDelimiter) -> Bool {
    guard opener.character == character else { return false }
    return !(canOpen || opener.canClose) || length % 3 == 0 || (opener.length + length) % 3 != 0
  }

  /// Runs of one kind find the same openers.
  var kind: Int {
    let base = character == UInt8(ascii: "*") ? 0 : character == UInt8(ascii: "_") ? 6 : 12
    return base + length % 3 + (canOpen ? 3 : 0)
  }

  static let kindCount = 18
}

/// The position where runs of backticks stand behind what is read, so that each is looked for once (CommonMark 6.1).
struct BacktickRuns {
  /// The last position at which a run of each length was seen.
  private var last: [Int] = []
  private var isAtEnd = false

  mutating func reset() {
    isAtEnd = false
    if !last.isEmpty { last.removeAll(keepingCapacity: true) }
  }

  /// The position where the next run of a length begins; nil if there is none.
  mutating func run(of length: Int, _ text: Span<UInt8>, from start: Int, to limit: Int) -> Int? {
    if isAtEnd, length >= last.count || last[length] < start { return nil }
    var position = start
    while true {
      position = ByteSearch.position(of: UInt8(ascii: "`"), in: text, from: position, to: limit)
      guard position < limit else {
        isAtEnd = true
        return nil
      }
      let begin = position
      while position < limit, text[position] == UInt8(ascii: "`") { position += 1 }
      if position - begin == length { return begin }
      while last.count <= position - begin { last.append(-1) }
      last[position - begin] = begin
    }
  }
}
