/// Options for the spelling of Markdown.
///
/// Every choice but `tableHeader` reads as the same document; the defaults are what most people write.
public struct MarkdownStyle: Hashable, Sendable {
  /// The dialect of Markdown that the readers know.
  public enum Dialect: String, CaseIterable, Sendable {
    /// GitHub's: with tables, strikethrough, task lists and footnotes.
    case gfm
    /// CommonMark alone: what it lacks is written as HTML, footnotes as a list at the end.
    case commonMark = "commonmark"
    /// GitHub's with definition lists, as Pandoc, PHP Markdown Extra, kramdown and Hugo read them.
    case extra
  }

  /// The marks of headings.
  public enum Headings: String, CaseIterable, Sendable {
    /// Number signs before the text (CommonMark 4.2).
    case atx
    /// The first two levels underlined (CommonMark 4.3), where that is possible.
    case setext
  }

  /// The marker of bullet lists; a list that directly follows another list gets another marker.
  public enum Bullet: String, CaseIterable, Sendable {
    case dash, asterisk, plus
  }

  /// The fence of code blocks; tildes where backticks cannot be (CommonMark 4.5).
  public enum Fence: String, CaseIterable, Sendable {
    case backtick, tilde
  }

  /// The delimiter of emphasis; asterisks where underscores cannot be (CommonMark 6.2).
  public enum Emphasis: String, CaseIterable, Sendable {
    case asterisk, underscore
  }

  /// The place of addresses.
  public enum Links: String, CaseIterable, Sendable {
    /// The address behind the text.
    case inline
    /// A number behind the text, and the addresses at the end (CommonMark 4.7).
    case reference
  }

  /// The layout of tables, and the treatment of tables that GFM cannot express.
  public enum Tables: String, CaseIterable, Sendable {
    /// Tables of office documents, which often have merged cells, are written as with `whole`, others as with `padded`.
    case auto
    /// Cells are filled up with spaces, so that columns line up.
    case padded
    case compact
    /// Tables are written as with `padded`, but a table with merged cells, or with a table in a cell, is HTML.
    case whole
    /// Tables are written as with `padded`, but a table that GFM cannot express, with lists or spans in its cells, is HTML.
    case html
  }

  /// The source of the header row, which every table of GFM needs.
  public enum TableHeader: String, CaseIterable, Sendable {
    /// The header of the document's table; empty cells where it has none.
    case auto
    /// The first row of a table that has no header.
    case first
    /// Empty cells, whatever the table has.
    case none
  }

  /// The dialect of Markdown to write.
  public var dialect = Dialect.gfm
  /// The marks of headings.
  public var headings = Headings.atx
  /// The marker of bullet lists.
  public var bullet = Bullet.dash
  /// The fence of code blocks.
  public var fence = Fence.backtick
  /// The delimiter of emphasis.
  public var emphasis = Emphasis.asterisk
  /// The place of addresses.
  public var links = Links.inline
  /// The layout of tables.
  public var tables = Tables.auto
  /// The header of a table: the one choice that changes the document.
  public var tableHeader = TableHeader.auto
  /// The width in columns at which lines of paragraphs are wrapped; nil for no wrapping.
  public var lineWidth: Int?
  /// Whether to escape dollar signs that GitHub and others would read as a formula; false for text that was Markdown
  /// already.
  public var escapesDollars = true
  /// True to write highlighted text as `==text==` in place of `<mark>text</mark>`.
  public var marksHighlightWithEqualSigns = false

  /// Creates the default style.
  public init() {}
}

extension MarkdownStyle {
  /// The number of tables of a document that have cells over several columns or rows that Markdown in this style takes apart.
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
