/// The text of a leaf in one run of bytes: a part of the source if its lines lie side by side there, else a copy.
struct LeafText {
  let bytes: [UInt8]
  let range: Range<Int>

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
