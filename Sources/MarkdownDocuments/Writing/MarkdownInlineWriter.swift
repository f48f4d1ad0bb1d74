/// Writes the inlines of one block.
package struct MarkdownInlineWriter {
  package enum Role {
    case paragraph
    /// One line, behind number signs.
    case heading
    /// One line, above the heading's underline.
    case underlinedHeading
    /// A cell of a table, between pipes.
    case cell
  }

  private let style: MarkdownStyle
  // What is known of the block that is written; kept from one block to the next for its memory alone.
  private var line: InlinePieces
  private var styles: EmphasisStyles
  private var escapes: TextEscapes

  package init(style: MarkdownStyle, hasFootnotes: Bool) {
    self.style = style
    line = InlinePieces(style: style)
    styles = EmphasisStyles(emphasis: style.emphasis)
    escapes = TextEscapes(hasFootnotes: hasFootnotes, style: style)
  }

  /// The addresses of the links that have been written by number.
  var references: LinkReferences { line.references }

  package mutating func write(_ inlines: [Inline], as role: Role, to lines: inout MarkdownLines) {
    guard let width = style.lineWidth, role == .paragraph else {
      writeUnfilled(inlines, as: role, to: &lines)
      return
    }
    var paragraph = MarkdownLines()
    writeUnfilled(inlines, as: role, to: &paragraph)
    LineFilling(width: width).write(paragraph.bytes, to: &lines)
  }

  /// Writes a line of text as a cell, which is in normal form.
  package mutating func write(text: some Collection<UInt8>, to lines: inout MarkdownLines) {
    line.reset(isCell: true)
    line.append(text: text)
    writePieces(as: .cell, to: &lines)
  }

  private mutating func writeUnfilled(_ inlines: [Inline], as role: Role, to lines: inout MarkdownLines) {
    line.reset(isCell: role == .cell)
    line.append(contentsOf: inlines)
    writePieces(as: role, to: &lines)
  }

  private mutating func writePieces(as role: Role, to lines: inout MarkdownLines) {
    styles.choose(in: &line)
    escapes.find(in: line, as: role)
    var nextEscape = 0
    if role == .paragraph || role == .underlinedHeading, beginsHTMLBlock(line) {
      // A space that is written by its number is not one to the rule that looks for tags.
      lines.append("&#32;")
    }
    for index in line.pieces.indices {
      let piece = line.pieces[index]
      switch piece.kind {
      case .text: write(text: piece, &nextEscape, role, to: &lines)
      case .markup, .openBracket, .closeBracket: write(line.bytes[piece.start..<piece.end], role, to: &lines)
      case .open, .close: write(delimiter: piece, to: &lines)
      case .softBreak: role == .paragraph ? breakLine(before: index + 1, in: &lines) : lines.append(" ")
      case .lineBreak:
        switch role {
        case .paragraph:
          lines.append("\\")
          breakLine(before: index + 1, in: &lines)
        case .heading, .underlinedHeading: lines.append(" ")
        case .cell: lines.append("<br>")
        }
      }
    }
  }

  /// Ends a line within a paragraph.
  ///
  /// A tag at the beginning of the next one may begin a block of HTML (CommonMark 4.6), unless it is indented
  /// too far to begin anything.
  private func breakLine(before index: Int, in lines: inout MarkdownLines) {
    lines.breakLine()
    guard index < line.pieces.count, line.pieces[index].kind == .markup else { return }
    if HTMLBlockStart.begins(with: line.markup(index)) { lines.append("    ") }
  }

  /// True if the first line of a paragraph would be taken for the beginning of a block of HTML.
  private func beginsHTMLBlock(_ line: InlinePieces) -> Bool {
    guard line.pieces.first?.kind == .markup else { return false }
    let markup = line.markup(0)
    if HTMLBlockStart.begins(with: markup) { return true }
    // At the beginning of a paragraph any tag may be one, if it stands alone in its line.
    let isAlone = line.pieces.count == 1 || line.pieces[1].kind == .softBreak
    let isTag = markup.first == UInt8(ascii: "<") && !markup.contains { ":@".utf8.contains($0) }
    return isAlone && isTag
  }

  private func write(delimiter piece: InlinePieces.Piece, to lines: inout MarkdownLines) {
    let span = line.spans[piece.span]
    if span.style == .tags {
      lines.append(piece.kind == .open ? "<" : "</")
      lines.append(span.tag)
      lines.append(">")
    } else {
      lines.append(span.delimiter, count: span.length)
    }
  }

  private func write(
    text piece: InlinePieces.Piece, _ nextEscape: inout Int, _ role: Role, to lines: inout MarkdownLines
  ) {
    var start = piece.start
    while nextEscape < escapes.positions.count, escapes.positions[nextEscape] < piece.end {
      let position = escapes.positions[nextEscape]
      nextEscape += 1
      guard position >= start else { continue }
      write(text: start..<position, role, to: &lines)
      lines.append("\\")
      start = position
    }
    write(text: start..<piece.end, role, to: &lines)
  }

  private func write(text range: Range<Int>, _ role: Role, to lines: inout MarkdownLines) {
    guard !range.isEmpty else { return }
    guard style.lineWidth != nil, role == .paragraph else {
      write(line.bytes[range], role, to: &lines)
      return
    }
    for byte in line.bytes[range] { lines.append(byte == 0x20 ? LineFilling.breakableSpace : byte) }
  }

  /// Writes bytes as they are, but for what a line's or a cell's end would mean within them.
  private func write(_ bytes: ArraySlice<UInt8>, _ role: Role, to lines: inout MarkdownLines) {
    var rest = bytes
    while true {
      let mark =
        role == .cell
        ? rest.firstIndex { $0 == 0x0A || $0 == UInt8(ascii: "|") } ?? rest.endIndex
        : ByteSearch.position(of: 0x0A, in: rest, from: rest.startIndex)
      lines.append(rest[..<mark])
      guard mark < rest.endIndex else { break }
      if rest[mark] != 0x0A {
        lines.append("\\|")
      } else if role != .paragraph {
        lines.append(" ")
      } else {
        lines.breakLine()
        // Indented this far, a line of a tag or a title begins nothing of its own; a formula's stood there as it is.
        if bytes.first != UInt8(ascii: "$") { lines.append("    ") }
      }
      rest = rest[(mark + 1)...]
    }
  }
}

/// The marks that make something else of a line if it begins with them.
enum LineStartMarks {
  /// Returns the position to escape in a piece of text that begins a line of a paragraph; nil if none.
  ///
  /// - Parameter hasDefinitions: true where a colon or a tilde begins what is said of the term in the line above.
  static func escape(_ line: InlinePieces, _ index: Int, hasDefinitions: Bool) -> Int? {
    let piece = line.pieces[index]
    let text = line.bytes[piece.start..<piece.end]
    let endsLine =
      index + 1 == line.pieces.count || line.pieces[index + 1].kind == .softBreak
      || line.pieces[index + 1].kind == .lineBreak
    guard let first = text.first else { return nil }

    /// True if a space, a tab or the end of the line follows what ends at `position`.
    func isSpace(_ position: Int) -> Bool {
      position < text.endIndex ? text[position] == 0x20 || text[position] == 0x09 : endsLine
    }
    func endOfRun() -> Int { text.firstIndex { $0 != first } ?? text.endIndex }

    switch first {
    case UInt8(ascii: ">"):
      return text.startIndex
    case UInt8(ascii: "#"):
      let end = endOfRun()
      return end - text.startIndex <= 6 && isSpace(end) ? text.startIndex : nil
    case UInt8(ascii: "+"):
      // Three of them begin TOML where a text begins.
      let isFence = index == 0 && endsLine && text.elementsEqual("+++".utf8)
      return isFence || isSpace(text.startIndex + 1) ? text.startIndex : nil
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      if first != UInt8(ascii: "_"), isSpace(text.startIndex + 1) { return text.startIndex }
      guard endsLine else { return nil }
      // Behind a bullet two of them are enough.
      if isRule(text, of: index == 0 ? 2 : 3) || (index > 0 && isDelimiterRow(text)) {
        return text.startIndex
      }
      return nil
    case UInt8(ascii: "="):
      return endsLine && index > 0 && text.allSatisfy { $0 == first || $0 == 0x20 } ? text.startIndex : nil
    case UInt8(ascii: ":") where hasDefinitions && isSpace(text.startIndex + 1),
      UInt8(ascii: "~") where hasDefinitions && isSpace(text.startIndex + 1):
      return text.startIndex
    case UInt8(ascii: "|"), UInt8(ascii: ":"):
      return endsLine && index > 0 && isDelimiterRow(text) ? text.startIndex : nil
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return endOfRun() - text.startIndex >= 3 ? text.startIndex : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard let end = text.firstIndex(where: { !(0x30...0x39).contains($0) }), end - text.startIndex <= 9,
        text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ")"), isSpace(end + 1)
      else { return nil }
      return end
    case UInt8(ascii: "["):
      return index == 0 && isTaskBox(text) && isSpace(text.startIndex + 3) ? text.startIndex : nil
    default:
      return nil
    }
  }

  private static func isRule(_ text: ArraySlice<UInt8>, of count: Int) -> Bool {
    var marks = 0
    for byte in text {
      if byte == text.first { marks += 1 } else if byte != 0x20 && byte != 0x09 { return false }
    }
    return marks >= count
  }

  /// True for the underline of a setext heading or of a table's header.
  private static func isDelimiterRow(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(UInt8(ascii: "-")) && text.allSatisfy { "-:| \t".utf8.contains($0) }
  }

  private static func isTaskBox(_ text: ArraySlice<UInt8>) -> Bool {
    ["[ ]", "[x]", "[X]"].contains { text.starts(with: $0.utf8) }
  }
}

/// Breaks the lines of a paragraph before they grow longer than a width, where that changes nothing else.
private struct LineFilling {
  /// A space at which a line may end; a byte that is in no text.
  static let breakableSpace: UInt8 = 0xFF

  let width: Int

  /// Writes a paragraph whose breakable spaces are marked, and whose line feeds stay.
  func write(_ text: [UInt8], to lines: inout MarkdownLines) {
    for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lines.breakLine() }
      writeLine(line, to: &lines)
    }
  }

  private func writeLine(_ line: ArraySlice<UInt8>, to lines: inout MarkdownLines) {
    var start = lines.bytes.count
    var column = lines.column
    var hasWord = false
    var previous: ArraySlice<UInt8>?
    for word in line.split(separator: Self.breakableSpace, omittingEmptySubsequences: false) {
      let wordWidth = DisplayWidth.of(word)
      if let previous {
        let isTag = lines.bytes[start] == UInt8(ascii: "<") && previous.last == UInt8(ascii: ">")
        if column + 1 + wordWidth > width, hasWord, !isTag, Self.canEndLine(previous),
          Self.canBeginLine(word)
        {
          lines.breakLine()
          start = lines.bytes.count
          column = lines.column
          hasWord = false
        } else {
          lines.append(" ")
          column += 1
        }
      }
      lines.append(word)
      column += wordWidth
      // A line of marks alone could be a rule, an underline or the like.
      hasWord = hasWord || word.contains { $0.isASCIIAlphanumeric || $0 >= 0x80 }
      previous = word
    }
  }

  /// A backslash at a line's end is a hard break (CommonMark 6.7).
  private static func canEndLine(_ word: ArraySlice<UInt8>) -> Bool {
    guard let last = word.last else { return false }
    return last != UInt8(ascii: "\\") && last != 0x09
  }

  /// True if a word at the beginning of a line within a paragraph is nothing but text.
  private static func canBeginLine(_ word: ArraySlice<UInt8>) -> Bool {
    let word = word.prefix { $0 != 0x09 }
    guard let first = word.first else { return false }
    switch first {
    case UInt8(ascii: ">"):
      return false
    case UInt8(ascii: "<"):
      return !HTMLBlockStart.begins(with: word)
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return word.prefix { $0 == first }.count < 3
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let rest = word.drop { (0x30...0x39).contains($0) }
      return rest.count != 1 || (rest.first != UInt8(ascii: ".") && rest.first != UInt8(ascii: ")"))
    default:
      return !word.allSatisfy { "#+-*_=|:".utf8.contains($0) }
    }
  }
}

/// The ends of lines that mean something to GitHub, pandoc or Obsidian, and stay where a paragraph is filled.
struct MeaningfulBreaks {
  private let inlines: [Inline]
  /// The paragraph holds a formula that is set as a display, which is told by its lines.
  private let hasDisplay: Bool

  init(in inlines: [Inline]) {
    self.inlines = inlines
    hasDisplay = inlines.contains { Self.text($0)?.utf8.starts(with: "$$".utf8) == true }
  }

  func keeps(_ index: Int) -> Bool {
    if hasDisplay { return true }
    // The kind of an alert, and the term of a definition, stand in lines of their own.
    if let kind = inlines.first.flatMap(Self.text), Alert.begins(with: kind),
      !inlines[..<index].contains(where: \.isBreak)
    {
      return true
    }
    guard index + 1 < inlines.count, let next = Self.text(inlines[index + 1])?.utf8,
      next.first == UInt8(ascii: ":")
    else { return false }
    let second = next.dropFirst().first
    return second == 0x20 || second == 0x09
  }

  private static func text(_ inline: Inline) -> String? {
    if case .text(let text) = inline { text } else { nil }
  }
}
