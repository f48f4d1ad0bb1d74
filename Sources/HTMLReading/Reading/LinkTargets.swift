/// The places of a page that its own links lead to.
///
/// Markdown has no word for them; an empty anchor says it in every dialect that lets HTML through.
struct LinkTargets {
  /// More are not kept.
  private static let countLimit = 4096

  /// The name of each place.
  private var names: [HTMLTree.NodeID: String] = [:]

  /// Finds the places; links of notes lead elsewhere once they are read.
  ///
  /// - Parameter places: those that links from elsewhere lead to.
  init(in tree: HTMLTree, notes: HTMLFootnotes, places: Set<String> = []) {
    var wanted = Self.linked(in: tree, notes).union(places)
    guard !wanted.isEmpty else { return }
    Self.forEachElement(of: tree) { id in
      guard !wanted.isEmpty, let name = Self.name(of: id, in: tree), wanted.remove(name) != nil else {
        return
      }
      names[id] = name
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
      guard address.contains(UInt8(ascii: "%")) else { return }
      if let decoded = safeName(address.dropFirst().percentDecoded[...]) { linked.insert(decoded) }
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

  private static func forEachElement(of tree: HTMLTree, _ body: (HTMLTree.NodeID) -> Void) {
    var current = tree.following(HTMLTree.root, within: HTMLTree.root)
    while current != HTMLTree.none {
      if tree[current].name != .text { body(current) }
      current = tree.following(current, within: HTMLTree.root)
    }
  }
}
