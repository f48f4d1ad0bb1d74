/// Rules for what web pages put beside their text: permalinks, copy buttons, second renderings of formulas.
enum WebRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("drop what is drawn twice", dropSecondRenderings),
    CleanUp.Rule("drop permalinks of headings", dropPermalinks),
    CleanUp.Rule("read TeX between its delimiters", readDelimitedFormulas),
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

  /// Pages that set formulas with a script have them as text until it runs: `\\(x^2\\)`, `\\[x^2\\]`.
  private static func readDelimitedFormulas(_ tree: inout HTMLTree) {
    for index in tree.nodes.indices
    where tree.nodes[index].name == .text && tree.nodes[index].parent != HTMLTree.none {
      let id = HTMLTree.NodeID(index)
      guard tree.text(of: id).contains(UInt8(ascii: "\\")), !isCode(id, in: tree) else { continue }
      splitFormulas(of: id, &tree)
    }
  }

  private static func isCode(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.ancestor(of: id) { node in
      switch tree[node].name {
      case .pre, .code, .tt, .samp, .math, .kbd: true
      default: false
      }
    } != nil
  }

  private static func splitFormulas(of id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let text = Array(tree.text(of: id))
    var start = 0
    var index = 0
    while index + 1 < text.count {
      guard text[index] == UInt8(ascii: "\\"), let close = closing(text[index + 1]),
        let end = text[(index + 2)...].prefix(1000).firstOccurrence(of: "\\\(close)"),
        isFormula(text[(index + 2)..<end])
      else {
        index += 1
        continue
      }
      let before = tree.addText { $0.append(contentsOf: text[start..<index]) }
      let formula = tree.addElement(.math)
      tree.addAttribute(.alttext, to: formula) { $0.append(contentsOf: text[(index + 2)..<end]) }
      if close == "]" { tree.addAttribute(.display, to: formula) { $0.append(contentsOf: "block".utf8) } }
      tree.insert(before, before: id)
      tree.insert(formula, before: id)
      start = end + 2
      index = start
    }
    tree.trimText(id, first: start)
  }

  private static func closing(_ byte: UInt8) -> Character? {
    switch byte {
    case UInt8(ascii: "("): ")"
    case UInt8(ascii: "["): "]"
    default: nil
    }
  }

  /// True for text that has a sign of TeX's in it, or is one letter, and is no pattern that escapes parentheses.
  private static func isFormula(_ text: ArraySlice<UInt8>) -> Bool {
    if text.count == 1 { return text.first?.isASCIILetter ?? false }
    return text.contains { "\\^_{=+<>".utf8.contains($0) } && !text.contains(UInt8(ascii: "*"))
  }
}
