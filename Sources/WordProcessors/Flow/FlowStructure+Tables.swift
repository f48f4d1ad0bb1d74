/// Tables: which row is the header, how columns are aligned, what only frames its content.
extension FlowStructure {
  /// - Parameters:
  ///   - caption: what the table is called, none for nothing.
  ///   - isInItem: the table belongs to the item before it, wherever it begins.
  func addTable(
    _ table: FlowTable, caption: [Inline], isInItem: Bool = false, to assembler: inout FlowBlockAssembler
  ) {
    for (index, part) in table.parts(&room.budget).enumerated() {
      addPart(part, caption: index == 0 ? caption : [], isInItem: isInItem, to: &assembler)
    }
  }

  private func addPart(
    _ table: FlowTable, caption: [Inline], isInItem: Bool, to assembler: inout FlowBlockAssembler
  ) {
    let arranged = table.arranged()
    let rows = arranged.rows
    guard let first = rows.first else { return }
    if !isInItem { assembler.openTable(left: first.definition.left) }
    let isEmpty = !rows.contains { $0.cells.contains { cell in cell.contains { !$0.isEmpty } } }
    let isPlaced = table.rows.contains { $0.places.contains { $0 != nil } }
    let isFrame = isFrame(arranged, isPlaced: isPlaced || table.headerRows != nil || table.isRuled)
    if isFrame || isEmpty {
      if !caption.isEmpty { assembler.append(.paragraph([.emphasis(caption)])) }
      for block in isFrame ? rows.flatMap({ $0.cells.flatMap { blocks(of: $0) } }) : [] {
        assembler.append(block)
      }
      return
    }
    let width = min(rows.reduce(0) { max($0, $1.cells.count) }, FlowRowDefinition.columnLimit)
    var headerRows = table.headerRows ?? headerRows(of: rows, isPlaced: isPlaced)
    if headerRows == 0, table.headerRows != nil, standsOut(rows) { headerRows = 1 }
    // Looks alone make a header of what the whole table is part of.
    if headerRows > 0, arranged.isReached(by: headerRows) { headerRows = 0 }
    let body = rows.dropFirst(headerRows > 0 ? 1 : 0)
    let columns = (0..<width).map { alignment(of: $0, body: body, header: first) }
    var result = Table(columns: columns, headerRows: headerRows, rows: [], caption: caption)
    result.rows = cells(of: rows, width: width, headerRows: headerRows, columns: columns)
    assembler.append(.table(result.isRegular ? result : result.regularized()))
  }

  /// True for a table that only places what it holds: one cell, or few that hold tables themselves.
  ///
  /// - Parameter isPlaced: cells say where in the table they are, which nobody says of a frame.
  private func isFrame(_ table: FlowTable, isPlaced: Bool) -> Bool {
    if table.rows.count == 1, table.rows[0].cells.count == 1 { return true }
    guard !isPlaced else { return false }
    var filled = 0
    var holdsTable = false
    for row in table.rows {
      for cell in row.cells where cell.contains(where: { !$0.isEmpty }) {
        filled += 1
        guard filled <= 4 else { return false }
        holdsTable = holdsTable || cell.contains(where: isTableOfData)
      }
    }
    return holdsTable
  }

  /// True for a table of several rows and columns.
  private func isTableOfData(_ item: FlowItem) -> Bool {
    guard case .table(let table) = item else { return false }
    return table.rows.count > 1 && table.rows.contains { $0.cells.count > 1 }
  }

  // MARK: Cells

  /// The cells of the rows, those that belong together made one.
  private func cells(
    of rows: [FlowRow], width: Int, headerRows: Int, columns: [Table.Alignment?]
  ) -> [[TableCell]] {
    var result: [[TableCell]] = []
    result.reserveCapacity(rows.count)
    let hasMerges = rows.contains { !$0.merges.isEmpty }
    // For each column, the cell that covers it in the row above.
    var above = [FlowCellOwner?](repeating: nil, count: width)
    for (number, row) in rows.enumerated() {
      var cells: [TableCell] = []
      cells.reserveCapacity(width)
      if row.merges.isEmpty {
        for (column, items) in row.cells.prefix(width).enumerated() {
          cells.append(cell(of: items, isHeader: number < headerRows, column: columns[column]))
        }
        while cells.count < width { cells.append(TableCell()) }
        for column in 0..<(hasMerges ? width : 0) {
          above[column] = FlowCellOwner(row: number, cell: column, column: column)
        }
        result.append(cells)
        continue
      }
      var column = 0
      while column < width {
        if let owner = above[column], owner.column == column, row.merge(of: column) == .above {
          let covered = column..<(column + result[owner.row][owner.cell].columns)
          if row.continues(covered, from: owner, above: above),
            addsNothing(row, in: covered, to: rows[owner.row])
          {
            result[owner.row][owner.cell].rows = number - owner.row + 1
            column = covered.upperBound
            continue
          }
        }
        let items = column < row.cells.count ? row.cells[column] : []
        var cell = cell(of: items, isHeader: number < headerRows, column: columns[column])
        let owner = FlowCellOwner(row: number, cell: cells.count, column: column)
        let end = row.endOfCell(at: column, width: width)
        cell.columns = end - column
        for covered in column..<end { above[covered] = owner }
        cells.append(cell)
        column = end
      }
      result.append(cells)
    }
    return result
  }

  /// True if places that belong to a cell above are empty, or say once more what that cell says, as some programs have it.
  private func addsNothing(_ row: FlowRow, in columns: Range<Int>, to owner: FlowRow) -> Bool {
    guard columns.dropFirst().allSatisfy(row.isEmpty) else { return false }
    let first = columns.lowerBound
    guard !row.isEmpty(first), first < owner.cells.count else { return true }
    let text = text(of: row.cells[first])
    return text != nil && text == self.text(of: owner.cells[first])
  }

  /// The text of each paragraph in a cell; nil if it holds anything else.
  private func text(of items: [FlowItem]) -> [ArraySlice<UInt8>]? {
    var texts: [ArraySlice<UInt8>] = []
    for item in items {
      guard case .paragraph(let paragraph) = item, flow.runs[paragraph.runs].allSatisfy(\.isText) else {
        return nil
      }
      if !paragraph.isEmpty { texts.append(flow.text[paragraph.text]) }
    }
    return texts
  }

  private func cell(of items: [FlowItem], isHeader: Bool, column: Table.Alignment?) -> TableCell {
    guard !items.isEmpty else { return TableCell() }
    var cell: TableCell
    if items.count == 1, case .paragraph(let paragraph) = items[0], isPlain(paragraph) {
      cell = TableCell(inlineBuilder.inlines(of: paragraph, dropping: isHeader ? .bold : []))
    } else {
      var structure = self
      structure.isInCell = true
      structure.dropped = isHeader ? .bold : []
      cell = TableCell(blocks: structure.blocks(of: items))
    }
    for case .paragraph(let paragraph) in items where !paragraph.isEmpty {
      if let own = alignment(paragraph.format.alignment), own != column { cell.alignment = own }
      break
    }
    return cell
  }

  /// True for a paragraph that can be nothing but text.
  private func isPlain(_ paragraph: FlowParagraph) -> Bool {
    let format = paragraph.format
    guard paragraph.marker == nil, paragraph.info == nil, format.list == 0, format.place == 0,
      format.legacyNumbering == nil,
      format.outlineLevel == nil,
      format.rightIndent <= 0 || !format.rightIndent.isMultiple(of: Self.quoteIndent)
    else { return false }
    let role = flow.styles.role(of: format.style)
    return (role == nil || role == .tableHeading) && !(hasLineBreak(paragraph) && isMonospaced(paragraph))
  }

  /// The number of rows that are the header: one that says so, or looks like it.
  ///
  /// Word's tables repeat several rows on each page, of which only the first is all headings.
  private func headerRows(of rows: [FlowRow], isPlaced: Bool) -> Int {
    let count = rows.prefix { $0.definition.isHeader }.count
    guard isPlaced, count > 0, count < rows.count else { return isHeader(rows[0], among: rows) ? 1 : 0 }
    return count
  }

  /// True if the first row looks like a header, and no other does.
  private func standsOut(_ rows: [FlowRow]) -> Bool {
    guard let first = rows.first, isHeader(first, among: rows) else { return false }
    return !rows.dropFirst().contains { isHeader($0, among: rows) }
  }

  private func isHeader(_ row: FlowRow, among rows: [FlowRow]) -> Bool {
    if row.definition.isHeader { return true }
    let paragraphs = row.cells.joined().compactMap { item -> FlowParagraph? in
      if case .paragraph(let paragraph) = item, !paragraph.isEmpty { paragraph } else { nil }
    }
    guard !paragraphs.isEmpty, rows.count > 1 else { return false }
    return paragraphs.allSatisfy { paragraph in
      flow.styles.role(of: paragraph.format.style) == .tableHeading
        || flow.runs[paragraph.runs].allSatisfy { run in
          guard case .text(let range) = run.content else { return true }
          return run.traits.contains(.bold) || flow.text[range].allSatisfy { $0 <= 0x20 }
        }
    }
  }

  /// The alignment that most cells of a column have.
  private func alignment(of column: Int, body: ArraySlice<FlowRow>, header: FlowRow) -> Table.Alignment? {
    var counts = [Int](repeating: 0, count: FlowParagraphFormat.Alignment.allCases.count)
    for row in body { count(row, column, &counts) }
    if counts.allSatisfy({ $0 == 0 }) { count(header, column, &counts) }
    if counts.allSatisfy({ $0 == 0 }) { count(header, column, withEmpty: true, &counts) }
    guard let most = counts.indices.max(by: { (counts[$0], $0) < (counts[$1], $1) }), counts[most] > 0 else {
      return nil
    }
    return FlowParagraphFormat.Alignment(rawValue: UInt8(most)).flatMap(alignment)
  }

  private func alignment(_ alignment: FlowParagraphFormat.Alignment) -> Table.Alignment? {
    switch alignment {
    case .right: .right
    case .center: .center
    case .left: flow.marksLeftAlignment ? nil : .left
    case .unspecified: nil
    }
  }

  private func count(
    _ row: FlowRow, _ column: Int, withEmpty: Bool = false, _ counts: inout [Int]
  ) {
    guard column < row.cells.count else { return }
    for case .paragraph(let paragraph) in row.cells[column] where withEmpty || !paragraph.isEmpty {
      counts[Int(paragraph.format.alignment.rawValue)] += 1
    }
  }
}

/// The cell that covers a place: its row, its number there, and the column that it begins in.
private struct FlowCellOwner: Equatable {
  var row: Int
  var cell: Int
  var column: Int
}

extension FlowRow {
  fileprivate func isEmpty(_ cell: Int) -> Bool {
    cell >= cells.count || cells[cell].allSatisfy(\.isEmpty)
  }

  /// True if these columns, of which nothing is said but that, belong to a cell of the rows above.
  fileprivate func continues(_ columns: Range<Int>, from owner: FlowCellOwner, above: [FlowCellOwner?])
    -> Bool
  {
    columns.allSatisfy { column in
      column < above.count && above[column] == owner && merge(of: column).contains(.above)
    }
  }

  /// The position where a cell ends that begins in a column: before the next one that is not part of it.
  fileprivate func endOfCell(at column: Int, width: Int) -> Int {
    var end = column + 1
    while end < width, merge(of: end) == .left || merge(of: end) == merge(of: column).union(.left),
      merge(of: end).contains(.left), isEmpty(end)
    {
      end += 1
    }
    return end
  }
}
