import Containers

/// A table that is open.
struct OpenDocumentTable {
  /// The number of columns that it declares.
  var columns = 0
  /// The number of columns that are taken of a row that cells outside of rows make; nil if there is none.
  var strayCells: Int?
}

/// Tables (ODF 1.3, 9.1). Cells outside of rows, which Qt writes, make rows of as many columns as the table declares.
extension OpenDocumentInterpreter {
  mutating func beginTablePart(_ name: OpenDocumentName) {
    switch name {
    case .table_table: beginTable()
    case .table_tableColumn:
      guard let last = tables.indices.last else { return }
      let columns = reader.number(OpenDocumentName.table_numberColumnsRepeated) ?? 1
      tables[last].columns = min(tables[last].columns + max(1, columns), TableCell.largestSpan)
    case .table_tableHeaderRows:
      endRowOfStrayCells()
      headerDepth += 1
      open(.headerRows)
    case .table_tableRow:
      endRowOfStrayCells()
      beginRow()
      open(.row(repeats: reader.number(OpenDocumentName.table_numberRowsRepeated) ?? 1))
    default:
      beginCell(isCovered: name == .table_coveredTableCell)
    }
  }

  private mutating func beginTable() {
    let left = reader.value(.table_styleName).flatMap { styles.tableIndents[$0] } ?? 0
    lastItems = []
    composer.beginTable()
    composer.changeTable { table in
      table.coversFollow = true
      table.left = max(0, left)
    }
    tables.append(OpenDocumentTable())
    open(.table)
  }

  mutating func endTable() {
    endRowOfStrayCells()
    _ = tables.popLast()
    composer.endTable()
  }

  private mutating func beginRow() {
    let isHeader = headerDepth > 0
    composer.changeTable { table in
      table.beginRow()
      if isHeader { table.markHeader() }
    }
  }

  private mutating func beginCell(isCovered: Bool) {
    // What is no part of a table is text.
    guard !tables.isEmpty else { return }
    var span = FlowTableComposer.Span()
    span.columns = reader.number(OpenDocumentName.table_numberColumnsSpanned) ?? 1
    span.rows = reader.number(OpenDocumentName.table_numberRowsSpanned) ?? 1
    span.isCovered = isCovered
    let repeats = reader.number(OpenDocumentName.table_numberColumnsRepeated) ?? 1
    if let style = reader.value(.table_styleName), styles.ruledCells.contains(style) {
      composer.changeTable { $0.isRuled = true }
    }
    placeStrayCell(columns: isCovered ? 0 : max(1, span.columns) * max(1, repeats))
    open(span, repeats: repeats)
  }

  private mutating func open(_ span: FlowTableComposer.Span, repeats: Int) {
    setTextAside()
    composer.beginCell()
    open(.cell(span, repeats: repeats))
  }

  mutating func endCell(_ span: FlowTableComposer.Span, repeats: Int) {
    composer.endCell(span, repeats: repeats)
    restoreText()
  }

  // MARK: Cells and text out of place

  /// Begins a cell for a paragraph that stands in a row itself, in the place of an empty cell before it.
  mutating func openCellOfStrayText() {
    guard case .row? = scopes.last?.kind else { return }
    composer.changeTable { $0.removeEmptyCell() }
    open(FlowTableComposer.Span(), repeats: 1)
  }

  /// Begins a row for a cell that stands in none.
  private mutating func placeStrayCell(columns: Int) {
    guard let last = tables.indices.last, !isInRow else { return }
    if let taken = tables[last].strayCells, tables[last].columns > 0, taken >= tables[last].columns,
      columns > 0
    {
      endRowOfStrayCells()
    }
    if tables[last].strayCells == nil { beginRow() }
    tables[last].strayCells = min((tables[last].strayCells ?? 0) + columns, TableCell.largestSpan)
  }

  private var isInRow: Bool {
    for scope in scopes.reversed() {
      switch scope.kind {
      case .row: return true
      case .table: return false
      default: continue
      }
    }
    return false
  }

  mutating func endRowOfStrayCells() {
    guard let last = tables.indices.last, tables[last].strayCells != nil else { return }
    tables[last].strayCells = nil
    composer.endRow()
  }
}
