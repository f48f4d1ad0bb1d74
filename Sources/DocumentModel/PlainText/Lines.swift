/// The lines of a text, without their endings: a line feed, a carriage return, or both.
package struct Lines: IteratorProtocol {
  /// Where the next line begins.
  package private(set) var position: Int
  private let text: ArraySlice<UInt8>
  private let hasReturns: Bool
  /// Where the next line feed stands at or behind `position`.
  private var feed: Int

  package init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
    hasReturns = ByteSearch.position(of: 0x0D, in: text, from: text.startIndex) < text.endIndex
    feed = ByteSearch.position(of: 0x0A, in: text, from: text.startIndex)
  }

  package mutating func next() -> ArraySlice<UInt8>? {
    guard position < text.endIndex else { return nil }
    let start = position
    if feed < start { feed = ByteSearch.position(of: 0x0A, in: text, from: start) }
    let end = hasReturns ? text[start..<feed].firstIndex(of: 0x0D) ?? feed : feed
    position = min(end + 1, text.endIndex)
    if end < feed, position == feed, feed < text.endIndex { position += 1 }
    return text[start..<end]
  }
}
