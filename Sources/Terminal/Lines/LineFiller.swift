import TextWidths

/// Fills lines with words, up to a width.
///
/// A line ends where white space is, or beside a wide character; a word that is wider than a line is cut.
package struct LineFiller {
  private let columns: Int
  private var lines: [StyledLine] = []
  private var line = StyledLine()
  /// The text since the last position at which a line may end.
  private var word = StyledLine()
  private var space: Style?

  /// - Parameter columns: at least one.
  package init(columns: Int) {
    self.columns = max(1, columns)
  }

  package mutating func append(_ text: some StringProtocol, _ style: Style = .plain) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return appendASCII(text, style) }
    var run = ""
    for character in text {
      // A no-break space is part of its word.
      let breaks = character == " " || character == "\t" || character.isNewline
      if !breaks, TextWidth.of(character) < 2 {
        run.append(character)
        continue
      }
      word.append(run, style)
      run = ""
      endWord()
      if breaks {
        space = style
      } else {
        word.append(String(character), style)
        endWord()
      }
    }
    word.append(run, style)
  }

  /// Most text needs no look at its characters.
  private mutating func appendASCII(_ text: some StringProtocol, _ style: Style) {
    var start = text.startIndex
    for index in text.utf8.indices where [0x20, 0x09, 0x0A, 0x0D].contains(text.utf8[index]) {
      word.append(text[start..<index], style)
      endWord()
      space = style
      start = text.utf8.index(after: index)
    }
    word.append(text[start...], style)
  }

  package mutating func breakLine() {
    endWord()
    lines.append(line)
    line = StyledLine()
    space = nil
  }

  /// The lines, at least one.
  package consuming func finish() -> [StyledLine] {
    breakLine()
    return lines
  }

  private mutating func endWord() {
    guard !word.spans.isEmpty else { return }
    let gap = space != nil && line.width > 0 ? 1 : 0
    if line.width > 0, line.width + gap + word.width > columns {
      lines.append(line)
      line = StyledLine()
    } else if gap > 0 {
      line.append(" ", space ?? .plain)
    }
    space = nil
    for span in word.spans { place(span) }
    word = StyledLine()
  }

  private mutating func place(_ span: StyledLine.Span) {
    var rest = Substring(span.text)
    while true {
      let part = TextWidth.prefix(of: rest, columns: columns - line.width).text
      if part.endIndex == rest.endIndex { break }
      // A character that is wider than a line stands alone on one.
      let taken = part.isEmpty && line.width == 0 ? rest.prefix(1) : part
      line.append(taken, span.style)
      rest = rest[taken.endIndex...]
      if rest.isEmpty { return }
      lines.append(line)
      line = StyledLine()
    }
    line.append(rest, span.style)
  }
}
