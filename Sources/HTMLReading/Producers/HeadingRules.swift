/// Rules for headings that hold more than a line.
enum HeadingRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("keep blocks in a heading apart", part)
  ]

  /// Blocks beyond this many of one heading stay in it, and as many elements within each other are looked into.
  private static let blockLimit = 256
  private static let wrapperLimit = 8

  /// The first block is the heading, what follows stands below it.
  private static func part(_ tree: inout HTMLTree) {
    tree.forEachElement(where: { $0.headingLevel > 0 }) { tree, id in
      if let link = onlyLink(in: id, of: tree) {
        tree.remove(link)
        tree.insert(link, before: id)
        tree.moveChildren(of: link, to: id)
        tree.remove(id)
        tree.append(id, to: link)
      }
      var holder = id
      for _ in 0..<wrapperLimit {
        guard tree.style(of: holder)?.laysOut != true else { return }
        guard let only = onlyBlock(in: holder, of: tree) else { break }
        holder = only
      }
      guard let first = firstBlockToPart(in: holder, of: tree) else { return }
      var behind = id
      var block = first
      while block != HTMLTree.none {
        let next = tree[block].next
        tree.remove(block)
        // Words beside blocks are lines of their own.
        let moved = tree[block].name.isBlock ? block : tree.addElement(.div)
        if moved != block { tree.append(block, to: moved) }
        let place = tree[behind].next
        place == HTMLTree.none ? tree.append(moved, to: tree[id].parent) : tree.insert(moved, before: place)
        behind = moved
        block = next
      }
      if tree.children(of: holder).allSatisfy({ tree.isBlank($0) }) { tree.remove(id) }
    }
  }

  /// The link that holds all of a heading, and blocks in it.
  private static func onlyLink(in id: HTMLTree.NodeID, of tree: HTMLTree) -> HTMLTree.NodeID? {
    var first = tree[id].firstChild
    while first != HTMLTree.none, tree.isBlank(first) { first = tree[first].next }
    guard first != HTMLTree.none, tree[first].name == .a, tree.nextVisible(first) == HTMLTree.none,
      tree.children(of: first).prefix(4).filter({ tree[$0].name.isBlock }).count > 1
    else { return nil }
    return first
  }

  /// The one element of a block that a block holds.
  private static func onlyBlock(in id: HTMLTree.NodeID, of tree: HTMLTree) -> HTMLTree.NodeID? {
    var first = tree[id].firstChild
    while first != HTMLTree.none, tree.isBlank(first) { first = tree[first].next }
    guard first != HTMLTree.none, tree.nextVisible(first) == HTMLTree.none,
      tree[first].name == .div || tree[first].name == .span
    else { return nil }
    return first
  }

  /// The block with which something new begins below the title; nil where all is one line, as a number, a mark or a label
  /// beside the title.
  private static func firstBlockToPart(in id: HTMLTree.NodeID, of tree: HTMLTree) -> HTMLTree.NodeID? {
    var blocks: [(id: HTMLTree.NodeID, letters: Int)] = []
    var titleLetters = 0
    var child = tree[id].firstChild
    var count = 0
    while child != HTMLTree.none, count < blockLimit {
      count += 1
      let letters = letters(in: child, of: tree)
      if tree[child].name.isBlock {
        if letters > 0 || tree[child].name == .table || tree[child].name == .pre {
          blocks.append((child, letters))
        }
      } else if blocks.isEmpty {
        titleLetters += letters
      }
      child = tree[child].next
    }
    let isTitled = titleLetters > 0
    if !isTitled, let first = blocks.first, holdsSeveral(first.id, in: tree) { return first.id }
    let others = isTitled ? blocks[...] : blocks.dropFirst()
    guard let first = others.first, isTitled || blocks[0].letters > labelLength else { return nil }
    // A short block beside words is a label.
    let isLine = tree[first.id].name == .div || tree[first.id].name == .section
    guard !isTitled || !isLine || others.count > 1 || first.letters > 24 else { return nil }
    return first.id
  }

  /// True for lists of several items and tables of several cells, which are no titles.
  private static func holdsSeveral(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let part: HTMLElementName
    switch tree[id].name {
    case .ul, .ol: part = .li
    case .table: part = .td
    default: return false
    }
    guard let first = tree.near(id, where: { tree[$0].name == part }) else { return false }
    let next = tree.nextVisible(first)
    return next != HTMLTree.none && tree[next].name == part
  }

  /// Titles have more letters than this, numbers of chapters fewer.
  private static let labelLength = 2

  /// The number of bytes of words that stand in what an element begins with.
  private static func letters(in id: HTMLTree.NodeID, of tree: HTMLTree) -> Int {
    guard tree[id].name != .text else { return letters(in: tree.text(of: id)) }
    var count = 0
    var current = tree.following(id, within: id)
    for _ in 0..<32 {
      guard current != HTMLTree.none, count < 64 else { break }
      if tree[current].name == .text { count += letters(in: tree.text(of: current)) }
      current = tree.following(current, within: id)
    }
    return count
  }

  private static func letters(in text: ArraySlice<UInt8>) -> Int {
    text.prefix(64).count { $0.isASCIILetter || $0 >= 0xC3 }
  }
}
