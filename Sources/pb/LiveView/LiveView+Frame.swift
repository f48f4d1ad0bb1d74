import Pasteboard
import System
import Terminal
import TextWidths

extension LiveView {
  /// The layout of a screen of this size.
  var layout: LiveViewLayout { LiveViewLayout(size, rows: rows) }
  var previewHeight: Int { max(1, layout.previewHeight - 1) }

  /// The frame that the screen shows now.
  mutating func frame() -> Frame {
    let body =
      switch mode {
      case .help: filled([StyledLine()] + LiveKeys.help)
      case .log(let row): filled(logLines(row))
      default: listAndPreview()
      }
    return Frame([title] + body + [footer], columns: size.columns, rows: size.rows)
  }

  private mutating func listAndPreview() -> [StyledLine] {
    let layout = layout
    if selected < top { top = selected }
    if selected >= top + layout.listHeight { top = selected - layout.listHeight + 1 }
    top = max(0, min(top, rows.count - layout.listHeight))
    let list = (top..<(top + layout.listHeight)).map { row in
      row < rows.count ? layout.line(rows[row], isSelected: row == selected) : StyledLine()
    }
    let content = previewLines()
    previewTop = max(0, min(previewTop, content.count - previewHeight))
    let shown = content.dropFirst(previewTop).prefix(max(0, layout.previewHeight - 1))
    let marked = sought.isEmpty ? Array(shown) : shown.map { $0.marking(sought, with: .reverse) }
    return layout.body(
      list: list, preview: selectedRow.map { [heading(of: $0, content.count)] + marked } ?? [])
  }

  private func filled(_ lines: [StyledLine]) -> [StyledLine] {
    let height = max(0, size.rows - 2)
    return lines.prefix(height) + [StyledLine](repeating: StyledLine(), count: max(0, height - lines.count))
  }

  private func logLines(_ selected: Int) -> [StyledLine] {
    let height = max(1, size.rows - 2)
    let now = WallClock.seconds
    return log.entries.indices.dropFirst(max(0, selected - height + 1)).prefix(height).map { number in
      let entry = log.entries[number]
      return HistoryEntries.row(
        age: now - entry.time, content(of: entry), isSelected: number == selected, columns: size.columns)
    }
  }

  private func content(of entry: LiveLog.Entry) -> StyledLine {
    guard entry.state != .sensitive else { return StyledLine("a secret, not read", .faint) }
    let targets = entry.listing.targets
    let text = targets.first { $0.origin == .offered && !$0.beginning.isEmpty }?.beginning ?? ""
    return HistoryEntries.content(HistoryEntries.forms(of: targets), text, columns: size.columns)
  }

  // MARK: Above and below

  private var title: StyledLine {
    let left = " pb watch: \(name)"
    let right = situation + " "
    let space = size.columns - TextWidth.of(left) - TextWidth.of(right)
    guard space > 0 else { return StyledLine(left, .reverse).fitted(to: size.columns, style: .reverse) }
    return StyledLine(left + String(repeating: " ", count: space) + right, .reverse)
  }

  private var situation: String {
    if case .log = mode { return "earlier copies" }
    if let past { return "\(HistoryEntries.age(ofSeconds: WallClock.seconds - past.time)) ago" }
    return switch state {
    case nil: "reading…"
    case .clear: "empty"
    case .nothing: "nothing offered"
    case .sensitive: "a secret, not read"
    case .data: isReading ? "reading…" : "\(typeCount) types"
    }
  }

  private func heading(of row: ShownTarget, _ lineCount: Int) -> StyledLine {
    var line = StyledLine(row.identifier, Style(.bold, color: .cyan))
    if lineCount > previewHeight {
      line.append("  \(previewTop + 1)–\(min(lineCount, previewTop + previewHeight))/\(lineCount)", .faint)
    }
    if let size = row.size { line.append("  \(PasteboardListing.grouped(size)) bytes") }
    line.append("  " + row.origin.word, row.origin.style)
    return line
  }

  private var footer: StyledLine {
    switch mode {
    case .saving(let path): return StyledLine("Save as: \(path)▏", .bold)
    case .searching(let text): return StyledLine("/\(text)▏", .bold)
    case .choosingFormat: return LiveKeys.choice
    case .help: return StyledLine("any key goes back", .faint)
    case .log: return StyledLine("Enter shows it  j k move  Escape goes back", .faint)
    case .browsing: return message.map { StyledLine($0, .bold) } ?? LiveKeys.footer
    }
  }
}
