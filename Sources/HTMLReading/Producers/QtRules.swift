/// Rules for Qt's rich-text widgets, as in many Markdown editors.
enum QtRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("read paragraphs with both margins as quotes", for: [.qt], readMarginsAsQuotes),
    CleanUp.Rule("read fonts without a size as keys", for: [.qt], readKeys),
    CleanUp.Rule("join preformatted lines", for: [.qt], joinPreformatted),
    CleanUp.Rule("read bold first rows as headers", for: [.qt], readHeaderRows),
    CleanUp.Rule("read footnotes left as Markdown", for: [.qt], readLiteralFootnotes),
  ]

  /// Qt indents a quote by 40 pixels on either side for each level, and knows no other sign of it.
  private static func readMarginsAsQuotes(_ tree: inout HTMLTree) {
    ParagraphGroups.quote(&tree) { tree, id in
      guard tree[id].name.isList else { return quoteDepth(of: id, in: tree) }
      // The margins of a list in a quote are its items'.
      return tree.children(of: id).filter { tree[$0].name == .li }.map { quoteDepth(of: $0, in: tree) }.min()
        ?? 0
    }
    // Where some items have them and some have not, those are items that hold quotes.
    tree.forEachElement(where: \.isList) { tree, id in
      guard tree[tree[id].parent].name != .blockquote else { return }
      for item in Array(tree.children(of: id)) where tree[item].name == .li {
        guard quoteDepth(of: item, in: tree) > 0 else { continue }
        let quote = tree.addElement(.blockquote)
        tree.moveChildren(of: item, to: quote)
        tree.append(quote, to: item)
      }
    }
  }

  private static func quoteDepth(of id: HTMLTree.NodeID, in tree: HTMLTree) -> Int {
    guard let style = tree.style(of: id), style.marginLeft >= 40, style.marginRight >= 40 else { return 0 }
    return Int(style.marginLeft / 40)
  }

  /// Code has the system's font for code in its size; what HTML tags set in that font has no size, and such
  /// tags stand in Markdown for keys.
  private static func readKeys(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.isMonospaced == true && $0.fontSize != nil }) else { return }
    tree.forEachElement(named: .span) { tree, id in
      guard let style = tree.style(of: id), style.isMonospaced == true,
        style.fontSize == nil
      else { return }
      tree.rename(id, .kbd)
      tree[id].style = -1
    }
  }

  /// Every line of a code block is an element of its own.
  private static func joinPreformatted(_ tree: inout HTMLTree) {
    ParagraphGroups.preformat(&tree, minimum: 2) { tree, id in tree[id].name == .pre }
  }

  /// Qt's header cells are bold ones, but for the first, whose format it loses.
  private static func readHeaderRows(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .tr) { tree, id in
      guard tree.previousVisible(id) == HTMLTree.none else { return }
      let cells = tree.children(of: id).filter { tree[$0].name == .td }
      let isBold = cells.map { isAllBold($0, in: tree) }
      guard isBold.contains(true), isBold.dropFirst().allSatisfy(\.self) else { return }
      for cell in cells {
        tree.rename(cell, .th)
        // Header cells are centred if nothing is said of them; a centred column has centred cells below.
        for paragraph in Array(tree.children(of: cell)) where tree.string(.align, of: paragraph) == "center" {
          tree.replaceAttribute(.align, of: paragraph, with: [])
        }
      }
    }
  }

  private static func isAllBold(_ cell: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard let paragraph = tree.children(of: cell).first(where: { !tree.isBlank($0) }) else { return true }
    let content = tree.children(of: paragraph).filter { !tree.isBlank($0) }
    return !content.isEmpty && content.allSatisfy { tree.style(of: $0)?.isBold == true }
  }

  /// Qt does not read Markdown's footnotes: `[^1]` stays text, in the reference and before the note.
  private static func readLiteralFootnotes(_ tree: inout HTMLTree) {
    var notes: [String: HTMLTree.NodeID] = [:]
    for index in tree.nodes.indices
    where tree.nodes[index].name == .text && tree.nodes[index].parent != HTMLTree.none {
      let id = HTMLTree.NodeID(index)
      guard tree[tree[id].parent].name == .p, tree[id].previous == HTMLTree.none,
        let label = label(in: tree.text(of: id), at: tree.text(of: id).startIndex)
      else { continue }
      let rest = tree.text(of: id).dropFirst(label.count)
      guard rest.first == UInt8(ascii: ":"), notes[String(decoding: label, as: UTF8.self)] == nil else {
        continue
      }
      notes[String(decoding: label, as: UTF8.self)] = tree[id].parent
      tree.trimText(id, first: label.count + 1)
    }
    guard !notes.isEmpty else { return }
    for index in tree.nodes.indices
    where tree.nodes[index].name == .text && tree.nodes[index].parent != HTMLTree.none {
      splitReferences(HTMLTree.NodeID(index), notes, &tree)
    }
    tree.literalNotes = notes
  }

  private static func splitReferences(
    _ id: HTMLTree.NodeID, _ notes: [String: HTMLTree.NodeID], _ tree: inout HTMLTree
  ) {
    let text = Array(tree.text(of: id))[...]
    var start = text.startIndex
    var index = text.startIndex
    var pieces: [HTMLTree.NodeID] = []
    while let open = text[index...].firstIndex(of: UInt8(ascii: "[")) {
      index = open + 1
      guard let label = label(in: text, at: open), notes[String(decoding: label, as: UTF8.self)] != nil else {
        continue
      }
      let before = text[start..<open]
      pieces.append(tree.addText { $0.append(contentsOf: before) })
      let reference = tree.addElement(.a)
      tree.addAttribute(.footnoteReference, to: reference) { $0.append(contentsOf: label) }
      pieces.append(reference)
      start = open + label.count
      index = start
    }
    guard !pieces.isEmpty else { return }
    for piece in pieces { tree.insert(piece, before: id) }
    tree.trimText(id, first: start - text.startIndex)
  }

  /// The `[^label]` that begins at `start`.
  private static func label(in text: ArraySlice<UInt8>, at start: Int) -> ArraySlice<UInt8>? {
    guard text[start...].starts(with: "[^".utf8),
      let close = text[start...].prefix(64).firstIndex(of: UInt8(ascii: "]")),
      close > start + 2
    else { return nil }
    return text[start...close]
  }
}
