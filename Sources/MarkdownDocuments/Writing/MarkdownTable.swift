/// A table's cells as Markdown, and its layout.
package struct MarkdownTable {
  private struct Cell {
    /// The range of its Markdown in `text`.
    let range: Range<Int>
    let width: Int
  }

  private let alignments: [Table.Alignment?]
  private var text = MarkdownLines()
  /// Row by row, the header's first.
  private var cells: [Cell] = []
  private let rowCount: Int

  init(_ table: Table, inlines: inout MarkdownInlineWriter) {
    alignments = table.columns
    rowCount = table.body.count + 1
    cells.reserveCapacity(rowCount * alignments.count)
    append(table.header, &inlines)
    for row in table.body { append(row, &inlines) }
  }

  private mutating func append(_ row: [TableCell], _ inlines: inout MarkdownInlineWriter) {
    for cell in row {
      let start = text.bytes.count
      if let onlyText = cell.onlyText {
        inlines.write(text: onlyText.utf8, to: &text)
      } else {
        inlines.write(cell.inlines, as: .cell, to: &text)
      }
      let range = start..<text.bytes.count
      cells.append(Cell(range: range, width: DisplayWidth.of(text.bytes[range])))
    }
  }

  func write(style: MarkdownStyle.Tables, to lines: inout MarkdownLines) {
    let widths = style == .compact ? nil : paddedWidths
    for row in 0..<rowCount {
      lines.begin()
      for (column, alignment) in alignments.enumerated() {
        let cell = cells[row * alignments.count + column]
        let room = widths.map { max(0, $0[column] - cell.width) } ?? 0
        let before =
          switch alignment {
          case .right: room
          case .center: room / 2
          default: 0
          }
        lines.append("| ")
        lines.append(0x20, count: before)
        lines.append(text.bytes[cell.range])
        lines.append(0x20, count: room - before + 1)
      }
      lines.append("|")
      lines.end()
      if row == 0 { writeDelimiters(widths, to: &lines) }
    }
  }

  private func writeDelimiters(_ widths: [Int]?, to lines: inout MarkdownLines) {
    lines.begin()
    for (column, alignment) in alignments.enumerated() {
      let width = widths?[column] ?? 3
      let isLeft = alignment == .left || alignment == .center
      let isRight = alignment == .right || alignment == .center
      lines.append("| ")
      if isLeft { lines.append(":") }
      lines.append(UInt8(ascii: "-"), count: width - (isLeft ? 1 : 0) - (isRight ? 1 : 0))
      if isRight { lines.append(":") }
      lines.append(" ")
    }
    lines.append("|")
    lines.end()
  }

  /// The widths that columns are filled up to; nil if the spaces would be many times the text.
  private var paddedWidths: [Int]? {
    let widths = columnWidths
    let isWorthIt = Self.isPaddingWorthIt(
      widths, rows: rowCount, textBytes: text.bytes.count, cells: cells.count)
    return isWorthIt ? widths : nil
  }

  /// False if the spaces would be many times the text.
  package static func isPaddingWorthIt(_ widths: [Int], rows: Int, textBytes: Int, cells: Int) -> Bool {
    rows * widths.reduce(0) { $0 + $1 + 3 } <= 3 * (textBytes + 3 * cells) + 4096
  }

  /// The display widths of the columns' widest cells; a very wide cell does not widen its column.
  private var columnWidths: [Int] {
    var widths = [Int](repeating: 3, count: alignments.count)
    for (index, cell) in cells.enumerated() where cell.width <= Self.widestPadded {
      let column = index % alignments.count
      widths[column] = max(widths[column], cell.width)
    }
    return widths
  }

  /// A wider cell does not widen its column.
  package static let widestPadded = 60
}

extension Table {
  /// The table with the header that a style wants.
  func headed(by choice: MarkdownStyle.TableHeader) -> Table {
    var table = self
    switch choice {
    case .auto: break
    case .first: table.headerRows = max(1, headerRows)
    case .none: table.headerRows = 0
    }
    return table
  }
}

/// Tables as blocks of HTML within Markdown.
enum TableMarkup {
  /// The table in lines of which none is blank: a blank line would end the block (CommonMark 4.6).
  static func html(of table: Block) -> String {
    let written = HTMLWriter().write(Document([table]))
    return String(decoding: withoutBlankLines(written.dropLast()), as: UTF8.self)
  }

  /// Spells the line feeds before blank lines, which only code has, as references.
  private static func withoutBlankLines(_ html: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(html.count)
    for line in html.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        result += "&#10;".utf8
      } else if !result.isEmpty {
        result.append(0x0A)
      }
      result += line
    }
    return result
  }

  /// The document with tables as HTML that a style keeps whole so.
  static func replaceTables(in document: Document, _ style: MarkdownStyle.Tables) -> Document {
    document.replacingInlines { _ in
      nil
    } blocks: { block in
      guard case .table(let table) = block else { return nil }
      // A cell of Markdown has no room for HTML of several lines.
      return [style.keepsWhole(table) ? .html(html(of: block)) : block]
    }
  }
}
