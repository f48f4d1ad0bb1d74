/// Rules for LibreOffice and OpenOffice Writer.
enum LibreOfficeRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("join quotes torn apart by paragraph", for: [.libreOffice], joinQuotes)
  ]

  /// The width of one level of quotation, half an inch, in CSS pixels.
  private static let quoteIndent = 48.0

  /// Writer has a paragraph style for quotations and no quotation: every paragraph becomes one, and its depth
  /// a margin.
  private static func joinQuotes(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      guard tree[id].name == .blockquote else { return }
      let depth = max(1, min(8, Int(((tree.style(of: id)?.marginLeft ?? 0) + 8) / quoteIndent)))
      let paragraph = tree.addElement(.p)
      tree.moveChildren(of: id, to: paragraph)
      let before = tree.previousVisible(id)
      var quote = id
      if before != HTMLTree.none, tree[before].name == .blockquote {
        tree.remove(id)
        quote = before
      }
      for _ in 1..<depth {
        if let last = lastQuote(in: quote, of: tree) {
          quote = last
        } else {
          let inner = tree.addElement(.blockquote)
          tree.append(inner, to: quote)
          quote = inner
        }
      }
      tree.append(paragraph, to: quote)
    }
  }

  private static func lastQuote(in quote: HTMLTree.NodeID, of tree: HTMLTree) -> HTMLTree.NodeID? {
    let last = tree[quote].lastChild
    return last != HTMLTree.none && tree[last].name == .blockquote ? last : nil
  }
}
