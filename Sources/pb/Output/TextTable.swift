/// Lays out rows in columns that are as wide as their widest cell.
struct TextTable {
  enum Alignment { case left, right }

  let columns: [(title: String, alignment: Alignment)]
  var rows: [[String]] = []

  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  /// The table with its titles; no line ends in spaces.
  var text: String {
    let lines = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        line += columns[column].alignment == .left ? cell + space : space + cell
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
