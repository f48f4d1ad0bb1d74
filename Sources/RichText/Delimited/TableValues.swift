/// The values of the tables of a document, and what of them a table of data has no words for.
package struct TableValues: Sendable {
  /// A table as rows of values, each text in UTF-8.
  package struct Rows: Sendable {
    package let values: [[ArraySlice<UInt8>]]
    /// The number of the first rows that name the columns.
    package private(set) var headerRows: Int
    /// True if the first row names the columns.
    package var hasHeader: Bool { headerRows > 0 }
    /// The names of the columns where several rows of titles make them up.
    private var joinedNames: [ArraySlice<UInt8>]?
    /// The values that a spreadsheet holds in the cells, in the places of what they show; empty where it tells none.
    package let held: [[CellValue?]]

    package init(
      values: [[ArraySlice<UInt8>]], hasHeader: Bool, held: [[CellValue?]] = []
    ) {
      self.values = values
      headerRows = hasHeader ? 1 : 0
      self.held = held
    }

    /// The names of the columns; nil without a header.
    package var columnNames: [ArraySlice<UInt8>]? { hasHeader ? joinedNames ?? values.first : nil }

    /// - Parameter titles: the names of the columns, and how many rows of titles make them up; nil for one row or none.
    init(_ table: Table, titles: (names: [String], rows: Int)?) {
      let rows = table.rows.filter { !$0.isEmpty }
      let holdsValues = rows.contains { $0.contains { $0.value != nil } }
      self.init(
        // A row by itself is data, however it looks.
        values: rows.map { $0.map(TableValues.text) }, hasHeader: table.headerRows > 0 && rows.count > 1,
        held: holdsValues ? rows.map { $0.map(\.value) } : [])
      guard hasHeader, let titles, titles.rows < rows.count, titles.names.count == rows[0].count else {
        return
      }
      headerRows = titles.rows
      joinedNames = titles.names.map { Array($0.utf8)[...] }
    }

    /// The same table with the header that is asked for.
    package func headed(by choice: MarkdownStyle.TableHeader) -> Rows {
      var rows = self
      switch choice {
      case .auto: break
      case .first: rows.headerRows = max(1, headerRows)
      case .none: rows.headerRows = 0
      }
      return rows
    }
  }

  /// The tables that are not within others, in order.
  package let tables: [Rows]
  /// The number of tables that have cells over several columns or rows, which have become one value and empty ones.
  package let spanningTables: Int
  /// The number of tables that hold lists, code or several paragraphs in a cell, of which the text is left.
  package let tablesOfBlocks: Int
  /// True if something stands beside the tables.
  package let leavesText: Bool

  /// Finds the tables of a document.
  package init(_ document: Document) {
    let whole = document.blocks.flatMap(Self.tables)
    spanningTables = whole.count(where: \.hasSpans)
    tablesOfBlocks = whole.count { $0.rows.contains { $0.contains { !$0.isParagraph } } }
    leavesText = !document.blocks.allSatisfy { block in
      if case .table(let table) = block { table.caption.isEmpty } else { false }
    }
    let simple = document.lowered(to: .blocksInCells).blocks.flatMap(Self.tables)
    tables = simple.enumerated().map { index, table in
      Rows(table, titles: simple.count == whole.count ? whole[index].titles : nil)
    }
  }

  static func text(of cell: TableCell) -> ArraySlice<UInt8> {
    // Most cells are one piece of text, which is its own plain text.
    if let inlines = cell.paragraph, inlines.count <= 1 {
      guard let only = inlines.first else { return [] }
      if case .text(let text) = only { return Array(text.utf8)[...] }
    }
    let text = PlainTextWriter().write(Document(cell.blocks))
    return text.last == 0x0A ? text.dropLast() : text[...]
  }

  fileprivate static func string(of cell: TableCell) -> String {
    let words = String(decoding: text(of: cell), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.joined(separator: " ")
  }

  /// The tables of a block; of tables in cells the outer one alone.
  private static func tables(in block: Block) -> [Table] {
    if case .table(let table) = block { return [table] }
    return block.children.flatMap { $0.flatMap(tables) }
  }
}

extension Table {
  /// The names of the columns that several rows of titles make up, from the top down; nil for one row or none.
  ///
  /// A title of the whole table names no column. A column that nothing names is called by its number.
  fileprivate var titles: (names: [String], rows: Int)? {
    let grid = TableGrid(self)
    guard grid.headerRows > 1 else { return nil }
    var names = Array(repeating: [String](), count: grid.width)
    for row in grid.rows.prefix(grid.headerRows) {
      var last = (text: "", columns: 0)
      for (column, place) in row.enumerated() {
        switch place {
        case .cell(let cell): last = (TableValues.string(of: cell), cell.columns)
        case .covered(fromLeft: true, fromAbove: false): break
        case .covered, .free: last = ("", 0)
        }
        let isOfAll = last.columns == grid.width && grid.width > 1
        if !last.text.isEmpty, !isOfAll, names[column].last != last.text { names[column].append(last.text) }
      }
    }
    let joined = names.enumerated().map { $1.isEmpty ? "column \($0 + 1)" : $1.joined(separator: " ") }
    return (joined, grid.headerRows)
  }
}

extension Document {
  /// A document of one table, whose first row is its header; without blocks if there are no values.
  ///
  /// Throws `RichTextError` (`tooLarge`) where nearly all cells would be empty.
  package init(values rows: [[ArraySlice<UInt8>]]) throws(RichTextError) {
    self = try DelimitedReader.document(of: rows)
  }
}
