import Terminal

/// The division of a screen between a list and a preview: side by side, or one below the other.
struct ScreenSplit {
  private static let leastSideBySide = 60

  private let columns: Int
  private let isSideBySide: Bool
  let listHeight: Int
  let listWidth: Int
  let previewHeight: Int
  let previewWidth: Int

  /// - Parameters:
  ///   - linesAround: the lines above and below, which are taken.
  ///   - listWidth: the columns of a list that stands beside the preview.
  ///   - listCount: the rows of the list.
  init(_ size: TerminalSize, linesAround: Int, listWidth: Int, listCount: Int) {
    columns = size.columns
    let height = max(2, size.rows - linesAround)
    isSideBySide = Self.isSideBySide(size)
    if isSideBySide {
      (listHeight, previewHeight) = (height, height)
      self.listWidth = listWidth
      previewWidth = max(1, size.columns - listWidth - 3)
    } else {
      listHeight = max(1, min(listCount, height / 2))
      previewHeight = max(0, height - listHeight - 1)
      self.listWidth = size.columns
      previewWidth = size.columns
    }
  }

  static func isSideBySide(_ size: TerminalSize) -> Bool { size.columns >= leastSideBySide }

  /// The lines of both.
  func body(list: [StyledLine], preview: [StyledLine]) -> [StyledLine] {
    guard isSideBySide else {
      let rule = StyledLine(String(repeating: "─", count: columns), .faint)
      return list + [rule] + Self.filled(preview, to: previewHeight)
    }
    return zip(list, Self.filled(preview, to: previewHeight)).map { row, beside in
      var line = row.fitted(to: listWidth)
      line.append(" │ ", .faint)
      line.append(beside.truncated(to: previewWidth))
      return line
    }
  }

  private static func filled(_ lines: [StyledLine], to count: Int) -> [StyledLine] {
    lines.prefix(count) + [StyledLine](repeating: StyledLine(), count: max(0, count - lines.count))
  }
}
