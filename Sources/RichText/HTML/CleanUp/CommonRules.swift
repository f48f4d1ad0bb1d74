/// Rules for the HTML of any program.
enum CommonRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("drop what is hidden", dropHidden),
    CleanUp.Rule("put lists within lists into items", nestLists),
  ]

  private static func dropHidden(_ tree: inout HTMLTree) {
    for index in tree.nodes.indices {
      let id = HTMLTree.NodeID(index)
      let node = tree[id]
      guard node.attributesEnd > node.attributesStart, node.parent != HTMLTree.none else { continue }
      let isHidden =
        tree.style(of: id)?.isHidden == true || tree.attribute(.hidden, of: id) != nil
      guard isHidden, !tree.hasClass("mwe-math-mathml-inline", id) else { continue }
      tree.remove(id)
    }
  }

  /// A list that stands in a list belongs to the item before it.
  private static func nestLists(_ tree: inout HTMLTree) {
    for index in tree.nodes.indices {
      let id = HTMLTree.NodeID(index)
      guard tree[id].name.isList, tree[id].parent != HTMLTree.none, tree[tree[id].parent].name.isList else { continue }
      var previous = tree[id].previous
      while previous != HTMLTree.none, tree.isBlank(previous) { previous = tree[previous].previous }
      guard previous != HTMLTree.none, tree[previous].name == .li else { continue }
      tree.remove(id)
      tree.append(id, to: previous)
    }
  }
}
