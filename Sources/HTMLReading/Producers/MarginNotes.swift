/// Notes in the margin beside their text, as Tufte's style sheet sets them: a box shows them on small screens, and some
/// pages have them below the text once more.
enum MarginNotes {
  private static let classes: ClassNames = [
    "sidenote", "marginnote", "side-note", "margin-note",
    // A plugin of WordPress that shows them on a click.
    "modern-footnotes-footnote__note",
  ]

  /// The largest number of a note's nodes that are looked at.
  private static let nodeLimit = 256

  static func read(_ tree: inout HTMLTree) {
    var places: [ArraySlice<UInt8>: HTMLTree.NodeID]?
    var notesBelow: Set<[UInt8]>?
    tree.forEachElementWithAttributes { tree, id in
      if tree.hasClass("margin-toggle", id) {
        tree.remove(id)
      } else if tree[id].name == .span || tree[id].name == .small, tree.hasClass(among: classes, id) {
        removeToggle(before: id, &tree)
        removeNumber(of: id, &tree)
        let mark = tree.previousVisible(id)
        if mark != HTMLTree.none, tree.hasClass("modern-footnotes-footnote", mark) { tree.remove(mark) }
        guard let link = reference(before: id, in: tree), let address = tree.attribute(.href, of: link) else {
          return ScientificArticleRules.makeNote(of: id, at: id, &tree)
        }
        if places == nil { places = namedPlaces(in: tree) }
        let target = places?[address.dropFirst()]
        if let target, !tree.isWithin(target, id), says(target, what: id, in: tree) {
          tree.remove(id)
        } else {
          // The link leads to this note, or nowhere.
          if target.map({ tree.isWithin($0, id) }) ?? true { remove(reference: link, &tree) }
          ScientificArticleRules.makeNote(of: id, at: id, &tree)
        }
      } else if tree[id].name == .aside || tree[id].name == .div, tree.hasClass(among: classes, id) {
        if notesBelow == nil { notesBelow = beginnings(ofNotesIn: tree) }
        if notesBelow?.contains(beginning(of: id, in: tree)) == true {
          joinParagraph(around: id, &tree)
          tree.remove(id)
        }
      }
    }
  }

  /// The beginnings of notes that are called so: what stands beside the text in a block of its own repeats one of them.
  private static func beginnings(ofNotesIn tree: HTMLTree) -> Set<[UInt8]> {
    var beginnings: Set<[UInt8]> = []
    for index in tree.nodes.indices where tree.nodes[index].attributeCount > 0 && beginnings.count < 4096 {
      let id = HTMLTree.NodeID(index)
      guard tree.nodes[index].name.isBlock,
        tree.attribute(.id, of: id) != nil || FootnoteRoles.isNote(id, in: tree),
        !tree.hasClass(among: classes, id)
      else { continue }
      beginnings.insert(beginning(of: id, in: tree))
    }
    return beginnings.subtracting([[]])
  }

  /// A block within a paragraph ends it: what follows on its line belongs to the paragraph.
  private static func joinParagraph(around note: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let paragraph = tree[note].previous
    guard paragraph != HTMLTree.none, tree[paragraph].name == .p else { return }
    var next = tree[note].next
    while next != HTMLTree.none, !tree[next].name.isBlock, tree.steps.take() {
      let behind = tree[next].next
      tree.remove(next)
      tree.append(next, to: paragraph)
      next = behind
    }
  }

  /// The first words of a note behind its number, without spaces.
  private static func beginning(of note: HTMLTree.NodeID, in tree: HTMLTree) -> [UInt8] {
    var text = tree.innerText(of: note, limit: 128, among: nodeLimit).filter { !$0.isHTMLSpace }
    // The sign that leads back to the text.
    for sign in ["\u{FE0E}", "\u{21A9}"] where text.suffix(3).elementsEqual(sign.utf8) { text.removeLast(3) }
    return Array(text.drop { !$0.isASCIILetter && $0 < 0x80 }.prefix(48).drop { $0 == 0xC2 || $0 == 0xA0 })
  }

  private static func namedPlaces(in tree: HTMLTree) -> [ArraySlice<UInt8>: HTMLTree.NodeID] {
    var places: [ArraySlice<UInt8>: HTMLTree.NodeID] = [:]
    for index in tree.nodes.indices where tree.nodes[index].attributeCount > 0 {
      let id = HTMLTree.NodeID(index)
      if let name = tree.attribute(.id, of: id), places[name] == nil { places[name] = id }
    }
    return places
  }

  /// Takes out the box that shows a note, and its label, which may be the note's number.
  private static func removeToggle(before note: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    for _ in 0..<3 {
      let part = tree.previousVisible(note)
      guard part != HTMLTree.none else { return }
      let isBox =
        tree[part].name == .input && tree.attribute(.type, of: part)?.equalsIgnoringCase("checkbox") == true
      let isLabel =
        tree[part].name == .label && tree.innerText(of: part, limit: 16, among: nodeLimit).count < 16
      guard isBox || isLabel else { return }
      tree.remove(part)
    }
  }

  /// Takes the number out that a note begins with.
  private static func removeNumber(of note: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let first = tree.children(of: note).first { !tree.isBlank($0) }
    guard let first, [.span, .sup, .label, .b, .strong].contains(tree[first].name),
      tree.nextVisible(first) != HTMLTree.none
    else { return }
    let text = tree.innerText(of: first, limit: 16, among: nodeLimit)[...].trimmingHTMLSpace
    let digits = text.filter { !"[]().:".utf8.contains($0) }
    guard !digits.isEmpty, digits.count <= 4, digits.allSatisfy(\.isASCIIDigit) else { return }
    tree.remove(first)
  }

  /// The link to a note that stands before it.
  private static func reference(before note: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID? {
    let before = tree.previousVisible(note)
    guard before != HTMLTree.none, tree[before].name != .text else { return nil }
    let link = tree[before].name == .a ? before : tree.near(before) { tree[$0].name == .a }
    guard let link, tree.attribute(.href, of: link)?.first == UInt8(ascii: "#"),
      tree.innerText(of: link, limit: 16, among: nodeLimit).count < 16
    else { return nil }
    return link
  }

  private static func remove(reference link: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let parent = tree[link].parent
    let isAlone = tree.children(of: parent).allSatisfy { $0 == link || tree.isBlank($0) }
    tree.remove(isAlone && tree[parent].name == .sup ? parent : link)
  }

  /// True if the note to which a place belongs has the words of another.
  private static func says(
    _ place: HTMLTree.NodeID, what note: HTMLTree.NodeID, in tree: HTMLTree
  ) -> Bool {
    var block = place
    for _ in 0..<4 where !tree[block].name.isBlock { block = tree[block].parent }
    guard tree[block].name.isBlock, block != HTMLTree.root, tree[block].name != .body else { return false }
    let words = tree.innerText(of: note, limit: 256, among: nodeLimit).filter { !$0.isHTMLSpace }
    let text = tree.innerText(of: block, limit: 4096, among: nodeLimit).filter { !$0.isHTMLSpace }
    return !words.isEmpty && ByteSearch.contains(String(decoding: words, as: UTF8.self), in: text[...])
  }
}
