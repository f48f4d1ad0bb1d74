/// Rules for copies of spreadsheets.
enum SpreadsheetRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule(
      "drop cells of hidden columns", for: [.excel, .googleSheets, .libreOfficeCalc], dropHiddenColumns),
    CleanUp.Rule("type the minus signs of numbers", for: [.gnumeric], typeMinusSigns),
    CleanUp.Rule("drop empty columns that text is wider than", for: [.gnumeric], dropOverflow),
  ]

  /// A sheet has no more columns than this.
  private static let columnLimit = 16_384

  /// Excel says of a column that it is hidden, and not of its cells.
  private static func dropHiddenColumns(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .table) { tree, id in
      let isHidden = hiddenColumns(of: id, in: tree)
      guard isHidden.contains(true) else { return }
      let table = TableElement(id, in: tree)
      var places = CellColumns()
      for (row, number) in zip(table.rows, table.rowNumbers) {
        places.beginRow(number)
        for cell in row {
          let columns = tree.span(.colspan, of: cell)
          let covered = places.place(columns: columns, rows: tree.span(.rowspan, of: cell))
          let shown = covered.count { $0 >= isHidden.count || !isHidden[$0] }
          if shown == 0 {
            tree.remove(cell)
          } else if shown < columns {
            tree.replaceAttribute(.colspan, of: cell, with: "\(shown)".utf8)
          }
        }
      }
    }
  }

  /// Gnumeric sets numbers with the minus sign of typographers, which no program reads as one.
  private static func typeMinusSigns(_ tree: inout HTMLTree) {
    let sign: [UInt8] = [0xE2, 0x88, 0x92]
    tree.forEachElement(named: .td) { tree, id in
      for child in Array(tree.children(of: id)) where tree[child].name == .text {
        let text = tree.text(of: child)
        guard text.contains(sign[0]) else { continue }
        let typed = Array(text).replacing(sign, with: [UInt8(ascii: "-")])
        if isNumber(typed) { tree.replaceText(of: child, with: typed) }
      }
    }
  }

  /// True for digits, what groups them, signs, an exponent and signs of currencies.
  private static func isNumber(_ text: [UInt8]) -> Bool {
    text.contains(where: \.isASCIIDigit)
      && text.allSatisfy { !$0.isASCIILetter || $0 == UInt8(ascii: "E") || $0 == UInt8(ascii: "e") }
  }

  /// Gnumeric has a cell whose text is wider than its column span the empty ones beside it, and behind the last column
  /// one that was not copied.
  private static func dropOverflow(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .table) { tree, id in
      let table = TableElement(id, in: tree)
      var places = CellColumns()
      var placed: [(cell: HTMLTree.NodeID, columns: Range<Int>)] = []
      for (row, number) in zip(table.rows, table.rowNumbers) {
        places.beginRow(number)
        for cell in row {
          let rows = tree.span(.rowspan, of: cell)
          placed.append((cell, places.place(columns: tree.span(.colspan, of: cell), rows: rows)))
        }
      }
      let cells = placed.map { ($0.columns, tree[$0.cell].firstChild != HTMLTree.none) }
      let width = shownWidth(cells, of: places.width)
      for (cell, columns) in placed where columns.upperBound > width {
        if columns.lowerBound >= width {
          tree.remove(cell)
        } else {
          tree.replaceAttribute(.colspan, of: cell, with: "\(width - columns.lowerBound)".utf8)
        }
      }
    }
  }

  /// How many columns there are without the last ones in which nothing begins, and into which something flows over.
  private static func shownWidth(_ cells: [(columns: Range<Int>, isFilled: Bool)], of width: Int) -> Int {
    var overflowChange = [Int](repeating: 0, count: width + 1)
    var filled = 0
    for (columns, isFilled) in cells where !columns.isEmpty {
      if isFilled { filled = max(filled, columns.lowerBound + 1) }
      guard columns.count > 1 else { continue }
      overflowChange[columns.lowerBound + 1] += 1
      overflowChange[columns.upperBound] -= 1
    }
    // Counted from the right, as columns are dropped.
    var shown = width
    var overflowing = -overflowChange[width]
    while shown > filled, overflowing > 0 {
      shown -= 1
      overflowing -= overflowChange[shown]
    }
    return shown
  }

  private static func hiddenColumns(of table: HTMLTree.NodeID, in tree: HTMLTree) -> [Bool] {
    var isHidden: [Bool] = []
    for group in tree.children(of: table) where tree[group].name == .colgroup {
      for column in tree.children(of: group) where tree[column].name == .col {
        let count = min(tree.span(.span, of: column), columnLimit - isHidden.count)
        let style = tree.style(of: column)
        isHidden += repeatElement(style?.isHidden == true || style?.isVisible == false, count: count)
      }
    }
    return isHidden
  }
}

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

  /// The elements that a condition holds for within an element, but not within one another, nor in a table within it.
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
