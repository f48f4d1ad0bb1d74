/// Which columns the cells of a table fall into (HTML 4.9.12.1).
struct CellPlaces {
  /// For each column, the first row that no cell above reaches into.
  private var freeFrom: [Int] = []
  private var row = 0
  private var column = 0

  mutating func beginRow(_ number: Int) {
    row = number
    column = 0
  }

  /// Returns the column that the row's next cell begins in.
  mutating func place(columns: Int, rows: Int) -> Int {
    while column < freeFrom.count, freeFrom[column] > row { column += 1 }
    let first = column
    column += columns
    while freeFrom.count < column { freeFrom.append(0) }
    for covered in first..<column { freeFrom[covered] = row + rows }
    return first
  }
}

extension HTMLTree {
  /// `colspan` and the like count for no more than this.
  static let spanLimit = 50

  /// How many columns or rows an element covers.
  func span(_ name: HTMLAttributeName, of id: NodeID) -> Int {
    max(1, min(number(name, of: id) ?? 1, Self.spanLimit))
  }
}
