extension MarkdownStyle {
  /// How many tables of a document have cells over several columns or rows that Markdown in this style takes apart.
  package func dividedTables(in document: Document) -> Int {
    guard dialect != .commonMark, tables != .html else { return 0 }
    return Self.spanningTables(in: document.blocks)
      + document.footnotes.reduce(0) { $0 + Self.spanningTables(in: $1.blocks) }
  }

  private static func spanningTables(in blocks: [Block]) -> Int {
    blocks.reduce(0) { count, block in
      var count = count
      if case .table(let table) = block {
        if table.hasSpans { count += 1 }
        // Cells of text, which most are, hold no tables.
        for cell in table.rows.joined() where cell.paragraph == nil {
          count += spanningTables(in: cell.blocks)
        }
        return count
      }
      return block.children.reduce(count) { $0 + spanningTables(in: $1) }
    }
  }
}
