/// The footnotes of a document, found by the links that lead to a note and back.
///
/// Every program spells them differently (pandoc, GitHub, Word, LibreOffice, Google Docs), but in all of
/// them a link leads from the text to a place near the note, and one in the note leads back to near the
/// first link.
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
    footnotes.addLiteralNotes(of: tree)
    for pair in pairs { removeBrackets(around: pair.reference, from: &tree) }
    let marks = pairs.map { FootnoteMark(of: $0.reference, to: $0.note, in: tree) }
    for link in finder.backLinks { remove(backLink: link, from: &tree) }
    for (pair, mark) in zip(pairs, marks) { mark.remove(from: pair.note, &tree) }
    for note in footnotes.notes {
      removeLabel(of: note.node, from: &tree)
      remove(note: note.node, from: &tree)
    }
    return footnotes
  }

  /// Adds the notes whose references clean-up marked.
  private mutating func addLiteralNotes(of tree: HTMLTree) {
    guard !tree.literalNotes.isEmpty else { return }
    var labels: [String: String] = [:]
    // Documents are in the order of their nodes no more once clean-up has made some.
    var current = tree.following(HTMLTree.root, within: HTMLTree.root)
    while current != HTMLTree.none {
      if tree[current].name == .a, let mark = tree.string(.footnoteReference, of: current),
        let note = tree.literalNotes[mark]
      {
        let label = labels[mark] ?? String(notes.count + 1)
        if labels.updateValue(label, forKey: mark) == nil { notes.append(Note(label: label, node: note)) }
        references[current] = label
      }
      current = tree.following(current, within: HTMLTree.root)
    }
  }

  /// Takes out the brackets that stand around a reference alone, in an element of their own.
  private static func removeBrackets(around link: HTMLTree.NodeID, from tree: inout HTMLTree) {
    let parent = tree[link].parent
    guard !tree[parent].name.isBlock, isAlone(link, in: parent, tree) else { return }
    for child in Array(tree.children(of: parent)) where child != link { tree.remove(child) }
  }

  /// Takes out a link back to the text, with what surrounds it alone, brackets as well, and the space that sets it off.
  private static func remove(backLink link: HTMLTree.NodeID, from tree: inout HTMLTree) {
    var link = link
    while true {
      let parent = tree[link].parent
      guard parent != HTMLTree.none, !tree[parent].name.isBlock,
        isAlone(link, in: parent, tree)
      else { break }
      link = parent
    }
    trimSpace(before: link, &tree)
    trimPoint(behind: link, &tree)
    tree.remove(link)
  }

  /// A number before a note has a point behind it.
  private static func trimPoint(behind link: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let text = tree[link].next
    guard tree[link].previous == HTMLTree.none || tree.isBlank(tree[link].previous), text != HTMLTree.none,
      tree[text].name == .text, tree.text(of: text).starts(with: ". ".utf8)
    else { return }
    tree.trimText(text, first: 2)
  }

  /// No-break spaces keep a link that ends a note beside its last word.
  private static func trimSpace(before link: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    let text = tree[link].previous
    guard tree[link].next == HTMLTree.none || tree.isBlank(tree[link].next), text != HTMLTree.none,
      tree[text].name == .text
    else { return }
    var rest = tree.text(of: text)
    while true {
      if rest.last?.isHTMLSpace == true {
        rest = rest.dropLast()
      } else if rest.suffix(2).elementsEqual([0xC2, 0xA0]) {
        rest = rest.dropLast(2)
      } else {
        break
      }
    }
    tree.trimText(text, last: tree.text(of: text).count - rest.count)
  }

  /// True if nothing stands beside a link but a bracket on each side.
  private static func isAlone(
    _ link: HTMLTree.NodeID, in parent: HTMLTree.NodeID, _ tree: HTMLTree
  ) -> Bool {
    let children = Array(tree.children(of: parent).prefix(4))
    return children.count < 4 && children.allSatisfy { $0 == link || isBracket($0, in: tree) }
  }

  private static func isBracket(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].name == .text || tree[id].name == .span
      ? tree.innerText(of: id, limit: 3).elementsEqual("[".utf8)
        || tree.innerText(of: id, limit: 3).elementsEqual("]".utf8)
      : false
  }

  /// What docutils has before a note: its number, and behind that the ways back if there are several.
  private static let labels: ClassNames = ["label", "backrefs"]

  private static func removeLabel(of note: HTMLTree.NodeID, from tree: inout HTMLTree) {
    guard tree.hasClass("footnote", note) else { return }
    for part in Array(tree.children(of: note).prefix(8))
    where tree[part].name == .span && tree.hasClass(among: labels, part) { tree.remove(part) }
  }

  /// Takes out a note, and the list or section that is left empty.
  private static func remove(note: HTMLTree.NodeID, from tree: inout HTMLTree) {
    var parent = tree[note].parent
    tree.remove(note)
    while parent != HTMLTree.none, parent != HTMLTree.root, tree[parent].name != .body {
      let isEmpty = tree.children(of: parent).allSatisfy { child in
        tree.isBlank(child) || tree[child].name == .hr || tree[child].name == .br
          || tree[child].name.headingLevel > 0 && isOfNotes(parent, in: tree)
      }
      guard isEmpty else { return }
      let emptied = parent
      parent = tree[parent].parent
      tree.remove(emptied)
    }
  }

  /// True for what is called a document's notes, whose heading goes with them.
  private static func isOfNotes(_ section: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.attribute(.id, of: section)?.equalsIgnoringCase("footnotes") == true
      || tree.hasClass(among: ["footnotes", "endnotes", "footnotes-segment"], section)
      // Texinfo's.
      || tree[section].name == .div && tree.hasClass("footnote", section)
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
  /// The links that lead to an anchor.
  private var linksTo: [HTMLTree.NodeID: [HTMLTree.NodeID]] = [:]
  private(set) var backLinks: [HTMLTree.NodeID] = []

  /// The places where a note may be: the element around its paragraph, which counts unless the reference is in it too, and that.
  private struct NotePlaces {
    var outer: HTMLTree.NodeID?
    var inner: HTMLTree.NodeID?
  }

  /// The notes by the element that a target stands for or stands in: many may stand in one.
  private var notePlaces: [HTMLTree.NodeID: NotePlaces] = [:]

  /// The number of links to one anchor that are looked at.
  private static let linkLimit = 32

  init(_ tree: HTMLTree) {
    for index in tree.nodes.indices where tree.nodes[index].attributeCount > 0 {
      let node = HTMLTree.NodeID(index)
      guard tree.isAttached(node) else { continue }
      if let id = tree.string(.id, of: node), anchors[id] == nil { anchors[id] = node }
      guard tree.nodes[index].name == .a else { continue }
      if let name = tree.string(.name, of: node), anchors[name] == nil { anchors[name] = node }
      if let address = tree.attribute(.href, of: node), let mark = address.firstIndex(of: UInt8(ascii: "#")),
        mark + 1 < address.endIndex
      {
        links.append((node, String(decoding: address[(mark + 1)...], as: UTF8.self)))
      }
    }
    for link in links {
      if let anchor = anchors[link.target] { linksTo[anchor, default: []].append(link.node) }
    }
  }

  mutating func pairs(in tree: HTMLTree) -> [Pair] {
    var pairs: [Pair] = []
    var seen: Set<HTMLTree.NodeID> = []
    var notes: Set<HTMLTree.NodeID> = []
    for link in links where !seen.contains(link.node) {
      guard let target = anchors[link.target], looksLikeReference(link.node, in: tree),
        let note = noteElement(at: target, of: link.node, in: tree), !tree.isWithin(link.node, note),
        target > link.node || isCalledNote(note, in: tree)
      else { continue }
      let backs = anchorsNear(link.node, in: tree).flatMap { linksTo[$0, default: []].prefix(Self.linkLimit) }
        .filter { $0 != link.node && tree.isWithin($0, note) }
      guard !backs.isEmpty || notes.contains(note) || FootnoteRoles.isNote(note, in: tree) else { continue }
      for back in backs where seen.insert(back).inserted { backLinks.append(back) }
      notes.insert(note)
      pairs.append(Pair(reference: link.node, note: note))
    }
    return pairs
  }

  /// True if a link's text is what marks a note: a number or a sign; more than that where it is raised or in brackets, or
  /// is called a note. A table of contents has links to and from headings too.
  private func looksLikeReference(_ link: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let text = tree.innerText(of: link, limit: 24).filter { !$0.isHTMLSpace }
    guard !text.isEmpty, text.count <= 12 else { return false }
    let mark = text.filter { !"[]().:".utf8.contains($0) }
    if mark.count == 1 || mark.allSatisfy(\.isASCIIDigit)
      || !mark.contains(where: \.isASCIILetter) && mark.count <= 6
    {
      return true
    }
    return text.first == UInt8(ascii: "[") || tree.near(link) { tree[$0].name == .sup } != nil
      || isCalledNote(link, in: tree)
  }

  private func isCalledNote(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let names = [
      tree.attribute(.class, of: id), tree.attribute(.id, of: id), tree.attribute(.href, of: id),
    ]
    return names.contains { name in
      guard let name else { return false }
      let lowered = name.suffix(64).map(\.lowercased)[...]
      return ["note", "fn", "ftn"].contains { ByteSearch.position(of: $0, in: lowered) != nil }
    }
  }

  /// The anchors that a link back to `link` may lead to: itself, what is just around it, beside it or in it.
  private func anchorsNear(_ link: HTMLTree.NodeID, in tree: HTMLTree) -> [HTMLTree.NodeID] {
    var near = [link]
    var around = tree[link].parent
    for _ in 0..<2 where around != HTMLTree.none && !tree[around].name.isBlock {
      near.append(around)
      if tree[around].previous != HTMLTree.none { near.append(tree[around].previous) }
      around = tree[around].parent
    }
    for beside in [tree[link].previous, tree[link].next, tree[link].firstChild] where beside != HTMLTree.none
    {
      near.append(beside)
    }
    return near
  }

  /// The element that holds the whole note to which `target` belongs, and not the reference to it.
  private mutating func noteElement(
    at target: HTMLTree.NodeID, of reference: HTMLTree.NodeID, in tree: HTMLTree
  ) -> HTMLTree.NodeID? {
    var block = target
    while block != HTMLTree.none, !tree[block].name.isBlock { block = tree[block].parent }
    guard block != HTMLTree.none else { return nil }
    let places = notePlaces[block] ?? findPlaces(of: block, in: tree)
    notePlaces[block] = places
    if let outer = places.outer, !tree.isWithin(reference, outer) { return outer }
    return places.inner
  }

  private func findPlaces(of current: HTMLTree.NodeID, in tree: HTMLTree) -> NotePlaces {
    guard current != HTMLTree.root, tree[current].name != .body,
      !holdsHeading(current, in: tree)
    else { return NotePlaces() }
    let parent = tree[current].parent
    guard tree[current].name == .p, parent != HTMLTree.none,
      tree[parent].name == .div || tree[parent].name == .li
    else { return NotePlaces(inner: current) }
    let style = tree.style(of: parent)
    let isNoteOfItsOwn = tree.attribute(.id, of: parent) != nil || style?.wordElement == .footnote
    let isWhole =
      (isNoteOfItsOwn || tree[parent].name == .li
        || tree.children(of: parent).allSatisfy { $0 == current || tree.isBlank($0) })
      && holdsNothing(but: current, in: parent, tree)
    return NotePlaces(outer: isWhole ? parent : nil, inner: current)
  }

  /// True if a paragraph begins an element that no link from outside leads into elsewhere, as into further notes.
  private func holdsNothing(
    but paragraph: HTMLTree.NodeID, in parent: HTMLTree.NodeID, _ tree: HTMLTree
  ) -> Bool {
    guard tree.previousVisible(paragraph) == HTMLTree.none else { return false }
    func isReached(_ id: HTMLTree.NodeID) -> Bool {
      linksTo[id, default: []].prefix(Self.linkLimit).contains { !tree.isWithin($0, parent) }
    }
    return !tree.children(of: parent).contains { child in
      child != paragraph && (isReached(child) || tree.contains(in: child, where: isReached))
    }
  }
}

extension FootnoteFinder {
  /// True for what is a part of a document, or its title.
  fileprivate func holdsHeading(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree[id].name.headingLevel > 0 || tree.contains(in: id) { tree[$0].name.headingLevel > 0 }
  }
}

extension HTMLTree {
  /// True if `id` is `ancestor` or within it.
  func isWithin(_ id: NodeID, _ ancestor: NodeID) -> Bool {
    id == ancestor || self.ancestor(of: id, where: { $0 == ancestor }) != nil
  }
}

/// What a note begins with that only repeats its reference: a number, and signs for the way back.
private struct FootnoteMark {
  /// The number; empty where the reference is none.
  private let number: [UInt8]

  /// - Parameter note: an item of a list has its number from that, and may begin with one of its own.
  init(of reference: HTMLTree.NodeID, to note: HTMLTree.NodeID, in tree: HTMLTree) {
    guard tree[note].name != .li else {
      number = []
      return
    }
    let text = tree.innerText(of: reference, limit: 24).filter {
      !$0.isHTMLSpace && !"[]().:".utf8.contains($0)
    }
    number = text.count <= 6 && text.allSatisfy(\.isASCIIDigit) ? text : []
  }

  func remove(from note: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let text = tree.near(note, where: { tree[$0].name == .text && !isEmpty($0, in: tree) }) else {
      return
    }
    if tree[tree[text].parent].name == .sup, !number.isEmpty, isOnly(text, in: tree[text].parent, tree),
      tree.text(of: text).trimmingHTMLSpace.elementsEqual(number)
    {
      tree.remove(tree[text].parent)
      return
    }
    guard
      tree.ancestor(of: text, where: { $0 == note || tree[$0].name == .code || tree[$0].name == .a }) == note
    else { return }
    let bytes = tree.text(of: text)
    tree.trimText(text, first: bytes.count - withoutMark(bytes).count)
  }

  private func withoutMark(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = Self.withoutSpaces(bytes)
    // Wikipedia's and its kin's, before the letters that lead back to each reference.
    for sign in ["^", "↑"] where rest.starts(with: sign.utf8) {
      let behind = rest.dropFirst(sign.utf8.count)
      if behind.isEmpty || behind.first?.isHTMLSpace == true { rest = Self.withoutSpaces(behind) }
    }
    guard !number.isEmpty, rest.starts(with: number) else { return rest }
    let behind = rest.dropFirst(number.count)
    guard let point = behind.first, ".):".utf8.contains(point), behind.dropFirst().first?.isHTMLSpace == true
    else { return rest }
    return Self.withoutSpaces(behind.dropFirst())
  }

  /// The text without the spaces that it begins with, those among them that do not break lines.
  private static func withoutSpaces(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while true {
      if rest.first?.isHTMLSpace == true {
        rest = rest.dropFirst()
      } else if rest.starts(with: [0xC2, 0xA0]) {
        rest = rest.dropFirst(2)
      } else {
        return rest
      }
    }
  }

  private func isEmpty(_ text: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    Self.withoutSpaces(tree.text(of: text)).isEmpty
  }

  private func isOnly(_ text: HTMLTree.NodeID, in parent: HTMLTree.NodeID, _ tree: HTMLTree) -> Bool {
    tree.children(of: parent).allSatisfy { $0 == text || tree.isBlank($0) }
  }
}

/// What says of itself that it is a note, and needs no link back to show it.
enum FootnoteRoles {
  private static let names = ["footnote", "endnote", "rearnote", "doc-footnote", "doc-endnote"]
  /// The classes of Texinfo's notes, and of those of pulldown-cmark, of which mdBook's and Zola's pages are made.
  private static let classes: ClassNames = ["footnote_anchor", "footnote-definition"]

  static func isNote(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    if tree.hasClass(among: classes, id) { return true }
    return [HTMLAttributeName.role, .epubType].contains { name in
      tree.attribute(name, of: id)?.split(whereSeparator: \.isHTMLSpace)
        .contains { word in names.contains { word.equalsIgnoringCase($0) } } == true
    }
  }
}
