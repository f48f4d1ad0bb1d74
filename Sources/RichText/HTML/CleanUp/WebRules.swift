/// Rules for what web pages put beside their text: permalinks, copy buttons, second renderings of formulas.
enum WebRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("drop what is drawn twice", dropSecondRenderings),
    CleanUp.Rule("drop permalinks of headings", dropPermalinks),
    CleanUp.Rule("show people who are mentioned as text", unwrapMentions),
  ]

  /// Classes of elements that repeat what stands beside them, for the eye or for screen readers.
  private static let secondRenderings = [
    "katex-html", "mathjax_preview", "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display",
    "mw-editsection", "apple-interchange-newline", "clipboard-copy", "copy-button", "copybtn", "sr-only",
  ]

  private static func dropSecondRenderings(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      if tree.hasClass(among: secondRenderings, id) { tree.remove(id) }
    }
  }

  /// A heading's link to itself, whose text is a sign.
  private static func dropPermalinks(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      guard tree[id].name == .a, tree.attribute(.href, of: id)?.contains(UInt8(ascii: "#")) == true,
        tree.ancestor(of: id, where: { tree[$0].name.headingLevel > 0 }) != nil
      else { return }
      let text = InlineStyle.trimmed(tree.innerText(of: id, limit: 16)[...])
      let signs = ["", "¶", "#", "§", "🔗", "\u{200B}", "\u{F0C1}", "Permalink", "Anchor"]
      if signs.contains(where: { text.elementsEqual($0.utf8) }),
        !tree.contains(in: id, where: { tree[$0].name == .img })
      {
        tree.remove(id)
      }
    }
  }

  private static func unwrapMentions(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      if tree[id].name == .a, tree.hasClass("user-mention", id) { tree.unwrap(id) }
    }
  }
}
