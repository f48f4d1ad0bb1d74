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

/// The plain text of a mail that a mail program shows as preformatted: prose, with code and differences between.
private enum PlainTextMail {
  /// Makes text of the paragraphs of a preformatted element, and leaves those that are code.
  static func read(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var paragraphs: [(nodes: [HTMLTree.NodeID], isCode: Bool)] = []
    var isInDifference = false
    for nodes in takeParagraphs(of: id, &tree) {
      let text = nodes.flatMap { tree.innerText(of: $0) }
      let lines = text.split(separator: UInt8(ascii: "\n"))
      isInDifference =
        isInDifference && lines.allSatisfy(isOfDifference) || lines.contains(where: beginsDifference)
      let isCode = isInDifference || SpacedText.isSetBySpaces(lines)
      if isCode, paragraphs.last?.isCode == true {
        paragraphs[paragraphs.count - 1].nodes += nodes
      } else {
        paragraphs.append((nodes, isCode))
      }
    }
    tree.rename(id, .div)
    for paragraph in paragraphs {
      let element = tree.addElement(paragraph.isCode ? .pre : .div)
      for node in paragraph.nodes { tree.append(node, to: element) }
      if let last = paragraph.nodes.last, tree[last].name == .text {
        tree.trimText(last, last: tree.text(of: last).reversed().prefix { $0 == UInt8(ascii: "\n") }.count)
      }
      tree.append(element, to: id)
      if !paragraph.isCode { tree.setStyle(ArraySlice("white-space: pre-line".utf8), of: element) }
    }
  }

  /// Takes the content out of an element, parted behind each blank line.
  private static func takeParagraphs(
    of id: HTMLTree.NodeID, _ tree: inout HTMLTree
  ) -> [[HTMLTree.NodeID]] {
    var paragraphs: [[HTMLTree.NodeID]] = [[]]
    for child in Array(tree.children(of: id)) {
      tree.remove(child)
      guard tree[child].name == .text else {
        paragraphs[paragraphs.count - 1].append(child)
        continue
      }
      var rest = Array(tree.text(of: child))[...]
      while let blank = ByteSearch.position(of: "\n\n", in: rest) {
        let end = rest[blank...].firstIndex { $0 != UInt8(ascii: "\n") } ?? rest.endIndex
        let part = rest[..<end]
        paragraphs[paragraphs.count - 1].append(tree.addText { $0.append(contentsOf: part) })
        paragraphs.append([])
        rest = rest[end...]
      }
      if !rest.isEmpty {
        let part = rest
        paragraphs[paragraphs.count - 1].append(tree.addText { $0.append(contentsOf: part) })
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  // MARK: Differences

  private static func beginsDifference(_ line: ArraySlice<UInt8>) -> Bool {
    ["diff --git ", "--- a/", "+++ b/", "@@ -"].contains { line.starts(with: $0.utf8) }
  }

  /// True for a line that a difference goes on with; the name of who sent it follows two hyphens.
  private static func isOfDifference(_ line: ArraySlice<UInt8>) -> Bool {
    guard !line.elementsEqual("-- ".utf8), let first = line.first else { return false }
    return " \t+-@\\".utf8.contains(first) || line.starts(with: "index ".utf8)
  }
}
