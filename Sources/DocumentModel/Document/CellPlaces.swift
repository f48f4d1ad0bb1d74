/// Which columns the cells of a table fall into (HTML 4.9.12.1).
package struct CellPlaces {
  /// For each column, the first row that no cell above reaches into.
  private var freeFrom: [Int] = []
  private var row = 0
  private var column = 0

  package init() {}

  /// How many columns the rows so far have.
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
