/// Puts paragraphs that a program only styled alike into the container they stand for.
enum ParagraphGroups {
  /// Puts neighbouring paragraphs into block quotes as deep as `depth` says of each; 0 leaves one where it is.
  static func quote(_ tree: inout HTMLTree, depth: (HTMLTree, HTMLTree.NodeID) -> Int) {
    var last = (quote: HTMLTree.none, paragraph: HTMLTree.none, depth: 0)
    tree.forEachElement { tree, id in
      guard tree[id].name == .p else { return }
      let depth = min(8, depth(tree, id))
      guard depth > 0 else { return }
      let before = tree.previousVisible(id)
      if before != HTMLTree.none, before == last.quote, depth == last.depth {
        tree.remove(id)
        tree.append(id, to: tree[last.paragraph].parent)
      } else {
        var outer = tree.wrap(id, in: .blockquote)
        for _ in 1..<depth { outer = tree.wrap(outer, in: .blockquote) }
        last.quote = outer
      }
      last.paragraph = id
      last.depth = depth
    }
  }

  /// Makes one preformatted element of neighbouring paragraphs that are code, if they are `minimum` or more.
  static func preformat(
    _ tree: inout HTMLTree, minimum: Int, isCode: (HTMLTree, HTMLTree.NodeID) -> Bool
  ) {
    var group: [HTMLTree.NodeID] = []
    func close(_ tree: inout HTMLTree) {
      defer { group = [] }
      guard group.count >= minimum, let first = group.first else { return }
      let block = tree.addElement(.pre)
      tree.insert(block, before: first)
      for paragraph in group {
        tree.remove(paragraph)
        tree.rename(paragraph, .div)
        tree.append(paragraph, to: block)
      }
    }
    tree.forEachElement { tree, id in
      let name = tree[id].name
      guard name == .p || name == .div || name == .pre else { return }
      let follows = group.last.map { tree.previousVisible(id) == $0 } ?? false
      if !follows { close(&tree) }
      if isCode(tree, id) { group.append(id) }
    }
    close(&tree)
  }
}
