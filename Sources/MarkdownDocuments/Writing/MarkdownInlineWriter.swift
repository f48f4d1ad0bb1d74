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
