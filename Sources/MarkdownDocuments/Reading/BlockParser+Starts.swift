/// What begins blocks.
extension BlockParser {
  /// Opens the blocks that the rest of a line begins; true if nothing of the line is left then.
  mutating func openBlocks(_ line: inout MarkdownLine, _ text: Span<UInt8>) -> Bool {
    // The paragraph that the line would continue, if it begins nothing.
    var isAfterText = if case .paragraph = leaf { true } else { false }
    while !line.isBlank {
      if line.isIndented {
        // Code cannot interrupt a paragraph (CommonMark 4.4).
        guard !isAfterText else { return false }
        openIndentedCode(&line, text)
        return true
      }
      let count = containers.count
      let before = matched
      if opensLeaf(&line, isAfterText: isAfterText, text) { return true }
      guard openContainer(&line, text) else { return false }
      if containers.count != count || matched != before { isAfterText = false }
    }
    return false
  }

  /// True if the line continues the paragraph that is open with all marks of its containers.
  private var isInParagraph: Bool {
    if case .paragraph = leaf { matched == containers.count } else { false }
  }

  /// Opens a leaf that begins with a mark, or makes one of the paragraph above the line.
  private mutating func opensLeaf(
    _ line: inout MarkdownLine, isAfterText: Bool, _ text: Span<UInt8>
  ) -> Bool {
    switch text[line.content] {
    case UInt8(ascii: "#"):
      return openHeading(line, text)
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return openFence(line, text)
    case UInt8(ascii: "<"):
      return openHTML(line, isAfterText: isAfterText, text)
    case UInt8(ascii: "="), UInt8(ascii: "-"):
      if isInParagraph, underline(line, text) { return true }
      if isInParagraph, openTable(line, text) { return true }
      return openRule(&line, text)
    case UInt8(ascii: "*"), UInt8(ascii: "_"):
      return openRule(&line, text)
    case UInt8(ascii: "|"), UInt8(ascii: ":"):
      return isInParagraph && openTable(line, text)
    default:
      return false
    }
  }

  private mutating func openContainer(_ line: inout MarkdownLine, _ text: Span<UInt8>) -> Bool {
    guard canNest else { return false }
    switch text[line.content] {
    case UInt8(ascii: ">"):
      open(.quote, as: .quote, text)
      line.skipMark(1, of: text)
      line.skip(columns: 1, of: text)
      return true
    case UInt8(ascii: ":"):
      return openDetails(&line, text)
    case UInt8(ascii: "["):
      return openNote(&line, text)
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard let marker = ItemMarker(line, interruptsParagraph: isInParagraph, text) else { return false }
      openItem(marker, &line, text)
      return true
    default:
      return false
    }
  }

  // MARK: Containers

  /// Opens an item, and a list for it unless it goes on with the one that is open (CommonMark 5.2, 5.3).
  private mutating func openItem(_ marker: ItemMarker, _ line: inout MarkdownLine, _ text: Span<UInt8>) {
    let container = containers[matched - 1]
    if container.kind != .list || container.detail != Int(marker.character) {
      open(.list, as: .list, detail: Int(marker.character), text)
      nodes[nodes.count - 1].detail = marker.character
      nodes[nodes.count - 1].number = UInt32(truncatingIfNeeded: marker.number)
    }
    let indent = line.indent
    line.skipMark(marker.length, of: text)
    // Behind five columns or more the content is code; then, and before nothing, one column belongs to the marker.
    let space = line.indent
    let isOneColumn = space > 4 || line.isBlank
    line.skip(columns: isOneColumn ? 1 : space, of: text)
    open(.item, as: .item, detail: indent + marker.length + (isOneColumn ? 1 : space), text)
    isItemNew = true
  }

  /// Opens the definition of a footnote, as GitHub has it: a label without white space.
  private mutating func openNote(_ line: inout MarkdownLine, _ text: Span<UInt8>) -> Bool {
    guard text.starts(with: "[^", at: line.content, end: line.end) else { return false }
    let start = line.content + 2
    var end = start
    while end < line.end, text[end] > 0x20, text[end] != UInt8(ascii: "]") { end += 1 }
    guard end > start, text.starts(with: "]:", at: end, end: line.end) else { return false }
    open(.note, as: .note, detail: 4, text)
    notes.add(LinkLabel.normalized(text, start..<end), node: nodes.count - 1)
    line.skipMark(end + 2 - line.content, of: text)
    line.skipToContent()
    return true
  }

  // MARK: Leaves

  private mutating func openIndentedCode(_ line: inout MarkdownLine, _ text: Span<UInt8>) {
    open(leaf: .indentedCode, text)
    leaf = .indentedCode
    line.skip(columns: 4, of: text)
    append(line.rest)
  }

  /// Thematic breaks (CommonMark 4.1).
  private mutating func openRule(_ line: inout MarkdownLine, _ text: Span<UInt8>) -> Bool {
    guard line.content >= line.noBreakBefore else { return false }
    let mark = text[line.content]
    guard mark != UInt8(ascii: "=") else { return false }
    var count = 0
    for position in line.content..<line.end {
      if text[position] == mark {
        count += 1
      } else if !text[position].isSpaceOrTab {
        line.noBreakBefore = position
        return false
      }
    }
    guard count >= 3 else { return false }
    open(leaf: .rule, text)
    return true
  }

  /// Headings that a line of number signs begins (CommonMark 4.2).
  private mutating func openHeading(_ line: MarkdownLine, _ text: Span<UInt8>) -> Bool {
    var start = line.content
    while start < line.end, text[start] == UInt8(ascii: "#") { start += 1 }
    let level = start - line.content
    guard level <= 6, start == line.end || text[start].isSpaceOrTab else { return false }
    start = text.skippingSpaces(from: start, to: line.end)
    var end = text.trimmedEnd(from: start, to: line.end)
    var signs = end
    while signs > start, text[signs - 1] == UInt8(ascii: "#") { signs -= 1 }
    if signs == start {
      end = start
    } else if signs < end, text[signs - 1].isSpaceOrTab {
      end = text.trimmedEnd(from: start, to: signs)
    }
    open(leaf: .heading, text)
    nodes[leafNode].detail = UInt8(truncatingIfNeeded: level)
    append(TextPiece(start..<end))
    nodes[leafNode].lastPiece = UInt32(truncatingIfNeeded: pieces.count)
    return true
  }

  /// Makes a heading of the paragraph above the line (CommonMark 4.3).
  private mutating func underline(_ line: MarkdownLine, _ text: Span<UInt8>) -> Bool {
    let mark = text[line.content]
    var end = line.content
    while end < line.end, text[end] == mark { end += 1 }
    guard text.isBlank(from: end, to: line.end) else { return false }
    guard takeDefinitions(text) else {
      dissolveParagraph()
      leaf = .none
      return false
    }
    settleParagraph()
    nodes[leafNode].kind = .heading
    nodes[leafNode].detail = mark == UInt8(ascii: "=") ? 1 : 2
    nodes[leafNode].lastPiece = UInt32(truncatingIfNeeded: pieces.count)
    leaf = .none
    return true
  }

  /// Fenced code (CommonMark 4.5).
  private mutating func openFence(_ line: MarkdownLine, _ text: Span<UInt8>) -> Bool {
    let mark = text[line.content]
    var start = line.content
    while start < line.end, text[start] == mark { start += 1 }
    let length = start - line.content
    guard length >= 3 else { return false }
    if mark == UInt8(ascii: "`"),
      ByteSearch.position(of: mark, in: text, from: start, to: line.end) < line.end
    {
      return false
    }
    let indent = line.indent
    open(leaf: .fencedCode, text)
    leaf = .fence(mark, length: length, indent: indent)
    start = text.skippingSpaces(from: start, to: line.end)
    append(TextPiece(start..<text.trimmedEnd(from: start, to: line.end)))
    return true
  }

  func isClosingFence(_ line: MarkdownLine, _ mark: UInt8, _ length: Int, _ text: Span<UInt8>) -> Bool {
    guard !line.isBlank, text[line.content] == mark, !line.isIndented else { return false }
    var end = line.content
    while end < line.end, text[end] == mark { end += 1 }
    return end - line.content >= length && text.isBlank(from: end, to: line.end)
  }

  /// Raw HTML (CommonMark 4.6).
  private mutating func openHTML(
    _ line: MarkdownLine, isAfterText: Bool, _ text: Span<UInt8>
  ) -> Bool {
    guard let condition = HTMLBlockCondition(text, at: line.content, end: line.end),
      condition != .completeTag || !isAfterText
    else { return false }
    open(leaf: .html, text)
    leaf = .html(condition)
    append(line.rest)
    if condition.isEnded(by: text, from: line.content, to: line.end) { closeLeaf(text) }
    return true
  }

  /// Makes a table of the last line of the paragraph above a delimiter row (GFM 4.10).
  private mutating func openTable(_ line: MarkdownLine, _ text: Span<UInt8>) -> Bool {
    let range = line.content..<line.end
    guard let columns = TableRow.delimiters(text, range)?.count,
      TableRow.cellCount(text, lastLine) == columns
    else { return false }
    let header = TextPiece(lastLine)
    pieces.dropLine(header)
    // What stands above the header stays a paragraph.
    if pieces.count > Int(nodes[leafNode].firstPiece) {
      open(leaf: .table, text)
    } else {
      settleParagraph()
      nodes[leafNode].kind = .table
    }
    leaf = .table
    pieces.append(header)
    pieces.append(TextPiece(range))
    return true
  }
}
