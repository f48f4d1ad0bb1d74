/// Tables of elements that only say to screen readers what they are (WAI-ARIA 1.2, table, row, cell), or to style sheets.
enum TableRoles {
  static func read(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      if tree.hasClass("summary-table", id) { readSummary(id, &tree) }
      guard isTable(id, in: tree) else { return }
      let rows = parts(of: id, in: tree) { has(["row"], $0, in: tree) }
      guard !rows.isEmpty else { return }
      let table = tree.addElement(.table)
      tree.insert(table, before: id)
      for row in rows { append(row, to: table, &tree) }
    }
  }

  /// The grids of Javadoc say by their class how many columns they have.
  private static let columns = [
    "two-column-summary": 2, "three-column-summary": 3, "four-column-summary": 4,
  ]

  private static func readSummary(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let count = columns.first(where: { tree.hasClass($0.key, id) })?.value else { return }
    let cells = tree.children(of: id).filter { !tree.isBlank($0) }
    guard cells.count > count, cells.count.isMultiple(of: count),
      cells.allSatisfy({ tree[$0].name == .div })
    else { return }
    for start in stride(from: 0, to: cells.count, by: count) {
      let row = tree.addElement(.tr)
      tree.insert(row, before: cells[start])
      for cell in cells[start..<(start + count)] {
        tree.remove(cell)
        tree.rename(cell, tree.hasClass("table-header", cell) ? .th : .td)
        tree.append(cell, to: row)
      }
    }
    tree.rename(id, .table)
  }

  private static func isTable(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard tree[id].name != .table, has(["table", "grid", "treegrid"], id, in: tree) else { return false }
    // One cell is no table, nor is a list of rows.
    let cells = parts(of: id, in: tree) { isCell($0, in: tree) }
    return cells.count > 1 && !tree.contains(in: id) { tree[$0].name == .table }
  }

  private static func append(
    _ row: HTMLTree.NodeID, to table: HTMLTree.NodeID, _ tree: inout HTMLTree
  ) {
    let cells = parts(of: row, in: tree) { isCell($0, in: tree) }
    let element = tree.addElement(.tr)
    for cell in cells {
      let isHeader = has(["columnheader", "rowheader"], cell, in: tree)
      let content = tree.addElement(isHeader ? .th : .td)
      tree.moveChildren(of: cell, to: content)
      tree.append(content, to: element)
      tree.remove(cell)
    }
    guard !cells.isEmpty else { return }
    tree.append(element, to: table)
    if !tree.contains(in: row, where: { tree[$0].name == .text && !tree.isBlank($0) }) { tree.remove(row) }
  }

  private static func isCell(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    has(["cell", "gridcell", "columnheader", "rowheader"], id, in: tree)
  }

  private static func has(_ roles: [String], _ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard let role = tree.attribute(.role, of: id) else { return false }
    return roles.contains { role.equalsIgnoringCase($0) }
  }

  /// What a condition holds for within an element, but not within one another, nor in a table within it.
  private static func parts(
    of id: HTMLTree.NodeID, in tree: HTMLTree, where condition: (HTMLTree.NodeID) -> Bool
  ) -> [HTMLTree.NodeID] {
    var found: [HTMLTree.NodeID] = []
    var current = tree.following(id, within: id)
    while current != HTMLTree.none {
      if condition(current) {
        found.append(current)
      } else if !has(["table", "grid", "treegrid"], current, in: tree) {
        current = tree.following(current, within: id)
        continue
      }
      current = tree.followingSkippingContent(of: current, within: id)
    }
    return found
  }
}
