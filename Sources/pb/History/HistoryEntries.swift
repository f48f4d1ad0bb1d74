import Exchange
import Pasteboard
import Terminal

/// The copies that `pb serve` remembers, as people number them: 0 is the last.
enum HistoryEntries {
  /// A reader of what was copied so many copies ago.
  static func reader(_ back: String, on backend: Backend) throws(PasteboardError) -> PasteboardReader {
    let history = try HistoryReader(on: backend)
    return try PasteboardReader(try history.snapshot(of: try item(back, of: history)))
  }

  /// The entry of a number; throws `PasteboardError` if there is none.
  static func item(_ back: String, of history: HistoryReader) throws(PasteboardError) -> HistoryItem {
    guard let number = Int(back), history.items.indices.contains(number) else {
      let last = history.items.count - 1
      throw PasteboardError(
        .notOffered,
        last < 0 ? "nothing is remembered" : "there is no copy \(back): they go from 0 to \(last)")
    }
    return history.items[number]
  }

  /// What forms an entry has, for people, the best first.
  static func forms(of item: HistoryItem) -> String { forms(of: item.names.map { ShownTarget($0) }) }

  static func forms(of targets: [ShownTarget]) -> String {
    var titles: [String] = []
    for form in ShownForm.folded(targets) where !titles.contains(form.row.title) {
      titles.append(form.row.title)
    }
    return titles.prefix(4).joined(separator: ", ") + (titles.count > 4 ? " …" : "")
  }

  /// An entry on one line.
  static func line(_ number: Int, _ item: HistoryItem, columns: Int = 120) -> String {
    let words = VisibleText.preview(item.text, length: columns)
    return "\(number)  " + (words.isEmpty ? "[\(forms(of: item))]" : words)
  }

  /// How long ago it was copied.
  static func age(of item: HistoryItem, now: Int) -> String {
    age(ofSeconds: now - item.time)
  }

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
