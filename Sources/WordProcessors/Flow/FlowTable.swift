/// An item of a flow: a paragraph, a table, or blocks that were read of another format.
enum FlowItem {
  case paragraph(FlowParagraph)
  case table(FlowTable)
  case blocks([Block])

  /// True for a paragraph without text.
  var isEmpty: Bool {
    if case .paragraph(let paragraph) = self { paragraph.isEmpty } else { false }
  }

  /// The cost to have it once more, in paragraphs of usual length.
  var cost: Int {
    switch self {
    case .paragraph(let paragraph): 1 + paragraph.text.count / 64
    case .table(let table): table.rows.reduce(1) { $0 + $1.cost }
    case .blocks(let blocks): 1 + blocks.count
    }
  }
}

struct FlowTable {
  var rows: [FlowRow] = []
  /// The number of rows that are the header; nil where only their looks tell.
  var headerRows: Int?
  /// Lines are drawn between its cells, which nobody does in a table that only places what it holds.
  var isRuled = false

  /// True if the cells of the first rows, and of those that these reach into, reach over all rows.
  func isReached(by count: Int) -> Bool {
    count < rows.count && rows.dropFirst(count).allSatisfy { $0.merges.contains { $0.contains(.above) } }
  }
}

struct FlowRow {
  var cells: [[FlowItem]]
  var definition: FlowRowDefinition
  /// The places of the cells, as far as AbiWord says it.
  var places: [FlowCellPosition?]
  /// The cells that are part of others, none if no cell is.
  var merges: [FlowCellMerge] = []

  func merge(of cell: Int) -> FlowCellMerge { cell < merges.count ? merges[cell] : [] }

  fileprivate var cost: Int { cells.joined().reduce(cells.count) { $0 + $1.cost } }
}

/// The properties of a row besides its cells.
struct FlowRowDefinition {
  /// The row repeats as a header.
  var isHeader = false
  /// Lines are drawn around its cells.
  var isRuled = false
  /// The position where the row begins, in twips from the margin.
  var left = 0
  /// The positions where the cells end, in twips from the margin.
  var edges: [Int] = []
  /// The cells that are part of others, none if no cell is.
  private(set) var merges: [FlowCellMerge] = []
  /// The merges stated of the cell whose edge comes next.
  var nextMerge: FlowCellMerge = []

  /// The largest number of columns; further ones are left out. Each row has its own edges, and earlier ones may not have ended.
  static let columnLimit = 1_000

  mutating func addCell(edge: Int) {
    guard edges.count < Self.columnLimit else {
      nextMerge = []
      return
    }
    edges.append(edge)
    if !nextMerge.isEmpty || !merges.isEmpty {
      while merges.count < edges.count - 1 { merges.append([]) }
      merges.append(nextMerge)
    }
    nextMerge = []
  }

  /// True for a cell without width, of which some programs write more than there are columns.
  func isNarrow(_ cell: Int) -> Bool {
    cell > 0 && cell < edges.count && edges[cell] == edges[cell - 1]
  }
}

/// The cell that a cell is part of; it is there all the same, empty.
struct FlowCellMerge: OptionSet {
  let rawValue: UInt8

  /// The cell to its left.
  static let left = FlowCellMerge(rawValue: 1)
  /// The cell above it.
  static let above = FlowCellMerge(rawValue: 2)
}

/// Cells in the columns that they stand in, where a cell that spans several comes once.
extension FlowTable {
  /// Edges that are less apart, in twips, are one.
  private static let tolerance = 24

  /// The table in as many parts as it takes that short rows below one of very many cells cost no more than may be had.
  func parts(_ budget: inout FlowCellBudget) -> [FlowTable] {
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
  private mutating func merge(_ place: FlowCellPosition, columns: Int, rows: Int) {
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

/// The rows and the columns of a cell, where they are written with it (AbiWord).
struct FlowCellPosition: Hashable {
  var row: Int
  var column: Int
  /// The number of rows and columns that the cell covers.
  var rows = 1
  var columns = 1
}

/// The number of places of tables that may still be taken by what does not stand there: spans, places that are passed over, cells
/// without text that are said to be repeated, what fills rows that are shorter than others.
///
/// A few bytes claim as many as a sheet has columns, which each format that is written would have to spell out.
struct FlowCellBudget {
  /// The number of places that each present cell may claim.
  private static let placesPerCell = 4

  /// The rest; forms of large grids claim as many before their cells have earned them.
  private var left = 1 << 18

  /// Counts cells that are there.
  mutating func earn(_ cells: Int = 1) { left += cells * Self.placesPerCell }

  /// Takes as many of the claimed places as the budget still has.
  mutating func take(_ count: Int) -> Int {
    let taken = min(max(0, count), left)
    left -= taken
    return taken
  }

  /// Takes places if all of them may be had; false if they may not.
  mutating func takeAll(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }
}
