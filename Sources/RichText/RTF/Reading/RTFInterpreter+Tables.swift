/// What `\trowd` and the words after it said of a row.
struct FlowRowDefinition {
  /// The row repeats as a header (`\trhdr`).
  var isHeader = false
  /// Where the row begins, in twips from the margin.
  var left = 0
  /// Where the cells end, in twips from the margin.
  var edges: [Int] = []
  /// Which of the cells are part of others, none if no cell is.
  private(set) var merges: [FlowCellMerge] = []
  /// What was said of the cell whose edge comes next.
  var nextMerge: FlowCellMerge = []

  mutating func addCell(edge: Int) {
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

  /// The cell to its left (`\clmrg`).
  static let left = FlowCellMerge(rawValue: 1)
  /// The cell above it (`\clvmrg`).
  static let above = FlowCellMerge(rawValue: 2)
}

/// Control words of tables.
extension RTFInterpreter {
  /// Interprets a word of a table; false if it is none.
  mutating func interpretTableWord(_ word: RTFControlWord, _ parameter: Int?) -> Bool {
    switch word {
    case .trowd:
      rowDefinitions[rowDepth] = FlowRowDefinition()
    case .trhdr:
      rowDefinitions[rowDepth].isHeader = parameter != 0
    case .trleft:
      rowDefinitions[rowDepth].left = parameter ?? 0
    case .cellx:
      rowDefinitions[rowDepth].addCell(edge: parameter ?? 0)
    case .clmrg:
      rowDefinitions[rowDepth].nextMerge.insert(.left)
    case .clvmrg:
      rowDefinitions[rowDepth].nextMerge.insert(.above)
    case .clmgf, .clvmgf:
      // What begins a merged cell is told by what belongs to it.
      break
    case .intbl:
      state.paragraph.isInTable = parameter != 0
    case .itap:
      state.paragraph.tableDepth = min(max(0, parameter ?? 0), RTFFlowBuilder.depthLimit)
    case .cell:
      endCell(depth: 1)
    case .nestcell:
      endCell(depth: max(2, state.paragraph.tableDepth))
    case .row:
      endRow(depth: 1)
    case .nestrow:
      endRow(depth: max(2, state.paragraph.tableDepth))
    default:
      return false
    }
    return true
  }

  /// The depth of the table whose row is defined now.
  private var rowDepth: Int {
    state.destination == .nestedTableProperties ? max(2, state.paragraph.tableDepth) : 1
  }

  private mutating func endCell(depth: Int) {
    guard isInBody else { return }
    flushDecoder()
    endParagraph(depth: depth)
    flow.endCell(depth: depth, place: cellPlaces.last ?? nil)
    if !cellPlaces.isEmpty { cellPlaces[cellPlaces.count - 1] = nil }
  }

  private mutating func endRow(depth: Int) {
    guard isInBody else { return }
    flushDecoder()
    if !paragraph.isEmpty { endParagraph(depth: depth) }
    flow.endRow(depth: depth, rowDefinitions[depth])
  }
}
