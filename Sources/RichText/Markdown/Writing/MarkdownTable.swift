/// A table's cells as Markdown, and its layout.
struct MarkdownTable {
  private let alignments: [Table.Alignment?]
  private var rows: [[ArraySlice<UInt8>]]

  init(_ table: Table, inlines: inout MarkdownInlineWriter) {
    alignments = table.alignments
    rows = []
    for row in [table.header] + table.rows {
      var cells: [ArraySlice<UInt8>] = []
      cells.reserveCapacity(row.count)
      for cell in row {
        var lines = MarkdownLines()
        inlines.write(cell.content, as: .cell, to: &lines)
        cells.append(lines.bytes[...])
      }
      rows.append(cells)
    }
  }

  func write(style: MarkdownStyle.Tables, to lines: inout MarkdownLines) {
    let widths = style == .padded ? paddedWidths : nil
    for (index, row) in rows.enumerated() {
      lines.begin()
      for (column, cell) in row.enumerated() {
        lines.append("| ")
        let room = widths.map { max(0, $0[column] - DisplayWidth.of(cell)) } ?? 0
        let before =
          switch alignments[column] {
          case .right: room
          case .center: room / 2
          default: 0
          }
        lines.append(0x20, count: before)
        lines.append(cell)
        lines.append(0x20, count: room - before)
        lines.append(" ")
      }
      lines.append("|")
      lines.end()
      if index == 0 { writeDelimiters(widths, to: &lines) }
    }
  }

  private func writeDelimiters(_ widths: [Int]?, to lines: inout MarkdownLines) {
    lines.begin()
    for (column, alignment) in alignments.enumerated() {
      let width = widths?[column] ?? 3
      let isLeft = alignment == .left || alignment == .center
      let isRight = alignment == .right || alignment == .center
      lines.append("| ")
      if isLeft { lines.append(":") }
      lines.append(UInt8(ascii: "-"), count: width - (isLeft ? 1 : 0) - (isRight ? 1 : 0))
      if isRight { lines.append(":") }
      lines.append(" ")
    }
    lines.append("|")
    lines.end()
  }

  /// The widths that columns are filled up to; nil if the spaces would be many times the text.
  private var paddedWidths: [Int]? {
    let widths = columnWidths
    let padded = rows.count * widths.reduce(0) { $0 + $1 + 3 }
    let compact = rows.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count + 3 } }
    return padded <= 3 * compact + 4096 ? widths : nil
  }

  /// The display widths of the columns' widest cells; a very wide cell does not widen its column.
  private var columnWidths: [Int] {
    var widths = [Int](repeating: 3, count: alignments.count)
    for row in rows {
      for (column, cell) in row.enumerated() {
        let width = DisplayWidth.of(cell)
        if width <= Self.widestPadded { widths[column] = max(widths[column], width) }
      }
    }
    return widths
  }

  private static let widestPadded = 60
}
