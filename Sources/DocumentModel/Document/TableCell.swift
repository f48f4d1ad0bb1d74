/// A cell of a table.
public struct TableCell: Hashable, Sendable {
  /// A cell reaches over no more columns or rows than this (HTML 4.9.11).
  public static let largestSpan = 1_000

  /// Most cells hold text alone or one paragraph, which take no memory for arrays of inlines or blocks then.
  private enum Content: Hashable, Sendable {
    case text(String)
    case paragraph([Inline])
    case blocks([Block])
    /// A value of a spreadsheet and how it is shown.
    indirect case value(CellValue, shownAs: Content)
  }

  private var content: Content
  private var columnSpan: UInt16 = 1
  private var rowSpan: UInt16 = 1
  /// How the cell is set, where that is not as its column is.
  public var alignment: Table.Alignment?

  /// Creates a cell that holds blocks.
  public init(blocks: [Block], columns: Int = 1, rows: Int = 1, alignment: Table.Alignment? = nil) {
    content = Self.content(of: blocks)
    self.alignment = alignment
    self.columns = columns
    self.rows = rows
  }

  /// Creates a cell that holds one paragraph, or nothing.
  public init(
    _ paragraph: [Inline] = [], columns: Int = 1, rows: Int = 1, alignment: Table.Alignment? = nil
  ) {
    content = Self.content(of: paragraph)
    self.alignment = alignment
    self.columns = columns
    self.rows = rows
  }

  /// How many columns the cell reaches over.
  public var columns: Int {
    get { Int(columnSpan) }
    set { columnSpan = UInt16(max(1, min(newValue, Self.largestSpan))) }
  }

  /// How many rows the cell reaches over.
  public var rows: Int {
    get { Int(rowSpan) }
    set { rowSpan = UInt16(max(1, min(newValue, Self.largestSpan))) }
  }

  /// What stands in the cell.
  public var blocks: [Block] {
    get {
      switch shown {
      case .text(let text): [.paragraph([.text(text)])]
      case .paragraph(let inlines): inlines.isEmpty ? [] : [.paragraph(inlines)]
      case .blocks(let blocks): blocks
      case .value: []
      }
    }
    set { show(Self.content(of: newValue)) }
  }

  /// The text of a cell that holds one paragraph, none for an empty cell; nil for a cell that holds more.
  public var paragraph: [Inline]? {
    switch shown {
    case .text(let text): [.text(text)]
    case .paragraph(let inlines): inlines
    case .blocks, .value: nil
    }
  }

  /// The text of a cell that holds nothing else, as most do: to look at it takes no memory.
  package var onlyText: String? { if case .text(let text) = shown { text } else { nil } }

  /// True for a cell that holds one paragraph, or nothing.
  package var isParagraph: Bool {
    switch shown {
    case .text, .paragraph: true
    case .blocks, .value: false
    }
  }

  /// The number in a cell of a spreadsheet that shows it in whatever way, spelled with digits, point and exponent; nil
  /// where none is known.
  public var number: String? {
    get { if case .number(let number) = value { number } else { nil } }
    set { value = newValue.map(CellValue.number) }
  }

  /// The value of a cell of a spreadsheet that shows it in whatever way; nil for text, and where none is known.
  public var value: CellValue? {
    get { if case .value(let value, _) = content { value } else { nil } }
    set { content = newValue.map { .value($0, shownAs: shown) } ?? shown }
  }

  private var shown: Content { if case .value(_, let shown) = content { shown } else { content } }

  private mutating func show(_ shown: Content) {
    content = value.map { .value($0, shownAs: shown) } ?? shown
  }

  /// What the cell says in inlines alone: its paragraphs, items and lines of code, set apart by line breaks.
  public var inlines: [Inline] { paragraph ?? CellText.inlines(of: blocks) }

  /// True if nothing stands in the cell.
  public var isEmpty: Bool { shown == .paragraph([]) }

  /// True if the cell reaches over columns or rows beside its own.
  public var isSpanning: Bool { columnSpan > 1 || rowSpan > 1 }

  /// The same cell holding one paragraph.
  package func holding(_ paragraph: [Inline]) -> TableCell {
    var cell = self
    cell.show(Self.content(of: paragraph))
    return cell
  }

  private static func content(of blocks: [Block]) -> Content {
    if blocks.isEmpty { return .paragraph([]) }
    if blocks.count == 1, case .paragraph(let inlines) = blocks[0] { return content(of: inlines) }
    return .blocks(blocks)
  }

  private static func content(of paragraph: [Inline]) -> Content {
    if paragraph.count == 1, case .text(let text) = paragraph[0] { return .text(text) }
    return .paragraph(paragraph)
  }
}

/// The value that a cell of a spreadsheet holds, however the cell shows it.
public enum CellValue: Hashable, Sendable {
  /// A number, spelled with digits, a point and an exponent.
  case number(String)
  /// A day, a time of day, or both, as ISO 8601 spells them: `2024-03-01`, `12:30:00`, `2024-03-01T12:30:00`.
  case date(String)
  /// A truth value.
  case boolean(Bool)
}
