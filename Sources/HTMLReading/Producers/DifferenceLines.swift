/// Code in which some lines are said to be new and some to be gone, by a colour and a sign that a style sheet draws.
enum DifferenceLines {
  private static let added: ClassNames = ["add", "ins"]
  private static let removed: ClassNames = ["remove", "del"]

  /// Makes a difference of a block of Shiki's (VitePress, Nuxt) or of Expressive Code's (Starlight) with such lines.
  static func write(in block: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let code = tree.children(of: block).first(where: { tree[$0].name == .code }) else { return }
    let isShiki = tree.hasClass("has-diff", block)
    let lines = tree.children(of: code).filter { tree.hasClass(isShiki ? "line" : "ec-line", $0) }
    guard lines.contains(where: { sign(of: $0, isShiki, in: tree) != " " }) else {
      return
    }
    for line in lines {
      let sign = tree.addText(sign(of: line, isShiki, in: tree))
      tree.prepend(sign, to: line)
    }
    // What the code says of its language is of the lines.
    tree.unwrap(code)
    CodeLabels.mark(block, as: "diff", &tree)
  }

  private static func sign(
    of line: HTMLTree.NodeID, _ isShiki: Bool, in tree: HTMLTree
  ) -> String {
    guard !isShiki || tree.hasClass("diff", line) else { return " " }
    return tree.hasClass(among: added, line) ? "+" : tree.hasClass(among: removed, line) ? "-" : " "
  }

  /// The sign of a line of GitHub's that has none yet: of changes that somebody suggests.
  static func sign(ofCell cell: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    guard !tree.contains(in: cell, where: { tree.attribute(.dataCodeMarker, of: $0) != nil }) else {
      return nil
    }
    return tree.hasClass("blob-code-addition", cell)
      ? "+" : tree.hasClass("blob-code-deletion", cell) ? "-" : nil
  }
}
