/// Rules for LibreOffice and OpenOffice Writer.
enum LibreOfficeRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("join quotes torn apart by paragraph", for: [.libreOffice], joinQuotes),
    CleanUp.Rule("read highlighting", for: [.libreOffice], readHighlighting),
    CleanUp.Rule("drop slashes added to addresses", for: [.libreOffice], dropAddedSlashes),
  ]

  /// The width of one level of quotation, half an inch, in CSS pixels.
  private static let quoteIndent = 48.0

  /// Writer has a paragraph style for quotations and no quotation: every paragraph becomes one, and its depth
  /// a margin.
  private static func joinQuotes(_ tree: inout HTMLTree) {
    var quoted: Set<HTMLTree.NodeID> = []
    tree.forEachElement(named: .blockquote) { tree, id in
      tree.rename(id, .p)
      quoted.insert(id)
    }
    ParagraphGroups.quote(&tree) { tree, id in
      quoted.contains(id) ? max(1, Int(((tree.style(of: id)?.marginLeft ?? 0) + 8) / quoteIndent)) : 0
    }
  }

  private static func readHighlighting(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .span) { tree, id in
      guard tree.style(of: id)?.hasBackground == true else { return }
      // Writer shades its fields; they are elements of its own, of which the filter leaves `wbr`.
      let first = tree[id].firstChild
      let isField =
        first != HTMLTree.none && tree[first].name == .wbr && tree.number(.value, of: first) != nil
      if !isField { tree.rename(id, .mark) }
    }
  }

  /// Writer ends an address that is a host alone with a slash that was not typed.
  private static func dropAddedSlashes(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .a) { tree, id in
      guard let address = tree.attribute(.href, of: id),
        address.last == UInt8(ascii: "/"),
        tree.innerText(of: id, limit: 256).elementsEqual(address.dropLast())
      else { return }
      tree.replaceAttribute(.href, of: id, with: tree.innerText(of: id))
    }
  }
}
