import Conversions
import Pasteboard
import System
import Terminal
import TextWidths

extension PickView {
  /// The positions of the list and the preview.
  var layout: ScreenSplit {
    ScreenSplit(size, linesAround: 3, listWidth: size.columns / 2, listCount: lines.count)
  }

  /// The frame that the screen shows now.
  mutating func frame(now: Int = WallClock.seconds) -> Frame {
    let layout = layout
    if selected < top { top = selected }
    // The heading of the first row stays on the screen.
    if selected <= 1 { top = 0 }
    if selected >= top + layout.listHeight { top = selected - layout.listHeight + 1 }
    top = max(0, min(top, lines.count - layout.listHeight))
    let list = (0..<layout.listHeight).map { index in
      let line = top + index
      return lines.indices.contains(line) ? styled(line, layout.listWidth, now: now) : StyledLine()
    }
    let body = layout.body(list: list, preview: previewLines(layout))
    return Frame([title, prompt] + body + [footer], columns: size.columns, rows: size.rows)
  }

  private var title: StyledLine {
    let left = " pb pick"
    let right = "\(matchCount) of \(formCount + items.count) "
    let space = size.columns - TextWidth.of(left) - TextWidth.of(right)
    guard space > 0 else { return StyledLine(left, .reverse).fitted(to: size.columns, style: .reverse) }
    return StyledLine(left + String(repeating: " ", count: space) + right, .reverse)
  }

  /// The query; of a long one its end.
  private var prompt: StyledLine {
    var shown = query[...]
    while TextWidth.of(String(shown)) > max(0, size.columns - 4), !shown.isEmpty { shown.removeFirst() }
    var line = StyledLine("> ", .bold)
    line.append("\(shown)▏")
    if query.isEmpty { line.append(" type to search", .faint) }
    return line
  }

  private var footer: StyledLine {
    if let message { return StyledLine(message, .bold) }
    var line = StyledLine()
    for (keys, work) in Self.keys {
      line.append((line.width > 0 ? "  " : "") + keys, .bold)
      line.append(" " + work, .faint)
    }
    return line
  }

  private static let keys = [
    ("Enter", "copy"), ("^T", "as text"), ("^R", "as Markdown"), ("^P", "pin"), ("^X", "drop"),
    ("← →", "scroll"),
    ("Esc", "quit"),
  ]

  private func styled(_ index: Int, _ width: Int, now: Int) -> StyledLine {
    switch lines[index] {
    case .heading(let text): return StyledLine(text, .faint).truncated(to: width)
    case .row(let row):
      let isSelected = index == selected
      var line = StyledLine(isSelected ? "> " : "  ", .bold)
      switch row {
      case .copy(let item): line.append(copy(item, now: now, width - 2))
      case .form(let row): line.append(form(row, width - 2))
      case .text(let kind): line.append(text(kind, of: row, width - 2))
      }
      return isSelected ? line.fitted(to: width).over(.reverse) : line.truncated(to: width)
    }
  }

  private func form(_ row: LiveRow, _ width: Int) -> StyledLine {
    // Content without a declared type is known by its name alone.
    let title = row.target.type == nil ? row.target.name : row.target.title
    var line = StyledLine(title, Style(color: .cyan)).fitted(to: min(16, max(1, width)))
    line.append("  " + row.target.shownSize)
    if !row.target.beginning.isEmpty {
      line.append("  " + VisibleText.preview(row.target.beginning, length: max(0, width)), .faint)
    }
    return line
  }

  private func text(_ kind: PictureTextReader.Kind, of row: PickRow, _ width: Int) -> StyledLine {
    var line = StyledLine(PickRow.title(kind), Style(color: .cyan))
    if let text = pictureText(of: row) {
      line.append(
        "  " + (text[kind].map { VisibleText.preview($0, length: max(0, width)) } ?? "none"), .faint)
    }
    return line
  }

  private func copy(_ item: HistoryItem, now: Int, _ width: Int) -> StyledLine {
    let age = HistoryEntries.age(ofSeconds: now - item.time)
    var line = StyledLine(item.isPinned ? "*" : " ", Style(.bold, color: .yellow))
    line.append(String(repeating: " ", count: max(0, 6 - TextWidth.of(age))) + age + "  ", .faint)
    let words = VisibleText.preview(item.text, length: max(0, width))
    if words.isEmpty {
      line.append("[\(HistoryEntries.forms(of: item))]", Style(color: .cyan))
    } else {
      line.append(words)
    }
    return line
  }

  // MARK: Preview

  /// Lines of a preview beyond this are not made.
  private static let previewLimit = 1000

  private mutating func previewLines(_ layout: ScreenSplit) -> [StyledLine] {
    guard let row = selectedRow, layout.previewHeight > 1 else { return [] }
    let content = content(of: row, layout)
    let height = layout.previewHeight - 1
    previewTop = max(0, min(previewTop, content.count - height))
    let words = query.split(whereSeparator: \.isWhitespace)
    let shown = content.dropFirst(previewTop).prefix(height).map { line in
      words.reduce(line) { $0.marking(String($1), with: .reverse) }
    }
    return [heading(of: row, content.count, height)] + shown
  }

  private func heading(of row: PickRow, _ count: Int, _ height: Int) -> StyledLine {
    var line: StyledLine
    switch row {
    case .text(let kind): line = StyledLine(PickRow.title(kind), Style(.bold, color: .cyan))
    case .form(let row): line = StyledLine(row.target.identifier, Style(.bold, color: .cyan))
    case .copy(let item):
      line = StyledLine(HistoryEntries.forms(of: item), Style(.bold, color: .cyan))
      line.append("  \(PasteboardListing.grouped(item.byteCount)) bytes")
    }
    if count > height {
      line.append("  \(previewTop + 1)–\(min(count, previewTop + height))/\(count)", .faint)
    }
    return line
  }

  private mutating func content(of row: PickRow, _ layout: ScreenSplit) -> [StyledLine] {
    let columns = layout.previewWidth
    if let preview, preview.row == row.identity, preview.columns == columns { return preview.lines }
    var maker = ContentPreview(limit: Self.previewLimit, helper: .forLiveView)
    let found = pictureText(of: row)?.lines(columns: columns, limit: Self.previewLimit) ?? []
    if let blocks {
      // The text below a picture is seen without scrolling.
      let rows = layout.previewHeight - 2
      maker.pictures = (blocks, max(1, found.isEmpty ? rows : max(rows / 2, rows - found.count)))
    }
    let made: [StyledLine]
    switch row {
    case .text(let kind):
      let text = pictureText(of: row)
      made =
        text.map { text in
          text[kind].map { TextLayout(limit: Self.previewLimit).lines(of: $0, columns: columns) }
            ?? [
              StyledLine(text.problem.map { "(\(VisibleText.escapingLine($0)))" } ?? "(none found)", .faint)
            ]
        } ?? [StyledLine("reading…", .faint)]
    case .form(let row): made = maker.lines(of: row.target, columns: columns) + found
    case .copy(let item):
      switch self.content(of: item.number) {
      case nil: return TextPlaceholder.lines(of: item, columns: columns, limit: layout.previewHeight)
      case .some(nil): made = [StyledLine("(no longer in the history)", Style(color: .red))]
      case .some(let targets?): made = PickContent.lines(of: targets, columns: columns, maker) + found
      }
    }
    preview = (row.identity, columns, made)
    return made
  }
}

/// The lines that stand for a preview until its content is there.
private enum TextPlaceholder {
  static func lines(of item: HistoryItem, columns: Int, limit: Int) -> [StyledLine] {
    item.text.isEmpty
      ? [StyledLine("reading…", .faint)]
      : TextLayout(limit: max(1, limit)).lines(of: item.text, columns: columns)
  }
}
