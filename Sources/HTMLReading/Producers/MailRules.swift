/// Rules for mail programs.
enum MailRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("read borders that stand for lines", for: [.word], readBorderLines),
    CleanUp.Rule("read plain text in mail as text", readPlainText),
    CleanUp.Rule("join lines that are elements of their own", joinLines),
  ]

  /// Outlook draws the rule above the header of a quoted mail as a border, and Word one that was typed as
  /// hyphens; the line below a title is its looks.
  private static func readBorderLines(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .div) { tree, id in
      guard let style = tree.style(of: id) else { return }
      if style.hasTopBorderOnly {
        tree.insert(tree.addElement(.hr), before: id)
      } else if style.hasBottomBorderOnly, !tree.contains(in: id, where: { tree[$0].name.headingLevel > 0 }) {
        tree.append(tree.addElement(.hr), to: id)
      }
    }
  }

  /// Thunderbird shows plain text as preformatted, Evolution the line above a signature.
  private static func readPlainText(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .pre) { tree, id in
      if tree.hasClass(among: ["moz-quote-pre", "moz-signature"], id) {
        PlainTextMail.read(id, &tree)
      } else if tree.innerText(of: id, limit: 8)[...].trimmingHTMLSpace.elementsEqual("--".utf8) {
        tree.rename(id, .div)
      }
    }
  }

  /// Editors of mail and chat write a `div` for every line and one with a break alone for a blank line: what
  /// stands between blank lines is one paragraph.
  private static func joinLines(_ tree: inout HTMLTree) {
    var joined: Set<HTMLTree.NodeID> = []
    tree.forEachElement(named: .div) { tree, id in
      guard isBlankLine(id, in: tree), joined.insert(tree[id].parent).inserted else {
        return
      }
      joinLines(in: tree[id].parent, &tree)
    }
  }

  private static func joinLines(in parent: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var line = tree[parent].firstChild
    var before = HTMLTree.none
    while line != HTMLTree.none {
      let next = tree[line].next
      let isLine =
        isTextLine(line, in: tree) && !isBlankLine(line, in: tree) && !CodeRules.isMonospaced(line, in: tree)
      if isLine, before != HTMLTree.none {
        tree.append(tree.addElement(.br), to: before)
        tree.moveChildren(of: line, to: before)
        tree.remove(line)
      } else if !tree.isBlank(line) {
        before = isLine ? line : HTMLTree.none
      }
      line = next
    }
  }

  private static func isBlankLine(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let children = tree.children(of: id).prefix(3).filter { !tree.isBlank($0) }
    return children.count == 1 && tree[children[0]].name == .br
  }

  /// True for a `div` that holds nothing but a line.
  private static func isTextLine(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].name == .div && !tree.contains(in: id) { tree[$0].name.isBlock || tree[$0].name == .br }
  }
}
