/// Puts paragraphs into the cells, rows and tables that they say they belong to.
///
/// RTF does not open and close tables: each paragraph says how many it lies in, and `\cell` and `\row` end
/// what came before.
struct RTFFlowBuilder {
  private struct OpenTable {
    var rows: [FlowRow] = []
    var cells: [[FlowItem]] = []
    var places: [FlowCellPlace?] = []
    var items: [FlowItem] = []
  }

  /// Deeper tables become part of the innermost.
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

  mutating func endCell(depth: Int, place: FlowCellPlace?) {
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
