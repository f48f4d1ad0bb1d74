/// Tables, definition lists and figures.
extension HTMLSerializer {
  mutating func write(_ table: Table) {
    let grid = table.hasSpans ? TableGrid(table) : nil
    let headerRows = grid?.headerRows ?? max(0, min(table.headerRows, table.rows.count))
    output.startLine()
    output.append("<table\(Dialect.tableAttributes)")
    if table.isRightToLeft { output.append(" dir=\"rtl\"") }
    // Without headings and lines it could be taken for a layout.
    let isPlain = headerRows == 0 && !table.needsHeader
    if isPlain, Dialect.tableAttributes.isEmpty { output.append(" border=\"1\"") }
    output.append(">\n")
    if !table.caption.isEmpty {
      output.append("<caption>")
      write(table.caption)
      dialect.endBlock(&output)
      output.append("</caption>\n")
    }
    if headerRows > 0 {
      output.append("<thead>\n")
      for row in 0..<headerRows { write(table.rows[row], "th", table.columns, places: grid?.rows[row]) }
      output.append("</thead>\n")
    } else if table.needsHeader {
      output.append("<thead>\n")
      write(table.header, "th", table.columns, places: nil)
      output.append("</thead>\n")
    }
    if headerRows < table.rows.count {
      output.append("<tbody>\n")
      for row in headerRows..<table.rows.count {
        write(table.rows[row], "td", table.columns, places: grid?.rows[row])
      }
      output.append("</tbody>\n")
    }
    output.append("</table>\n")
  }

  /// - Parameter places: the row in a grid, nil if each cell is in the column of its own number.
  private mutating func write(
    _ cells: [TableCell], _ name: String, _ columns: [Table.Alignment?], places: [TableGrid.Place]?
  ) {
    output.append("<tr>\n")
    if let places {
      for (column, place) in places.enumerated() {
        switch place {
        case .cell(let cell): write(cell, name, columns, column)
        case .free: write(TableCell(), name, columns, column)
        case .covered: break
        }
      }
    } else {
      for (column, cell) in cells.enumerated() { write(cell, name, columns, column) }
    }
    output.append("</tr>\n")
  }

  private mutating func write(
    _ cell: TableCell, _ name: String, _ columns: [Table.Alignment?], _ column: Int
  ) {
    output.append("<")
    output.append(name)
    if cell.columns > 1 { output.append(" colspan=\"\(cell.columns)\"") }
    if cell.rows > 1 { output.append(" rowspan=\"\(cell.rows)\"") }
    if cell.isMeantAsText { output.append(Dialect.textCellAttributes) }
    if cell.value != nil { output.append(Dialect.valueAttributes(of: cell)) }
    dialect.appendAlignment(cell.alignment ?? (column < columns.count ? columns[column] : nil), to: &output)
    output.append(">")
    if let paragraph = cell.paragraph {
      isInTitle = name == "th"
      write(paragraph)
      isInTitle = false
    } else {
      output.append("\n")
      write(cell.blocks, isTight: false)
    }
    dialect.endBlock(&output)
    output.append("</")
    output.append(name)
    output.append(">\n")
  }

  // MARK: Definitions and figures

  mutating func write(_ definitions: [Definition]) {
    output.startLine()
    output.append("<dl>\n")
    for definition in definitions {
      for term in definition.terms {
        output.append("<dt>")
        write(term)
        dialect.endBlock(&output)
        output.append("</dt>\n")
      }
      for detail in definition.details {
        output.append("<dd>")
        if detail.count == 1, case .paragraph(let content) = detail[0] {
          write(content)
        } else {
          output.append("\n")
          write(detail, isTight: false)
        }
        dialect.endBlock(&output)
        output.append("</dd>\n")
      }
    }
    output.append("</dl>\n")
  }

  mutating func write(_ figure: Figure) {
    output.startLine()
    output.append("<figure>\n")
    if figure.isCaptionFirst { writeCaption(of: figure) }
    write(figure.blocks, isTight: false)
    if !figure.isCaptionFirst { writeCaption(of: figure) }
    output.startLine()
    output.append("</figure>\n")
  }

  private mutating func writeCaption(of figure: Figure) {
    guard !figure.caption.isEmpty else { return }
    output.startLine()
    output.append("<figcaption>")
    write(figure.caption)
    dialect.endBlock(&output)
    output.append("</figcaption>\n")
  }
}

extension TableCell {
  /// True for a text of which a spreadsheet would keep another: `007`, `+49`, more digits than it counts with, a formula.
  fileprivate var isMeantAsText: Bool {
    guard value == nil, let paragraph, paragraph.count == 1, case .text(let text) = paragraph[0],
      let first = text.utf8.first
    else { return false }
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "@"): return true
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let digits = text.utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
      return digits > 15 || first == UInt8(ascii: "0") && digits > 1
    default: return false
    }
  }
}

extension Table {
  /// True where an empty header says what a table without one is taken for else: a frame around one cell, or one whose
  /// first row, all in bold, is its header.
  fileprivate var needsHeader: Bool {
    guard rows.count > 1 || rows.first?.count ?? 0 > 1 else { return true }
    return rows[0].allSatisfy { cell in
      guard let paragraph = cell.paragraph, let first = paragraph.first else { return cell.isEmpty }
      guard paragraph.count == 1, case .strong = first else { return false }
      return true
    }
  }
}
