/// A line of Markdown that is taken apart from its beginning, in bytes and in columns (CommonMark 2.2).
struct MarkdownLine {
  /// Where the part begins that no block has taken.
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

  /// By how many columns the content is indented, seen from what is taken.
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
