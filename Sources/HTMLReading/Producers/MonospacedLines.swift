/// Lines in a font for code that lie within each other: editors in a page put each line that is typed into an element,
/// and pasted ones into another around them.
enum MonospacedLines {
  /// Sets lines beside each other, each in the font of what they lay in.
  static func level(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.isMonospaced == true }) else { return }
    // The style of a line that had none.
    var plain: Int32 = -1
    tree.forEachElement(named: .div) { tree, id in
      let parts = Array(tree.children(of: id))
      let lines = parts.filter { tree[$0].name == .div }
      guard !lines.isEmpty, parts.allSatisfy({ isLine($0, in: tree) }) else { return }
      let isMonospaced = tree.style(of: id)?.isMonospaced == true
      guard
        isMonospaced
          || lines.count == parts.count && lines.allSatisfy({ tree.style(of: $0)?.isMonospaced == true })
      else { return }
      if lines.count < parts.count { wrapText(of: id, &tree) }
      if isMonospaced {
        for line in tree.children(of: id) where tree[line].name == .div {
          setFont(of: line, &plain, &tree)
        }
      }
      let first = parts.first { !tree.isBlank($0) }
      if let first, tree[first].name != .div { keepFirst(of: id, &tree) } else { tree.unwrap(id) }
    }
  }

  /// Lets an element that begins with a line of text be that line, as lines are looked for in the order of a page.
  private static func keepFirst(of id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let lines = tree.children(of: id).filter { !tree.isBlank($0) }
    let next = tree[id].next
    for line in lines.dropFirst() {
      tree.remove(line)
      if next == HTMLTree.none {
        tree.append(line, to: tree[id].parent)
      } else {
        tree.insert(line, before: next)
      }
    }
    tree.unwrap(lines[0])
  }

  /// True for a line, and for a part of one.
  private static func isLine(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    switch tree[id].name {
    case .div, .text, .br, .span, .font, .b, .i: true
    default: false
    }
  }

  /// Makes lines of the text between lines.
  private static func wrapText(of id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var line = HTMLTree.none
    for part in Array(tree.children(of: id)) {
      if tree[part].name == .div {
        line = HTMLTree.none
        continue
      }
      if line == HTMLTree.none {
        guard !tree.isBlank(part) else { continue }
        line = tree.addElement(.div)
        tree.insert(line, before: part)
      }
      tree.remove(part)
      tree.append(part, to: line)
    }
  }

  private static func setFont(of line: HTMLTree.NodeID, _ plain: inout Int32, _ tree: inout HTMLTree) {
    guard let style = tree.style(of: line) else {
      if plain < 0 {
        tree.addStyle(of: line) { $0.isMonospaced = true }
        plain = tree[line].style
      } else {
        tree[line].style = plain
      }
      return
    }
    if style.isMonospaced == nil { tree.addStyle(of: line) { $0.isMonospaced = true } }
  }
}
