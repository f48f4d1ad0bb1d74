/// Code whose lines are elements of their own, in editors and viewers that need no `pre`.
enum CodeLineElements {
  /// Classes of elements that are a line of code: Quill, CodeMirror, Monaco, Ace, GitHub.
  private static let classes: ClassNames = [
    "ql-code-block", "cm-line", "codemirror-line", "view-line", "ace_line", "react-code-line",
    "react-file-line", "react-code-text",
  ]

  /// What holds code with breaks and no-break spaces, by its class alone: W3Schools', Steam's.
  private static let examples: ClassNames = ["w3-code", "bb_code"]

  /// CodeMirror 5 has a block for each line, beside the number of the line.
  private static func joinBlocksOfLines(_ tree: inout HTMLTree) {
    var block = HTMLTree.none
    tree.forEachElement(named: .pre) { tree, id in
      guard tree.hasClass("codemirror-line", id) else { return }
      let (frame, before) = (tree[id].parent, block)
      block = id
      guard before != HTMLTree.none, isNext(id, to: before, in: tree) else {
        let line = tree.addElement(.div)
        tree.moveChildren(of: id, to: line)
        tree.append(line, to: id)
        return
      }
      block = before
      tree.remove(id)
      tree.rename(id, .div)
      tree.append(id, to: before)
      if tree.children(of: frame).allSatisfy({ tree.isBlank($0) }) { tree.remove(frame) }
    }
  }

  /// True for an element behind another one, or in a frame behind that of the other one.
  private static func isNext(
    _ id: HTMLTree.NodeID, to other: HTMLTree.NodeID, in tree: HTMLTree
  ) -> Bool {
    let (frame, otherFrame) = (tree[id].parent, tree[other].parent)
    return tree.previousVisible(id) == other
      || frame != HTMLTree.none && otherFrame != HTMLTree.root && tree.previousVisible(frame) == otherFrame
  }

  /// Makes a block of the element that holds all lines.
  static func read(_ tree: inout HTMLTree) {
    joinBlocksOfLines(&tree)
    tree.forEachElement(named: .div) { tree, id in
      guard tree.ancestor(of: id, where: { tree[$0].name == .pre }) == nil else {
        return
      }
      if tree.hasClass(among: examples, id) {
        CodeRules.collapseWhiteSpace(&tree, id)
        tree.rename(id, .pre)
        return
      }
      let lines = tree.children(of: id).filter { !tree.isBlank($0) }
      if tree.style(of: id)?.isEvernoteCode == true, !lines.isEmpty,
        !lines.contains(where: { tree[$0].name.isBlock })
      {
        CodeRules.collapseWhiteSpace(&tree, id)
        tree.rename(id, .pre)
        return
      }
      guard !lines.isEmpty, lines.allSatisfy({ tree[$0].name == .div }), areCode(lines, in: id, tree) else {
        return
      }
      // What parts the lines in the source of a page is none of the code.
      for space in Array(tree.children(of: id)) where tree[space].name == .text { tree.remove(space) }
      tree.rename(id, .pre)
    }
  }

  private static func areCode(
    _ lines: [HTMLTree.NodeID], in container: HTMLTree.NodeID, _ tree: HTMLTree
  ) -> Bool {
    if tree.style(of: container)?.isEvernoteCode == true || tree.hasClass("enlighter", container) {
      return true
    }
    if lines.allSatisfy({ tree.hasClass(among: classes, $0) }) { return true }
    // Lines of poems are called that too.
    guard lines.allSatisfy({ tree.hasClass("line", $0) }) else { return false }
    return tree.hasClass("fragment", container)
      || tree.ancestor(of: container, where: { tree.hasClass("syntaxhighlighter", $0) }) != nil
      || lines.allSatisfy { line in
        tree.children(of: line).allSatisfy { tree.isBlank($0) || isCodeOrSpace($0, in: tree) }
      }
  }

  private static func isCodeOrSpace(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].name == .code
      || tree.innerText(of: id, limit: 256).allSatisfy { $0.isHTMLSpace || $0 == 0xC2 || $0 == 0xA0 }
  }

  /// VS Code and its like write `div`s that keep their white space, in a font for code; browsers write a span
  /// for a part of `pre`, and the lines of a viewer without what holds them.
  static func readKeptWhiteSpace(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.whiteSpace == .preserved }) else { return }
    var last = HTMLTree.none
    var hasLines = false
    tree.forEachElement { tree, id in
      guard keepsWhiteSpace(id, in: tree), tree[id].firstChild != HTMLTree.none else { return }
      let isLine = isLine(id, in: tree)
      if isLine, last != HTMLTree.none, tree.previousVisible(id) == last {
        if !hasLines {
          let first = tree.addElement(.div)
          tree.moveChildren(of: last, to: first)
          tree.append(first, to: last)
          hasLines = true
        }
        tree.remove(id)
        tree.rename(id, .div)
        tree.append(id, to: last)
      } else {
        tree.rename(id, .pre)
        last = isLine ? id : HTMLTree.none
        hasLines = false
      }
    }
  }

  private static func keepsWhiteSpace(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard let style = tree.style(of: id), style.whiteSpace == .preserved,
      tree.ancestor(of: id, where: { tree[$0].name == .pre }) == nil
    else { return false }
    let name = tree[id].name
    guard style.isMonospaced == true || name == .div && CodeRules.isMonospaced(id, in: tree) else {
      return false
    }
    let parent = tree[tree[id].parent].name
    let isTopLevel = parent == .body || parent == .root || parent == .div || parent == .html
    guard name == .div || name == .p || name == .span && isTopLevel else { return false }
    var hasLines = name != .span
    var current = tree.following(id, within: id)
    while current != HTMLTree.none {
      switch tree[current].name {
      case .text: hasLines = hasLines || tree.text(of: current).dropLast().contains(UInt8(ascii: "\n"))
      case .div, .span, .br, .font, .b, .i, .em, .strong, .code, .u: break
      default: return false
      }
      current = tree.following(current, within: id)
    }
    return hasLines
  }

  /// True if an element shows one line at the most.
  private static func isLine(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    var blocks = 0
    var hasText = false
    var current = tree.following(id, within: id)
    while current != HTMLTree.none {
      switch tree[current].name {
      case .div: blocks += 1
      case .br where hasText: return false
      case .text:
        hasText = true
        if tree.text(of: current).dropLast().contains(UInt8(ascii: "\n")) { return false }
      default: break
      }
      current = tree.following(current, within: id)
    }
    return blocks <= 1
  }
}

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
