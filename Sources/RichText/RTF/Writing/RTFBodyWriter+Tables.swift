/// Tables: a row's cells each with its own definition, which other programs take for what it is.
extension RTFBodyWriter {
  mutating func write(_ table: Table, in context: Context) {
    guard !table.columns.isEmpty else { return }
    guard context.tables < RTFFlowBuilder.depthLimit else {
      for row in table.rows {
        for cell in row { write(cell.blocks, in: context) }
      }
      return
    }
    if !table.caption.isEmpty { write(caption: table.caption, info: RTFCaption.ofTable, in: context) }
    output.append("{\\*\\abitableprops}")
    var inner = context
    inner.tables += 1
    // An empty header is none.
    let hasHeader = table.headerRows > 0 && !(table.headerRows == 1 && table.header.allSatisfy(\.isEmpty))
    let rows = hasHeader ? table.rows[...] : table.body
    let headerRows = hasHeader ? table.headerRows : 0
    let grid = table.isRegular ? nil : TableGrid(table)
    let definitions = (0...1).map {
      grid == nil
        ? definition(of: table.columns.count, merges: [], isHeader: $0 == 0, in: context) : RTFOutput()
    }
    for (index, (number, cells)) in zip(rows.indices, rows).enumerated() {
      let isHeader = index < headerRows
      inner.isInHeader = isHeader
      if let places = grid?.rows[number] {
        let definition = definition(of: places.count, merges: places, isHeader: isHeader, in: context)
        write(definition, isLast: false, in: inner)
        for (column, place) in places.enumerated() {
          write(place, of: table, row: index, column: column, count: places.count, in: inner)
        }
        write(definition, isLast: true, in: inner)
      } else {
        let definition = definitions[isHeader ? 0 : 1]
        write(definition, isLast: false, in: inner)
        for column in table.columns.indices {
          write(
            .cell(cells[column]), of: table, row: index, column: column, count: table.columns.count, in: inner
          )
        }
        write(definition, isLast: true, in: inner)
      }
    }
    // AbiWord hangs without a paragraph after the table; two tables in a row would be one.
    output.append("{\\*\\abiendtable}\\pard\\plain")
    appendTableDepth(context.tables)
    output.append("\\s0\\fs4\\par\n")
  }

  // MARK: Rows

  /// Writes what defines a row: before its cells, but behind them where the table is within another.
  private mutating func write(_ definition: RTFOutput, isLast: Bool, in context: Context) {
    if context.tables == 1 {
      if isLast { output.append("\\row\n") } else { output.append(definition) }
    } else if isLast {
      output.append("{\\*\\nesttableprops")
      output.append(definition)
      output.append("\\nestrow}{\\nonesttables\\par}\n")
    }
  }

  private func definition(
    of columns: Int, merges: [TableGrid.Place], isHeader: Bool, in context: Context
  ) -> RTFOutput {
    var row = RTFOutput()
    row.append("\\trowd\\trgaph108\\trleft", context.left)
    if isHeader { row.append("\\trhdr") }
    for column in 0..<columns {
      if column < merges.count {
        row.append(
          merges[column].mergeWords(isWide: column + 1 < columns && merges[column + 1].continuesLeft))
      }
      row.append("\\clbrdrt\\brdrs\\brdrw10\\clbrdrl\\brdrs\\brdrw10")
      row.append("\\clbrdrb\\brdrs\\brdrw10\\clbrdrr\\brdrs\\brdrw10\\cellx")
      row.append(context.left + width(of: columns, in: context) * (column + 1) / columns)
    }
    row.append("\n")
    return row
  }

  private func width(of columns: Int, in context: Context) -> Int {
    max(context.width - context.left, columns * 300)
  }

  // MARK: Cells

  /// Writes a cell; AbiWord pastes cells only with its own marks, which say where each is.
  private mutating func write(
    _ place: TableGrid.Place, of table: Table, row: Int, column: Int, count: Int, in context: Context
  ) {
    var cell = TableCell()
    if case .cell(let found) = place { cell = found }
    if case .covered = place {
    } else {
      output.append("{\\*\\abicellprops left-attach:", column)
      output.append("; right-attach:", column + cell.columns)
      output.append("; top-attach:", row)
      output.append("; bot-attach:", row + cell.rows)
      output.append("}")
    }
    let outer = namesEmphasis
    namesEmphasis = context.isInHeader
    defer { namesEmphasis = outer }
    if let paragraph = cell.paragraph {
      output.append("\\pard\\plain")
      appendTableDepth(context.tables)
      switch cell.alignment ?? (column < table.columns.count ? table.columns[column] : nil) {
      case .left: output.append("\\ql")
      case .right: output.append("\\qr")
      case .center: output.append("\\qc")
      case nil: break
      }
      output.append(context.isInHeader ? "\\s12{\\b " : "\\s13{")
      write(paragraph)
      output.append("}")
    } else {
      var inner = Context()
      inner.tables = context.tables
      inner.isInHeader = context.isInHeader
      inner.width = width(of: count, in: context) * cell.columns / count - 216
      write(cell.blocks, in: inner)
      output.removeParagraphEnd()
    }
    output.append(context.tables > 1 ? "\\nestcell" : "\\cell")
    output.append("{\\*\\abiendcell}\n")
  }
}

extension TableGrid.Place {
  fileprivate var continuesLeft: Bool {
    if case .covered(let fromLeft, _) = self { fromLeft } else { false }
  }

  /// The words that say which cell this place belongs to.
  fileprivate func mergeWords(isWide: Bool) -> String {
    switch self {
    case .cell(let cell):
      (cell.columns > 1 ? "\\clmgf" : "") + (cell.rows > 1 ? "\\clvmgf" : "")
    case .covered(let fromLeft, let fromAbove):
      (fromLeft ? "\\clmrg" : isWide ? "\\clmgf" : "") + (fromAbove ? "\\clvmrg" : "")
    case .free: ""
    }
  }
}

extension Block {
  /// True if the first paragraph of the block stands in a table.
  var beginsWithTable: Bool {
    switch self {
    case .table(let table): table.caption.isEmpty
    case .figure(let figure): !figure.isCaptionFirst && figure.blocks.first?.beginsWithTable ?? false
    default: false
    }
  }
}
