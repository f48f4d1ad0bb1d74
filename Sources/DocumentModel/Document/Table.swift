/// A table, whose cells may span columns and rows and hold blocks (HTML 4.9).
public struct Table: Hashable, Sendable {
  /// The alignment of the cells of a column.
  public enum Alignment: Hashable, Sendable {
    case left
    case center
    case right
  }

  /// The alignment of each column; nil for none.
  public var columns: [Alignment?]
  /// The number of `rows`, the first ones, that are the header.
  public var headerRows: Int
  /// The rows, those of the header first.
  ///
  /// Each row holds the cells that begin in it, from left to right. It has no cell where a cell of an earlier row
  /// spans into it.
  public var rows: [[TableCell]]
  /// The name of the table; empty for nothing.
  public var caption: [Inline]

  /// Creates a table; by default without a caption.
  public init(columns: [Alignment?], headerRows: Int, rows: [[TableCell]], caption: [Inline] = []) {
    self.columns = columns
    self.headerRows = headerRows
    self.rows = rows
    self.caption = caption
  }

  /// Creates a table with one header row, as GFM has it (GFM 4.10).
  public init(columns: [Alignment?], header: [TableCell], rows: [[TableCell]]) {
    self.init(columns: columns, headerRows: 1, rows: [header] + rows)
  }
}

extension Table {
  /// The first row of the header; as many empty cells as there are columns if the table has none.
  public var header: [TableCell] {
    guard headerRows > 0, let first = rows.first else {
      return Array(repeating: TableCell(), count: columns.count)
    }
    return first
  }

  /// The rows below the first one of the header.
  public var body: ArraySlice<[TableCell]> { rows.dropFirst(headerRows > 0 ? 1 : 0) }
}

extension Table {
  /// True if all rows have as many cells as there are columns, and none of them spans several.
  package var isRegular: Bool {
    rows.allSatisfy { $0.count == columns.count && !$0.contains(where: \.isSpanning) }
  }

  /// True if a cell spans several columns or rows.
  package var hasSpans: Bool { rows.contains { $0.contains(where: \.isSpanning) } }

  /// The table with rows that fill all columns, a header that holds its cells whole, spans that end where the table
  /// does, and columns that cells begin in.
  package func regularized() -> Table {
    let grid = TableGrid(self)
    var result = self
    result.columns += Array(repeating: nil, count: grid.width - columns.count)
    let spanned = grid.spannedColumns
    var isSpanned = [Bool](repeating: false, count: grid.width)
    for column in spanned { isSpanned[column] = true }
    for column in spanned.reversed() { result.columns.remove(at: column) }
    if headerRows > 0 { result.headerRows = grid.headerRows }
    result.rows = grid.rows.map { row in
      row.indices.compactMap { column in
        switch row[column] {
        case .cell(var cell):
          let next = column + cell.columns
          cell.columns -= spanned.count { column < $0 && $0 < next }
          return cell
        case .free: return isSpanned[column] ? nil : TableCell()
        case .covered: return nil
        }
      }
    }
    return result
  }

  /// Leaves out what cells say of their alignment as their columns do; true if any did.
  @discardableResult
  package mutating func dropNeedlessAlignments() -> Bool {
    guard rows.contains(where: { $0.contains { $0.alignment != nil } }) else { return false }
    var isChanged = false
    let grid = hasSpans ? TableGrid(self) : nil
    for row in rows.indices {
      let places = grid?.columnsOfCells(inRow: row) ?? Array(rows[row].indices)
      for (index, column) in zip(rows[row].indices, places) where column < columns.count {
        guard let alignment = rows[row][index].alignment, columns[column] == alignment else { continue }
        rows[row][index].alignment = nil
        isChanged = true
      }
    }
    return isChanged
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

/// A cell of a table.
public struct TableCell: Hashable, Sendable {
  /// The largest number of columns or rows that a cell spans (HTML 4.9.11).
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
  /// The alignment of the cell, where that is not its column's.
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

  /// The number of columns that the cell spans.
  public var columns: Int {
    get { Int(columnSpan) }
    set { columnSpan = UInt16(max(1, min(newValue, Self.largestSpan))) }
  }

  /// The number of rows that the cell spans.
  public var rows: Int {
    get { Int(rowSpan) }
    set { rowSpan = UInt16(max(1, min(newValue, Self.largestSpan))) }
  }

  /// The blocks in the cell.
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

  /// The number that a spreadsheet's cell holds, whatever the cell shows: digits, point and exponent. Nil if none is
  /// known.
  public var number: String? {
    get { if case .number(let number) = value { number } else { nil } }
    set { value = newValue.map(CellValue.number) }
  }

  /// The value that a spreadsheet's cell holds, whatever the cell shows; nil for text, or if none is known.
  public var value: CellValue? {
    get { if case .value(let value, _) = content { value } else { nil } }
    set { content = newValue.map { .value($0, shownAs: shown) } ?? shown }
  }

  private var shown: Content { if case .value(_, let shown) = content { shown } else { content } }

  private mutating func show(_ shown: Content) {
    content = value.map { .value($0, shownAs: shown) } ?? shown
  }

  /// The content of the cell in inlines alone: its paragraphs, items and lines of code, set apart by line breaks.
  public var inlines: [Inline] { paragraph ?? CellText.inlines(of: blocks) }

  /// Whether the cell is empty.
  public var isEmpty: Bool { shown == .paragraph([]) }

  /// Whether the cell spans several columns or rows.
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

/// Makes inlines of whatever blocks stand in a cell, for a cell of Markdown holds nothing else.
private enum CellText {
  static func inlines(of blocks: [Block]) -> [Inline] {
    var result: [Inline] = []
    append(blocks, to: &result)
    return result
  }

  private static func append(_ blocks: [Block], to result: inout [Inline]) {
    for block in blocks {
      beginLine(&result)
      switch block {
      case .paragraph(let inlines): result += inlines
      case .heading(_, let inlines): result.append(.strong(inlines))
      case .blockQuote(let blocks): append(blocks, to: &result)
      case .codeBlock(let code): append(code, to: &result)
      case .list(let list): append(list, to: &result)
      case .table(let table): append(table, to: &result)
      case .definitionList(let definitions): append(BlockFlattening.blocks(of: definitions), to: &result)
      case .figure(let figure): append(BlockFlattening.blocks(of: figure), to: &result)
      case .thematicBreak: break
      case .html(let html): result.append(.html(html))
      }
    }
    if result.last == .lineBreak { result.removeLast() }
  }

  private static func beginLine(_ result: inout [Inline]) {
    if !result.isEmpty, result.last != .lineBreak { result.append(.lineBreak) }
  }

  private static func append(_ code: CodeBlock, to result: inout [Inline]) {
    for line in code.code.split(separator: "\n") {
      beginLine(&result)
      result.append(.code(String(line)))
    }
  }

  private static func append(_ list: List, to result: inout [Inline]) {
    for (index, item) in list.items.enumerated() {
      beginLine(&result)
      let box = item.checkbox.map { $0 == .checked ? "☑ " : "☐ " } ?? ""
      var marker =
        switch list.kind {
        case .bullet: item.label.map { $0 + " " } ?? (item.checkbox == nil ? "• " : "")
        case .ordered(let start): (item.label ?? "\(start + index).") + " "
        }
      marker += box
      var content: [Inline] = []
      append(item.blocks, to: &content)
      // The marker begins the item's line.
      if case .text(let text)? = content.first {
        content[0] = .text(marker + text)
      } else {
        content.insert(.text(marker), at: 0)
      }
      result += content
    }
  }

  private static func append(_ table: Table, to result: inout [Inline]) {
    if !table.caption.isEmpty { result.append(.emphasis(table.caption)) }
    for (index, row) in table.rows.enumerated() {
      let cells = row.map(\.inlines).filter { !$0.isEmpty }
      guard !cells.isEmpty else { continue }
      beginLine(&result)
      let line = Array(cells.joined(separator: [.text(" ")]))
      // The lines of a table within a cell have nothing but this to tell its header.
      if index < table.headerRows { result.append(.strong(line)) } else { result += line }
    }
  }
}
