/// What follows what: paragraphs, tables, and what was read of another format.
enum FlowItem {
  case paragraph(FlowParagraph)
  case table(FlowTable)
  case blocks([Block])

  /// True for a paragraph without text.
  var isEmpty: Bool {
    if case .paragraph(let paragraph) = self { paragraph.isEmpty } else { false }
  }

  /// What it costs to have it once more, in paragraphs of usual length.
  var cost: Int {
    switch self {
    case .paragraph(let paragraph): 1 + paragraph.text.count / 64
    case .table(let table): table.rows.reduce(1) { $0 + $1.cost }
    case .blocks(let blocks): 1 + blocks.count
    }
  }
}

struct FlowTable {
  var rows: [FlowRow] = []
  /// How many rows are the header; nil where only their looks tell.
  var headerRows: Int?
  /// Lines are drawn between its cells, which nobody does in a table that only places what it holds.
  var isRuled = false

  /// True if the cells of the first rows, and of those that these reach into, reach over all rows.
  func isReached(by count: Int) -> Bool {
    count < rows.count && rows.dropFirst(count).allSatisfy { $0.merges.contains { $0.contains(.above) } }
  }
}

struct FlowRow {
  var cells: [[FlowItem]]
  var definition: FlowRowDefinition
  /// Where the cells are, as far as AbiWord says it.
  var places: [FlowCellPlace?]
  /// Which of the cells are part of others, none if no cell is.
  var merges: [FlowCellMerge] = []

  func merge(of cell: Int) -> FlowCellMerge { cell < merges.count ? merges[cell] : [] }

  fileprivate var cost: Int { cells.joined().reduce(cells.count) { $0 + $1.cost } }
}

/// What is known of a row besides its cells.
struct FlowRowDefinition {
  /// The row repeats as a header.
  var isHeader = false
  /// Lines are drawn around its cells.
  var isRuled = false
  /// Where the row begins, in twips from the margin.
  var left = 0
  /// Where the cells end, in twips from the margin.
  var edges: [Int] = []
  /// Which of the cells are part of others, none if no cell is.
  private(set) var merges: [FlowCellMerge] = []
  /// What was said of the cell whose edge comes next.
  var nextMerge: FlowCellMerge = []

  /// More columns than this are left out. Each row has its edges for itself, and those before them may not have ended.
  static let columnLimit = 1_000

  mutating func addCell(edge: Int) {
    guard edges.count < Self.columnLimit else {
      nextMerge = []
      return
    }
    edges.append(edge)
    if !nextMerge.isEmpty || !merges.isEmpty {
      while merges.count < edges.count - 1 { merges.append([]) }
      merges.append(nextMerge)
    }
    nextMerge = []
  }

  /// True for a cell without width, of which some programs write more than there are columns.
  func isNarrow(_ cell: Int) -> Bool {
    cell > 0 && cell < edges.count && edges[cell] == edges[cell - 1]
  }
}

/// Which other cell a cell is part of; it is there all the same, empty.
struct FlowCellMerge: OptionSet {
  let rawValue: UInt8

  /// The cell to its left.
  static let left = FlowCellMerge(rawValue: 1)
  /// The cell above it.
  static let above = FlowCellMerge(rawValue: 2)
}
