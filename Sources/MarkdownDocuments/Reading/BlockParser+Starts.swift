/// Starts of blocks.
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

/// The marker that begins an item of a list (CommonMark 5.2).
private struct ItemMarker {
  /// The bullet, or what stands behind the number: items of one list have the same.
  let character: UInt8
  let length: Int
  let number: Int

  /// The marker with which the content of a line begins; nil if there is none.
  ///
  /// Within a paragraph only an item with text begins a list, and only one with the number 1.
  init?(_ line: MarkdownLine, interruptsParagraph: Bool, _ text: Span<UInt8>) {
    var end = line.content
    var value = 0
    while end < line.end, text[end].isASCIIDigit, end - line.content < 9 {
      value = value * 10 + Int(text[end] & 0x0F)
      end += 1
    }
    guard end < line.end else { return nil }
    character = text[end]
    let isNumber = end > line.content
    if isNumber {
      guard character == UInt8(ascii: ".") || character == UInt8(ascii: ")") else { return nil }
    } else {
      guard character == UInt8(ascii: "-") || character == UInt8(ascii: "+") || character == UInt8(ascii: "*")
      else { return nil }
    }
    end += 1
    guard end == line.end || text[end].isSpaceOrTab else { return nil }
    if interruptsParagraph {
      guard !isNumber || value == 1, !text.isBlank(from: end, to: line.end) else { return nil }
    }
    length = end - line.content
    number = value
  }
}

/// The conditions that begin and end a block of raw HTML (CommonMark 4.6).
enum HTMLBlockCondition: UInt8 {
  case preformatted = 1, comment, instruction, declaration, section, blockTag, completeTag

  /// The condition that a line meets whose content begins with `<`; nil if none.
  init?(_ text: Span<UInt8>, at start: Int, end: Int) {
    guard start + 1 < end else { return nil }
    switch text[start + 1] {
    case UInt8(ascii: "?"):
      self = .instruction
    case UInt8(ascii: "!"):
      if text.starts(with: "<!--", at: start, end: end) {
        self = .comment
      } else if text.starts(with: "<![CDATA[", at: start, end: end) {
        self = .section
      } else if start + 2 < end, text[start + 2].isASCIILetter {
        self = .declaration
      } else {
        return nil
      }
    case let second where second == UInt8(ascii: "/") || second.isASCIILetter:
      self.init(tag: text, at: start, end: end)
    default:
      return nil
    }
  }

  private init?(tag text: Span<UInt8>, at start: Int, end: Int) {
    let isEnd = text[start + 1] == UInt8(ascii: "/")
    let first = start + (isEnd ? 2 : 1)
    var position = first
    var name: [UInt8] = []
    while position < end, text[position].isASCIIAlphanumeric, position - first < 11 {
      name.append(text[position].lowercased)
      position += 1
    }
    let next = position < end ? text[position] : 0x0A
    let endsName = next == 0x20 || next == 0x09 || next == 0x0A || next == UInt8(ascii: ">")
    let endsTag = next == UInt8(ascii: "/") && position + 1 < end && text[position + 1] == UInt8(ascii: ">")
    let tag = String(decoding: name, as: UTF8.self)
    if !isEnd, endsName, Self.preformattedNames.contains(tag) {
      self = .preformatted
    } else if endsName || endsTag, HTMLBlockStart.isBlockName(tag) {
      self = .blockTag
    } else if let tagEnd = RawTag.end(text, at: start, end: end),
      text.isBlank(from: tagEnd, to: end)
    {
      self = .completeTag
    } else {
      return nil
    }
  }

  /// True if the block ends before a blank line; others end with a line that says so.
  var endsAtBlankLine: Bool { self == .blockTag || self == .completeTag }

  /// True if the line holds what ends the block.
  func isEnded(by text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    switch self {
    case .preformatted:
      var position = start
      while let tag = text.position(of: "</", from: position, to: end) {
        for name in Self.preformattedNames where text.startsIgnoringCase(with: name, at: tag + 2, end: end) {
          let close = tag + 2 + name.utf8.count
          if close < end, text[close] == UInt8(ascii: ">") { return true }
        }
        position = tag + 2
      }
      return false
    case .comment: return text.position(of: "-->", from: start, to: end) != nil
    case .instruction: return text.position(of: "?>", from: start, to: end) != nil
    case .declaration: return text.position(of: ">", from: start, to: end) != nil
    case .section: return text.position(of: "]]>", from: start, to: end) != nil
    case .blockTag, .completeTag: return false
    }
  }

  /// True for a block of raw HTML that nothing ends, so that whatever comes below it belongs to it.
  static func isOpen(_ block: Block?) -> Bool {
    guard case .html(let html)? = block else { return false }
    let text = html.utf8Span.span
    var start = 0
    while start < text.count, text[start] == 0x20 { start += 1 }
    guard start < text.count, text[start] == UInt8(ascii: "<"),
      let condition = HTMLBlockCondition(
        text, at: start, end: text.position(of: "\n", from: start, to: text.count) ?? text.count)
    else { return false }
    return !condition.endsAtBlankLine && !condition.isEnded(by: text, from: start, to: text.count)
  }

  private static let preformattedNames = ["script", "pre", "style", "textarea"]
}
