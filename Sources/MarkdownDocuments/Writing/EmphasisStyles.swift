/// Finds delimiters for emphasis that a reader pairs as they are meant.
///
/// The delimiters that are wanted are tried first: asterisks, or underscores where they can be. What CommonMark's
/// rules would then pair otherwise gets the other ones, and what these cannot say either gets HTML tags: so does what a
/// letter beside it keeps from opening or closing.
struct EmphasisStyles {
  /// Delimiters of one character, side by side.
  private struct Run {
    var delimiters: DelimiterRun
    /// The delimiters' pieces that are not yet paired, as a range of indices.
    var pieces: Range<Int>
    var previous: Int?
    var next: Int?
  }

  private var runs: [Run] = []
  /// The last runs before the brackets that are open.
  private var bottoms: [Int?] = []
  private var isMismatched: [Bool] = []
  private var hasMismatch = false
  /// True if a symbol stands beside a delimiter, on which readers differ.
  private var hasSymbol = false
  private let emphasis: MarkdownStyle.Emphasis

  init(emphasis: MarkdownStyle.Emphasis) {
    self.emphasis = emphasis
  }

  /// Chooses the style of each span.
  mutating func choose(in line: inout InlinePieces) {
    guard !line.spans.isEmpty else { return }
    if emphasis == .underscore {
      for index in line.spans.indices where line.spans[index].kind == .emphasis && canUnderscore(index, line)
      {
        line.spans[index].style = .underscores
      }
    }
    // Each round moves a span to its next style; a handful settle whatever a person writes.
    for _ in 0..<6 {
      // Tags are punctuation to what is beside them: a few passes settle it, or the pairing fails.
      for _ in 0..<4 where !setTagsBesideWords(in: &line) { break }
      pair(line, symbolsPunctuate: true)
      // Readers of earlier versions are to find the same.
      if !hasMismatch, hasSymbol { pair(line, symbolsPunctuate: false) }
      guard hasMismatch else { return }
      changeStyles(in: &line)
    }
    for index in line.spans.indices { line.spans[index].style = .tags }
  }

  // MARK: Neighbours

  /// Gives tags to spans whose delimiters have a letter on the outer side and punctuation on the inner one.
  ///
  /// Returns true if there was one.
  private func setTagsBesideWords(in line: inout InlinePieces) -> Bool {
    var hasChanged = false
    for index in line.pieces.indices where isDelimiter(index, in: line) {
      let isOpening = line.pieces[index].kind == .open
      let innermost = endOfRun(index, in: line)
      let isTight =
        isOpening
        ? line.mayNotOpen(before: line.classBefore(index), innerOf: innermost)
        : line.mayNotClose(after: line.classAfter(index), innerOf: innermost)
      guard isTight, line.isBesideText(index, forward: !isOpening) else { continue }
      line.spans[line.pieces[index].span].style = .tags
      hasChanged = true
    }
    return hasChanged
  }

  /// The innermost piece of the run of equal delimiters that goes on within a piece.
  private func endOfRun(_ piece: Int, in line: InlinePieces) -> Int {
    let kind = line.pieces[piece].kind
    let step = kind == .open ? 1 : -1
    let delimiter = line.spans[line.pieces[piece].span].delimiter
    var end = piece
    while line.pieces.indices.contains(end + step), line.pieces[end + step].kind == kind,
      isDelimiter(end + step, in: line),
      line.spans[line.pieces[end + step].span].delimiter == delimiter
    { end += step }
    return end
  }

  private func isDelimiter(_ piece: Int, in line: InlinePieces) -> Bool {
    let piece = line.pieces[piece]
    return (piece.kind == .open || piece.kind == .close) && line.spans[piece.span].style != .tags
  }

  // MARK: Pairing

  /// Pairs delimiters as CommonMark's algorithm does (appendix, phase 2), and notes the spans it gets wrong.
  private mutating func pair(_ line: InlinePieces, symbolsPunctuate: Bool) {
    runs.removeAll(keepingCapacity: true)
    bottoms.removeAll(keepingCapacity: true)
    isMismatched.removeAll(keepingCapacity: true)
    isMismatched.append(contentsOf: repeatElement(false, count: line.spans.count))
    hasMismatch = false
    hasSymbol = false
    var last: Int?
    var index = 0
    while index < line.pieces.count {
      switch line.pieces[index].kind {
      case .openBracket:
        bottoms.append(last)
      case .closeBracket:
        let bottom = bottoms.popLast() ?? nil
        process(line, above: bottom, last: last)
        last = bottom
        if let bottom { runs[bottom].next = nil }
      case .open, .close:
        guard isDelimiter(index, in: line) else { break }
        let character = line.spans[line.pieces[index].span].delimiter
        var end = index + 1
        while end < line.pieces.count, isDelimiter(end, in: line),
          line.spans[line.pieces[end].span].delimiter == character
        { end += 1 }
        let length = (index..<end).reduce(0) { $0 + line.spans[line.pieces[$1].span].length }
        let (before, after) = (line.classBefore(index), line.classAfter(end - 1))
        hasSymbol = hasSymbol || before == .symbol || after == .symbol
        let delimiters = DelimiterRun(
          character, length: length, before: before, after: after, symbolsPunctuate: symbolsPunctuate)
        runs.append(Run(delimiters: delimiters, pieces: index..<end, previous: last))
        if let last { runs[last].next = runs.count - 1 }
        last = runs.count - 1
        index = end - 1
      default:
        break
      }
      index += 1
    }
    process(line, above: nil, last: last)
  }

  private mutating func process(_ line: InlinePieces, above bottom: Int?, last: Int?) {
    guard let last else { return }
    var closer: Int? = bottom.map { runs[$0].next } ?? first(before: last)
    // Below these there is no opener for a closer of this character and length modulo 3. (Newer parsers
    // distinguish more, and so find whatever is found here.)
    var openersBottom = InlineArray<9, Int>(repeating: -1)
    while let current = closer {
      let close = runs[current].delimiters
      guard close.canClose, !runs[current].pieces.isEmpty else {
        closer = runs[current].next
        continue
      }
      let kind = close.character == UInt8(ascii: "*") ? 0 : close.character == UInt8(ascii: "_") ? 1 : 2
      let key = kind * 3 + close.length % 3
      let floor = openersBottom[key]
      var candidate = runs[current].previous
      var found: Int?
      while let index = candidate, index != bottom, index > floor {
        let open = runs[index].delimiters
        let isOdd =
          (close.canOpen || open.canClose) && close.length % 3 != 0
          && (open.length + close.length) % 3 == 0
        if open.canOpen, open.character == close.character, !isOdd {
          found = index
          break
        }
        candidate = runs[index].previous
      }
      if let opener = found {
        closer = match(line, opener, current)
      } else {
        openersBottom[key] = runs[current].previous ?? -1
        closer = runs[current].next
        if !close.canOpen { remove(current, line) }
      }
    }
    var left: Int? = last
    while let run = left, run != bottom {
      noteUnpaired(run, line)
      left = runs[run].previous
    }
  }

  private func first(before last: Int) -> Int {
    var index = last
    while let previous = runs[index].previous { index = previous }
    return index
  }

  /// Pairs the inner delimiters of two runs; returns the next run that may close.
  private mutating func match(_ line: InlinePieces, _ opener: Int, _ closer: Int) -> Int? {
    var between = runs[closer].previous
    while let index = between, index != opener {
      between = runs[index].previous
      remove(index, line)
    }
    func length(_ run: Int) -> Int {
      runs[run].pieces.reduce(0) { $0 + line.spans[line.pieces[$1].span].length }
    }
    let isStrikethrough = runs[closer].delimiters.character == UInt8(ascii: "~")
    let used = isStrikethrough ? 2 : length(opener) >= 2 && length(closer) >= 2 ? 2 : 1
    guard let openPiece = runs[opener].pieces.last, let closePiece = runs[closer].pieces.first,
      line.pieces[openPiece].kind == .open, line.pieces[closePiece].kind == .close,
      line.pieces[openPiece].span == line.pieces[closePiece].span,
      line.spans[line.pieces[openPiece].span].length == used,
      !isStrikethrough || (runs[opener].pieces.count == 1 && runs[closer].pieces.count == 1)
    else {
      // The reader's pairs are not ours: what these runs hold must be written otherwise.
      let next = runs[closer].next
      remove(opener, line)
      remove(closer, line)
      return next
    }
    runs[opener].pieces.removeLast()
    runs[closer].pieces.removeFirst()
    if runs[opener].pieces.isEmpty { remove(opener, line) }
    guard runs[closer].pieces.isEmpty else { return closer }
    let next = runs[closer].next
    remove(closer, line)
    return next
  }

  /// Takes a run out of the list; delimiters that it still holds have found no partner.
  private mutating func remove(_ run: Int, _ line: InlinePieces) {
    noteUnpaired(run, line)
    if let previous = runs[run].previous { runs[previous].next = runs[run].next }
    if let next = runs[run].next { runs[next].previous = runs[run].previous }
  }

  private mutating func noteUnpaired(_ run: Int, _ line: InlinePieces) {
    for piece in runs[run].pieces {
      isMismatched[line.pieces[piece].span] = true
      hasMismatch = true
    }
  }

  // MARK: Styles

  /// Moves spans to their next style: those that open right behind delimiters with which they are mistaken,
  /// or else all that are mismatched.
  private func changeStyles(in line: inout InlinePieces) {
    let mismatched = line.spans.indices.filter { isMismatched[$0] }
    let inner = line.spans.indices.filter { span in
      let piece = line.spans[span].openPiece
      guard piece > 0, isDelimiter(piece, in: line), isDelimiter(piece - 1, in: line) else { return false }
      let before = line.pieces[piece - 1].span
      return line.spans[before].delimiter == line.spans[span].delimiter
        && (isMismatched[span] || isMismatched[before])
    }
    for index in inner.isEmpty ? mismatched : inner {
      let span = line.spans[index]
      line.spans[index].hasTriedBoth = true
      switch span.style {
      case .asterisks where !span.hasTriedBoth && canUnderscore(index, line):
        line.spans[index].style = .underscores
      case .underscores where !span.hasTriedBoth:
        line.spans[index].style = .asterisks
      default:
        line.spans[index].style = .tags
      }
    }
  }

  private func canUnderscore(_ index: Int, _ line: InlinePieces) -> Bool {
    let span = line.spans[index]
    return span.kind != .strikethrough && line.lastMathUnderscore < 0
      && line.classBefore(span.openPiece) != .other && line.classAfter(span.closePiece) != .other
  }
}
