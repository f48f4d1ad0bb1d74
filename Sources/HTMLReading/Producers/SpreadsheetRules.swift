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
      var places = CellPlaces()
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
      var places = CellPlaces()
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
