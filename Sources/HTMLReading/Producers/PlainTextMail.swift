/// The plain text of a mail that a mail program shows as preformatted: prose, with code and differences between.
enum PlainTextMail {
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
