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
