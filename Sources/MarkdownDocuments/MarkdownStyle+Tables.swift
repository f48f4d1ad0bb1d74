extension MarkdownStyle {
  /// How many tables of a document have cells over several columns or rows that Markdown in this style takes apart.
  package func dividedTables(in document: Document) -> Int {
    guard dialect != .commonMark else { return 0 }
    return dividedTables(in: document.blocks)
      + document.footnotes.reduce(0) { $0 + dividedTables(in: $1.blocks) }
  }

  private func dividedTables(in blocks: [Block]) -> Int {
    var count = 0
    for block in blocks {
      guard case .table(let table) = block else {
        block.forEachPart(inlines: { _ in }, blocks: { count += dividedTables(in: $0) })
        continue
      }
      if tables.keepsWhole(table) { continue }
      if table.hasSpans { count += 1 }
      // Cells of text, which most are, hold no tables.
      for cell in table.rows.joined() where !cell.isParagraph { count += dividedTables(in: cell.blocks) }
    }
    return count
  }
}

extension MarkdownStyle.Tables {
  /// True if a table is written as HTML, so that it stays as it is.
  ///
  /// One with references to notes, which HTML has none for, never is.
  func keepsWhole(_ table: Table) -> Bool {
    switch self {
    case .auto, .padded, .compact: false
    case .whole: (table.hasSpans || table.holdsTables) && !table.refersToNotes
    case .html: table.exceedsGFM && !table.refersToNotes
    }
  }
}

extension Table {
  /// True if GFM has no words for the table: with blocks or spans in its cells, or a header of several rows.
  fileprivate var exceedsGFM: Bool {
    headerRows > 1 || rows.contains { $0.contains { $0.isSpanning || !$0.isParagraph } }
  }

  fileprivate var holdsTables: Bool {
    rows.contains { $0.contains { !$0.isParagraph && $0.blocks.contains(where: Self.holdsTable) } }
  }

  private static func holdsTable(_ block: Block) -> Bool {
    if case .table = block { return true }
    return block.children.contains { $0.contains(where: holdsTable) }
  }

  fileprivate var refersToNotes: Bool { Self.refersToNotes(.table(self)) }

  private static func refersToNotes(_ block: Block) -> Bool {
    block.inlines.contains(where: isNote) || block.children.contains { $0.contains(where: refersToNotes) }
  }

  private static func isNote(_ inline: Inline) -> Bool {
    if case .footnoteReference = inline { return true }
    return inline.content?.contains(where: isNote) ?? false
  }
}
