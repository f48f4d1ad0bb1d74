/// What a whole screen shows: a line for each of its rows.
package struct Frame: Hashable, Sendable {
  package let columns: Int
  package let lines: [StyledLine]

  /// Makes every line as wide as the screen; rows that are missing are empty.
  package init(_ lines: [StyledLine], columns: Int, rows: Int) {
    self.columns = columns
    let missing = [StyledLine](repeating: StyledLine(), count: max(0, rows - lines.count))
    self.lines = (lines.prefix(rows) + missing).map { $0.truncated(to: columns) }
  }

  /// What changes a screen that shows `previous` (nil: anything) into this, to be written at once.
  ///
  /// Each row that changed is set anew from its first column, so that a terminal that measures a character
  /// differently spoils that row only. Terminals that know of it hold the picture back until all is there.
  package func encoded(after previous: Frame?, color: Bool) -> String {
    var text = ""
    let isFresh = previous?.columns != columns || previous?.lines.count != lines.count
    for (row, line) in lines.enumerated() where isFresh || previous?.lines[row] != line {
      text += "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[2K" + line.encoded(color: color)
    }
    guard !text.isEmpty || isFresh else { return "" }
    return "\u{1B}[?2026h" + (isFresh ? "\u{1B}[2J" : "") + text + "\u{1B}[?2026l"
  }

  /// The screen as text.
  package var text: String { lines.map { $0.encoded(color: false) + "\n" }.joined() }
}
