/// Tables: which row is the header, how columns are aligned, what only frames its content.
extension RTFStructure {
  func addTable(_ table: RTFTable, to assembler: inout RTFBlockAssembler) {
    let table = table.arranged()
    let rows = table.rows
    guard let first = rows.first else { return }
    let columns = rows.reduce(0) { max($0, $1.cells.count) }
    assembler.openTable(left: first.definition.left)
    if isFrame(table) {
      for cell in rows.map(\.cells).joined() {
        for block in blocks(of: cell) { assembler.append(block) }
      }
      return
    }
    guard rows.contains(where: { $0.cells.contains { cell in cell.contains { !$0.isEmpty } } }) else {
      return
    }
    let width = min(columns, 1_000)
    let hasHeader = isHeader(first, among: rows)
    let body = hasHeader ? rows.dropFirst() : rows[...]
    var alignments: [Table.Alignment?] = []
    for column in 0..<width { alignments.append(alignment(of: column, body: body, header: first)) }
    var cells = hasHeader ? [self.cells(of: first, width: width, dropping: .bold)] : []
    cells += body.map { self.cells(of: $0, width: width, dropping: []) }
    assembler.append(.table(Table(columns: alignments, headerRows: hasHeader ? 1 : 0, rows: cells)))
  }

  /// True for a table that only places what it holds: one cell, or few that hold tables themselves.
  private func isFrame(_ table: RTFTable) -> Bool {
    if table.rows.count == 1, table.rows[0].cells.count == 1 { return true }
    let cells = table.rows.map(\.cells).joined().filter { cell in cell.contains { !$0.isEmpty } }
    return cells.count <= 4
      && cells.joined().contains { item in
        guard case .table(let inner) = item else { return false }
        return inner.rows.count > 1 && inner.rows.contains { $0.cells.count > 1 }
      }
  }

  private func cells(of row: RTFRow, width: Int, dropping dropped: RTFTraits) -> [TableCell] {
    var cells = row.cells.prefix(width).map { TableCell(inlines(ofCell: $0, dropping: dropped)) }
    while cells.count < width { cells.append(TableCell()) }
    return cells
  }

  /// The content of a cell as one line of inlines, its paragraphs set apart by line breaks.
  private func inlines(ofCell items: [RTFFlowItem], dropping dropped: RTFTraits) -> [Inline] {
    var lines: [[Inline]] = []
    var counters = RTFListCounters()
    for item in items {
      switch item {
      case .paragraph(let paragraph):
        var line = inlineBuilder.inlines(of: paragraph, dropping: dropped)
        if let place = counters.place(of: paragraph, in: content.lists), !line.isEmpty {
          line = Self.joined(
            [.text(place.isOrdered ? (place.label ?? "\(place.number).") + " " : "• ")] + line)
        }
        if !line.isEmpty { lines.append(line) }
      case .table(let table):
        for row in table.rows {
          let cells = row.cells.map { inlines(ofCell: $0, dropping: dropped) }.filter { !$0.isEmpty }
          if !cells.isEmpty { lines.append(Array(cells.joined(separator: [.text(" ")]))) }
        }
      }
    }
    return lines.count == 1 ? lines[0] : Array(lines.joined(separator: [.lineBreak]))
  }

  private func isHeader(_ row: RTFRow, among rows: [RTFRow]) -> Bool {
    if row.definition.isHeader { return true }
    let paragraphs = row.cells.joined().compactMap { item -> RTFParagraph? in
      if case .paragraph(let paragraph) = item, !paragraph.isEmpty { paragraph } else { nil }
    }
    guard !paragraphs.isEmpty, rows.count > 1 else { return false }
    return paragraphs.allSatisfy { paragraph in
      content.styles.role(of: paragraph.format.style) == .tableHeading
        || content.runs[paragraph.runs].allSatisfy { run in
          guard case .text(let range) = run.content else { return true }
          return run.traits.contains(.bold) || content.text[range].allSatisfy { $0 <= 0x20 }
        }
    }
  }

  /// The alignment that most cells of a column have.
  private func alignment(of column: Int, body: ArraySlice<RTFRow>, header: RTFRow) -> Table.Alignment? {
    var counts: [RTFParagraphFormat.Alignment: Int] = [:]
    for row in body { count(row, column, &counts) }
    if counts.isEmpty { count(header, column, &counts) }
    if counts.isEmpty { count(header, column, withEmpty: true, &counts) }
    let most = counts.max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }?.key
    switch most {
    case .right: return .right
    case .center: return .center
    case .left: return content.marksLeftAlignment ? nil : .left
    case .unspecified, nil: return nil
    }
  }

  private func count(
    _ row: RTFRow, _ column: Int, withEmpty: Bool = false, _ counts: inout [RTFParagraphFormat.Alignment: Int]
  ) {
    guard column < row.cells.count else { return }
    for case .paragraph(let paragraph) in row.cells[column] where withEmpty || !paragraph.isEmpty {
      counts[paragraph.format.alignment, default: 0] += 1
    }
  }
}
