/// Rules for lists that are nested where no list may be, or torn into several.
enum ListRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("believe what lists are styled as", takeMarkers),
    CleanUp.Rule("read markers that items begin with", TypedMarkers.read),
    CleanUp.Rule("read items that are blocks of their own", readBlocks),
    CleanUp.Rule("take items out of what wraps them in their list", unwrapItems),
    CleanUp.Rule("put items that lost their list into one", listLooseItems),
    CleanUp.Rule("join lists of one item each", joinSingleItems),
    CleanUp.Rule("put lists that stand in lists into items", nestLists),
    CleanUp.Rule("join lists torn apart by depth", joinTornLists),
    CleanUp.Rule("begin lists at the outermost level that has an item", hoistLists),
  ]

  /// An `ol` may be shown with bullets, and an `ul` with numbers.
  private static func takeMarkers(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.listMarker != nil }) else { return }
    tree.forEachElementWithAttributes { tree, id in
      guard let marker = tree.style(of: id)?.listMarker ?? markerOfItems(of: id, in: tree) else { return }
      switch (tree[id].name, marker) {
      case (.ol, .bullet): tree.rename(id, .ul)
      case (.ul, .number): tree.rename(id, .ol)
      default: break
      }
    }
  }

  /// What all items of a list are shown with.
  private static func markerOfItems(of list: HTMLTree.NodeID, in tree: HTMLTree) -> InlineStyle.MarkerKind? {
    guard tree[list].name == .ul, tree.style(of: list)?.hasNoListMarker != true else { return nil }
    let items = tree.children(of: list).filter { tree[$0].name == .li }
    let isNumbered = !items.isEmpty && items.allSatisfy { tree.style(of: $0)?.listMarker == .number }
    return isNumbered ? .number : nil
  }

  /// Atlassian's editors write tasks as blocks of their own, OneNote as paragraphs, Notion's pages all items.
  private static func readBlocks(_ tree: inout HTMLTree) {
    var last = HTMLTree.none
    tree.forEachElementWithAttributes { tree, id in
      if tree[id].name == .p, tree[tree[id].parent].name != .li, TaskItem.markedState(of: id, in: tree) != nil
      {
        tree.rename(id, .li)
      }
      guard tree[id].name == .div else { return }
      let isNumbered = tree.hasClass("notion-numbered_list-block", id)
      if isNumbered, last != HTMLTree.none, tree.previousVisible(id) == last {
        tree.rename(id, .li)
        tree.remove(id)
        tree.append(id, to: last)
      } else if isNumbered {
        tree.rename(id, .li)
        last = tree.wrap(id, in: .ol)
      } else if tree.attribute(.dataTaskState, of: id) != nil || tree.attribute(.dataTaskID, of: id) != nil
        || tree.hasClass(among: ["notion-bulleted_list-block", "notion-to_do-block"], id)
      {
        tree.rename(id, .li)
      }
    }
  }

  /// Firefox copies a part of a list without the list.
  private static func listLooseItems(_ tree: inout HTMLTree) {
    var last = HTMLTree.none
    tree.forEachElement(named: .li) { tree, id in
      guard !tree[tree[id].parent].name.isList else { return }
      if last != HTMLTree.none, tree.previousVisible(id) == last {
        tree.remove(id)
        tree.append(id, to: last)
      } else {
        last = tree.wrap(id, in: .ul)
      }
    }
  }

  /// Notion's classes of lists: it exports one for each item.
  private static let listsOfOne = ["bulleted-list", "numbered-list", "to-do-list"]

  private static func joinSingleItems(_ tree: inout HTMLTree) {
    tree.forEachElement(where: \.isList) { tree, id in
      guard let kind = listsOfOne.first(where: { tree.hasClass($0, id) }) else {
        return
      }
      let before = tree.previousVisible(id)
      guard before != HTMLTree.none, tree[before].name == tree[id].name, tree.hasClass(kind, before) else {
        return
      }
      tree.moveChildren(of: id, to: before)
      // The one behind it stands behind this one now.
      tree.remove(id)
    }
  }

  /// Editors put elements of their own between a list and its items; a paragraph there belongs to the item
  /// before it.
  private static func unwrapItems(_ tree: inout HTMLTree) {
    tree.forEachElement(where: \.isList) { tree, id in
      var child = tree[id].firstChild
      while child != HTMLTree.none {
        let next = tree[child].next
        if isWrapper(child, in: tree) {
          let first = tree[child].firstChild
          if tree[child].name == .a { linkItems(in: child, &tree) }
          tree.unwrap(child)
          child = first == HTMLTree.none ? next : first
          continue
        }
        let before = tree.previousVisible(child)
        if tree[child].name.standsBetweenItems, before != HTMLTree.none, tree[before].name == .li {
          tree.remove(child)
          tree.append(child, to: before)
        }
        child = next
      }
    }
  }

  /// Puts a link around items into each of them.
  private static func linkItems(in link: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let address = tree.attribute(.href, of: link).map({ Array($0) }) else { return }
    for item in Array(tree.children(of: link)) where tree[item].name == .li {
      let inner = tree.addElement(.a)
      tree.addAttribute(.href, to: inner) { $0.append(contentsOf: address) }
      tree.moveChildren(of: item, to: inner)
      tree.append(inner, to: item)
    }
  }

  /// True for an element in a list that is no item, but holds items of the list, or lists and nothing else before the
  /// first item.
  private static func isWrapper(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    switch tree[id].name {
    case .text, .li, .table, .blockquote: return false
    case let name where name.isList: return false
    default: break
    }
    if holdsListsOnly(id, in: tree) { return tree.previousVisible(id) == HTMLTree.none }
    var current = tree.following(id, within: id)
    while current != HTMLTree.none {
      switch tree[current].name {
      case .li: return true
      case .table, .blockquote, .ul, .ol, .menu, .dir:
        current = tree.followingSkippingContent(of: current, within: id)
      default: current = tree.following(current, within: id)
      }
    }
    return false
  }

  /// True for lists in elements that add nothing to them.
  private static func holdsListsOnly(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    var inner = id
    for _ in 0..<8 {
      let children = tree.children(of: inner).lazy.filter { !tree.isBlank($0) }.prefix(64)
      guard let first = children.first(where: { _ in true }) else { return false }
      if tree[first].name.isList { return children.allSatisfy { tree[$0].name.isList } }
      guard tree[first].name == .div || tree[first].name == .span || tree[first].name == .section,
        tree.nextVisible(first) == HTMLTree.none
      else { return false }
      inner = first
    }
    return false
  }

  /// What was copied out of the middle of a list has the lists around it, which have no items of their own.
  private static func hoistLists(_ tree: inout HTMLTree) {
    tree.forEachElement(where: \.isList) { tree, id in
      while true {
        let children = tree.children(of: id).filter { !tree.isBlank($0) }
        guard let first = children.first else { return }
        var item = HTMLTree.none
        for child in children {
          if item != HTMLTree.none, isMarkerless(child, in: tree) {
            tree.moveChildren(of: child, to: item)
            tree.remove(child)
          } else if item != HTMLTree.none, continuesItem(child, item, in: tree) {
            tree.remove(child)
            tree.rename(child, .div)
            tree.append(child, to: item)
          } else {
            item = tree[child].name == .li ? child : HTMLTree.none
          }
        }
        if isMarkerless(first, in: tree) {
          tree.unwrap(first)
        } else if tree[first].name.isList {
          guard children.count > 1 else {
            tree.unwrap(id)
            return
          }
          tree.unwrap(first)
        } else {
          return
        }
      }
    }
  }

  /// True for a block without a marker among items that have one, as Outlook's editor writes a further paragraph.
  private static func continuesItem(
    _ id: HTMLTree.NodeID, _ item: HTMLTree.NodeID, in tree: HTMLTree
  ) -> Bool {
    tree[id].name == .li && tree.style(of: id)?.isBlock == true && tree.style(of: item)?.isBlock != true
  }

  /// True for an item without a marker that holds lists and nothing else.
  private static func isMarkerless(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    let style = tree.style(of: id)
    guard tree[id].name == .li,
      style?.hasNoListMarker == true || style?.isBlock == true || tree.contains(class: id, where: saysNested)
    else { return false }
    let children = tree.children(of: id).filter { !tree.isBlank($0) }
    return !children.isEmpty && children.allSatisfy { tree[$0].name.isList }
  }

  /// The name that editors built on Lexical give to an item that is there for the list in it.
  private static func saysNested(_ name: ArraySlice<UInt8>) -> Bool {
    let name = name.prefix(64).map(\.lowercased)[...]
    return ["nested", "item"].allSatisfy { ByteSearch.position(of: $0, in: name) != nil }
  }

  /// A list directly within a list belongs to the item before it (Google Docs, Word, hand-written HTML).
  private static func nestLists(_ tree: inout HTMLTree) {
    tree.forEachElement(where: \.isList) { tree, id in
      guard tree[tree[id].parent].name.isList else { return }
      let previous = tree.previousVisible(id)
      guard previous != HTMLTree.none, tree[previous].name == .li else { return }
      tree.remove(id)
      tree.append(id, to: previous)
    }
  }

  /// LibreOffice and Yuque write a list of its own for every change of depth, with empty lists around the deep ones:
  /// what such a list holds belongs to the item before it, and the list after it goes on with the one before.
  private static func joinTornLists(_ tree: inout HTMLTree) {
    var grown = HTMLTree.none
    tree.forEachElement(where: \.isList) { tree, id in
      let before = tree.previousVisible(id)
      guard before != HTMLTree.none, tree[before].name.isList else { return }
      if let inner = onlyList(in: id, of: tree) {
        guard let item = lastItem(of: before, in: tree) else { return }
        join(inner, into: item, of: &tree)
        tree.remove(id)
        grown = before
      } else if tree.producer == .libreOffice || before == grown, continues(id, before, in: tree) {
        tree.moveChildren(of: id, to: before)
        tree.remove(id)
      }
    }
  }

  /// Appends a list to an item that may end with a list to go on with.
  private static func join(_ list: HTMLTree.NodeID, into item: HTMLTree.NodeID, of tree: inout HTMLTree) {
    var list = list
    var item = item
    while let last = lastList(in: item, of: tree) {
      if let inner = onlyList(in: list, of: tree), let deeper = lastItem(of: last, in: tree) {
        list = inner
        item = deeper
      } else if tree[last].name == tree[list].name {
        tree.moveChildren(of: list, to: last)
        return
      } else {
        break
      }
    }
    tree.remove(list)
    tree.append(list, to: item)
  }

  /// True if a list has the kind of the one before it, which was left for a deeper one in between.
  private static func continues(_ id: HTMLTree.NodeID, _ before: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    guard tree[id].name == tree[before].name, let item = lastItem(of: before, in: tree),
      lastList(in: item, of: tree) != nil
    else { return false }
    guard tree[id].name == .ol else { return true }
    let count = tree.children(of: before).filter { tree[$0].name == .li }.count
    return tree.number(.start, of: id) ?? 1 == (tree.number(.start, of: before) ?? 1) + count
  }

  /// The one list that a list holds without an item of its own.
  private static func onlyList(in id: HTMLTree.NodeID, of tree: HTMLTree) -> HTMLTree.NodeID? {
    let children = tree.children(of: id).filter { !tree.isBlank($0) }
    guard children.count == 1, tree[children[0]].name.isList else { return nil }
    return children[0]
  }

  private static func lastItem(of list: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID? {
    var last = tree[list].lastChild
    while last != HTMLTree.none, tree[last].name != .li, tree.steps.take() { last = tree[last].previous }
    return last != HTMLTree.none && tree[last].name == .li ? last : nil
  }

  private static func lastList(in item: HTMLTree.NodeID, of tree: HTMLTree) -> HTMLTree.NodeID? {
    var last = tree[item].lastChild
    while last != HTMLTree.none, tree.isBlank(last), tree.steps.take() { last = tree[last].previous }
    return last != HTMLTree.none && tree[last].name.isList ? last : nil
  }
}

extension HTMLElementName {
  /// True for blocks that editors leave between the items of a list.
  fileprivate var standsBetweenItems: Bool {
    switch self {
    case .p, .div, .blockquote, .pre, .table, .figure: true
    default: false
    }
  }
}
