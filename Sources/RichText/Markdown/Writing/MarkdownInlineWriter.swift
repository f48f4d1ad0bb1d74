/// Writes the inlines of one block.
struct MarkdownInlineWriter {
  enum Role {
    case paragraph
    /// One line, behind number signs.
    case heading
    /// A cell of a table, between pipes.
    case cell
  }

  private let options: MarkdownWriter
  private let hasFootnotes: Bool
  private var line: InlinePieces
  private var styles = EmphasisStyles()

  init(options: MarkdownWriter, hasFootnotes: Bool) {
    self.options = options
    self.hasFootnotes = hasFootnotes
    line = InlinePieces(options: options)
  }

  mutating func write(_ inlines: [Inline], as role: Role, to lines: inout MarkdownLines) {
    line.reset(isCell: role == .cell)
    line.append(contentsOf: inlines)
    styles.choose(in: &line)
    var escapes = TextEscapes(
      role: role, hasFootnotes: hasFootnotes, escapesEqualSigns: options.marksHighlightWithEqualSigns)
    escapes.find(in: line)
    var remaining = escapes.positions[...]
    for (index, piece) in line.pieces.enumerated() {
      switch piece.kind {
      case .text: write(text: piece, &remaining, role, to: &lines)
      case .markup, .openBracket, .closeBracket: write(line.bytes[piece.start..<piece.end], role, to: &lines)
      case .open, .close: write(delimiter: piece, to: &lines)
      case .softBreak: role == .paragraph ? breakLine(before: index + 1, in: &lines) : lines.append(" ")
      case .lineBreak:
        switch role {
        case .paragraph:
          lines.append("\\")
          breakLine(before: index + 1, in: &lines)
        case .heading: lines.append(" ")
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
    let markup = line.bytes[line.pieces[index].start..<line.pieces[index].end]
    guard markup.first == UInt8(ascii: "<") else { return }
    let name = markup.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    let isAddress = name.contains(UInt8(ascii: ":")) || name.contains(UInt8(ascii: "@"))
    if !isAddress { lines.append("    ") }
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
    text piece: InlinePieces.Piece, _ escapes: inout ArraySlice<Int>, _ role: Role,
    to lines: inout MarkdownLines
  ) {
    var start = piece.start
    var end = piece.end
    if piece.encodesFirst {
      start += 1
      while start < end, line.bytes[start] & 0xC0 == 0x80 { start += 1 }
      write(encoded: piece.start..<start, to: &lines)
    }
    if piece.encodesLast, start < end {
      end -= 1
      while end > start, line.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    }
    while let position = escapes.first, position < piece.end {
      escapes.removeFirst()
      guard position >= start, position < end else { continue }
      write(line.bytes[start..<position], role, to: &lines)
      lines.append("\\")
      start = position
    }
    if start < end { write(line.bytes[start..<end], role, to: &lines) }
    if piece.encodesLast, end < piece.end { write(encoded: end..<piece.end, to: &lines) }
  }

  private func write(encoded range: Range<Int>, to lines: inout MarkdownLines) {
    for scalar in String(decoding: line.bytes[range], as: UTF8.self).unicodeScalars {
      lines.append(CharacterReference.of(scalar)[...])
    }
  }

  /// Writes bytes as they are, but for what a line's or a cell's end would mean within them.
  private func write(_ bytes: ArraySlice<UInt8>, _ role: Role, to lines: inout MarkdownLines) {
    switch role {
    case .cell:
      for byte in bytes {
        if byte == UInt8(ascii: "|") { lines.append("\\") }
        lines.append(byte == 0x0A ? 0x20 : byte)
      }
    case .heading:
      if bytes.contains(0x0A) {
        for byte in bytes { lines.append(byte == 0x0A ? 0x20 : byte) }
      } else {
        lines.append(bytes)
      }
    case .paragraph:
      guard bytes.contains(0x0A) else {
        lines.append(bytes)
        return
      }
      for (index, part) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        if index > 0 {
          // Indented this far, a line of a tag or a title begins nothing of its own.
          lines.breakLine()
          lines.append("    ")
        }
        lines.append(part)
      }
    }
  }
}
