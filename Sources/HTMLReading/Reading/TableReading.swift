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

  /// What the cell says of its alignment, or the one paragraph within it.
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

  /// How many columns or rows an element covers.
  func span(_ name: HTMLAttributeName, of id: NodeID) -> Int {
    max(1, min(number(name, of: id) ?? 1, Self.spanLimit))
  }
}
