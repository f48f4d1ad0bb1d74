/// The footnotes of a document, found by the links that lead to a note and back.
///
/// Every program spells them differently (pandoc, GitHub, Word, LibreOffice, Google Docs), but in all of them a
/// link leads from the text to a place near the note, and one in the note leads back to near the first link.
struct HTMLFootnotes: Sendable {
  struct Note: Sendable {
    var label: String
    /// The element that holds the note, taken out of the tree.
    var node: HTMLTree.NodeID
  }

  private(set) var notes: [Note] = []
  /// The links in the text that stand for a reference, and the labels they refer to.
  private(set) var references: [HTMLTree.NodeID: String] = [:]

  /// Finds the footnotes of `tree` and takes their notes out of it.
  static func extract(from tree: inout HTMLTree) -> HTMLFootnotes {
    var finder = FootnoteFinder(tree)
    let pairs = finder.pairs(in: tree)
    var footnotes = HTMLFootnotes()
    var labels: [HTMLTree.NodeID: String] = [:]
    for pair in pairs {
      if let label = labels[pair.note] {
        footnotes.references[pair.reference] = label
        continue
      }
      let label = String(labels.count + 1)
      labels[pair.note] = label
      footnotes.references[pair.reference] = label
      footnotes.notes.append(Note(label: label, node: pair.note))
    }
    for link in finder.backLinks { remove(backLink: link, from: &tree) }
    for note in footnotes.notes { remove(note: note.node, from: &tree) }
    return footnotes
  }

  /// Takes out a link back to the text, with what surrounds it alone and the space that sets it off.
  private static func remove(backLink link: HTMLTree.NodeID, from tree: inout HTMLTree) {
    var link = link
    while true {
      let parent = tree[link].parent
      guard parent != HTMLTree.none, tree[link].previous == HTMLTree.none, tree[link].next == HTMLTree.none,
        !tree[parent].name.isBlock
      else { break }
      link = parent
    }
    tree.remove(link)
  }

  /// Takes out a note, and the list or section that is left empty.
  private static func remove(note: HTMLTree.NodeID, from tree: inout HTMLTree) {
    var parent = tree[note].parent
    tree.remove(note)
    while parent != HTMLTree.none, parent != HTMLTree.root, tree[parent].name != .body {
      let isEmpty = tree.children(of: parent).allSatisfy { child in
        tree.isBlank(child) || tree[child].name == .hr || tree[child].name == .br
      }
      guard isEmpty else { return }
      let emptied = parent
      parent = tree[parent].parent
      tree.remove(emptied)
    }
  }
}

/// Pairs the links of footnotes.
private struct FootnoteFinder {
  struct Pair {
    var reference: HTMLTree.NodeID
    var note: HTMLTree.NodeID
  }

  private var anchors: [String: HTMLTree.NodeID] = [:]
  private var links: [(node: HTMLTree.NodeID, target: String)] = []
  private(set) var backLinks: [HTMLTree.NodeID] = []

  init(_ tree: HTMLTree) {
    for index in tree.nodes.indices where tree.nodes[index].attributesEnd > tree.nodes[index].attributesStart {
      let node = HTMLTree.NodeID(index)
      guard tree.isAttached(node) else { continue }
      for name in [HTMLAttributeName.id, .name] {
        if name == .name, tree.nodes[index].name != .a { continue }
        if let value = tree.string(name, of: node), !value.isEmpty, anchors[value] == nil { anchors[value] = node }
      }
      if tree.nodes[index].name == .a, let address = tree.attribute(.href, of: node),
        let mark = address.lastIndex(of: UInt8(ascii: "#")), mark + 1 < address.endIndex
      {
        links.append((node, String(decoding: address[(mark + 1)...], as: UTF8.self)))
      }
    }
  }

  mutating func pairs(in tree: HTMLTree) -> [Pair] {
    var pairs: [Pair] = []
    var linksTo: [HTMLTree.NodeID: [HTMLTree.NodeID]] = [:]
    for link in links {
      if let target = anchors[link.target] { linksTo[link.node, default: []].append(target) }
    }
    var isBackLink: Set<HTMLTree.NodeID> = []
    for link in links {
      guard !isBackLink.contains(link.node), let target = linksTo[link.node]?.first, looksLikeReference(link.node, in: tree)
      else { continue }
      let reference = link.node
      let backs = links.filter { other in
        other.node != reference && linksTo[other.node].map { isNear(reference, $0[0], in: tree) } ?? false
          && isNear(other.node, target, in: tree)
      }
      if !backs.isEmpty, let note = noteElement(at: target, in: tree) {
        guard !tree.isWithin(reference, note) else { continue }
        for back in backs where isBackLink.insert(back.node).inserted { backLinks.append(back.node) }
        pairs.append(Pair(reference: reference, note: note))
      } else if let note = noteElement(at: target, in: tree),
        tree.hasClass("footnote_anchor", note) || pairs.contains(where: { $0.note == note })
      {
        pairs.append(Pair(reference: reference, note: note))
      }
    }
    return pairs
  }

  /// True if a link's text is what marks a note: a number or sign, brackets around it or not.
  private func looksLikeReference(_ link: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let text = tree.innerText(of: link, limit: 24).filter { !$0.isHTMLSpace }
    guard !text.isEmpty, text.count <= 12 else { return false }
    return text.contains { $0.isASCIIDigit || $0 == UInt8(ascii: "*") || $0 >= 0x80 } || text.count <= 5
  }

  /// True if `link` is `anchor`, within it, or around it; or shares its innermost block.
  private func isNear(_ link: HTMLTree.NodeID, _ anchor: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    if tree.isWithin(link, anchor) || tree.isWithin(anchor, link) { return true }
    // An empty anchor stands beside its link.
    return tree[anchor].firstChild == HTMLTree.none && tree[anchor].parent == tree[link].parent
  }

  /// The element that holds the whole note to which `target` belongs.
  private func noteElement(at target: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID? {
    switch tree[target].name {
    case .li, .div, .aside, .dd, .section, .td: return target
    default: break
    }
    var current = target
    while current != HTMLTree.none, !tree[current].name.isBlock { current = tree[current].parent }
    guard current != HTMLTree.none, current != HTMLTree.root, tree[current].name != .body else { return nil }
    let parent = tree[current].parent
    if tree[current].name == .p, parent != HTMLTree.none, tree[parent].name == .div || tree[parent].name == .li {
      let style = tree.style(of: parent)
      let isNoteOfItsOwn = tree.attribute(.id, of: parent) != nil || style?.wordElement == .footnote
      let isOnlyParagraph = tree.children(of: parent).filter { !tree.isBlank($0) }.count == 1
      if isNoteOfItsOwn || tree[parent].name == .li || isOnlyParagraph { return parent }
    }
    return current
  }
}

extension HTMLTree {
  /// True if `id` is `ancestor` or within it.
  func isWithin(_ id: NodeID, _ ancestor: NodeID) -> Bool {
    id == ancestor || self.ancestor(of: id, where: { $0 == ancestor }) != nil
  }
}
