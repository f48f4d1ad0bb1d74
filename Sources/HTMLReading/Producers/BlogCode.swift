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
