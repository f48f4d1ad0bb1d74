/// Numbers that the items of a list without markers begin with: they are the list's.
enum TypedNumbers {
  static func read(_ tree: inout HTMLTree) {
    tree.forEachElement(where: { $0 == .ol || $0 == .ul }) { tree, id in
      let isUnmarked = tree.style(of: id)?.hasNoListMarker == true
      let first = tree[id].name == .ol ? tree.number(.start, of: id) ?? 1 : 1
      let items = tree.children(of: id).filter { tree[$0].name == .li }
      guard items.count > 1 || isUnmarked && !items.isEmpty,
        // Lists of references have their numbers in elements of their own, and no markers by their style sheet.
        let numbers = numbers(
          of: items, from: first, standApart: tree[id].name == .ul && !isUnmarked, in: tree)
      else { return }
      for (text, length) in numbers { tree.trimText(text, first: length) }
      tree.rename(id, .ol)
    }
  }

  /// Where each item begins with its number, and how long that is with what follows it; nil if one does not.
  private static func numbers(
    of items: [HTMLTree.NodeID], from first: Int, standApart: Bool, in tree: HTMLTree
  ) -> [(text: HTMLTree.NodeID, length: Int)]? {
    var numbers: [(HTMLTree.NodeID, Int)] = []
    for (offset, item) in items.enumerated() {
      guard
        let text = tree.firstDescendant(
          of: item, among: 16, where: { tree[$0].name == .text && !tree.isBlank($0) }),
        tree.ancestor(of: text, where: { tree[$0].name == .li || tree[$0].name == .pre }) == item
      else { return nil }
      let bytes = tree.text(of: text)
      let rest = bytes.drop(while: \.isHTMLSpace)
      let digits = rest.prefix(while: \.isASCIIDigit)
      let behind = rest[digits.endIndex...]
      guard digits.count < 9, Int(String(decoding: digits, as: UTF8.self)) == first + offset,
        behind.first == UInt8(ascii: ".") || behind.first == UInt8(ascii: ")")
      else { return nil }
      let label = tree[text].parent
      if label != item, tree[text].next == HTMLTree.none, tree[text].previous == HTMLTree.none,
        tree[label].name == .span, behind.dropFirst().allSatisfy(\.isHTMLSpace),
        tree.nextVisible(label) != HTMLTree.none
      {
        numbers.append((text, bytes.count))
        continue
      }
      guard !standApart, let space = behind.dropFirst().first, space.isHTMLSpace else { return nil }
      let content = behind.dropFirst().drop(while: \.isHTMLSpace)
      guard !content.isEmpty || tree.nextVisible(text) != HTMLTree.none else { return nil }
      numbers.append((text, content.startIndex - bytes.startIndex))
    }
    return numbers
  }
}
