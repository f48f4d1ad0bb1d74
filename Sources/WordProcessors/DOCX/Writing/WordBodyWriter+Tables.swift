import Containers

/// Tables, definition lists and figures.
extension WordBodyWriter {
  /// The width of a page's text: A4 with margins of an inch, in twips.
  private static let pageWidth = 9_026

  mutating func write(_ table: Table, in context: FlowContext) {
    guard !table.columns.isEmpty else { return }
    if !table.caption.isEmpty {
      beginParagraph("TableCaption", in: context, spaceAfter: nil)
      write(table.caption, WordRunStyle())
      endParagraph()
    }
    let hasHeader = table.headerRows > 1 || !table.header.allSatisfy(\.isEmpty)
    let grid = TableGrid(table)
    let first = hasHeader || table.headerRows == 0 ? 0 : 1
    let headerRows = hasHeader ? grid.headerRows : 0
    let width = max(1, (Self.pageWidth - context.left) / max(grid.width, 1))
    output.raw("<w:tbl><w:tblPr><w:tblStyle w:val=\"TableGrid\"/>")
    if table.isRightToLeft { output.raw("<w:bidiVisual/>") }
    output.raw("<w:tblW w:w=\"0\" w:type=\"auto\"/>")
    if context.left > 0 { output.raw("<w:tblInd w:w=\"\(context.left)\" w:type=\"dxa\"/>") }
    let look = headerRows > 0 ? "0020" : "0000"
    output.raw(
      "<w:tblLook w:val=\"\(look)\" w:firstRow=\"\(headerRows > 0 ? 1 : 0)\" w:lastRow=\"0\" w:firstColumn=\"0\" w:lastColumn=\"0\" w:noHBand=\"1\" w:noVBand=\"1\"/></w:tblPr><w:tblGrid>"
    )
    for _ in 0..<grid.width { output.raw("<w:gridCol w:w=\"", width, "\"/>") }
    output.raw("</w:tblGrid>")
    for (number, places) in grid.rows.enumerated().dropFirst(first) {
      let isHeader = number - first < headerRows
      output.raw(isHeader ? "<w:tr><w:trPr><w:tblHeader/></w:trPr>" : "<w:tr>")
      writeRow(places, of: table, width: width, isHeader: isHeader)
      output.raw("</w:tr>")
    }
    output.raw("</w:tbl>")
  }

  private mutating func writeRow(_ places: [TableGrid.Place], of table: Table, width: Int, isHeader: Bool) {
    var context = FlowContext()
    context.tables = 1
    context.isInHeader = isHeader
    for (column, place) in places.enumerated() {
      let columns: Int
      var merge = ""
      var cell = TableCell()
      switch place {
      case .cell(let own):
        cell = own
        columns = own.columns
        if own.rows > 1 { merge = "<w:vMerge w:val=\"restart\"/>" }
      case .free: columns = 1
      case .covered(let fromLeft, let fromAbove):
        // Places to the right of a cell belong to the one that begins it.
        guard !fromLeft, fromAbove else { continue }
        columns = 1 + places[(column + 1)...].prefix { $0.isCoveredFromLeft }.count
        merge = "<w:vMerge/>"
      }
      output.raw("<w:tc><w:tcPr><w:tcW w:w=\"", width * columns, "\" w:type=\"dxa\"/>")
      if columns > 1 { output.raw("<w:gridSpan w:val=\"", columns, "\"/>") }
      output.raw(merge)
      output.raw("</w:tcPr>")
      context.alignment = cell.alignment ?? (column < table.columns.count ? table.columns[column] : nil)
      write(cell.blocks.isEmpty ? [.paragraph([])] : cell.blocks, in: context)
      // A cell ends with a paragraph.
      if cell.blocks.last?.endsWithTable ?? false { writeEmptyParagraph() }
      output.raw("</w:tc>")
    }
  }

  // MARK: Definitions and figures

  mutating func write(_ definitions: [Definition], in context: FlowContext) {
    for definition in definitions {
      for term in definition.terms {
        beginParagraph("ListHeading", in: context, spaceAfter: nil)
        write(term, WordRunStyle(isInHeading: true))
        endParagraph()
      }
      for details in definition.details {
        // Lists in details are a level deeper, as those in items are.
        var inner = context
        inner.items += 1
        inner.list = nil
        inner.isTight = false
        let (inlines, blocks) = details.splitAtFirstParagraph
        beginParagraph("ListContents", in: inner, spaceAfter: nil)
        write(inlines, WordRunStyle())
        endParagraph()
        write(blocks, in: inner)
      }
    }
  }

  mutating func write(_ figure: Figure, in context: FlowContext) {
    // Only a caption below one block says what it belongs to.
    guard !figure.isCaptionFirst, figure.blocks.count == 1, !figure.caption.isEmpty else {
      return write(BlockFlattening.blocks(of: figure), in: context)
    }
    write(figure.blocks, in: context)
    beginParagraph("ImageCaption", in: context, spaceAfter: nil)
    write(figure.caption, WordRunStyle())
    endParagraph()
  }
}

extension TableGrid.Place {
  /// True for a place of a cell that begins further left.
  var isCoveredFromLeft: Bool {
    if case .covered(let fromLeft, _) = self { fromLeft } else { false }
  }
}
