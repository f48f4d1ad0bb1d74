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

/// Puts paragraphs into the cells, rows and tables that they say they belong to.
///
/// RTF does not open and close tables: each paragraph says how many it lies in, and `\cell` and `\row` end
/// what came before.
struct RTFFlowBuilder {
  private struct OpenTable {
    var rows: [FlowRow] = []
    var cells: [[FlowItem]] = []
    var places: [FlowCellPosition?] = []
    var items: [FlowItem] = []
  }

  /// The largest depth of tables; deeper ones become part of the innermost.
  static let depthLimit = 16

  private var items: [FlowItem] = []
  private var tables: [OpenTable] = []

  /// Makes room for what RTF of so many bytes may hold; what stays unused of that is never touched.
  mutating func reserveCapacity(forBytes count: Int) {
    items.reserveCapacity(count / 256)
  }

  mutating func append(_ item: FlowItem, depth: Int) {
    setDepth(depth)
    if tables.isEmpty {
      items.append(item)
    } else {
      tables[tables.count - 1].items.append(item)
    }
  }

  mutating func endCell(depth: Int, place: FlowCellPosition?) {
    setDepth(depth)
    let last = tables.count - 1
    tables[last].cells.append(tables[last].items)
    tables[last].places.append(place)
    tables[last].items = []
  }

  mutating func endRow(depth: Int, _ definition: FlowRowDefinition) {
    setDepth(depth)
    closeRow(definition)
  }

  mutating func finish() -> [FlowItem] {
    setDepth(0)
    return items
  }

  private mutating func closeRow(_ definition: FlowRowDefinition) {
    let last = tables.count - 1
    // Text after the last cell's end belongs to a cell whose end is missing.
    if !tables[last].items.allSatisfy(\.isEmpty) { tables[last].cells.append(tables[last].items) }
    tables[last].items = []
    while let cell = tables[last].cells.last, definition.isNarrow(tables[last].cells.count - 1),
      cell.allSatisfy(\.isEmpty)
    {
      tables[last].cells.removeLast()
    }
    let (cells, places) = (tables[last].cells, tables[last].places)
    (tables[last].cells, tables[last].places) = ([], [])
    guard !cells.isEmpty else { return }
    tables[last].rows.append(
      FlowRow(cells: cells, definition: definition, places: places, merges: definition.merges))
  }

  private mutating func setDepth(_ depth: Int) {
    let wanted = min(depth, Self.depthLimit)
    while tables.count < wanted { tables.append(OpenTable()) }
    while tables.count > wanted {
      closeRow(FlowRowDefinition())
      let rows = tables.removeLast().rows
      let isRuled = rows.contains { $0.definition.isRuled }
      let table = FlowItem.table(FlowTable(rows: rows, isRuled: isRuled))
      if tables.isEmpty {
        items.append(table)
      } else {
        tables[tables.count - 1].items.append(table)
      }
    }
  }
}

extension FlowCellPosition {
  private static let suffix = Array("-attach".utf8)

  /// Reads AbiWord's properties of a cell (`\abicellprops`), such as `left-attach:0; right-attach:1; top-attach:2; bot-attach:3`.
  ///
  /// Every cell that is written has some, so that they are read byte by byte.
  init?(_ properties: [UInt8]) {
    var (top, left, bottom, right): (Int?, Int?, Int?, Int?)
    let bytes = properties.span
    var start = 0
    while start < bytes.count {
      var colon = start
      while colon < bytes.count, bytes[colon] != UInt8(ascii: ":"), bytes[colon] != UInt8(ascii: ";") {
        colon += 1
      }
      var end = colon + 1
      let side = Self.side(bytes, start, colon)
      let number = side == 0 ? nil : Self.number(bytes, &end)
      switch side {
      case UInt8(ascii: "t"): top = number ?? top
      case UInt8(ascii: "l"): left = number ?? left
      case UInt8(ascii: "b"): bottom = number ?? bottom
      case UInt8(ascii: "r"): right = number ?? right
      default: break
      }
      if colon < bytes.count, bytes[colon] == UInt8(ascii: ":") {
        while end < bytes.count, bytes[end] != UInt8(ascii: ";") { end += 1 }
        end += 1
      }
      start = end
      while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    }
    guard let row = top, let column = left else { return nil }
    self.init(
      row: row, column: column, rows: max(1, (bottom ?? 0) - row), columns: max(1, (right ?? 0) - column))
  }

  /// The first letter of a name that says where a side of a cell is attached; zero for any other.
  private static func side(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt8 {
    let suffix = suffix.span
    guard end - start > suffix.count else { return 0 }
    for index in suffix.indices where bytes[end - suffix.count + index] != suffix[index] { return 0 }
    return bytes[start]
  }

  /// The number that stands at a place, of nine digits at most; the place is behind it then.
  private static func number(_ bytes: Span<UInt8>, _ place: inout Int) -> Int? {
    let start = place
    var number = 0
    while place < bytes.count, bytes[place].isASCIIDigit, place - start < 10 {
      number = number * 10 + Int(bytes[place]) - 0x30
      place += 1
    }
    return (1...9).contains(place - start) ? number : nil
  }
}
