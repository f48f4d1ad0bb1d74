import RichText
import Terminal

/// Sets a table in columns that share what room there is.
struct TableLayout {
  let limit: Int

  /// - Parameter fill: sets a cell in a number of columns, in a style.
  func lines(
    of table: Table, columns: Int, fill: (TableCell, Int, Style) -> [StyledLine]
  ) -> [StyledLine] {
    let rows = table.body.prefix(limit)
    // More columns than there is room for are not shown.
    let count = min(table.header.count, max(1, (columns + 3) / 4))
    let natural = (0..<count).map { column in
      ([table.header] + rows).reduce(1) { widest, row in
        column < row.count ? max(widest, fill(row[column], columns, .plain).map(\.width).max() ?? 0) : widest
      }
    }
    let widths = Self.shared(natural, room: columns - 3 * (count - 1))
    var lines: [StyledLine] = []
    let hasHeader = !table.header.allSatisfy(\.isEmpty)
    if hasHeader {
      lines += self.lines(of: table.header, widths, table.columns, .bold, fill)
      let rules = widths.map { String(repeating: "─", count: $0) }
      lines.append(StyledLine(rules.joined(separator: "─┼─"), .faint))
    }
    for row in rows where lines.count < limit {
      lines += self.lines(of: row, widths, table.columns, .plain, fill)
    }
    return lines
  }

  private func lines(
    of row: [TableCell], _ widths: [Int], _ alignments: [Table.Alignment?], _ style: Style,
    _ fill: (TableCell, Int, Style) -> [StyledLine]
  ) -> [StyledLine] {
    let cells = widths.enumerated().map {
      $0.offset < row.count ? fill(row[$0.offset], $0.element, style) : []
    }
    return (0..<(cells.map(\.count).max() ?? 0)).map { number in
      var line = StyledLine()
      for (column, cell) in cells.enumerated() {
        if column > 0 { line.append(" │ ", .faint) }
        let part = number < cell.count ? cell[number] : StyledLine()
        let space = max(0, widths[column] - part.width)
        let before =
          switch column < alignments.count ? alignments[column] : nil {
          case .right: space
          case .center: space / 2
          default: 0
          }
        line.append(String(repeating: " ", count: before))
        line.append(part)
        line.append(String(repeating: " ", count: space - before))
      }
      return line
    }
  }

  /// Widths that fit together into `room`: narrow columns keep theirs, wide ones share the rest.
  static func shared(_ natural: [Int], room: Int) -> [Int] {
    var widths = natural
    var (rest, left) = (max(room, natural.count), natural.count)
    for column in natural.indices.sorted(by: { natural[$0] < natural[$1] }) {
      widths[column] = min(natural[column], max(1, rest / left))
      rest -= widths[column]
      left -= 1
    }
    return widths
  }
}
