/// The cells of a table in rows of one length, in which every place is taken.
package struct TableGrid {
  package enum Place {
    /// A cell that begins here, with the spans that it has room for.
    case cell(TableCell)
    /// Part of a cell that begins further left, further up, or both.
    case covered(fromLeft: Bool, fromAbove: Bool)
    /// The row ended before.
    case free

    /// The cell of this place where no cell spans several.
    package var filled: TableCell {
      guard case .cell(var cell) = self else { return TableCell() }
      cell.columns = 1
      cell.rows = 1
      return cell
    }
  }

  /// A grid has no more places than this for each cell, but for small ones: what is larger than that says
  /// nothing, and would cost what no source pays for.
  private static let placesPerCell = 16
  private static let smallGrid = 1 << 16

  package let width: Int
  /// The number of rows that are the header, those that its cells reach into among them.
  package let headerRows: Int
  package private(set) var rows: [[Place]] = []

  package init(_ table: Table) {
    let cellCount = table.rows.reduce(0) { $0 + $1.count }
    let spans = Self.width(of: table)
    let keepsSpans = spans * table.rows.count <= Self.placesPerCell * cellCount + Self.smallGrid
    width = keepsSpans ? spans : table.rows.reduce(table.columns.count) { max($0, $1.count) }
    rows.reserveCapacity(table.rows.count)
    // For each column, how far down the last cell reaches, how far it is shown, and whether it begins there.
    var reach = [(end: Int, shownEnd: Int, isFirst: Bool)](repeating: (0, 0, true), count: width)
    let header = Self.headerRows(of: table)
    headerRows = header
    for (number, cells) in table.rows.enumerated() {
      var places: [Place] = []
      places.reserveCapacity(width)
      func passCovered() {
        while places.count < width, reach[places.count].end > number {
          let above = reach[places.count]
          places.append(
            above.shownEnd > number ? .covered(fromLeft: !above.isFirst, fromAbove: true) : .free)
        }
      }
      for cell in cells {
        passCovered()
        guard places.count < width else { break }
        var cell = cell
        let end = min(number + (keepsSpans ? cell.rows : 1), table.rows.count)
        // Browsers end the cells of a header with it, which has room for them unless they fill the table.
        let shownEnd = number < header ? min(end, header) : end
        cell.rows = shownEnd - number
        let first = places.count
        let last = min(first + (keepsSpans ? cell.columns : 1), width)
        cell.columns = reach[first..<last].prefix { $0.end <= number }.count
        for column in first..<(first + cell.columns) {
          reach[column] = (end, shownEnd, column == first)
          places.append(column == first ? .cell(cell) : .covered(fromLeft: true, fromAbove: false))
        }
      }
      passCovered()
      while places.count < width {
        places.append(.free)
        passCovered()
      }
      rows.append(places)
    }
  }

  /// The rows of the header with those that its cells reach into, unless that were all of the table.
  private static func headerRows(of table: Table) -> Int {
    let header = max(0, min(table.headerRows, table.rows.count))
    var end = header
    var row = 0
    while row < end {
      for cell in table.rows[row] { end = max(end, row + cell.rows) }
      guard end < table.rows.count else { return header }
      row += 1
    }
    return end
  }

  private static func width(of table: Table) -> Int {
    var places = CellColumns()
    for (number, row) in table.rows.enumerated() {
      places.beginRow(number)
      for cell in row { _ = places.place(columns: cell.columns, rows: cell.rows) }
    }
    return max(places.width, table.columns.count)
  }

  /// The columns in which no cell begins: each of their places is part of a cell further left, or behind the last one.
  var spannedColumns: [Int] {
    guard !rows.isEmpty else { return [] }
    return (0..<width).filter { column in
      var isReached = false
      let beginsNowhere = rows.allSatisfy { row in
        switch row[column] {
        case .covered(fromLeft: true, _): isReached = true
        case .free where column > 0: break
        default: return false
        }
        return true
      }
      return beginsNowhere && isReached
    }
  }

  /// The columns in which the cells of a row begin.
  func columnsOfCells(inRow row: Int) -> [Int] {
    rows[row].indices.filter { if case .cell = rows[row][$0] { true } else { false } }
  }
}

/// The columns that the cells of a table fall into (HTML 4.9.12.1).
package struct CellColumns {
  /// For each column, the first row that no cell above reaches into.
  private var freeFrom: [Int] = []
  private var row = 0
  private var column = 0

  package init() {}

  /// The number of columns that the rows so far have.
  package var width: Int { freeFrom.count }

  package mutating func beginRow(_ number: Int) {
    row = number
    column = 0
  }

  /// Returns the columns of the row's next cell, which a cell above that reaches into the row cuts short.
  package mutating func place(columns: Int, rows: Int) -> Range<Int> {
    while column < freeFrom.count, freeFrom[column] > row { column += 1 }
    let first = column
    while column < first + columns {
      if column == freeFrom.count { freeFrom.append(0) }
      guard freeFrom[column] <= row else { break }
      freeFrom[column] = row + rows
      column += 1
    }
    return first..<column
  }
}
