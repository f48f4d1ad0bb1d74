/// Definition lists: terms, each on a line, and what is said of them behind colons (PHP Markdown Extra, "Definition Lists").
extension BlockParser {
  /// Opens what is said of the terms above a line that begins with a colon; false if there are none, or nothing is said.
  mutating func openDetails(_ line: inout MarkdownLine, _ text: Span<UInt8>) -> Bool {
    let behind = line.content + 1
    guard readsDefinitions, behind < line.end, text[behind].isSpaceOrTab,
      !text.isBlank(from: behind, to: line.end), haveTerms(above: line, text)
    else { return false }
    let indent = line.indent
    line.skipMark(1, of: text)
    // As in an item, behind five columns or more the content is code.
    let space = line.indent > 4 ? 1 : line.indent
    line.skip(columns: space, of: text)
    open(.details, as: .details, detail: indent + 1 + space, text)
    return true
  }

  /// True if the innermost container that the line belongs to is a list of definitions, or becomes one.
  private mutating func haveTerms(above line: MarkdownLine, _ text: Span<UInt8>) -> Bool {
    if containers[matched - 1].kind == .definitions { return true }
    if case .paragraph = leaf {
      // The line would have continued a paragraph further in.
      guard matched == containers.count else { return false }
      closeLeaf(text)
    } else {
      closeUnmatched(text)
    }
    let index = containers[matched - 1].lastChild
    guard index >= 0, nodes[index].kind == .paragraph, Int(nodes[index].end) == nodes.count,
      nodes.count == index + 1, isNear(nodes[index], line, text)
    else { return false }
    makeTerm(ofParagraph: index)
    return true
  }

  /// True if at most one blank line stands between a paragraph and a line.
  private func isNear(_ paragraph: BlockNode, _ line: MarkdownLine, _ text: Span<UInt8>) -> Bool {
    guard let last = paragraph.pieces.last else { return false }
    var lineEnds = 0
    var position = Int(pieces[last].end)
    while position < line.offset, lineEnds <= 2 {
      if text[position] == 0x0A { lineEnds += 1 }
      position += 1
    }
    return lineEnds <= 2
  }

  /// Makes a term of the last node, a paragraph: of the definitions before it, or of new ones.
  private mutating func makeTerm(ofParagraph index: Int) {
    nodes[index].kind = .term
    let last = containers[matched - 1].lastDefinitions
    var node = index
    if last >= 0, Int(nodes[last].end) == index {
      node = last
      containers[matched - 1].childCount -= 1
    } else {
      nodes.insert(BlockNode(.definitions, end: index + 2), at: index)
      nodes[index + 1].end = UInt32(truncatingIfNeeded: index + 2)
    }
    containers[matched - 1].lastChild = node
    containers[matched - 1].lastDefinitions = node
    let depth = containers[matched - 1].depth
    containers.append(OpenContainer(.definitions, node: node, depth: depth, floor: matched))
    matched = containers.count
    containers[matched - 1].childCount = 1
  }
}
