/// Tables: of data, or of nothing but layout.
extension DocumentBuilder {
  mutating func visitTable(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    let layout = TableLayout(of: id, in: tree)
    charge(lines: layout.rows.count, context)
    guard !isTooExpensive(context) else {
      dissolve(id, context)
      return
    }
    for caption in layout.captions { visit(caption, context) }
    endParagraph()
    guard !layout.isForLooks else {
      for row in layout.rows {
        for cell in row {
          visitChildren(of: cell, context)
          endParagraph()
        }
      }
      return
    }
    // Cells that the source did not spell out are a cost of the writer's.
    let cellCount = layout.rows.reduce(0) { $0 + $1.count }
    var grid = TableGrid(limit: 2 * cellCount + budget / 4)
    for (index, row) in layout.rows.enumerated() {
      grid.beginRow(layout.rowNumbers[index], isHeader: index == 0 && layout.hasHeader)
      for cell in row {
        grid.append(
          readCell(cell, context), alignment: alignment(of: cell),
          columns: tree.span(.colspan, of: cell), rows: tree.span(.rowspan, of: cell))
      }
    }
    budget -= 2 * (grid.paddedCellCount - cellCount)
    if !grid.isTooLarge {
      if let table = grid.table(findsBoldHeader: layout.mayHaveBoldHeader) { blocks.append(.table(table)) }
    } else {
      blocks += grid.paragraphs
    }
  }

  private mutating func readCell(_ cell: HTMLTree.NodeID, _ outer: ReadingContext) -> [Inline] {
    var context = outer
    if let style = tree.style(of: cell) { context = context.applying(style, of: tree[cell].name) }
    if tree[cell].name == .th {
      context.isBoldAnyway = true
      context.formats = context.formats.removing(InlineFormats.allStrong)
    }
    return CellContent.inlines(of: content(of: cell, context))
  }

  /// What the cell says of its alignment, or the one paragraph within it.
  private func alignment(of cell: HTMLTree.NodeID) -> Table.Alignment? {
    var current = cell
    while true {
      if let alignment = tree.style(of: current)?.alignment { return alignment }
      if let attribute = tree.attribute(.align, of: current),
        let alignment = Table.Alignment(spelling: attribute)
      {
        return alignment
      }
      let children = tree.children(of: current).filter { !tree.isBlank($0) }
      guard children.count == 1, let only = children.first else { return nil }
      if tree[only].name == .center { return .center }
      guard tree[only].name == .p || tree[only].name == .div else { return nil }
      current = only
    }
  }
}

/// The rows of a table element, and what they are for.
struct TableLayout {
  /// The cells of the rows that have any.
  private(set) var rows: [[HTMLTree.NodeID]] = []
  /// How many rows are before each, those counted that have no cells of their own.
  private(set) var rowNumbers: [Int] = []
  private var rowCount = 0
  private(set) var captions: [HTMLTree.NodeID] = []
  /// True if the first row is marked up as a header.
  private(set) var hasHeader = false
  /// True if a first row all in bold is a header that nobody marked up.
  private(set) var mayHaveBoldHeader = true
  /// True for a table that only puts things side by side.
  private(set) var isForLooks = false

  init(of table: HTMLTree.NodeID, in tree: HTMLTree) {
    var hasHead = false
    for child in tree.children(of: table) {
      switch tree[child].name {
      case .caption: captions.append(child)
      case .thead, .tbody, .tfoot:
        for row in tree.children(of: child) where tree[row].name == .tr {
          if tree[child].name == .thead, rows.isEmpty { hasHead = true }
          addRow(row, in: tree)
        }
      case .tr: addRow(child, in: tree)
      default: break
      }
    }
    let isAllHeader = rows.first.map { $0.allSatisfy { tree[$0].name == .th } } ?? false
    hasHeader = hasHead || isAllHeader
    isForLooks = decideForLooks(table, in: tree)
  }

  private mutating func addRow(_ row: HTMLTree.NodeID, in tree: HTMLTree) {
    let cells = tree.children(of: row).filter { tree[$0].name == .td || tree[$0].name == .th }
    if !cells.isEmpty {
      rows.append(cells)
      rowNumbers.append(rowCount)
    }
    rowCount += 1
  }

  private func decideForLooks(_ table: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    if let role = tree.attribute(.role, of: table) {
      if role.equalsIgnoringCase("presentation") || role.equalsIgnoringCase("none") { return true }
    }
    let cells = rows.joined()
    if rows.reduce(0, { $0 + $1.count }) <= 1 { return !hasHeader }
    if cells.contains(where: { Self.holdsDocument($0, in: tree) }) { return true }
    if hasHeader || cells.contains(where: { tree[$0].name == .th }) { return false }
    let hasBorder = tree.number(.border, of: table) ?? 0 > 0
    if rows.allSatisfy({ $0.count == 1 }), !hasBorder, !tree.producer.isSpreadsheet { return true }
    let saysNoBorder = tree.number(.border, of: table) == 0
    return rows.count == 1 && saysNoBorder && !tree.producer.isSpreadsheet
  }

  /// True if a cell holds what no cell of data has: another table, headings, rules.
  private static func holdsDocument(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.contains(in: cell) { node in
      let name = tree[node].name
      return name == .table || name == .hr || name.headingLevel > 0
    }
  }
}

/// The cells of a table as they fall into columns.
struct TableGrid {
  private struct Row {
    var cells: [[Inline]] = []
    var isHeader = false
  }

  /// What the cells of a column say of their alignment.
  private struct Alignments {
    var header: Table.Alignment?
    var body: [Table.Alignment: Int] = [:]

    /// What most cells below the header say, else what the header says.
    var common: Table.Alignment? {
      body.max { ($0.value, $1.key.order) < ($1.value, $0.key.order) }?.key ?? header
    }
  }

  private var rows: [Row] = []
  private var alignments: [Alignments] = []
  private var places = CellPlaces()
  private var width = 0
  /// How many cells the table may have, those counted that are made to fill rows.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var paddedCellCount: Int { width * (rows.count + 1) }

  /// True if the table has more cells than it may have; from then on none are made to fill rows.
  var isTooLarge: Bool { paddedCellCount > limit }

  /// Begins the row of this number in the source, where rows can be that have no cells of their own.
  mutating func beginRow(_ number: Int, isHeader: Bool) {
    rows.append(Row(isHeader: isHeader))
    places.beginRow(number)
  }

  mutating func append(_ content: [Inline], alignment: Table.Alignment?, columns: Int, rows rowSpan: Int) {
    let row = rows.count - 1
    let first = places.place(columns: columns, rows: rowSpan)
    width = max(width, first + columns)
    guard !isTooLarge else { return rows[row].cells.append(content) }
    // Columns that cells above reach into stay empty.
    while rows[row].cells.count < first { rows[row].cells.append([]) }
    rows[row].cells.append(content)
    for _ in 1..<columns { rows[row].cells.append([]) }
    while alignments.count < first + columns { alignments.append(Alignments()) }
    if let alignment {
      if row == 0 {
        alignments[first].header = alignment
      } else {
        alignments[first].body[alignment, default: 0] += 1
      }
    }
  }

  /// The table; its header is the row marked as one, or a first row all in bold, or empty.
  func table(findsBoldHeader: Bool) -> Table? {
    guard width > 0, rows.contains(where: { $0.cells.contains { !$0.isEmpty } }) else { return nil }
    var body = rows[...]
    var header: [[Inline]] = []
    if let first = rows.first {
      if first.isHeader {
        header = first.cells
        body = body.dropFirst()
      } else if findsBoldHeader, let unbolded = Self.unbolded(first.cells) {
        header = unbolded
        body = body.dropFirst()
      }
    }
    return Table(
      alignments: alignments.map(\.common) + Array(repeating: nil, count: width - alignments.count),
      header: padded(header),
      rows: body.map { padded($0.cells) })
  }

  private func padded(_ cells: [[Inline]]) -> [TableCell] {
    cells.map { TableCell($0) } + Array(repeating: TableCell(), count: max(0, width - cells.count))
  }

  /// The cells without their bold if all that say something are bold throughout, and more than one does.
  private static func unbolded(_ cells: [[Inline]]) -> [[Inline]]? {
    var result: [[Inline]] = []
    var isAnyBold = false
    for cell in cells {
      if cell.isEmpty {
        result.append([])
      } else if cell.count == 1, case .strong(let content) = cell[0] {
        result.append(content)
        isAnyBold = true
      } else {
        return nil
      }
    }
    return isAnyBold ? result : nil
  }

  /// The rows as paragraphs, for a table that is mostly holes.
  var paragraphs: [Block] {
    rows.compactMap { row in
      let content = Array(row.cells.filter { !$0.isEmpty }.joined(separator: [.text(" ")]))
      return content.isEmpty ? nil : .paragraph(content)
    }
  }
}

extension Table.Alignment {
  /// Decides between alignments of which a column has as many.
  fileprivate var order: Int {
    switch self {
    case .left: 0
    case .center: 1
    case .right: 2
    }
  }
}

/// Makes inlines of whatever blocks stand in a cell, for a cell of Markdown holds nothing else.
enum CellContent {
  static func inlines(of blocks: [Block]) -> [Inline] {
    var result: [Inline] = []
    append(blocks, to: &result)
    return result
  }

  private static func append(_ blocks: [Block], to result: inout [Inline]) {
    for block in blocks {
      if !result.isEmpty, result.last != .lineBreak { result.append(.lineBreak) }
      switch block {
      case .paragraph(let inlines): result += inlines
      case .heading(_, let inlines): result.append(.strong(inlines))
      case .blockQuote(let blocks): append(blocks, to: &result)
      case .codeBlock(let code): append(code, to: &result)
      case .list(let list): append(list, to: &result)
      case .table(let table): append(table, to: &result)
      case .thematicBreak: break
      case .html(let html): result.append(.html(html))
      }
    }
    if result.last == .lineBreak { result.removeLast() }
  }

  private static func append(_ code: CodeBlock, to result: inout [Inline]) {
    for line in code.code.split(separator: "\n") {
      if !result.isEmpty, result.last != .lineBreak { result.append(.lineBreak) }
      result.append(.code(String(line)))
    }
  }

  private static func append(_ list: List, to result: inout [Inline]) {
    for (index, item) in list.items.enumerated() {
      if !result.isEmpty, result.last != .lineBreak { result.append(.lineBreak) }
      let box = item.checkbox.map { $0 == .checked ? "☑ " : "☐ " } ?? ""
      switch list.kind {
      case .bullet: result.append(.text(item.checkbox == nil ? "• " : box))
      case .ordered(let start): result.append(.text("\(start + index). \(box)"))
      }
      // The marker begins the item's line.
      let marker = result.removeLast()
      var content: [Inline] = []
      append(item.blocks, to: &content)
      result += [marker] + content
    }
  }

  private static func append(_ table: Table, to result: inout [Inline]) {
    for row in [table.header] + table.rows where row.contains(where: { !$0.content.isEmpty }) {
      if !result.isEmpty, result.last != .lineBreak { result.append(.lineBreak) }
      result += row.map(\.content).filter { !$0.isEmpty }.joined(separator: [.text(" ")])
    }
  }
}
