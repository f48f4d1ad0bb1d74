/// A line of Markdown that is taken apart from its beginning, in bytes and in columns (CommonMark 2.2).
struct MarkdownLine {
  /// The position where the part begins that no block has taken.
  private(set) var offset: Int
  let end: Int
  /// The first byte from `offset` on that is neither a space nor a tab.
  private(set) var content: Int
  private var column = 0
  private var contentColumn = 0
  /// True if the byte at `offset` is a tab of which some columns are taken.
  private var isInTab = false
  /// No thematic break begins before this.
  var noBreakBefore = 0

  init(_ range: Range<Int>, of text: Span<UInt8>) {
    offset = range.lowerBound
    end = range.upperBound
    content = offset
    findContent(text)
  }

  /// The columns by which the content is indented, beyond those that are taken.
  var indent: Int { contentColumn - column }

  var isBlank: Bool { content == end }

  /// True for four columns or more, which make code (CommonMark 4.4).
  var isIndented: Bool { indent >= 4 }

  /// The rest of the line as it is.
  var rest: TextPiece {
    isInTab ? TextPiece(offset + 1..<end, spaces: 4 - column & 3) : TextPiece(offset..<end)
  }

  /// The rest of the line without its indentation.
  var contentPiece: TextPiece { TextPiece(content..<end) }

  mutating func skipToContent() {
    offset = content
    column = contentColumn
    isInTab = false
  }

  /// Takes a mark at the beginning of the content.
  mutating func skipMark(_ length: Int, of text: Span<UInt8>) {
    offset = content + length
    column = contentColumn + length
    isInTab = false
    findContent(text)
  }

  /// Takes columns of white space, as many as there are.
  mutating func skip(columns: Int, of text: Span<UInt8>) {
    var rest = min(columns, indent)
    while rest > 0 {
      let width = text[offset] == 0x09 ? 4 - column & 3 : 1
      isInTab = width > rest
      column += min(width, rest)
      if !isInTab { offset += 1 }
      rest -= width
    }
  }

  private mutating func findContent(_ text: Span<UInt8>) {
    content = offset
    contentColumn = column
    while content < end {
      if text[content] == 0x20 {
        contentColumn += 1
      } else if text[content] == 0x09 {
        contentColumn += 4 - contentColumn & 3
      } else {
        return
      }
      content += 1
    }
  }
}

/// Bytes of a text as its readers ask for them.
extension Span<UInt8> {
  /// True if a text stands at a position, before an end.
  func starts(with text: StaticString, at start: Int, end: Int) -> Bool {
    guard start + text.utf8CodeUnitCount <= end else { return false }
    var position = start
    for byte in text.description.utf8 {
      guard self[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// The same for letters in either case; `text` is in lower case.
  func startsIgnoringCase(with text: String, at start: Int, end: Int) -> Bool {
    guard start + text.utf8.count <= end else { return false }
    var position = start
    for byte in text.utf8 {
      guard self[position].lowercased == byte else { return false }
      position += 1
    }
    return true
  }

  /// The position where a text first stands within a range; nil if nowhere.
  func position(of text: StaticString, from start: Int, to end: Int) -> Int? {
    guard let first = text.description.utf8.first else { return start }
    var position = ByteSearch.position(of: first, in: self, from: start, to: end)
    while position < end {
      if starts(with: text, at: position, end: end) { return position }
      position = ByteSearch.position(of: first, in: self, from: position + 1, to: end)
    }
    return nil
  }

  /// True if nothing but spaces and tabs stands in a range.
  func isBlank(from start: Int, to end: Int) -> Bool {
    for position in start..<Swift.max(start, end) where !self[position].isSpaceOrTab { return false }
    return true
  }

  /// The first position of a range without a space or a tab; its end if there is none.
  func skippingSpaces(from start: Int, to end: Int) -> Int {
    var position = start
    while position < end, self[position].isSpaceOrTab { position += 1 }
    return position
  }

  /// The same over spaces, tabs and line feeds.
  func skippingWhiteSpace(from start: Int, to end: Int) -> Int {
    var position = start
    while position < end, self[position].isSpaceOrTab || self[position] == 0x0A { position += 1 }
    return position
  }

  /// The end of a range without the spaces, tabs and line feeds before it.
  func trimmedEnd(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, self[end - 1].isSpaceOrTab || self[end - 1] == 0x0A { end -= 1 }
    return end
  }

  /// The character that begins at a position.
  func scalar(at position: Int) -> Unicode.Scalar {
    let lead = self[position]
    guard lead >= 0xC0 else { return Unicode.Scalar(lead) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard position + length <= count else { return "\u{FFFD}" }
    var value = UInt32(lead & (0x7F >> UInt8(length)))
    for index in position + 1..<position + length { value = value << 6 | UInt32(self[index] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// The position where the character begins that ends before a position.
  func startOfScalar(before position: Int) -> Int {
    var start = position - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}

/// A text as the parser takes it (CommonMark 2.1, 2.3): lines end in line feeds, there are no zeros, and no control
/// characters, which nothing shows and which would part what touches without them.
enum MarkdownInput {
  static func prepared(_ bytes: [UInt8]) -> [UInt8] {
    let text = UTF8Text.repaired(bytes)
    guard needsChange(text.span) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var isAfterReturn = false
    for byte in text {
      switch byte {
      case 0x0D: result.append(0x0A)
      case 0x0A: if !isAfterReturn { result.append(byte) }
      case 0: result.append(contentsOf: [0xEF, 0xBF, 0xBD])
      case _ where byte.isVerticalSpace: result.append(0x20)
      default: if !byte.isUnshownControl { result.append(byte) }
      }
      isAfterReturn = byte == 0x0D
    }
    return result
  }

  /// Looks for control characters other than tabs and line feeds at all bytes without a branch, many at a time: nearly
  /// every text has none.
  private static func needsChange(_ text: Span<UInt8>) -> Bool {
    var found: UInt8 = 0
    for index in text.indices {
      let byte = text[index]
      let isControl: UInt8 = byte < 0x20 ? 1 : 0
      let isTabOrLineFeed: UInt8 = byte &- 0x09 < 2 ? 1 : 0
      found |= isControl ^ isTabOrLineFeed | (byte == 0x7F ? 1 : 0)
    }
    return found != 0
  }
}
