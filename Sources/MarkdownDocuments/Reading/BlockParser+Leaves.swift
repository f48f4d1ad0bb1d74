/// Blocks of text, from their first line to their last.
extension BlockParser {
  /// Adds lines to the leaf that is open; lines side by side are one piece.
  mutating func append(_ piece: TextPiece) {
    lastLine = piece.range
    if let last = pieces.last, pieces.count > Int(nodes[leafNode].firstPiece), piece.spaces == 0,
      last.end + 1 == piece.start, !isFenceInfo(pieces.count - 1)
    {
      pieces[pieces.count - 1].end = piece.end
    } else {
      pieces.append(piece)
    }
  }

  /// The first piece of fenced code is what stands behind the fence.
  private func isFenceInfo(_ index: Int) -> Bool {
    nodes[leafNode].kind == .fencedCode && index == Int(nodes[leafNode].firstPiece)
  }

  mutating func openParagraph(_ line: MarkdownLine, _ text: Span<UInt8>) {
    var piece = line.contentPiece
    if isItemNew, containers[matched - 1].kind == .item {
      takeBox(of: containers[matched - 1].node, from: &piece, text)
      guard piece.start < piece.end else { return }
    }
    open(leaf: .paragraph, text)
    leaf = .paragraph
    append(piece)
  }

  /// Takes the box with which the text of an item begins, and behind which there is a space (GFM 5.3).
  private mutating func takeBox(of item: Int, from piece: inout TextPiece, _ text: Span<UInt8>) {
    let (start, end) = (Int(piece.start), Int(piece.end))
    guard end - start >= 4, text[start] == UInt8(ascii: "["), text[start + 2] == UInt8(ascii: "]"),
      text[start + 3].isSpaceOrTab
    else { return }
    switch text[start + 1] {
    case UInt8(ascii: " "): nodes[item].detail = BlockNode.uncheckedBox
    case UInt8(ascii: "x"), UInt8(ascii: "X"): nodes[item].detail = BlockNode.checkedBox
    default: return
    }
    piece.start = UInt32(truncatingIfNeeded: text.skippingSpaces(from: start + 3, to: end))
  }

  /// Ends the leaf that is open.
  mutating func closeLeaf(_ text: Span<UInt8>) {
    switch leaf {
    case .none: return
    case .paragraph: closeParagraph(text)
    case .indentedCode: dropBlankEnd(text)
    case .fence, .html, .table: break
    }
    leaf = .none
    nodes[leafNode].lastPiece = UInt32(truncatingIfNeeded: pieces.count)
  }

  /// Takes definitions from the beginning of the paragraph that is open; true if some text is left.
  mutating func takeDefinitions(_ text: Span<UInt8>) -> Bool {
    let first = Int(nodes[leafNode].firstPiece)
    guard first < pieces.count, text[Int(pieces[first].start)] == UInt8(ascii: "[") else { return true }
    let taken = LeafText(pieces[first...], of: source).definitions(into: &references)
    if taken > 0 { pieces.dropText(taken, from: first) }
    return first < pieces.count
  }

  private mutating func closeParagraph(_ text: Span<UInt8>) {
    if takeDefinitions(text) { settleParagraph() } else { dissolveParagraph() }
  }

  /// Notes that there is text in the paragraph that is open.
  mutating func settleParagraph() {
    if isParagraphApart { loosen() }
    isParagraphApart = false
  }

  /// Makes of the paragraph that is open, of which no text is left, as if it had not been there.
  mutating func dissolveParagraph() {
    nodes[leafNode].kind = .removed
    containers[containers.count - 1].childCount -= 1
    // What it stood apart from ends with a blank line still.
    if isParagraphApart { containers[containers.count - 1].endsBlank = true }
  }

  /// Blank lines at the end of indented code are no part of it (CommonMark 4.4).
  private mutating func dropBlankEnd(_ text: Span<UInt8>) {
    let first = Int(nodes[leafNode].firstPiece)
    while let last = pieces.last, pieces.count > first {
      let end = text.trimmedEnd(from: Int(last.start), to: Int(last.end))
      if end == Int(last.start) {
        pieces.removeLast()
        continue
      }
      let lineEnd = ByteSearch.position(of: 0x0A, in: text, from: end, to: Int(last.end))
      pieces[pieces.count - 1].end = UInt32(truncatingIfNeeded: lineEnd)
      return
    }
  }
}

/// Definition lists: terms, each on a line, and what is said of them behind colons (PHP Markdown Extra, "Definition Lists").
extension BlockParser {
  /// Opens what is said of the terms above a line that begins with a colon; false if there are none, or nothing is said.
  mutating func openDetails(_ line: inout MarkdownLine, _ text: Span<UInt8>) -> Bool {
    let behind = line.content + 1
    guard readsDefinitions, behind < line.end, text[behind].isSpaceOrTab,
      !text.isBlank(from: behind, to: line.end), haveTerms(above: line, text)
    else { return false }
    let indent = line.indent
    line.skipMark(1, of: text)
    // As in an item, behind five columns or more the content is code.
    let space = line.indent > 4 ? 1 : line.indent
    line.skip(columns: space, of: text)
    open(.details, as: .details, detail: indent + 1 + space, text)
    return true
  }

  /// True if the innermost container that the line belongs to is a list of definitions, or becomes one.
  private mutating func haveTerms(above line: MarkdownLine, _ text: Span<UInt8>) -> Bool {
    if containers[matched - 1].kind == .definitions { return true }
    if case .paragraph = leaf {
      // The line would have continued a paragraph further in.
      guard matched == containers.count else { return false }
      closeLeaf(text)
    } else {
      closeUnmatched(text)
    }
    let index = containers[matched - 1].lastChild
    guard index >= 0, nodes[index].kind == .paragraph, Int(nodes[index].end) == nodes.count,
      nodes.count == index + 1, isNear(nodes[index], line, text)
    else { return false }
    makeTerm(ofParagraph: index)
    return true
  }

  /// True if at most one blank line stands between a paragraph and a line.
  private func isNear(_ paragraph: BlockNode, _ line: MarkdownLine, _ text: Span<UInt8>) -> Bool {
    guard let last = paragraph.pieces.last else { return false }
    var lineEnds = 0
    var position = Int(pieces[last].end)
    while position < line.offset, lineEnds <= 2 {
      if text[position] == 0x0A { lineEnds += 1 }
      position += 1
    }
    return lineEnds <= 2
  }

  /// Makes a term of the last node, a paragraph: of the definitions before it, or of new ones.
  private mutating func makeTerm(ofParagraph index: Int) {
    nodes[index].kind = .term
    let last = containers[matched - 1].lastDefinitions
    var node = index
    if last >= 0, Int(nodes[last].end) == index {
      node = last
      containers[matched - 1].childCount -= 1
    } else {
      nodes.insert(BlockNode(.definitions, end: index + 2), at: index)
      nodes[index + 1].end = UInt32(truncatingIfNeeded: index + 2)
    }
    containers[matched - 1].lastChild = node
    containers[matched - 1].lastDefinitions = node
    let depth = containers[matched - 1].depth
    containers.append(OpenContainer(.definitions, node: node, depth: depth, floor: matched))
    matched = containers.count
    containers[matched - 1].childCount = 1
  }
}

/// The text of a leaf in one run of bytes: a part of the source if its lines lie side by side there, else a copy.
struct LeafText {
  let bytes: [UInt8]
  let range: Range<Int>

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  init(_ pieces: ArraySlice<TextPiece>, of source: [UInt8]) {
    if pieces.count == 1, let piece = pieces.first, piece.spaces == 0 {
      bytes = source
      range = piece.range
      return
    }
    var copy: [UInt8] = []
    copy.reserveCapacity(pieces.reduce(0) { $0 + $1.range.count + 1 })
    for piece in pieces {
      if !copy.isEmpty { copy.append(0x0A) }
      copy.append(piece, of: source)
    }
    bytes = copy
    range = 0..<copy.count
  }

  /// Adds the definitions with which the text begins to a table; returns how many bytes they take.
  func definitions(into table: inout ReferenceTable) -> Int {
    let text = bytes.span
    var position = range.lowerBound
    while position < range.upperBound, text[position] == UInt8(ascii: "["),
      let definition = ReferenceDefinition(text, position..<range.upperBound)
    {
      table.add(definition, text)
      position = definition.end
    }
    return position - range.lowerBound
  }
}

extension [UInt8] {
  mutating func append(_ piece: TextPiece, of source: [UInt8]) {
    for _ in 0..<piece.spaces { append(0x20) }
    append(contentsOf: source[piece.range])
  }
}

extension [TextPiece] {
  /// Drops so many bytes of the text of the pieces from `first` on, which end with a line.
  mutating func dropText(_ count: Int, from first: Int) {
    var rest = count
    var index = first
    while index < self.count, rest > self[index].range.count {
      rest -= self[index].range.count + 1
      index += 1
    }
    if index < self.count, rest > 0 {
      // A line feed is no part of what is left.
      self[index].start += UInt32(truncatingIfNeeded: rest)
      if self[index].start >= self[index].end { index += 1 }
    }
    removeSubrange(first..<Swift.min(index, self.count))
  }

  /// Drops the last line of the last piece.
  mutating func dropLine(_ line: TextPiece) {
    guard let last = last else { return }
    if last.start == line.start { removeLast() } else { self[count - 1].end = line.start - 1 }
  }
}

/// Rows of tables (GFM 4.10).
enum TableRow {
  /// The cells of a row without the space around them: between pipes that no backslash stands before.
  static func cells(_ text: Span<UInt8>, _ line: Range<Int>, _ body: (Range<Int>) -> Void) {
    var (start, end) = edges(text, line)
    if start < end, text[start] == UInt8(ascii: "|") { start += 1 }
    var position = start
    while position < end {
      position = pipe(text, from: position, to: end)
      if position == end, isSpace(text, start, end), start > line.lowerBound { return }
      var (first, last) = (start, position)
      while first < last, isSpace(text[first]) { first += 1 }
      while last > first, isSpace(text[last - 1]) { last -= 1 }
      body(first..<last)
      position += 1
      start = position
    }
  }

  /// True for a line that has no cell: a pipe and nothing more.
  static func isEmpty(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
    text[line.lowerBound] == UInt8(ascii: "|") && isSpace(text, line.lowerBound + 1, line.upperBound)
  }

  static func cellCount(_ text: Span<UInt8>, _ line: Range<Int>) -> Int {
    var count = 0
    cells(text, line) { _ in count += 1 }
    return count
  }

  /// The alignments that a delimiter row has, one a column; nil if the line is none.
  static func delimiters(_ text: Span<UInt8>, _ line: Range<Int>) -> [Table.Alignment?]? {
    for position in line {
      switch text[position] {
      case UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":"), 0x20, 0x09, 0x0B, 0x0C: break
      default: return nil
      }
    }
    var columns: [Table.Alignment?] = []
    var isOne = true
    cells(text, line) { cell in
      var (start, end) = (cell.lowerBound, cell.upperBound)
      let isLeft = start < end && text[start] == UInt8(ascii: ":")
      if isLeft { start += 1 }
      let isRight = start < end && text[end - 1] == UInt8(ascii: ":")
      if isRight { end -= 1 }
      isOne = isOne && start < end
      for position in start..<max(start, end) where text[position] != UInt8(ascii: "-") { isOne = false }
      columns.append(isLeft ? (isRight ? .center : .left) : isRight ? .right : nil)
    }
    return isOne && !columns.isEmpty ? columns : nil
  }

  /// The text of a cell, in which a backslash before a pipe stands for the pipe, whatever is around it.
  static func unescaped(_ bytes: [UInt8], _ cell: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(cell.count)
    for position in cell {
      let isMark = bytes[position] == UInt8(ascii: "\\") && position + 1 < cell.upperBound
      if isMark, bytes[position + 1] == UInt8(ascii: "|") { continue }
      result.append(bytes[position])
    }
    return result
  }

  private static func pipe(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var position = start
    while position < end {
      position = ByteSearch.position(of: UInt8(ascii: "|"), in: text, from: position, to: end)
      if position == start || position == end || text[position - 1] != UInt8(ascii: "\\") { return position }
      position += 1
    }
    return end
  }

  private static func edges(_ text: Span<UInt8>, _ line: Range<Int>) -> (Int, Int) {
    var (start, end) = (line.lowerBound, line.upperBound)
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return (start, end)
  }

  private static func isSpace(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    for position in start..<end where !isSpace(text[position]) { return false }
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C
  }
}
