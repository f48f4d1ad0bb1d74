import Terminal

/// Lays out rows in columns that are as wide as their widest cell.
struct TextTable {
  enum Alignment { case left, right }

  let columns: [(title: String, alignment: Alignment)]
  private var rows: [[StyledLine]] = []

  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  mutating func append(_ cells: [StyledLine]) {
    rows.append(cells)
  }

  mutating func append(_ cells: [String]) {
    rows.append(cells.map { StyledLine($0) })
  }

  /// The table with its titles, its last column cut to what `width` leaves for it.
  func lines(width: Int = .max) -> [StyledLine] {
    let lines = [columns.map { StyledLine($0.title, .bold) }] + rows
    let widths = columns.indices.map { column in lines.map { $0[column].width }.max() ?? 0 }
    return lines.map { cells in
      var line = StyledLine()
      for (column, cell) in cells.enumerated() {
        if column > 0 { line.append("  ") }
        let space = String(repeating: " ", count: widths[column] - cell.width)
        if columns[column].alignment == .right { line.append(space) }
        line.append(cell)
        if columns[column].alignment == .left, column < cells.count - 1 { line.append(space) }
      }
      return line.truncated(to: width)
    }
  }

  /// The table as text; no line ends in spaces.
  var text: String { lines().map { $0.encoded(color: false) + "\n" }.joined() }
}
