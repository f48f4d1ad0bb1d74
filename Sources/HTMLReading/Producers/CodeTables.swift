/// Tables that code viewers write: a row a line, or the numbers of lines in one cell and the code in another.
enum CodeTables {
  /// Classes of cells that are a line of code.
  private static let lineClasses: ClassNames = [
    "blob-code", "blob-code-inner", "hljs-ln-code", "js-file-line", "diff-text-cell", "diff-hunk-cell",
  ]
  /// Classes of cells that hold code, if there is an element for code in them.
  private static let codeClasses: ClassNames = ["code", "lines", "line-code", "lines-code", "lntd"]

  /// Classes of the cell above all others that says what the code is: Pygments' for the name of its file.
  private static let titleClasses: ClassNames = ["filename"]

  static func read(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .table) { tree, id in
      var cells = Self.cells(of: id, in: tree).filter {
        tree[$0].firstChild != HTMLTree.none || isBlankLine($0, in: tree)
      }
      var title: HTMLTree.NodeID?
      if let first = cells.first, tree[first].name == .th, tree.hasClass(among: titleClasses, first) {
        title = first
        cells.removeFirst()
      }
      if cells.count == 2, isPreformatted(cells[1], in: tree), holdsNumbers(cells[0], in: tree) {
        replace(id, titled: title, by: [cells[1]], in: &tree)
        return
      }
      var code: [HTMLTree.NodeID] = []
      var others: [HTMLTree.NodeID] = []
      for cell in cells {
        if isCode(cell, in: tree) {
          code.append(cell)
        } else if isShown(cell, in: tree) {
          others.append(cell)
        }
      }
      // Beside lines of code there may be their numbers.
      guard others.isEmpty || !code.isEmpty && others.allSatisfy({ isNumber($0, in: tree) }) else { return }
      guard !code.isEmpty else { return }
      // The numbers of Chroma are in a cell of the same class.
      if code.count > 1, Set(code.map { tree[$0].parent }).count == 1 {
        code = code.filter { isShown($0, in: tree) }
      }
      replace(id, titled: title, by: code, in: &tree)
    }
  }

  /// The cells of a table; none if there is another table in it, which no viewer writes.
  private static func cells(of table: HTMLTree.NodeID, in tree: HTMLTree) -> [HTMLTree.NodeID] {
    var cells: [HTMLTree.NodeID] = []
    var current = tree.following(table, within: table)
    while current != HTMLTree.none {
      switch tree[current].name {
      case .td, .th: cells.append(current)
      case .table: return []
      default: break
      }
      current = tree.following(current, within: table)
    }
    return cells
  }

  /// True for a line of code that is empty; a difference has cells without a line, which its viewers call so.
  private static func isBlankLine(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.hasClass(among: lineClasses, cell)
      && !tree.contains(class: cell) { ByteSearch.contains("empty", in: $0.prefix(64)) }
  }

  /// True for a cell that holds nothing but a preformatted element.
  private static func isPreformatted(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let children = tree.children(of: cell).filter { !tree.isBlank($0) }
    return children.count == 1 && tree[children[0]].name == .pre
  }

  /// True for a cell that counts lines: Hugo writes no classes where it styles each element.
  private static func holdsNumbers(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    isPreformatted(cell, in: tree)
      && tree.innerText(of: cell).allSatisfy { $0.isHTMLSpace || $0.isASCIIDigit }
  }

  private static func isNumber(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.innerText(of: cell, limit: 16).allSatisfy { $0.isHTMLSpace || $0.isASCIIDigit }
  }

  private static func isCode(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.hasClass(among: lineClasses, cell) || tree.hasClass("crayon-code", cell)
      || tree.hasClass(among: codeClasses, cell)
        && tree.contains(in: cell, where: { tree[$0].name == .pre || tree[$0].name == .code })
  }

  private static func isShown(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.contains(in: cell) { tree[$0].name == .text && !tree.isBlank($0) || tree[$0].name == .img }
  }

  /// Puts the code of cells in the place of their table, below its title.
  private static func replace(
    _ table: HTMLTree.NodeID, titled title: HTMLTree.NodeID?, by cells: [HTMLTree.NodeID],
    in tree: inout HTMLTree
  ) {
    guard let first = cells.first else { return }
    if let title {
      tree.remove(title)
      tree.rename(title, .p)
      tree.insert(title, before: table)
    }
    let block: HTMLTree.NodeID
    if cells.count == 1, let whole = tree.firstDescendant(of: first, where: { tree[$0].name == .pre }) {
      block = whole
      tree.remove(whole)
      tree.insert(whole, before: table)
    } else {
      block = tree.addElement(.pre)
      tree.insert(block, before: table)
      if cells.contains(where: { isOfDifference($0, in: tree) }) {
        tree.addAttribute(.dataLanguageLong, to: block) { $0.append(contentsOf: "diff".utf8) }
      }
      for cell in cells {
        tree.remove(cell)
        let isLine = tree.hasClass(among: lineClasses, cell)
        tree.rename(cell, .div)
        if let sign = DifferenceLines.sign(ofCell: cell, in: tree) {
          tree.prepend(tree.addText(sign), to: cell)
        }
        unwrap(in: cell, &tree) { $0 == .pre || isLine && $0 == .div }
        if isLine, tree[cell].firstChild == HTMLTree.none { tree.append(tree.addElement(.br), to: cell) }
        tree.append(cell, to: block)
      }
    }
    tree.remove(table)
  }

  /// True for a line with the sign of a changed one, as GitHub writes it now and wrote it before, or by its class.
  private static func isOfDifference(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.hasClass("diff-text-cell", cell) || DifferenceLines.sign(ofCell: cell, in: tree) != nil
      || tree.contains(in: cell) {
        tree.attribute(.dataCodeMarker, of: $0).map {
          $0.elementsEqual("+".utf8) || $0.elementsEqual("-".utf8)
        }
          == true
      }
  }

  private static func unwrap(
    in cell: HTMLTree.NodeID, _ tree: inout HTMLTree, where condition: (HTMLElementName) -> Bool
  ) {
    var current = tree.following(cell, within: cell)
    while current != HTMLTree.none {
      let next = tree.following(current, within: cell)
      if condition(tree[current].name) { tree.unwrap(current) }
      current = next
    }
  }
}

/// Code as blogs and boards show it, whose lines and numbers only look so.
enum BlogCode {
  /// Gatsby ends a line that it sets apart by the end of its element alone.
  static func endMarkedLines(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass("gatsby-highlight-code-line", id), tree[id].next != HTMLTree.none else { return }
      tree.append(tree.addText("\n"), to: id)
    }
  }

  /// Blogs of cnblogs number lines by spans among others: each begins a line, and the first counts as all do.
  static func dropColouredNumbers(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass("cnblogs_code", id),
        let code = tree.children(of: id).first(where: { tree[$0].name == .pre })
      else { return }
      var numbers: [HTMLTree.NodeID] = []
      var lines = 1
      var beginsLine = true
      for child in tree.children(of: code) {
        let text = tree.innerText(of: child, limit: 1 << 16)
        if beginsLine, tree[child].name == .span {
          let digits = text[...].trimmingHTMLSpace
          guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return }
          numbers.append(child)
        }
        lines += text.count { $0 == 0x0A }
        beginsLine = text.last == 0x0A
      }
      guard numbers.count > 1, lines - numbers.count <= 1 else { return }
      for number in numbers {
        let next = tree[number].next
        tree.remove(number)
        if next != HTMLTree.none, tree[next].name == .text, tree.text(of: next).first == 0x20 {
          tree.trimText(next, first: 1)
        }
      }
    }
  }

  /// gitweb has an element for each line, with the number and a space before what is in it.
  static func joinNumberedLines(_ tree: inout HTMLTree) {
    var block = HTMLTree.none
    tree.forEachElementWithAttributes { tree, id in
      let number = tree[id].firstChild
      guard tree[id].name == .div, tree.hasClass("pre", id), number != HTMLTree.none,
        tree.hasClass("linenr", number)
      else { return }
      let code = tree[number].next
      if code != HTMLTree.none, tree[code].name == .text, tree.text(of: code).first == 0x20 {
        tree.trimText(code, first: 1)
      }
      tree.remove(number)
      tree.rename(id, .span)
      tree.append(tree.addText("\n"), to: id)
      if block != HTMLTree.none, tree.previousVisible(id) == block {
        while tree[id].previous != block { tree.remove(tree[id].previous) }
        tree.remove(id)
        tree.append(id, to: block)
      } else {
        block = tree.wrap(id, in: .pre)
      }
    }
  }

  /// Discuz! has an item for each line, and a button below.
  static func readNumberedLines(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree.hasClass("blockcode", id),
        let list = tree.firstDescendant(of: id, where: { tree[$0].name == .ol })
      else { return }
      for line in Array(tree.children(of: list)) where tree[line].name == .li {
        for mark in Array(tree.children(of: line)) where tree[mark].name == .br { tree.remove(mark) }
        tree.rename(line, .div)
      }
      tree.rename(list, .pre)
      tree.insert(list, before: id)
      tree.remove(id)
    }
  }
}
