/// What `\trowd` and the words after it said of a row.
struct RTFRowDefinition {
  var isHeader = false
  var left = 0
  /// The indices of cells without width, which some programs write beyond the last.
  var narrowCells: Set<Int> = []
  /// Where the cells end, in twips from the margin.
  private(set) var edges: [Int] = []

  mutating func addCell(edge: Int) {
    if edge == edges.last { narrowCells.insert(edges.count) }
    edges.append(edge)
  }
}

/// Control words of tables; a merged cell is there all the same, empty.
extension RTFInterpreter {
  /// Interprets a word of a table; false if it is none.
  mutating func interpretTableWord(_ word: RTFControlWord, _ parameter: Int?) -> Bool {
    switch word {
    case .trowd:
      rowDefinitions[rowDepth] = RTFRowDefinition()
    case .trhdr:
      rowDefinitions[rowDepth].isHeader = parameter != 0
    case .trleft:
      rowDefinitions[rowDepth].left = parameter ?? 0
    case .cellx:
      rowDefinitions[rowDepth].addCell(edge: parameter ?? 0)
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
