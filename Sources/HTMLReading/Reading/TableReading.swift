/// Tables: of data, or of nothing but layout.
extension DocumentBuilder {
  @inline(never) mutating func visitTable(_ id: HTMLTree.NodeID, _ outer: ReadingContext) {
    let element = TableElement(id, in: tree)
    charge(lines: element.rows.count, outer)
    guard !isTooExpensive(outer) else {
      dissolve(id, outer)
      return
    }
    let captionBlocks = separately { builder in
      for caption in element.captions { builder.visit(caption, outer) }
    }
    guard !element.isForLooks, let context = outer.enclosed else {
      blocks += captionBlocks
      for cell in element.rows.joined() {
        visitChildren(of: cell, outer)
        endParagraph()
      }
      return
    }
    // Cells that the source did not spell out are a cost of the writer's.
    let cellCount = element.rows.reduce(0) { $0 + $1.count }
    var collector = TableCollector(limit: 2 * cellCount + budget / 4, headerRows: element.headerRows)
    var isEmpty = true
    for (index, row) in element.rows.enumerated() {
      collector.beginRow()
      for cell in row {
        let span = element.rows(within: tree.span(.rowspan, of: cell), from: index)
        let read = readCell(cell, rows: span, context)
        isEmpty = isEmpty && read.blocks.isEmpty
        collector.append(read)
      }
    }
    // Where pictures stood that are lost, nothing is left.
    if isEmpty, tree.contains(in: id, where: { tree[$0].name == .img }) {
      blocks += captionBlocks
      return
    }
    budget -= 2 * (collector.paddedCellCount - cellCount)
    if collector.isTooLarge {
      blocks += captionBlocks + collector.paragraphs
    } else if var table = collector.table(
      findsBoldHeader: element.mayHaveBoldHeader, isSheet: tree.producer.isSpreadsheet,
      // Gnumeric has cells span what their text is wider than.
      mergesTitles: tree.producer != .gnumeric)
    {
      if let caption = Self.caption(captionBlocks) {
        table.caption = caption
      } else {
        blocks += captionBlocks
      }
      blocks.append(.table(table))
    } else {
      blocks += captionBlocks
    }
  }

  @inline(never) private mutating func readCell(
    _ cell: HTMLTree.NodeID, rows: Int, _ outer: ReadingContext
  ) -> TableCell {
    var context = outer
    if let style = tree.style(of: cell) { context = context.applying(style, of: tree[cell].name) }
    if tree[cell].name == .th {
      context.isBoldAnyway = true
      context.formats = context.formats.removing(InlineFormats.allStrong)
    }
    var read = TableCell(
      blocks: content(of: cell, context), columns: tree.span(.colspan, of: cell),
      rows: rows, alignment: alignment(of: cell))
    if let value = tree.attribute(.calcValue, of: cell) {
      read.value = Self.value(
        String(decoding: value, as: UTF8.self), tree.attribute(.calcFormat, of: cell), in: read)
    }
    return read
  }

  /// The value of a cell of Calc's: a date or a truth value by the code of its format, a number where it shows one.
  private static func value(_ spelling: String, _ format: ArraySlice<UInt8>?, in cell: TableCell)
    -> CellValue?
  {
    let code = format?.split(separator: UInt8(ascii: ";"), maxSplits: 2).last.map {
      String(decoding: $0, as: UTF8.self)
    }
    if code == "BOOLEAN" { return .boolean(spelling != "0") }
    if let code, NumberFormat(code)?.isDate == true, let serial = Double(spelling),
      let date = SerialDate(serial, .from1900)
    {
      return .date(date.iso)
    }
    let shown = PlainTextWriter(readingHTMLBy: HTMLReader.self).write(Document(cell.blocks))
    let text = shown.last == 0x0A ? shown.dropLast() : shown[...]
    return NumberColumn.isNumber(text.span) ? .number(spelling) : nil
  }

  /// The alignment that the cell states, or the one paragraph within it.
  private func alignment(of cell: HTMLTree.NodeID) -> Table.Alignment? {
    var current = cell
    while true {
      if let alignment = tree.style(of: current)?.alignment { return alignment }
      if let attribute = tree.attribute(.align, of: current),
        let alignment = Table.Alignment(spelling: attribute)
      {
        return alignment
      }
      let children = tree.children(of: current).filter { !tree.isBlank($0) }
      guard children.count == 1, let only = children.first else { return nil }
      if tree[only].name == .center { return .center }
      guard tree[only].name == .p || tree[only].name == .div else { return nil }
      current = only
    }
  }
}

extension HTMLTree {
  /// `colspan` and the like count for no more than this.
  static let spanLimit = 50

  /// The number of columns or rows that an element covers.
  func span(_ name: HTMLAttributeName, of id: NodeID) -> Int {
    max(1, min(number(name, of: id) ?? 1, Self.spanLimit))
  }
}

/// Gathers the cells of a table as they fall into columns.
package struct TableCollector {
  /// The alignments that the cells of a column state.
  private struct Alignments {
    var header: Table.Alignment?
    var body: [Table.Alignment: Int] = [:]

    /// What most cells below the header say, else what the header says.
    var common: Table.Alignment? {
      body.max { ($0.value, $1.key.order) < ($1.value, $0.key.order) }?.key ?? header
    }
  }

  private var rows: [[TableCell]] = []
  private let headerRows: Int
  private var alignments: [Alignments] = []
  private var places = CellColumns()
  /// The number of cells that the table may have, those counted that are made to fill rows.
  private let limit: Int

  package init(limit: Int, headerRows: Int) {
    self.limit = limit
    self.headerRows = headerRows
  }

  package var paddedCellCount: Int { places.width * (rows.count + 1) }

  /// True if the table has more cells than it may have.
  package var isTooLarge: Bool { paddedCellCount > limit }

  package mutating func beginRow() {
    places.beginRow(rows.count)
    rows.append([])
  }

  package mutating func append(_ cell: TableCell) {
    let row = rows.count - 1
    let columns = places.place(columns: cell.columns, rows: cell.rows)
    rows[row].append(cell)
    // A title over several columns speaks for none of them.
    guard let alignment = cell.alignment, cell.columns == 1 || row == 0 && headerRows > 0, !isTooLarge else {
      return
    }
    let first = columns.lowerBound
    while alignments.count <= first { alignments.append(Alignments()) }
    if row == 0 {
      alignments[first].header = alignment
    } else {
      alignments[first].body[alignment, default: 0] += 1
    }
  }

  /// The table; its header is what was marked as one, a first row all in bold, or the first row of a sheet; nil if it
  /// shows nothing.
  ///
  /// - Parameters:
  ///   - isSheet: whether it is of a spreadsheet, which marks no headers up.
  ///   - mergesTitles: whether cells of a sheet that span columns are titles above the names of these.
  package func table(findsBoldHeader: Bool, isSheet: Bool, mergesTitles: Bool) -> Table? {
    guard places.width > 0, rows.contains(where: { $0.contains { !$0.isEmpty } }) else { return nil }
    let columns = alignments.map(\.common)
    var table = Table(
      columns: columns + Array(repeating: nil, count: places.width - columns.count), headerRows: headerRows,
      rows: rows)
    table.dropNeedlessAlignments()
    if !table.isRegular { table = table.regularized() }
    if headerRows == 0, findsBoldHeader, let header = Self.unbolded(table.rows[0]) {
      table.headerRows = 1
      table.rows[0] = header
    }
    if isSheet, headerRows == 0, places.width > 1 || table.rows.count > 1 {
      table.headerRows = mergesTitles ? Self.titledRows(of: table) : 1
    }
    return table
  }

  /// The first row, and those below titles that span some columns; one row of data is left at least.
  private static func titledRows(of table: Table) -> Int {
    var count = 1
    while count < min(titleLimit, table.rows.count - 1),
      table.rows[count - 1].contains(where: { $0.columns > 1 })
    {
      count += 1
    }
    return count
  }

  private static let titleLimit = 3

  /// The cells without their bold if all that say something are bold throughout.
  private static func unbolded(_ cells: [TableCell]) -> [TableCell]? {
    var isAnyBold = false
    var result: [TableCell] = []
    for cell in cells {
      guard let paragraph = cell.paragraph else { return nil }
      if paragraph.isEmpty {
        result.append(cell)
      } else if paragraph.count == 1, case .strong(let content) = paragraph[0] {
        result.append(cell.holding(content))
        isAnyBold = true
      } else {
        return nil
      }
    }
    return isAnyBold ? result : nil
  }

  /// The rows as paragraphs, for a table that is mostly holes.
  var paragraphs: [Block] {
    rows.compactMap { row in
      let content = Array(row.map(\.inlines).filter { !$0.isEmpty }.joined(separator: [.text(" ")]))
      return content.isEmpty ? nil : .paragraph(content)
    }
  }
}

extension Table.Alignment {
  /// Decides between alignments of which a column has as many.
  fileprivate var order: Int {
    switch self {
    case .left: 0
    case .center: 1
    case .right: 2
    }
  }
}
