/// Rules for copies of spreadsheets.
enum SpreadsheetRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule(
      "drop cells of hidden columns", for: [.excel, .googleSheets, .libreOfficeCalc], dropHiddenColumns)
  ]

  /// A sheet has no more columns than this.
  private static let columnLimit = 16_384

  /// Excel says of a column that it is hidden, and not of its cells.
  private static func dropHiddenColumns(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      guard tree[id].name == .table else { return }
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

  private static func hiddenColumns(of table: HTMLTree.NodeID, in tree: HTMLTree) -> [Bool] {
    var isHidden: [Bool] = []
    for group in tree.children(of: table) where tree[group].name == .colgroup {
      for column in tree.children(of: group) where tree[column].name == .col {
        let count = min(tree.span(.span, of: column), columnLimit - isHidden.count)
        isHidden += repeatElement(tree.style(of: column)?.isHidden == true, count: count)
      }
    }
    return isHidden
  }
}
