/// The lines of a text, without their endings: a line feed, a carriage return, or both.
struct Lines: IteratorProtocol {
  /// Where the next line begins.
  private(set) var position: Int
  private let text: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  mutating func next() -> ArraySlice<UInt8>? {
    guard position < text.endIndex else { return nil }
    let start = position
    while position < text.endIndex, text[position] != 0x0A, text[position] != 0x0D { position += 1 }
    let line = text[start..<position]
    if position < text.endIndex {
      let isReturn = text[position] == 0x0D
      position += 1
      if isReturn, position < text.endIndex, text[position] == 0x0A { position += 1 }
    }
    return line
  }
}

/// The lines of a text by their numbers, found when the first one is asked for.
final class LineTable {
  private let text: ArraySlice<UInt8>
  private lazy var lines: [ArraySlice<UInt8>] = Array(IteratorSequence(Lines(text)))

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
  }

  /// The line of this number, counted from 0; empty if there is none.
  subscript(number: Int) -> ArraySlice<UInt8> {
    lines.indices.contains(number) ? lines[number] : []
  }
}
