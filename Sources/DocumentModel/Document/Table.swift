/// A table, whose cells may span columns and rows and hold blocks (HTML 4.9).
public struct Table: Hashable, Sendable {
  /// How the cells of a column are set.
  public enum Alignment: Hashable, Sendable {
    case left
    case center
    case right
  }

  /// One entry a column: how its cells are set, nil where nothing was said.
  public var columns: [Alignment?]
  /// How many of `rows`, the first ones, are the header.
  public var headerRows: Int
  /// The rows, those of the header first.
  ///
  /// Each holds the cells that begin in it, from left to right; where a cell of a row above reaches into it,
  /// there is none.
  public var rows: [[TableCell]]
  /// What the table is called; empty for nothing.
  public var caption: [Inline]

  /// Creates a table, without a caption unless told otherwise.
  public init(columns: [Alignment?], headerRows: Int, rows: [[TableCell]], caption: [Inline] = []) {
    self.columns = columns
    self.headerRows = headerRows
    self.rows = rows
    self.caption = caption
  }

  /// Creates a table with one header row, as GFM has it (GFM 4.10).
  public init(columns: [Alignment?], header: [TableCell], rows: [[TableCell]]) {
    self.init(columns: columns, headerRows: 1, rows: [header] + rows)
  }
}

extension Table {
  /// The first row of the header; as many empty cells as there are columns if the table has none.
  public var header: [TableCell] {
    guard headerRows > 0, let first = rows.first else {
      return Array(repeating: TableCell(), count: columns.count)
    }
    return first
  }

  /// The rows below the first one of the header.
  public var body: ArraySlice<[TableCell]> { rows.dropFirst(headerRows > 0 ? 1 : 0) }
}

extension Table {
  /// True if all rows have as many cells as there are columns, and none of them spans several.
  package var isRegular: Bool {
    rows.allSatisfy { $0.count == columns.count && !$0.contains(where: \.isSpanning) }
  }

  /// True if a cell spans several columns or rows.
  package var hasSpans: Bool { rows.contains { $0.contains(where: \.isSpanning) } }

  /// The table with rows that fill all columns, a header that holds its cells whole, spans that end where the table
  /// does, and columns that cells begin in.
  package func regularized() -> Table {
    let grid = TableGrid(self)
    var result = self
    result.columns += Array(repeating: nil, count: grid.width - columns.count)
    let spanned = grid.spannedColumns
    var isSpanned = [Bool](repeating: false, count: grid.width)
    for column in spanned { isSpanned[column] = true }
    for column in spanned.reversed() { result.columns.remove(at: column) }
    if headerRows > 0 { result.headerRows = grid.headerRows }
    result.rows = grid.rows.map { row in
      row.indices.compactMap { column in
        switch row[column] {
        case .cell(var cell):
          let next = column + cell.columns
          cell.columns -= spanned.count { column < $0 && $0 < next }
          return cell
        case .free: return isSpanned[column] ? nil : TableCell()
        case .covered: return nil
        }
      }
    }
    return result
  }

  /// Leaves out what cells say of their alignment as their columns do; true if any did.
  @discardableResult
  package mutating func dropNeedlessAlignments() -> Bool {
    guard rows.contains(where: { $0.contains { $0.alignment != nil } }) else { return false }
    var isChanged = false
    let grid = hasSpans ? TableGrid(self) : nil
    for row in rows.indices {
      let places = grid?.columnsOfCells(inRow: row) ?? Array(rows[row].indices)
      for (index, column) in zip(rows[row].indices, places) where column < columns.count {
        guard let alignment = rows[row][index].alignment, columns[column] == alignment else { continue }
        rows[row][index].alignment = nil
        isChanged = true
      }
    }
    return isChanged
  }
}
