/// Nests the items of lists by the levels that editors write beside them.
enum ListItemLevels {
  /// The depth that an item is said to have, from 1 on: by Word on the web, Slack, Quill, and published Docs, by
  /// Etherpad and its kin.
  private static func level(of item: HTMLTree.NodeID, in tree: HTMLTree) -> Int? {
    if tree.producer == .googleDocs { return publishedLevel(of: tree[item].parent, in: tree) }
    if let level = classLevel(of: tree[item].parent, in: tree) ?? draftLevel(of: item, in: tree) {
      return level
    }
    guard [.wordOnline, .slack, .quill].contains(tree.producer) else { return nil }
    if let level = tree.number(.wordOnlineLevel, of: item) ?? tree.number(.ariaLevel, of: item) {
      return min(level, NestingLimit.blocks)
    }
    if let indent = tree.number(.slackIndent, of: item) { return min(indent, NestingLimit.blocks) + 1 }
    guard tree.producer == .quill else { return nil }
    return (0...8).first { tree.hasClass("ql-indent-\($0)", item) }.map { $0 + 1 } ?? 1
  }

  /// Docs copies lists within lists, but publishes them one after another, as `class="lst-kix_1a2b3c-1"`.
  private static func publishedLevel(of list: HTMLTree.NodeID, in tree: HTMLTree) -> Int? {
    var level: Int?
    _ = tree.contains(class: list) { name in
      guard name.startsIgnoringCase(with: "lst-kix_"), let dash = name.lastIndex(of: UInt8(ascii: "-")) else {
        return false
      }
      level = Int(leadingNumberIn: name[(dash + 1)...]).map { min(max(0, $0), 8) + 1 }
      return true
    }
    return level
  }

  /// The names that Etherpad, Dropbox Paper and Feishu give to a list of one depth; the depth follows.
  private static let classesOfDepth = [
    "list-bullet", "list-number", "list-indent", "list-check", "list-taskdone", "list-task",
    "list-start-number",
  ]

  private static func classLevel(of list: HTMLTree.NodeID, in tree: HTMLTree) -> Int? {
    var level: Int?
    _ = tree.contains(class: list) { name in
      guard name.startsIgnoringCase(with: "list-"), name.last?.isASCIIDigit == true,
        let kind = classesOfDepth.first(where: { name.startsIgnoringCase(with: $0) })
      else { return false }
      level = Int(leadingNumberIn: name.dropFirst(kind.utf8.count)).map { min(max(1, $0), 16) }
      return level != nil
    }
    return level
  }

  /// Editors built on Draft.js write the depth of each item from 0 on.
  private static func draftLevel(of item: HTMLTree.NodeID, in tree: HTMLTree) -> Int? {
    let prefix = "public-draftstyledefault-depth"
    var level: Int?
    _ = tree.contains(class: item) { name in
      guard name.startsIgnoringCase(with: prefix) else { return false }
      level = Int(leadingNumberIn: name.dropFirst(prefix.utf8.count)).map { min(max(0, $0), 15) + 1 }
      return true
    }
    return level
  }

  /// Takes lists out of the lines that hold one each, and notes what each says of its items' being done before they
  /// become items of one list.
  private static func readLines(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree[id].name.isList, classLevel(of: id, in: tree) != nil else { return }
      let line = tree[id].parent
      if tree.hasClass("ace-line", line), tree[line].firstChild == id, tree[id].next == HTMLTree.none {
        tree.unwrap(line)
      }
      if let style = taskStyle(of: id, in: tree) {
        for item in Array(tree.children(of: id)) where tree[item].name == .li {
          tree.setStyle(style[...], of: item)
        }
      }
    }
  }

  private static func taskStyle(of list: HTMLTree.NodeID, in tree: HTMLTree) -> [UInt8]? {
    let isTask = tree.contains(class: list) {
      $0.startsIgnoringCase(with: "list-task") || $0.startsIgnoringCase(with: "list-check")
    }
    guard isTask else { return nil }
    let isDone = tree.contains(class: list) { $0.startsIgnoringCase(with: "list-taskdone") }
    return Array("--en-checked:\(isDone)".utf8)
  }

  /// Editors that know no lists within lists write the level of each item beside it; Word on the web writes a
  /// list for every item, in an element of its own.
  static func nest(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      if tree.hasClass("listcontainerwrapper", id) { tree.unwrap(id) }
    }
    readLines(&tree)
    splitByKind(&tree)
    let indented = IndentedItems.levels(in: &tree)
    var open: [(list: HTMLTree.NodeID, item: HTMLTree.NodeID)] = []
    var last = HTMLTree.none
    tree.forEachElement(named: .li) { tree, id in
      guard tree[tree[id].parent].name.isList,
        let level = indented[id] ?? level(of: id, in: tree)
      else { return }
      let list = tree[id].parent
      if list != last, open.isEmpty || tree.previousVisible(list) != open[0].list { open = [] }
      last = list
      while open.count > max(1, level) { open.removeLast() }
      if open.count == max(1, level), let top = open.last, tree[top.list].name == tree[list].name {
        if top.list != list {
          tree.remove(id)
          tree.append(id, to: top.list)
        }
        open[open.count - 1].item = id
      } else if open.count == max(1, level), open.count == 1 {
        open = [(list, id)]
        return
      } else if let parent = open.count < max(1, level) ? open.last : open.dropLast().last {
        if open.count >= max(1, level) { open.removeLast() }
        let inner = tree.addElement(tree[list].name)
        tree.remove(id)
        tree.append(id, to: inner)
        tree.append(inner, to: parent.item)
        open.append((inner, id))
      } else {
        open = [(list, id)]
        return
      }
      if !tree.children(of: list).contains(where: { !tree.isBlank($0) }) { tree.remove(list) }
    }
  }

  /// Quill 2 puts items of all kinds into one list, and the kind beside each.
  private static func splitByKind(_ tree: inout HTMLTree) {
    guard tree.producer == .quill else { return }
    tree.forEachElement(where: \.isList) { tree, list in
      let items = Array(tree.children(of: list))
      guard items.contains(where: { tree.attribute(.dataList, of: $0) != nil }) else { return }
      let behind = tree[list].next
      let parent = tree[list].parent
      var (current, isFirst) = (list, true)
      for item in items {
        if let name = kind(of: item, in: tree), name != tree[current].name {
          if isFirst {
            tree.rename(list, name)
          } else {
            current = tree.addElement(name)
            behind == HTMLTree.none ? tree.append(current, to: parent) : tree.insert(current, before: behind)
          }
        }
        if tree[item].name == .li { isFirst = false }
        guard current != list else { continue }
        tree.remove(item)
        tree.append(item, to: current)
      }
    }
  }

  private static func kind(of item: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLElementName? {
    guard tree[item].name == .li, let kind = tree.attribute(.dataList, of: item) else { return nil }
    return kind.equalsIgnoringCase("ordered") || kind.equalsIgnoringCase("number") ? .ol : .ul
  }
}

/// Items whose depth is their left margin alone: PowerPoint's, and those of documents that Google Docs once saved.
private enum IndentedItems {
  /// The depth of the items of such lists, from 1 on.
  static func levels(in tree: inout HTMLTree) -> [HTMLTree.NodeID: Int] {
    guard tree.producer != .googleDocs, tree.styles.contains(where: { $0.marginLeft > 0 }) else { return [:] }
    var levels: [HTMLTree.NodeID: Int] = [:]
    var run: [HTMLTree.NodeID] = []
    var last = HTMLTree.none
    tree.forEachElement(where: { $0 == .ul || $0 == .ol }) { tree, list in
      guard let items = items(of: list, in: tree) else { return }
      if last == HTMLTree.none || tree.previousVisible(list) != last {
        addLevels(of: run, to: &levels, in: tree)
        run = []
      }
      run += items
      last = list
    }
    addLevels(of: run, to: &levels, in: tree)
    return levels
  }

  /// The items of a list that stands in no other and holds none, each with a margin; nil if one has none, or says its
  /// depth in another way.
  private static func items(of list: HTMLTree.NodeID, in tree: HTMLTree) -> [HTMLTree.NodeID]? {
    guard !tree[tree[list].parent].name.isList, tree[tree[list].parent].name != .li else { return nil }
    var items: [HTMLTree.NodeID] = []
    for item in tree.children(of: list) where !tree.isBlank(item) {
      guard tree[item].name == .li, let style = tree.style(of: item), style.marginLeft > 0,
        style.wordListItem == nil, tree.attribute(.ariaLevel, of: item) == nil,
        tree.firstDescendant(of: item, among: 64, where: { tree[$0].name.isList }) == nil
      else { return nil }
      items.append(item)
    }
    return items.isEmpty ? nil : items
  }

  private static func addLevels(
    of run: [HTMLTree.NodeID], to levels: inout [HTMLTree.NodeID: Int], in tree: HTMLTree
  ) {
    let margins = run.map { tree.style(of: $0)?.marginLeft ?? 0 }
    guard let first = margins.first, margins.contains(where: { abs($0 - first) > 1 }) else { return }
    var open: [Double] = []
    for (item, margin) in zip(run, margins) {
      while let last = open.last, last > margin - 1 { open.removeLast() }
      open.append(margin)
      levels[item] = min(open.count, NestingLimit.blocks)
    }
  }
}
