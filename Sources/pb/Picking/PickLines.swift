import Exchange
import Pasteboard
import Pictures
import System
import Terminal
import UniformTypeIdentifiers

/// The history as lines for menus such as fzf and rofi: the number of a copy, a tab, and its text on one line.
///
/// The number belongs to the copy while the service runs, whatever is copied between the list and the choice.
enum PickLines {
  static func lines(_ history: HistoryReader) -> [String] {
    let items = history.items.filter(\.isPinned) + history.items.filter { !$0.isPinned }
    return items.map { item in
      let words = VisibleText.preview(item.text, length: .max)
      let text = words.isEmpty ? "[\(HistoryEntries.forms(of: item))]" : words
      return "\(item.number)\t\(item.isPinned ? "* " : "")\(text)"
    }
  }

  /// The copy that a line names; nil for a line without a word, as menus print if nothing is chosen.
  static func item(_ line: String, of history: HistoryReader) throws(PasteboardError) -> HistoryItem? {
    guard let word = line.split(whereSeparator: \.isWhitespace).first else { return nil }
    guard let number = Int(word) else {
      throw PasteboardError(
        .notOffered, "the line does not begin with a number. Use a line of 'pb pick --lines'.")
    }
    guard let item = history.items.first(where: { $0.number == number }) else {
      throw PasteboardError(.notOffered, "the history no longer has the copy \(number)")
    }
    return item
  }

  /// Puts a copy back on the clipboard, in all formats or as one type.
  static func restore(
    _ item: HistoryItem, of history: HistoryReader, as type: UTType?, on backend: Backend
  ) throws(PasteboardError) {
    let copy = try history.snapshot(of: item)
    guard let type else {
      return try PasteboardOwner.ownInBackground(.general, Offering(again: copy), on: backend)
    }
    var content = PasteboardItem()
    content.setData(try bytes(of: copy, as: type), forType: type)
    var options = OfferingOptions(helper: .forOwnCopies)
    options.only = [type, .utf8PlainText]
    try PasteboardOwner.ownInBackground(.general, Offering(content, options), on: backend)
  }

  /// A copy as one type; of a picture, as text, what programs find in it.
  private static func bytes(of copy: Snapshot, as type: UTType) throws(PasteboardError) -> [UInt8] {
    do throws(PasteboardError) {
      return try PasteboardReader(copy).paste(PasteRequest(type)).bytes
    } catch {
      guard error.code == .notOffered, type.conforms(to: .text),
        let picture = PickContent.targets(of: copy).lazy.compactMap({ $0.property?.bytes })
          .first(where: { PictureHeader($0) != nil }),
        let text = PictureText(in: picture, by: PictureText.readers).best
      else { throw error }
      return Array(text.utf8)
    }
  }

  /// The lines of a copy's preview, in the space that the menu says it has.
  static func preview(
    _ item: HistoryItem, of history: HistoryReader, isColored: Bool
  ) throws(PasteboardError) -> [StyledLine] {
    let copy = try history.snapshot(of: item)
    let terminal = TerminalSize(of: FileDescriptor.standardOutput.number)
    func number(_ variable: String) -> Int? {
      Environment.value(variable).flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    let columns = number("FZF_PREVIEW_COLUMNS") ?? terminal?.columns ?? 80
    let rows = number("FZF_PREVIEW_LINES") ?? terminal?.rows ?? 40
    var maker = ContentPreview(limit: 1000)
    if isColored {
      maker.pictures = (HalfBlocks(depth: HalfBlocks.Depth(variable: Environment.value)), max(1, rows - 2))
    }
    var heading = StyledLine(HistoryEntries.forms(of: item), Style(.bold, color: .cyan))
    heading.append("  \(PasteboardListing.grouped(item.byteCount)) bytes")
    let lines = PickContent.lines(of: PickContent.targets(of: copy), columns: columns, maker)
    return ([heading] + lines).map { $0.truncated(to: columns) }
  }
}
