import Containers

/// Tables: where their cells are, and which of their rows are the header (ECMA-376, 17.4).
extension WordInterpreter {
  mutating func beginTablePart(_ name: WordName) {
    switch name {
    case .w_tbl:
      endJoinedParagraph()
      composer.beginTable()
      open(.table(itemIndents: itemIndents))
    case .w_tblPr: readTableProperties()
    case .w_tblGrid: readColumns()
    case .w_tr:
      composer.changeTable { $0.beginRow() }
      open(.row)
    case .w_trPr: readRowProperties()
    case .w_tc:
      composer.beginCell()
      open(.cell(FlowTableComposer.Span()))
      itemIndents = []
    default: readCellProperties()
    }
  }

  /// Ends a table; what follows it may go on with the items that the table stands in.
  mutating func endTable(within indents: [Int]) {
    var left = 0
    composer.changeTable { left = $0.left }
    composer.endTable()
    itemIndents = composer.isInTable ? indents : indents.filter { $0 <= left + FlowStructure.indentTolerance }
  }

  private mutating func readTableProperties() {
    guard case .table? = scopes.last?.kind else { return _ = reader.skip() }
    var hasHeader: Bool?
    var left = 0
    var isRuled = false
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w_tblLook: hasHeader = Self.saysHeader(reader)
      case .w_tblInd: left = reader.twips(.w_w) ?? 0
      case .w_tblBorders: isRuled = Self.hasLines(&reader)
      default: break
      }
    }
    composer.changeTable { table in
      table.headerRows = hasHeader.map { $0 ? 1 : 0 }
      table.left = max(0, left)
      table.isRuled = isRuled
    }
  }

  private mutating func readColumns() {
    guard case .table? = scopes.last?.kind else { return _ = reader.skip() }
    var widths: [Int] = []
    reader.forEachChild { reader in
      if reader.wordName == .w_gridCol { widths.append(reader.twips(.w_w) ?? .max) }
    }
    composer.changeTable { $0.columnWidths = widths }
  }

  /// True if at least one of the borders is drawn.
  private static func hasLines(_ reader: inout XMLReader) -> Bool {
    var hasLines = false
    reader.forEachChild { reader in
      let kind = reader.attribute(WordName.w_val) ?? "nil"
      if kind != "nil", kind != "none" { hasLines = true }
    }
    return hasLines
  }

  /// True if the first row is set apart: an attribute says it, or a bit of the old one.
  private static func saysHeader(_ reader: XMLReader) -> Bool {
    if let first = reader.attribute(WordName.w_firstRow) { return ["1", "true", "on"].contains(first) }
    let bits = reader.attribute(WordName.w_val).flatMap { Int($0, radix: 16) } ?? 0
    return bits & 0x20 != 0
  }

  private mutating func readRowProperties() {
    guard case .row? = scopes.last?.kind else { return _ = reader.skip() }
    var columnsBefore = 0
    var isHeader = false
    var isDeleted = false
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w_gridBefore: columnsBefore = reader.number(WordName.w_val) ?? 0
      case .w_tblHeader: isHeader = reader.isOn
      case .w_del: isDeleted = true
      default: break
      }
    }
    composer.changeTable { table in
      table.pass(columnsBefore)
      if isHeader { table.markHeader() }
      if isDeleted { table.dropsRow = true }
    }
  }

  private mutating func readCellProperties() {
    guard case .cell? = scopes.last?.kind else { return _ = reader.skip() }
    var span = FlowTableComposer.Span()
    var hasLines = false
    reader.forEachChild { reader in
      let value = reader.attribute(WordName.w_val)
      switch reader.wordName {
      case .w_gridSpan: span.columns = reader.number(WordName.w_val) ?? 1
      // Without a value it goes on.
      case .w_vMerge: span.continuesAbove = value != "restart"
      case .w_cellDel: span.isDeleted = true
      case .w_hMerge: span.isCovered = value != "restart"
      case .w_tcBorders: if Self.hasLines(&reader) { hasLines = true }
      default: break
      }
    }
    if hasLines { composer.changeTable { $0.isRuled = true } }
    scopes[scopes.count - 1].kind = .cell(span)
  }
}
