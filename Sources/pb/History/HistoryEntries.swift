import Exchange
import Pasteboard
import Terminal

/// The copies that `pb serve` remembers, as people number them: 0 is the last.
enum HistoryEntries {
  /// A reader of the copy with this number.
  static func reader(_ back: String, on backend: Backend) throws(PasteboardError) -> PasteboardReader {
    let history = try HistoryReader(on: backend, patience: HistoryReader.longestReading)
    return try PasteboardReader(try history.snapshot(of: try item(back, of: history)))
  }

  /// The entry of a number; throws `PasteboardError` if there is none, or if a copy that is missing may change numbers.
  static func item(_ back: String, of history: HistoryReader) throws(PasteboardError) -> HistoryItem {
    guard history.isComplete else {
      throw PasteboardError(
        .timedOut, "a copy is still being read, so the numbers of copies will change. Try again.")
    }
    guard let number = Int(back), history.items.indices.contains(number) else {
      let problem =
        switch history.items.count {
        case 0: "the history is empty"
        case 1: "the history has no copy \(back), only copy 0"
        case let count: "the history has no copy \(back); its copies are 0 to \(count - 1)"
        }
      throw PasteboardError(.notOffered, problem)
    }
    return history.items[number]
  }

  /// The names of an entry's formats for people, the best first.
  static func forms(of item: HistoryItem) -> String { forms(of: item.names.map { ShownTarget($0) }) }

  static func forms(of targets: [ShownTarget]) -> String {
    var titles: [String] = []
    for form in ShownForm.folded(targets) where !titles.contains(form.row.title) {
      titles.append(form.row.title)
    }
    return titles.prefix(4).joined(separator: ", ") + (titles.count > 4 ? " …" : "")
  }

  /// An entry on one line, with all of the text that lists have: what somebody searches for may stand at its end.
  static func line(_ number: Int, _ item: HistoryItem) -> String {
    let words = VisibleText.preview(item.text, length: .max)
    return "\(number)  " + (words.isEmpty ? "[\(forms(of: item))]" : words)
  }

  /// An entry as a row of a list that fills the screen.
  static func row(
    age seconds: Int, _ content: StyledLine, isSelected: Bool, columns: Int
  ) -> StyledLine {
    let age = age(ofSeconds: seconds)
    var line = StyledLine(isSelected ? "> " : "  ", .bold)
    line.append(String(repeating: " ", count: max(0, 7 - age.count)) + age + "  ", .faint)
    line.append(content)
    return isSelected ? line.fitted(to: columns).over(.reverse) : line
  }

  /// The content of an entry in a row: its formats, and the start of its text.
  static func content(_ forms: String, _ text: String, columns: Int) -> StyledLine {
    var line = StyledLine(forms, Style(color: .cyan)).fitted(to: 24)
    line.append("  " + VisibleText.preview(text, length: columns))
    return line
  }

  /// The time since the copy, in the largest fitting unit.
  static func age(ofSeconds seconds: Int) -> String {
    let seconds = max(0, seconds)
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min"
    case ..<86_400: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) d"
    }
  }
}
