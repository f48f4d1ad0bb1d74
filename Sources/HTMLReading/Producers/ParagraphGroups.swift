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
  /// - Parameter isBlankLine: tells what stands between such paragraphs for a blank line of the code.
  /// - Parameter settle: takes out of a paragraph the white space that is not seen, for in code all of it is.
  static func preformat(
    _ tree: inout HTMLTree, minimum: Int, isCode: (HTMLTree, HTMLTree.NodeID) -> Bool,
    isBlankLine: (HTMLTree, HTMLTree.NodeID) -> Bool = { _, _ in false },
    settle: (inout HTMLTree, HTMLTree.NodeID) -> Void = { _, _ in }
  ) {
    var group: [HTMLTree.NodeID] = []
    var blankLines: [HTMLTree.NodeID] = []
    func close(_ tree: inout HTMLTree) {
      if group.count >= minimum || group.contains(where: { hasLines($0, in: tree) }) {
        join(group, settle, &tree)
      }
      group = []
      blankLines = []
    }
    tree.forEachElement { tree, id in
      let name = tree[id].name
      guard name == .p || name == .div || name == .pre || name == .br else { return }
      let follows = (blankLines.last ?? group.last).map { tree.previousVisible(id) == $0 } ?? false
      if follows, isBlankLine(tree, id) {
        blankLines.append(id)
      } else if name != .br {
        if !follows { close(&tree) }
        guard isCode(tree, id) else { return }
        group += blankLines + [id]
        blankLines = []
      }
    }
    close(&tree)
  }

  private static func join(
    _ group: [HTMLTree.NodeID], _ settle: (inout HTMLTree, HTMLTree.NodeID) -> Void, _ tree: inout HTMLTree
  ) {
    guard let first = group.first else { return }
    let block = tree.addElement(.pre)
    tree.insert(block, before: first)
    for paragraph in group {
      let isShown = tree.contains(in: paragraph) { tree[$0].name == .text && !tree.isBlank($0) }
      if isShown { settle(&tree, paragraph) }
      tree.remove(paragraph)
      tree.rename(paragraph, isShown ? .div : .br)
      tree.append(paragraph, to: block)
    }
  }

  /// True for text that keeps its line feeds, and has one between words.
  static func keepsLines(_ text: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard tree[text].name == .text, tree.text(of: text)[...].trimmingHTMLSpace.contains(0x0A) else {
      return false
    }
    var around = tree[text].parent
    for _ in 0..<4 where around != HTMLTree.none {
      if let whiteSpace = tree.style(of: around)?.whiteSpace { return whiteSpace == .preserved }
      around = tree[around].parent
    }
    return false
  }

  /// True for a paragraph that breaks its text into lines.
  private static func hasLines(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard tree[id].name == .p || tree[id].name == .div else { return false }
    if tree.contains(in: id, where: { keepsLines($0, in: tree) }) { return true }
    guard let lineBreak = tree.firstDescendant(of: id, where: { tree[$0].name == .br })
    else { return false }
    var current = tree.following(lineBreak, within: id)
    while current != HTMLTree.none {
      if tree[current].name == .text, !tree.isBlank(current) { return true }
      current = tree.following(current, within: id)
    }
    return false
  }
}
