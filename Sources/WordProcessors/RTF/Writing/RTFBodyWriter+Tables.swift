/// Tables: a row's cells each with its own definition, which other programs take for what it is.
extension RTFBodyWriter {
  mutating func write(_ table: Table, in context: FlowContext) {
    guard !table.columns.isEmpty else { return }
    guard context.tables < RTFFlowBuilder.depthLimit else {
      for cell in table.rows.joined() { write(cell.blocks, in: context) }
      return
    }
    if !table.caption.isEmpty { write(caption: table.caption, info: FlowCaption.ofTable, in: context) }
    output.append("{\\*\\abitableprops}")
    writeRows(of: table, in: context)
    // AbiWord hangs without a paragraph after the table; two tables in a row would be one.
    output.append("{\\*\\abiendtable}\\pard\\plain")
    appendTableDepth(context.tables)
    output.append("\\s0\\fs4\\par\n")
  }

  // MARK: Rows

  private mutating func writeRows(of table: Table, in context: FlowContext) {
    var inner = context
    inner.tables += 1
    let words = RTFCellWords(depth: inner.tables)
    // An empty header is none.
    let hasHeader = table.headerRows > 1 || !table.header.allSatisfy(\.isEmpty)
    let rows = hasHeader ? table.rows[...] : table.body
    let grid = table.isRegular ? nil : TableGrid(table)
    let headerRows = hasHeader ? grid?.headerRows ?? table.headerRows : 0
    let header = definition(of: table.columns.count, merges: [], isHeader: true, in: context)
    let body = definition(of: table.columns.count, merges: [], isHeader: false, in: context)
    for (index, number) in rows.indices.enumerated() {
      inner.isInHeader = index < headerRows
      var definition = inner.isInHeader ? header : body
      let places = grid?.rows[number]
      if let places {
        definition = self.definition(
          of: places.count, merges: places, isHeader: inner.isInHeader, in: context)
      }
      write(definition, isLast: false, in: inner)
      if let places {
        for (column, place) in places.enumerated() {
          switch place {
          case .cell(let cell):
            write(cell, of: table.columns, row: index, column: column, count: places.count, words, in: inner)
          case .free:
            write(
              TableCell(), of: table.columns, row: index, column: column, count: places.count, words,
              in: inner)
          case .covered:
            output.append(words.covered)
          }
        }
      } else {
        for (column, cell) in rows[number].enumerated() {
          write(
            cell, of: table.columns, row: index, column: column, count: table.columns.count, words, in: inner)
        }
      }
      write(definition, isLast: true, in: inner)
    }
  }

  /// Writes what defines a row: before its cells, but behind them where the table is within another.
  private mutating func write(_ definition: RTFOutput, isLast: Bool, in context: FlowContext) {
    if context.tables == 1 {
      if isLast { output.append("\\row\n") } else { output.append(definition) }
    } else if isLast {
      output.append("{\\*\\nesttableprops")
      output.append(definition)
      output.append("\\nestrow}{\\nonesttables\\par}\n")
    }
  }

  private func definition(
    of columns: Int, merges: [TableGrid.Place], isHeader: Bool, in context: FlowContext
  ) -> RTFOutput {
    var row = RTFOutput()
    row.append("\\trowd\\trgaph", Self.cellMargin)
    row.append("\\trleft", context.left)
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

  private func width(of columns: Int, in context: FlowContext) -> Int {
    max(context.width - context.left, columns * 300)
  }

  // MARK: Cells

  /// Writes a cell; AbiWord pastes cells only with its own marks, which say where each is.
  private mutating func write(
    _ cell: TableCell, of columns: [Table.Alignment?], row: Int, column: Int, count: Int,
    _ words: RTFCellWords, in context: FlowContext
  ) {
    output.append("{\\*\\abicellprops left-attach:", column)
    output.append("; right-attach:", column + cell.columns)
    output.append("; top-attach:", row)
    output.append("; bot-attach:", row + cell.rows)
    let outer = namesEmphasis
    namesEmphasis = context.isInHeader
    if let paragraph = cell.paragraph {
      output.append(words.paragraph)
      switch cell.alignment ?? (column < columns.count ? columns[column] : nil) {
      case .left: output.append("\\ql")
      case .right: output.append("\\qr")
      case .center: output.append("\\qc")
      case nil: break
      }
      output.append(context.isInHeader ? "\\s12{\\b " : "\\s13{")
      setsFirstLetterApart = keepsTextOfCells && paragraph.areTakenForValue
      write(paragraph)
      setsFirstLetterApart = false
      output.append(words.paragraphEnd)
    } else {
      output.append("}")
      var inner = FlowContext()
      inner.tables = context.tables
      inner.isInHeader = context.isInHeader
      // The cell's own margins are taken off (`\\trgaph`).
      inner.width = width(of: count, in: context) * cell.columns / count - 2 * Self.cellMargin
      write(cell.blocks, in: inner)
      output.removeParagraphEnd()
      output.append(words.end)
    }
    namesEmphasis = outer
  }

  /// The space at the left and the right of a cell's text, in twips.
  private static let cellMargin = 108
}

extension [Inline] {
  /// True for text of which Calc makes a value, other than of a plain number, where it pastes RTF.
  fileprivate var areTakenForValue: Bool {
    var text: [UInt8] = []
    guard append(to: &text), let first = text.first, !CellText.isPlainNumber(text) else { return false }
    if "=+-@'".utf8.contains(first) || CellText.isTruth(text) { return true }
    // A date may begin with its month.
    return text.contains(where: \.isASCIIDigit)
      && (!first.isASCIILetter || text.contains { " -/.,".utf8.contains($0) })
  }

  /// Appends the text that is shown; false for more than a value has.
  private func append(to text: inout [UInt8]) -> Bool {
    for inline in self {
      switch inline {
      case .text(let part), .code(let part): text += part.utf8.prefix(CellText.valueLimit)
      case .math(let tex, _): text += tex.utf8.prefix(CellText.valueLimit)
      default: guard inline.content?.append(to: &text) ?? true else { return false }
      }
      guard text.count < CellText.valueLimit else { return false }
    }
    return true
  }
}

/// The texts that spreadsheets take for values.
private enum CellText {
  /// No value is shown in as many bytes.
  static let valueLimit = 64
  /// The number of digits that a spreadsheet counts with.
  private static let digitLimit = 15

  static func isTruth(_ text: [UInt8]) -> Bool {
    ["true", "false"].contains { text[...].equalsIgnoringCase($0) }
  }

  /// True for a number that stays as it is, or loses no more than zeros at its end: `12`, `-0.5`, not `007` or `1,5`.
  static func isPlainNumber(_ text: [UInt8]) -> Bool {
    let parts = (text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...])
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, parts.reduce(0, { $0 + $1.count }) <= digitLimit else {
      return false
    }
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
      && (whole.count == 1 || whole.first != UInt8(ascii: "0"))
  }
}

/// The control words of cells, by how many tables they lie in.
private struct RTFCellWords {
  /// Behind the place of a cell, before its paragraph.
  let paragraph: String
  let paragraphEnd: String
  let end: String
  /// A cell that is part of another.
  let covered: String

  init(depth: Int) {
    let beginning = "\\pard\\plain\\intbl" + (depth > 1 ? "\\itap\(depth)" : "")
    end = (depth > 1 ? "\\nestcell" : "\\cell") + "{\\*\\abiendcell}\n"
    paragraph = "}" + beginning
    paragraphEnd = "}" + end
    covered = beginning + "\\s13" + end
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
