/// Puts paragraphs that a program only styled alike into the container they stand for.
enum ParagraphGroups {
  /// Puts neighbouring paragraphs, code and lists into block quotes as deep as `depth` says of each; 0 leaves one
  /// where it is.
  static func quote(_ tree: inout HTMLTree, depth: (HTMLTree, HTMLTree.NodeID) -> Int) {
    var last = HTMLTree.none
    tree.forEachElement { tree, id in
      guard [.p, .pre].contains(tree[id].name) || tree[id].name.isList else { return }
      let depth = min(8, depth(tree, id))
      guard depth > 0 else { return }
      var quote = last
      if last == HTMLTree.none || tree.previousVisible(id) != last {
        quote = tree.addElement(.blockquote)
        tree.insert(quote, before: id)
        last = quote
      }
      tree.remove(id)
      for _ in 1..<depth { quote = innerQuote(of: quote, &tree) }
      tree.append(id, to: quote)
    }
  }

  /// The quote that a quote ends with, made if there is none.
  private static func innerQuote(of quote: HTMLTree.NodeID, _ tree: inout HTMLTree) -> HTMLTree.NodeID {
    let last = tree[quote].lastChild
    if last != HTMLTree.none, tree[last].name == .blockquote { return last }
    let inner = tree.addElement(.blockquote)
    tree.append(inner, to: quote)
    return inner
  }

  /// Makes one preformatted element of neighbouring paragraphs that are code, if they are `minimum` or more.
  ///
  /// - Parameter settle: takes out of a paragraph the white space that is not seen, for in code all of it is.
  static func preformat(
    _ tree: inout HTMLTree, minimum: Int, isCode: (HTMLTree, HTMLTree.NodeID) -> Bool,
    settle: (inout HTMLTree, HTMLTree.NodeID) -> Void = { _, _ in }
  ) {
    var group: [HTMLTree.NodeID] = []
    func close(_ tree: inout HTMLTree) {
      defer { group = [] }
      guard group.count >= minimum, let first = group.first else { return }
      let block = tree.addElement(.pre)
      tree.insert(block, before: first)
      for paragraph in group {
        settle(&tree, paragraph)
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
