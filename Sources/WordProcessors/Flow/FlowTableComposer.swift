/// Puts the cells of a table into rows of one length, as a flow has them.
struct FlowTableComposer {
  /// The rows and columns that a cell reaches over.
  struct Span {
    var columns = 1
    var rows = 1
    /// The cell is part of the one above it.
    var continuesAbove = false
    /// The place is part of a cell further left or above, which says so itself.
    var isCovered = false
    /// The cell is none any more: its deletion was tracked.
    var isDeleted = false
  }

  /// The largest number of columns; further ones are left out.
  private static let columnLimit = TableCell.largestSpan

  private var rows: [FlowRow] = []
  private var cells: [[FlowItem]] = []
  private var merges: [FlowCellMerge] = []
  /// For each column, how many rows further a cell above reaches, and whether it begins in that column.
  private var reach: [Int: (rows: Int, isFirst: Bool)] = [:]
  private var newReach: [Int: (rows: Int, isFirst: Bool)] = [:]
  /// Places that a cell covers follow it as cells of their own; some programs leave them out.
  var coversFollow = false
  /// Such a cell was there.
  private var hasCovers = false
  /// The number of places that the last cell covers of which nothing was said yet.
  private var openCovers = 0
  /// The number of places of the open row that may be covered without anything being said of it.
  private var coverBudget = Self.passedLimit
  /// The places that its cells may still claim beside their first ones.
  var budget: FlowCellBudget
  /// The number of rows at the beginning that are the header; nil if nobody says so.
  var headerRows: Int?
  /// The position where the table begins, in twips from the margin.
  var left = 0
  /// The width of each column, in twips, as far as that is said.
  var columnWidths: [Int] = []
  /// Lines are drawn between its cells.
  var isRuled = false

  /// The open row is left out.
  var dropsRow = false
  private var isHeaderRow = false
  private var headerCount = 0

  init(_ budget: FlowCellBudget) { self.budget = budget }

  /// Says that the open row is one of the header.
  mutating func markHeader() { isHeaderRow = true }

  mutating func beginRow() {
    (dropsRow, isHeaderRow) = (false, false)
    cells = []
    merges = []
    (openCovers, coverBudget) = (0, Self.passedLimit)
  }

  /// The largest number of columns of a table in Word.
  private static let passedLimit = 63

  /// Adds places without cells.
  mutating func pass(_ columns: Int) {
    for _ in 0..<budget.take(min(columns, Self.passedLimit)) { append([], []) }
  }

  /// Takes the last cell away if it is empty and no part of another.
  mutating func removeEmptyCell() {
    guard let last = cells.last, last.allSatisfy(\.isEmpty), merges.last == [],
      newReach[cells.count - 1] == nil
    else { return }
    cells.removeLast()
    merges.removeLast()
  }

  /// Adds a cell, and as many that are like it as make `count`.
  mutating func add(_ items: [FlowItem], _ span: Span, count: Int = 1) {
    budget.earn()
    add(items, span)
    for _ in 0..<budget.take(count - 1) { add(items, span) }
  }

  private mutating func add(_ items: [FlowItem], _ span: Span) {
    if coversFollow {
      if span.isCovered { hasCovers = true } else { addCovers() }
    }
    let first = cells.count
    guard first < Self.columnLimit else { return }
    if span.isCovered {
      openCovers = max(0, openCovers - 1)
      appendCover()
      return
    }
    let columns = 1 + budget.take(min(span.columns, Self.columnLimit - first) - 1)
    append(items, span.continuesAbove ? .above : [])
    if span.rows > 1 {
      for column in 0..<columns { newReach[first + column] = (min(span.rows, 65_536) - 1, column == 0) }
    }
    guard !coversFollow else {
      openCovers = columns - 1
      return
    }
    for _ in 1..<columns { append([], span.continuesAbove ? [.above, .left] : .left) }
  }

  private mutating func appendCover() {
    append([], reach[cells.count].map { $0.isFirst ? .above : [.above, .left] } ?? .left)
  }

  /// Adds the covered places before the next cell that a program left out, as pandoc and Docutils do.
  private mutating func addCovers() {
    while openCovers > 0 || !hasCovers && reach[cells.count] != nil, coverBudget > 0,
      cells.count < Self.columnLimit, budget.take(1) > 0
    {
      appendCover()
      openCovers = max(0, openCovers - 1)
      coverBudget -= 1
    }
    openCovers = 0
  }

  private mutating func append(_ items: [FlowItem], _ merge: FlowCellMerge) {
    cells.append(items)
    merges.append(merge)
  }

  /// The cost to have the open row once more; nil if nothing stands in it, or it is part of cells in other rows.
  var rowCost: Int? {
    guard merges.allSatisfy(\.isEmpty), newReach.isEmpty else { return nil }
    let items = cells.joined()
    return items.allSatisfy(\.isEmpty) ? nil : items.reduce(cells.count) { $0 + $1.cost }
  }

  /// Ends the open row, of which there are several alike.
  mutating func endRow(repeats: Int = 1) {
    if coversFollow { addCovers() }
    for (column, above) in reach {
      reach[column] = above.rows > 1 ? (above.rows - 1, above.isFirst) : nil
    }
    for (column, new) in newReach { reach[column] = new }
    newReach = [:]
    guard !cells.isEmpty, !dropsRow else { return }
    if isHeaderRow, headerCount == rows.count { headerCount += repeats }
    var definition = FlowRowDefinition()
    definition.left = left
    let row = FlowRow(
      cells: cells, definition: definition, places: [],
      merges: merges.contains { !$0.isEmpty } ? merges : [])
    rows.append(contentsOf: repeatElement(row, count: repeats))
  }

  /// Columns that are no wider than this, in twips, come of borders that were drawn by hand.
  private static let gapLimit = 72

  /// Lets cells whose borders nearly meet end in one place.
  private mutating func closeGaps() {
    let columns = columnWidths.indices.prefix(Self.columnLimit).filter { columnWidths[$0] <= Self.gapLimit }
    guard !columns.isEmpty else { return }
    // A column is looked for in rows alone that reach it, which they do whatever is taken away behind it.
    let lengths = rows.map(\.cells.count)
    let longestFirst = rows.indices.sorted { lengths[$0] > lengths[$1] }
    for column in columns.reversed() {
      let reaching = longestFirst.prefix { lengths[$0] > column }
      guard reaching.allSatisfy({ !rows[$0].isCell(column) }) else { continue }
      for row in reaching { rows[row].remove(column) }
    }
  }

  /// The table, with columns that all rows have.
  consuming func finish() -> FlowTable {
    closeGaps()
    var table = FlowTable(rows: rows)
    table.isRuled = isRuled
    table.headerRows = headerCount > 0 ? headerCount : headerRows.map { min($0, rows.count) }
    return table
  }
}

extension FlowRow {
  /// True if a cell that is not empty stands in that column alone.
  fileprivate func isCell(_ column: Int) -> Bool {
    guard column < cells.count, !merge(of: column).contains(.left), !merge(of: column + 1).contains(.left)
    else {
      return false
    }
    return !cells[column].allSatisfy(\.isEmpty)
  }

  /// Takes a column away, whose cell begins in the next one if it reaches there.
  fileprivate mutating func remove(_ column: Int) {
    guard column < cells.count else { return }
    if merge(of: column + 1).contains(.left), !merge(of: column).contains(.left) {
      cells[column + 1] = cells[column]
      merges[column + 1] = merge(of: column)
    }
    cells.remove(at: column)
    if column < merges.count { merges.remove(at: column) }
  }
}
