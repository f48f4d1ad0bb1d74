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
    var open: [(list: HTMLTree.NodeID, item: HTMLTree.NodeID)] = []
    var last = HTMLTree.none
    tree.forEachElement(named: .li) { tree, id in
      guard tree[tree[id].parent].name.isList,
        let level = level(of: id, in: tree)
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

/// Markers that the text of items begins with, in lists without markers or as well as those: they are the list's.
enum TypedMarkers {
  static func read(_ tree: inout HTMLTree) {
    // What makes an item a block without a marker, by the style that did not say so before.
    var markedStyles: [Int32: Int32] = [:]
    tree.forEachElement(where: { $0 == .ol || $0 == .ul }) { tree, id in
      let items = tree.children(of: id).filter { tree[$0].name == .li }
      guard !items.isEmpty else { return }
      let isUnmarked =
        tree.style(of: id)?.hasNoListMarker == true
        || items.allSatisfy { item in
          tree.style(of: item).map { $0.isBlock || $0.hasNoListMarker } == true
        }
      if let bullets = bullets(of: items, unmarked: isUnmarked, in: tree) {
        guard isUnmarked || tree[id].name == .ul else { return }
        for (text, length) in bullets { tree.trimText(text, first: length) }
        tree.rename(id, .ul)
      } else {
        let first = tree[id].name == .ol ? tree.number(.start, of: id) ?? 1 : 1
        guard items.count > 1 || isUnmarked,
          // Lists of references have their numbers in elements of their own, and no markers by their style sheet.
          let numbers = numbers(
            of: items, from: first, standApart: tree[id].name == .ul && !isUnmarked, in: tree)
        else { return }
        for (text, length) in numbers { tree.trimText(text, first: length) }
        tree.rename(id, .ol)
      }
      for item in items { mark(item, &markedStyles, &tree) }
    }
  }

  /// Makes an item that is set as a block one with a marker.
  private static func mark(
    _ item: HTMLTree.NodeID, _ markedStyles: inout [Int32: Int32], _ tree: inout HTMLTree
  ) {
    guard let style = tree.style(of: item), style.isBlock else { return }
    let known = tree[item].style
    if let marked = markedStyles[known] {
      tree[item].style = marked
    } else {
      tree.addStyle(of: item) { $0.isBlock = false }
      markedStyles[known] = tree[item].style
    }
  }

  // MARK: - Bullets

  /// Signs that are nothing but bullets.
  private static let signs: Set<Unicode.Scalar> = [
    "•", "‣", "◦", "▪", "▫", "●", "○", "■", "∙", "⁃", "➢", "►", "▸", "❖", "◆", "◇", "➤", "\u{F0B7}",
    "\u{F0A7}",
  ]
  /// Signs that are bullets where a space follows, in each of several items or in a list that has none of its own.
  private static let spacedSigns: Set<Unicode.Scalar> = ["-", "*", "·"]
  private static let dashes: Set<Unicode.Scalar> = ["–", "—"]

  /// Where each item begins with its bullet, and how long that is with the space behind it; nil if one does not.
  private static func bullets(
    of items: [HTMLTree.NodeID], unmarked: Bool, in tree: HTMLTree
  ) -> [(text: HTMLTree.NodeID, length: Int)]? {
    var bullets: [(HTMLTree.NodeID, Int)] = []
    for item in items {
      guard let text = firstText(of: item, in: tree) else { return nil }
      let bytes = tree.text(of: text)
      let rest = bytes.drop(while: \.isHTMLSpace)
      guard let first = rest.first, !first.isASCIIAlphanumeric,
        let sign = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first,
        signs.contains(sign) || spacedSigns.contains(sign) && (unmarked || items.count > 1)
          || unmarked && dashes.contains(sign)
      else { return nil }
      let behind = rest.dropFirst(String(sign).utf8.count)
      let content = withoutSpaces(behind)
      let isSetOff = content.startIndex > behind.startIndex || behind.isEmpty
      guard signs.contains(sign) || isSetOff else { return nil }
      bullets.append((text, content.startIndex - bytes.startIndex))
    }
    return bullets
  }

  private static func withoutSpaces(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first {
      if first.isHTMLSpace {
        rest = rest.dropFirst()
      } else if rest.starts(with: [0xC2, 0xA0]) {
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    return rest
  }

  /// The text that an item begins with, if nothing else stands before it.
  private static func firstText(of item: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID? {
    let first = tree.firstDescendant(of: item, among: 16) {
      tree[$0].name == .img || tree[$0].name == .input || tree[$0].name == .text && !tree.isBlank($0)
    }
    guard let first, tree[first].name == .text,
      tree.ancestor(of: first, where: { [.li, .pre, .code, .kbd].contains(tree[$0].name) }) == item
    else { return nil }
    return first
  }

  // MARK: - Numbers

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
      guard let behind = behindNumber(first + offset, in: bytes) else { return nil }
      let content = withoutSpaces(behind)
      let label = tree[text].parent
      if label != item, tree[text].next == HTMLTree.none, tree[text].previous == HTMLTree.none,
        tree[label].name == .span, content.isEmpty, tree.nextVisible(label) != HTMLTree.none
      {
        numbers.append((text, bytes.count))
        continue
      }
      guard !standApart, content.startIndex > behind.startIndex || isWide(behind, bytes),
        !content.isEmpty || tree.nextVisible(text) != HTMLTree.none
      else { return nil }
      numbers.append((text, content.startIndex - bytes.startIndex))
    }
    return numbers
  }

  /// The text that stands behind a number as people type it before an item: `1.`, `1)`, `(1)`, `1、`; nil if another or none is there.
  private static func behindNumber(_ number: Int, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = bytes.drop(while: \.isHTMLSpace)
    let isBracketed = rest.first == UInt8(ascii: "(")
    if isBracketed { rest = rest.dropFirst() }
    let digits = rest.prefix(while: \.isASCIIDigit)
    guard digits.count < 9, Int(String(decoding: digits, as: UTF8.self)) == number else { return nil }
    let behind = rest[digits.endIndex...]
    let ends = isBracketed ? [")"] : [".", ")", "、", "．"]
    return ends.first { behind.starts(with: $0.utf8) }.map { behind.dropFirst($0.utf8.count) }
  }

  /// True behind a sign that is as wide as a space is beside it.
  private static func isWide(_ behind: ArraySlice<UInt8>, _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes[..<behind.startIndex].last.map { $0 >= 0x80 } == true
  }
}
