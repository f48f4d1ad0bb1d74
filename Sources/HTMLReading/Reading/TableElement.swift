/// The rows of a table element, and what they are for.
struct TableElement {
  /// The cells of the rows that have any.
  private(set) var rows: [[HTMLTree.NodeID]] = []
  /// The number of rows that are before each, those counted that have no cells of their own.
  private(set) var rowNumbers: [Int] = []
  /// The positions where the group of rows ends that each is in, counted likewise.
  private var groupEnds: [Int] = []
  private var rowCount = 0
  private(set) var captions: [HTMLTree.NodeID] = []
  /// The number of the first rows that are marked up as a header.
  private(set) var headerRows = 0
  /// True if a first row all in bold is a header that nobody marked up.
  private(set) var mayHaveBoldHeader = true
  /// True for a table that only puts things side by side.
  private(set) var isForLooks = false

  init(_ table: HTMLTree.NodeID, in tree: HTMLTree) {
    var headRows = 0
    for child in Self.groups(of: table, in: tree) {
      switch tree[child].name {
      case .caption: captions.append(child)
      case .thead, .tbody, .tfoot:
        let isHead = tree[child].name == .thead && rows.count == headRows
        for row in tree.children(of: child) where tree[row].name == .tr { addRow(row, in: tree) }
        endGroup()
        if isHead { headRows = rows.count }
      case .tr: addRow(child, in: tree)
      default: break
      }
    }
    endGroup()
    headerRows = headRows > 0 ? headRows : leadingHeaderRows(in: tree)
    // A table that is nothing but header has a row of headings above the others.
    if headerRows == rows.count { headerRows = min(headerRows, 1) }
    isForLooks = decideForLooks(table, in: tree)
    if headerRows == 0, rows.count > 1, isShaded(0, in: tree), !isShaded(1, in: tree) { headerRows = 1 }
  }

  /// What a table holds as it is shown: its first foot is below all else, wherever it is written (CSS 2.1, 17.2).
  private static func groups(of table: HTMLTree.NodeID, in tree: HTMLTree) -> [HTMLTree.NodeID] {
    var groups = Array(tree.children(of: table))
    if let foot = groups.firstIndex(where: { tree[$0].name == .tfoot }) {
      groups.append(groups.remove(at: foot))
    }
    return groups
  }

  private mutating func addRow(_ row: HTMLTree.NodeID, in tree: HTMLTree) {
    let cells = tree.children(of: row).filter { tree[$0].name == .td || tree[$0].name == .th }
    if !cells.isEmpty {
      rows.append(cells)
      rowNumbers.append(rowCount)
    }
    rowCount += 1
  }

  private mutating func endGroup() {
    while groupEnds.count < rows.count { groupEnds.append(rowCount) }
  }

  /// How many of the rows that have cells a cell reaches over that begins in this one; it ends with its group (HTML
  /// 4.9.12.1).
  func rows(within span: Int, from row: Int) -> Int {
    guard span > 1 else { return 1 }
    let end = min(rowNumbers[row] + span, groupEnds[row])
    return rowNumbers[row...].prefix(span).count { $0 < end }
  }

  /// One row if it has nothing but headings, and those like it that its cells reach into.
  private func leadingHeaderRows(in tree: HTMLTree) -> Int {
    var count = 0
    var reach = 1
    while count < min(reach, rows.count), isHeader(rows[count], in: tree) {
      reach = rows[count].reduce(reach) { max($0, count + tree.span(.rowspan, of: $1)) }
      count += 1
    }
    return count
  }

  /// True for a row of headings; the corner above the headings of rows may be an empty cell.
  private func isHeader(_ row: [HTMLTree.NodeID], in tree: HTMLTree) -> Bool {
    row.enumerated().allSatisfy { index, cell in
      tree[cell].name == .th || tree.attribute(.role, of: cell)?.equalsIgnoringCase("columnheader") == true
        || index == 0 && row.count > 1 && tree.children(of: cell).allSatisfy(tree.isBlank)
    }
  }

  /// True if a row, or each of its cells, has a colour of its own.
  private func isShaded(_ row: Int, in tree: HTMLTree) -> Bool {
    func hasColor(_ element: HTMLTree.NodeID) -> Bool {
      if tree.style(of: element)?.hasBackground == true { return true }
      guard let color = tree.attribute(.bgcolor, of: element) else { return false }
      return !color.isEmpty && !["white", "#fff", "#ffffff"].contains { color.equalsIgnoringCase($0) }
    }
    return hasColor(tree[rows[row][0]].parent) || rows[row].allSatisfy(hasColor)
  }

  private func decideForLooks(_ table: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let cells = rows.joined()
    if let role = tree.attribute(.role, of: table) {
      let isPresentation = role.equalsIgnoringCase("presentation") || role.equalsIgnoringCase("none")
      if isPresentation, !holdsData(in: tree) { return true }
    }
    if rows.reduce(0, { $0 + $1.count }) <= 1 { return headerRows == 0 && !isCallout(table, in: tree) }
    if headerRows > 0 || !captions.isEmpty || cells.contains(where: { tree[$0].name == .th }) { return false }
    let border = tree.number(.border, of: table)
    if border ?? 0 > 0 || tree.producer.isSpreadsheet { return false }
    if rows.allSatisfy({ $0.count == 1 }) { return true }
    if border == 0, rows.count == 1 { return true }
    if rows.count > 1, holdsOnePicture(in: tree) { return true }
    let documents = cells.count { Self.holdsDocument($0, in: tree) }
    guard documents > 0 else { return false }
    if border == 0 || rows.count == 1 || tree.isAsWideAsThePage(table) { return true }
    // Side by side, documents are a layout; one among cells of data is a large cell.
    return 2 * documents >= cells.count { tree[$0].firstChild != HTMLTree.none }
  }

  /// True for a table of headings or of short texts in rows and columns, whatever role it says it has: help pages call
  /// all their tables a presentation.
  private func holdsData(in tree: HTMLTree) -> Bool {
    guard rows.count > 1, let columns = rows.first?.count, columns > 1,
      rows.allSatisfy({ $0.count == columns })
    else { return false }
    let cells = rows.joined()
    if cells.contains(where: { tree[$0].name == .th }) { return true }
    return cells.allSatisfy { cell in
      let text = tree.innerText(of: cell, limit: 128)
      return text.count < 128 && !text.allSatisfy(\.isHTMLSpace)
        && !tree.contains(in: cell) { node in
          let name = tree[node].name
          return name == .img || name.isBlock && name != .p
        }
    }
  }

  /// True if all that the cells hold is a picture in one of them, as where Word sets one beside text.
  private func holdsOnePicture(in tree: HTMLTree) -> Bool {
    var pictures = 0
    for cell in rows.joined() where tree[cell].firstChild != HTMLTree.none {
      guard !tree.contains(in: cell, where: { tree[$0].name == .text && hasWords($0, in: tree) }) else {
        return false
      }
      if tree.contains(in: cell, where: { tree[$0].name == .img }) { pictures += 1 }
    }
    return pictures == 1
  }

  private static let callouts: ClassNames = ["callout", "admonition", "alert", "note", "notice", "infobox"]

  /// True for a table of one line that is framed, and says that it is set off as a note is.
  private func isCallout(_ table: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard let cell = rows.first?.first else { return false }
    let isCalled = [table, cell].contains { node in
      tree.hasClass(among: Self.callouts, node)
        || ["note", "alert"].contains { tree.attribute(.role, of: node)?.equalsIgnoringCase($0) == true }
    }
    guard isCalled else { return false }
    let isFramed =
      tree.number(.border, of: table) ?? 0 > 0
      || [table, cell].contains { node in
        let style = tree.style(of: node)
        return style?.hasBorder == true || style?.hasBackground == true
          || tree.attribute(.bgcolor, of: node) != nil
      }
    var blocks = 0
    let holdsMore = tree.contains(in: cell) { node in
      if tree[node].name.isBlock { blocks += 1 }
      return blocks > 1 || tree[node].name == .br
        || tree[node].name.isBlock && ![.p, .div].contains(tree[node].name)
    }
    return isFramed && !holdsMore
  }

  /// True for text that is more than white space, no-break spaces among it.
  private func hasWords(_ text: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    !tree.text(of: text).allSatisfy { $0.isHTMLSpace || $0 == 0xC2 || $0 == 0xA0 }
  }

  /// True if a cell holds what few cells of data have: another table, headings, rules.
  private static func holdsDocument(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.contains(in: cell) { node in
      let name = tree[node].name
      return name == .table || name == .hr || name.headingLevel > 0
    }
  }
}

extension HTMLTree {
  /// True for a table that says to be as wide as what it stands in, as layouts do.
  fileprivate func isAsWideAsThePage(_ table: NodeID) -> Bool {
    guard let width = attribute(.width, of: table) else { return false }
    return width.elementsEqual("100%".utf8)
  }
}
