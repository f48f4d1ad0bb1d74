/// Rules for PowerPoint, whose paragraphs say where they stand by margins, and what marks them in a span.
enum PowerPointRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("make lists of the marked paragraphs of slides", makeLists)
  ]

  private struct OpenList {
    var list: HTMLTree.NodeID
    var item: HTMLTree.NodeID
    var margin: Double
  }

  private static func makeLists(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.slideMarker != nil }) else { return }
    var open: [OpenList] = []
    tree.forEachElement { tree, id in
      guard tree[id].name == .div || tree[id].name == .p, let kind = takeMarker(of: id, from: &tree) else {
        return
      }
      if tree.children(of: id).allSatisfy({ tree.innerText(of: $0).allSatisfy(\.isHTMLSpace) }) {
        tree.remove(id)
        return
      }
      if let outermost = open.first, tree.previousVisible(id) != outermost.list { open = [] }
      let margin = tree.style(of: id)?.marginLeft ?? 0
      while let last = open.last,
        last.margin > margin + 1 || last.margin > margin - 1 && tree[last.list].name != kind
      {
        open.removeLast()
      }
      tree.rename(id, .li)
      if let last = open.last, last.margin > margin - 1 {
        tree.remove(id)
        tree.append(id, to: last.list)
        open[open.count - 1].item = id
        return
      }
      let list = tree.addElement(kind)
      if let outer = open.last { tree.append(list, to: outer.item) } else { tree.insert(list, before: id) }
      tree.remove(id)
      tree.append(id, to: list)
      open.append(OpenList(list: list, item: id, margin: margin))
    }
  }

  /// The kind of list that a paragraph is an item of, by the marker that it begins with, which goes.
  private static func takeMarker(of id: HTMLTree.NodeID, from tree: inout HTMLTree) -> HTMLElementName? {
    guard let marker = tree.near(id, where: { tree.style(of: $0)?.slideMarker != nil }),
      !tree.contains(in: id, where: { tree[$0].name.isBlock }),
      let kind = tree.style(of: marker)?.slideMarker
    else { return nil }
    tree.remove(marker)
    return kind == .number ? .ol : .ul
  }
}
