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

  /// The bytes for a terminal; without colour, the text alone and no spaces at its end.
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

/// The style of a piece of text.
package struct Style: Hashable, Sendable {
  /// A colour: for text one of the terminal's own, which fit its theme, for pictures any.
  package enum Color: Hashable, Sendable {
    case red, green, yellow, blue, magenta, cyan
    /// One of 256.
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    /// The number that sets the colour, for text or, with 10 more, behind it (ECMA-48, 8.3.117; ISO 8613-6).
    fileprivate func code(base: Int) -> String {
      switch self {
      case .red: "\(base + 1)"
      case .green: "\(base + 2)"
      case .yellow: "\(base + 3)"
      case .blue: "\(base + 4)"
      case .magenta: "\(base + 5)"
      case .cyan: "\(base + 6)"
      case .indexed(let number): "\(base + 8);5;\(number)"
      case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
      }
    }
  }

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let faint = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let reverse = Attributes(rawValue: 16)
    package static let struck = Attributes(rawValue: 32)
  }

  package var attributes: Attributes
  package var color: Color?
  package var background: Color?

  package init(_ attributes: Attributes = [], color: Color? = nil, background: Color? = nil) {
    self.attributes = attributes
    self.color = color
    self.background = background
  }

  package static let plain = Style()
  package static let bold = Style(.bold)
  package static let faint = Style(.faint)
  package static let reverse = Style(.reverse)

  /// This style with what another one adds.
  package func adding(_ other: Style) -> Style {
    Style(
      attributes.union(other.attributes), color: other.color ?? color,
      background: other.background ?? background)
  }

  /// The sequence that sets the style after a reset (ECMA-48, 8.3.117, SGR).
  var sequence: String {
    let codes: [(Attributes, String)] = [
      (.bold, "1"), (.faint, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"), (.struck, "9"),
    ]
    var parts = ["0"] + codes.filter { attributes.contains($0.0) }.map(\.1)
    if let color { parts.append(color.code(base: 30)) }
    if let background { parts.append(background.code(base: 40)) }
    return "\u{1B}[" + parts.joined(separator: ";") + "m"
  }
}

/// The time when text is coloured.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// Uses colours on a terminal, unless `NO_COLOR` is set and not empty (no-color.org) or `TERM` names one
  /// that cannot.
  case auto
  case always
  case never

  package func isOn(isTerminal: Bool, variable: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      let terminal = variable("TERM") ?? ""
      return isTerminal && (variable("NO_COLOR") ?? "").isEmpty && !terminal.isEmpty && terminal != "dumb"
    }
  }
}
