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
  var rowDepth: Int {
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
