/// The beginning of an item of a list, as terminals show it.
struct TerminalListItem {
  typealias Line = ScreenText.Line

  /// The marker in Markdown, with the space behind it.
  let marker: String
  /// The columns before the text.
  let indentation: Int
  let text: Line

  /// Whether a box to tick stands before the text.
  var isTask: Bool { marker.hasPrefix("- [") }

  private static let bullets = [
    "•", "◦", "▪", "▫", "‣", "⁃", "·", "–", "○", "■", "□", "∙", "◆", "►", "▸", "●", "*", "-", "+",
  ]
  private static let boxes: [(String, String)] = [
    ("☐", "- [ ] "), ("☒", "- [x] "), ("☑", "- [x] "), ("✔", "- [x] "), ("✓", "- [x] "), ("◻", "- [ ] "),
    ("◼", "- [x] "),
    ("[ ]", "- [ ] "), ("[x]", "- [x] "), ("[X]", "- [x] "), ("[✓]", "- [x] "),
  ]

  init?(_ line: Line) {
    let indent = line.indentation
    let rest = line.dropFirst(indent)
    guard let first = rest.first, !first.isASCIILetter else { return nil }
    if let (marker, text) = Self.box(rest) {
      self.init(marker, indent, text)
      return
    }
    for mark in Self.bullets where rest.hasPrefix(mark) {
      guard let text = Self.text(behind: mark, in: rest) else { return nil }
      let (marker, content) = Self.box(text) ?? ("- ", text)
      self.init(marker, indent, content)
      return
    }
    let digits = rest.prefix(while: \.isASCIIDigit)
    guard (1...3).contains(digits.count) else { return nil }
    for sign in [".", ")"] where rest[digits.endIndex...].hasPrefix(sign) {
      guard let text = Self.text(behind: digits.string + sign, in: rest) else { return nil }
      self.init(digits.string + sign + " ", indent, text)
      return
    }
    return nil
  }

  private init(_ marker: String, _ indentation: Int, _ text: Line) {
    self.marker = marker
    self.text = text
    self.indentation = indentation
  }

  /// A box to tick, and the text behind it.
  private static func box(_ rest: Line) -> (marker: String, text: Line)? {
    for (mark, marker) in boxes where rest.hasPrefix(mark) {
      if let text = text(behind: mark, in: rest) { return (marker, text) }
    }
    return nil
  }

  private static func text(behind mark: String, in rest: Line) -> Line? {
    let behind = rest.dropFirst(mark.utf8.count)
    guard behind.first == 0x20, !behind.unindented.isEmpty else { return nil }
    return behind.unindented
  }
}
