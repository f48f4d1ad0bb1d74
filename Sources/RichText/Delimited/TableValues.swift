/// The values of the tables of a document, and what of them a table of data has no words for.
package struct TableValues: Sendable {
  /// A table as rows of values, each text in UTF-8.
  package struct Rows: Sendable {
    package let values: [[ArraySlice<UInt8>]]
    /// True if the first row names the columns.
    package private(set) var hasHeader: Bool
    /// The numbers that a spreadsheet holds in the cells, in the places of their values; empty where it tells none.
    package let numbers: [[ArraySlice<UInt8>?]]

    package init(
      values: [[ArraySlice<UInt8>]], hasHeader: Bool, numbers: [[ArraySlice<UInt8>?]] = []
    ) {
      self.values = values
      self.hasHeader = hasHeader
      self.numbers = numbers
    }

    init(_ table: Table) {
      let rows = table.rows.filter { !$0.isEmpty }
      let hasNumbers = rows.contains { $0.contains { $0.number != nil } }
      self.init(
        // A row by itself is data, however it looks.
        values: rows.map { $0.map(TableValues.text) }, hasHeader: table.headerRows > 0 && rows.count > 1,
        numbers: hasNumbers ? rows.map { $0.map { $0.number.map { Array($0.utf8)[...] } } } : [])
    }

    /// The same table with the header that is asked for.
    package func headed(by choice: MarkdownStyle.TableHeader) -> Rows {
      var rows = self
      switch choice {
      case .auto: break
      case .first: rows.hasHeader = true
      case .none: rows.hasHeader = false
      }
      return rows
    }
  }

  /// The tables that are not within others, in order.
  package let tables: [Rows]
  /// How many tables have cells over several columns or rows, which have become one value and empty ones.
  package let spanningTables: Int
  /// How many tables hold lists, code or several paragraphs in a cell, of which the text is left.
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
    tables = document.expressed(within: .blocksInCells).blocks.flatMap(Self.tables).map { Rows($0) }
  }

  fileprivate static func text(of cell: TableCell) -> ArraySlice<UInt8> {
    // Most cells are one piece of text, which is its own plain text.
    if let inlines = cell.paragraph, inlines.count <= 1 {
      guard let only = inlines.first else { return [] }
      if case .text(let text) = only { return Array(text.utf8)[...] }
    }
    let text = PlainTextWriter().write(Document(cell.blocks))
    return text.last == 0x0A ? text.dropLast() : text[...]
  }

  /// The tables of a block; of tables in cells the outer one alone.
  private static func tables(in block: Block) -> [Table] {
    if case .table(let table) = block { return [table] }
    return block.children.flatMap { $0.flatMap(tables) }
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
