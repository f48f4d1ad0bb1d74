/// Rules for AbiWord, which keeps its style names in an attribute of its own.
enum AbiWordRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("put back spaces lost before spans", for: [.abiWord], putBackSpaces),
    CleanUp.Rule("read spans of a named style as code", for: [.abiWord], readNamedSpansAsCode),
    CleanUp.Rule("read paragraph styles by name", for: [.abiWord], readStyleNames),
    CleanUp.Rule("make lists of paragraphs with boxes", for: [.abiWord], makeTaskLists),
  ]

  /// AbiWord drops the space at the end of a run that another run follows.
  private static func putBackSpaces(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      guard tree[id].name == .span || tree[id].name == .a else { return }
      let before = tree[id].previous
      guard before != HTMLTree.none, tree[before].name == .text, let last = tree.text(of: before).last else {
        return
      }
      let isNote = tree.attribute(.href, of: id)?.starts(with: "#footnote".utf8) == true
      if last.isHTMLSpace || isNote || "([{/-\"'".utf8.contains(last) { return }
      let first = tree.innerText(of: id, limit: 1).first ?? 0x20
      if first.isHTMLSpace { return }
      tree.replaceText(of: before, with: Array(tree.text(of: before)) + [0x20])
    }
  }

  /// A run with a character style and nothing else loses the style's name; the one in use for text is code.
  private static func readNamedSpansAsCode(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .span) { tree, id in
      guard tree[id].attributeCount == 0 else { return }
      tree.rename(id, .code)
    }
  }

  private static func readStyleNames(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .p) { tree, id in
      guard let style = tree.attribute(.abiWordStyle, of: id) else { return }
      if style.equalsIgnoringCase("horizontal line") { tree.rename(id, .hr) }
      if style.equalsIgnoringCase("table heading"),
        let cell = tree.ancestor(of: id, where: { tree[$0].name == .td })
      {
        tree.rename(cell, .th)
      }
    }
    ParagraphGroups.preformat(
      &tree, minimum: 1,
      isCode: { tree, id in
        let style = tree.attribute(.abiWordStyle, of: id)
        return style?.equalsIgnoringCase("preformatted text") == true
          || style?.equalsIgnoringCase("plain text") == true
      }, settle: trimLine)
    ParagraphGroups.quote(&tree) { tree, id in
      guard let style = tree.attribute(.abiWordStyle, of: id),
        style.equalsIgnoringCase("quotations") || style.equalsIgnoringCase("block text")
      else { return 0 }
      return max(1, Int(((tree.style(of: id)?.marginLeft ?? 0) + 8) / 48))
    }
  }

  /// Takes out the line feeds and indentation that AbiWord sets around the text of any paragraph.
  private static func trimLine(_ tree: inout HTMLTree, _ id: HTMLTree.NodeID) {
    let (first, last) = (tree[id].firstChild, tree[id].lastChild)
    if first != HTMLTree.none, tree[first].name == .text, tree.text(of: first).first == UInt8(ascii: "\n") {
      tree.trimText(first, first: 1)
    }
    if last != HTMLTree.none, tree[last].name == .text {
      tree.trimText(last, last: tree.text(of: last).reversed().prefix(while: \.isHTMLSpace).count)
    }
  }

  /// Paragraphs that begin with a box are what is left of a task list.
  private static func makeTaskLists(_ tree: inout HTMLTree) {
    var lists: Set<HTMLTree.NodeID> = []
    tree.forEachElement(named: .p) { tree, id in
      guard tree[tree[id].parent].name != .li else { return }
      let text = tree.innerText(of: id, limit: 64)[...].trimmingHTMLSpace
      guard ["☐ ", "☑ ", "☒ "].contains(where: { text.starts(with: $0.utf8) }) else { return }
      let before = tree.previousVisible(id)
      tree.rename(id, .li)
      if lists.contains(before) {
        tree.remove(id)
        tree.append(id, to: before)
      } else {
        lists.insert(tree.wrap(id, in: .ul))
      }
    }
  }
}
