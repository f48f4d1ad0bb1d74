/// Cells in the columns that they stand in, where a cell that spans several comes once.
extension FlowTable {
  /// Edges that are less apart, in twips, are one.
  private static let tolerance = 24

  /// The table in as many parts as it takes that short rows below one of very many cells cost no more than may be had.
  func parts(_ budget: inout FlowPlaceBudget) -> [FlowTable] {
    var starts: [Int] = []
    var width = 0
    for (index, row) in rows.enumerated() {
      let filled = row.cells.count { !$0.isEmpty }
      budget.earn(filled)
      let height = index - (starts.last ?? 0)
      let wider = max(width, row.cells.count)
      if budget.takeAll(wider * (height + 1) - width * height - filled) {
        width = wider
      } else {
        _ = budget.take(row.cells.count - filled)
        width = row.cells.count
        if index > 0 { starts.append(index) }
      }
    }
    guard !starts.isEmpty else { return [self] }
    return zip([0] + starts, starts + [rows.count]).map { start, end in
      var part = self
      part.rows = Array(rows[start..<end])
      // They count from the first row of the whole.
      for row in part.rows.indices { part.rows[row].places = [] }
      if start > 0 { part.headerRows = headerRows.map { _ in 0 } }
      return part
    }
  }

  func arranged() -> FlowTable {
    if rows.contains(where: { $0.places.contains { $0 != nil } }) { return arrangedByPlaces() ?? self }
    let isEven = rows.allSatisfy { $0.cells.count == rows[0].cells.count }
    return isEven ? self : arrangedByEdges() ?? self
  }

  /// Nil if a cell with content has no place, or one that lies outside.
  private func arrangedByPlaces() -> FlowTable? {
    // AbiWord adds cells without content that stand anywhere, and rows of them.
    var columns = rows.reduce(Int.max) { min($0, $1.definition.wideCells) }
    for row in rows {
      for (cell, place) in zip(row.cells, row.places) where cell.contains(where: { !$0.isEmpty }) {
        guard let place, place.row < rows.count, place.column < max(columns, row.cells.count) else {
          return nil
        }
        columns = max(columns, place.column + 1)
      }
    }
    var result = self
    for index in rows.indices {
      result.rows[index].cells = Array(repeating: [], count: columns)
      result.rows[index].places = []
      result.rows[index].merges = []
    }
    // Cells that cover others more than twice over are not believed.
    var room = 2 * rows.count * columns
    var isPlaced = [Bool](repeating: false, count: rows.count)
    for row in rows {
      for case (let cell, let place?) in zip(row.cells, row.places)
      where place.row < rows.count && place.column < columns {
        result.rows[place.row].cells[place.column] += cell
        isPlaced[place.row] = true
        let (columns, rows) = (
          min(place.columns, columns - place.column), min(place.rows, self.rows.count - place.row)
        )
        room -= columns * rows
        if columns * rows > 1, room >= 0 { result.merge(place, columns: columns, rows: rows) }
      }
    }
    result.rows = zip(result.rows, isPlaced).filter(\.1).map(\.0)
    return result
  }

  /// Nil if the widest row does not have all the edges.
  private func arrangedByEdges() -> FlowTable? {
    let columns = rows.reduce(0) { max($0, $1.cells.count) }
    guard rows.allSatisfy({ $0.definition.edges.count >= $0.cells.count }) else { return nil }
    var columnOfEdge: [Int: Int] = [:]
    var last: (edge: Int, column: Int)?
    for edge in Set(rows.flatMap { $0.definition.edges.prefix($0.cells.count) }).sorted() {
      let isSame = last.map { edge - $0.edge < Self.tolerance } ?? false
      last = (edge, (last?.column ?? -1) + (isSame ? 0 : 1))
      columnOfEdge[edge] = last?.column
    }
    guard last?.column == columns - 1 else { return nil }
    var result = self
    for (index, row) in rows.enumerated() where row.cells.count < columns {
      var cells: [[FlowItem]] = Array(repeating: [], count: columns)
      var merges = [FlowCellMerge](repeating: [], count: columns)
      var column = 0
      for (number, (cell, edge)) in zip(row.cells, row.definition.edges).enumerated() {
        guard column < columns else { return nil }
        cells[column] = cell
        let last = columnOfEdge[edge] ?? column
        for covered in column...max(column, last) {
          merges[covered] = row.merge(of: number).union(covered > column ? .left : [])
        }
        column = last + 1
      }
      result.rows[index].cells = cells
      result.rows[index].merges = merges
    }
    return result
  }

  /// Makes the cells beside and below a place part of the cell there.
  private mutating func merge(_ place: FlowCellPlace, columns: Int, rows: Int) {
    for row in place.row..<(place.row + rows) {
      while self.rows[row].merges.count < self.rows[row].cells.count { self.rows[row].merges.append([]) }
      for column in place.column..<(place.column + columns) {
        if column > place.column { self.rows[row].merges[column].insert(.left) }
        if row > place.row { self.rows[row].merges[column].insert(.above) }
      }
    }
  }
}

extension FlowRowDefinition {
  fileprivate var wideCells: Int { edges.indices.count { !isNarrow($0) } }
}
