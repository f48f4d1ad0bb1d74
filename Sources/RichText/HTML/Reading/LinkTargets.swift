/// The places of a page that its own links lead to.
///
/// Markdown has no word for them; an empty anchor says it in every dialect that lets HTML through.
struct LinkTargets {
  /// More are not kept.
  private static let countLimit = 4096

  /// The name of each place.
  private var names: [HTMLTree.NodeID: String] = [:]

  /// Finds the places; links of notes lead elsewhere once they are read.
  init(in tree: HTMLTree, notes: HTMLFootnotes) {
    var wanted = Self.linked(in: tree, notes)
    guard !wanted.isEmpty else { return }
    Self.forEachElement(of: tree) { id in
      guard !wanted.isEmpty, let name = Self.name(of: id, in: tree), wanted.remove(name) != nil else {
        return
      }
      if !Self.isKnownAnyway(name, at: id, in: tree) { names[id] = name }
    }
  }

  /// The anchor for an element, once; nil if no link leads there.
  mutating func takeAnchor(of id: HTMLTree.NodeID) -> String? {
    names.isEmpty ? nil : names.removeValue(forKey: id).map(AnchorMarkup.html)
  }

  /// The names that links lead to, without those of headings and the like that link to themselves.
  private static func linked(in tree: HTMLTree, _ notes: HTMLFootnotes) -> Set<String> {
    var linked: Set<String> = []
    forEachElement(of: tree) { id in
      guard tree[id].name == .a, linked.count < countLimit, notes.references[id] == nil,
        let address = tree.attribute(.href, of: id), address.first == UInt8(ascii: "#"),
        let name = safeName(address.dropFirst())
      else { return }
      var around = id
      while around != HTMLTree.none, around != HTMLTree.root {
        // Code keeps no links.
        if tree[around].name == .pre || Self.name(of: around, in: tree) == name { return }
        around = tree[around].parent
      }
      linked.insert(name)
    }
    return linked
  }

  private static func name(of id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    if let name = tree.attribute(.id, of: id).flatMap(safeName) { return name }
    return tree[id].name == .a ? tree.attribute(.name, of: id).flatMap(safeName) : nil
  }

  /// A name that can stand in an attribute as it is.
  private static func safeName(_ name: ArraySlice<UInt8>) -> String? {
    AnchorMarkup.isSafe(name) ? String(decoding: name, as: UTF8.self) : nil
  }

  /// True for a heading that GitHub and others give the same name by its words.
  private static func isKnownAnyway(_ name: String, at id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard
      let heading = tree.ancestor(of: id, where: { tree[$0].name.headingLevel > 0 })
        ?? heading(at: id, in: tree)
    else { return false }
    var words: [UInt8] = []
    var current = tree.following(heading, within: heading)
    while current != HTMLTree.none, words.count < 2 * AnchorMarkup.nameLimit {
      if tree[current].name == .text { words += tree.text(of: current) }
      current = tree.following(current, within: heading)
    }
    let text = String(decoding: InlineStyle.trimmed(words[...]), as: UTF8.self).lowercased()
    let kept = text.unicodeScalars.filter {
      " -_".unicodeScalars.contains($0) || $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(kept.map { $0 == " " ? "-" : $0 })) == name.lowercased()
  }

  /// The heading itself, or the one that a section begins with.
  private static func heading(at id: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID? {
    var current = id
    while current != HTMLTree.none {
      if tree[current].name.headingLevel > 0 { return current }
      if tree[current].name == .text, !tree.isBlank(current) { return nil }
      current = tree.following(current, within: id)
    }
    return nil
  }

  private static func forEachElement(of tree: HTMLTree, _ body: (HTMLTree.NodeID) -> Void) {
    var current = tree.following(HTMLTree.root, within: HTMLTree.root)
    while current != HTMLTree.none {
      if tree[current].name != .text { body(current) }
      current = tree.following(current, within: HTMLTree.root)
    }
  }
}
