import TextWidths

/// One line for a terminal: pieces of text, each with its style. It never holds a control character.
package struct StyledLine: Hashable, Sendable {
  package struct Span: Hashable, Sendable {
    package let text: String
    package let style: Style
    package let width: Int
  }

  package private(set) var spans: [Span] = []
  /// The columns that it takes.
  package private(set) var width = 0

  package init() {}

  package init(_ text: some StringProtocol, _ style: Style = .plain) {
    append(text, style)
  }

  /// Adds text, whose control characters are shown and not sent.
  package mutating func append(_ text: some StringProtocol, _ style: Style = .plain) {
    if text.isEmpty { return }
    let visible = VisibleText.escapingLine(text)
    let columns = TextWidth.of(visible)
    width += columns
    if let last = spans.last, last.style == style {
      spans[spans.count - 1] = Span(text: last.text + visible, style: style, width: last.width + columns)
    } else {
      spans.append(Span(text: visible, style: style, width: columns))
    }
  }

  package mutating func append(_ line: StyledLine) {
    for span in line.spans { append(span.text, span.style) }
  }

  /// The text without its styles.
  package var text: String { spans.map(\.text).joined() }

  /// The line with a style under the styles of its pieces.
  package func over(_ style: Style) -> StyledLine {
    var line = StyledLine()
    for span in spans { line.append(span.text, style.adding(span.style)) }
    return line
  }

  /// The line with a style over that of each place where a text stands, whatever its case.
  package func marking(_ text: String, with style: Style) -> StyledLine {
    let characters = self.text.map { $0.lowercased() }
    let wanted = text.map { $0.lowercased() }
    guard !wanted.isEmpty, characters.count >= wanted.count else { return self }
    var isMarked = [Bool](repeating: false, count: characters.count)
    for start in 0...(characters.count - wanted.count)
    where characters[start..<(start + wanted.count)].elementsEqual(wanted) {
      for index in start..<(start + wanted.count) { isMarked[index] = true }
    }
    var line = StyledLine()
    var index = 0
    for span in spans {
      for character in span.text {
        let marked = isMarked.indices.contains(index) && isMarked[index]
        line.append(String(character), marked ? span.style.adding(style) : span.style)
        index += 1
      }
    }
    return line
  }

  /// The line cut to a width, with an ellipsis where something is missing.
  package func truncated(to columns: Int) -> StyledLine {
    if width <= columns { return self }
    var line = StyledLine()
    if columns < 1 { return line }
    for span in spans {
      let room = columns - 1 - line.width
      if span.width <= room {
        line.append(span.text, span.style)
      } else {
        line.append(TextWidth.prefix(of: span.text, columns: room).text, span.style)
        line.append("…", span.style)
        break
      }
    }
    return line
  }

  /// The line cut or filled with spaces to exactly this width.
  package func fitted(to columns: Int, style: Style = .plain) -> StyledLine {
    var line = truncated(to: columns)
    line.append(String(repeating: " ", count: max(0, columns - line.width)), style)
    return line
  }

  /// What is sent to a terminal for it; without colour, the text alone and no spaces at its end.
  package func encoded(color: Bool) -> String {
    guard color else {
      var text = self.text
      while text.last == " " { text.removeLast() }
      return text
    }
    var text = ""
    var style = Style.plain
    for span in spans {
      if span.style != style {
        text += span.style.sequence
        style = span.style
      }
      text += span.text
    }
    return style == .plain ? text : text + "\u{1B}[0m"
  }
}
