/// Tables, definition lists and figures in normal form.
extension BlockNormalizer {
  /// Spans end where the table does, every place is taken, and a header without text is none.
  func rewrite(_ table: Table) -> Rewriting<Block> {
    var changed = table.isRegular ? table : table.regularized()
    guard !changed.columns.isEmpty else { return .dropped }
    var isSame = changed.columns.count == table.columns.count && table.isRegular
    if let caption = rewrite(table.caption, in: .cell) {
      changed.caption = caption
      isSame = false
    }
    let rows = changed.rows.rewritten { row in
      row.rewritten(rewrite).map { .replaced($0) } ?? .unchanged
    }
    if let rows {
      changed.rows = rows
      isSame = false
    }
    let headerRows = max(0, min(changed.headerRows, changed.rows.count))
    if headerRows != changed.headerRows {
      changed.headerRows = headerRows
      isSame = false
    }
    if headerRows == 1, changed.rows[0].allSatisfy(\.isEmpty) {
      changed.headerRows = 0
      changed.rows.removeFirst()
      isSame = false
    }
    if changed.dropNeedlessAlignments() { isSame = false }
    return isSame ? .unchanged : .replaced(.table(changed))
  }

  private func rewrite(_ cell: TableCell) -> Rewriting<TableCell> {
    if let text = cell.onlyText, NormalInlines.accepts(text) { return .unchanged }
    if let paragraph = cell.paragraph {
      return rewrite(paragraph, in: .cell).map { .replaced(cell.holding($0)) } ?? .unchanged
    }
    let blocks = normalize(cell.blocks)
    var changed = cell
    changed.blocks = blocks
    guard let paragraph = changed.paragraph else { return changed == cell ? .unchanged : .replaced(changed) }
    // What is left is a paragraph like that of any other cell.
    return .replaced(changed.holding(rewrite(paragraph, in: .cell) ?? paragraph))
  }

  // MARK: Definitions and figures

  func rewrite(_ definitions: [Definition]) -> Rewriting<Block> {
    let changed = definitions.compactMap { definition -> Definition? in
      let terms = definition.terms.map { rewrite($0, in: .cell) ?? $0 }.filter { !$0.isEmpty }
      let details = definition.details.map(normalize).filter { !$0.isEmpty }
      return terms.isEmpty && details.isEmpty ? nil : Definition(terms: terms, details: details)
    }
    guard !changed.isEmpty else { return .dropped }
    return changed == definitions ? .unchanged : .replaced(.definitionList(changed))
  }

  /// One block without a caption, or a caption alone, is no figure.
  func rewrite(_ figure: Figure) -> Rewriting<Block> {
    var changed = figure
    changed.blocks = normalize(figure.blocks)
    changed.caption = rewrite(figure.caption, in: .cell) ?? figure.caption
    if changed.blocks.isEmpty { return rewrite(.paragraph([.emphasis(changed.caption)])) }
    if changed.caption.isEmpty, changed.blocks.count == 1 { return .replaced(changed.blocks[0]) }
    return changed == figure ? .unchanged : .replaced(.figure(changed))
  }
}
