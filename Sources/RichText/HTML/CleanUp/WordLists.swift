/// Makes lists of the paragraphs that Word writes for list items.
///
/// An item is a paragraph whose style says `mso-list: l1 level2 lfo1`: list 1, second level. What its
/// marker is stands as text in a span of its own, and in the style sheet's `@list l1:level2`.
struct WordLists {
  private struct OpenItem {
    var list: HTMLTree.NodeID
    var item: HTMLTree.NodeID
    var place: InlineStyle.WordListItem
    var marginLeft: Double
  }

  /// The innermost item of each level that is open.
  private var open: [OpenItem] = []
  /// How far each ordered list has counted, to go on after what interrupts it.
  private var counts: [InlineStyle.WordListItem: Int] = [:]

  static func makeLists(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.wordListItem != nil }) || tree.producer == .word else { return }
    var lists = WordLists()
    tree.forEachElement { tree, id in
      if tree[id].name == .p { lists.visit(id, &tree) }
      if tree[id].name.headingLevel > 0 { lists.makeMarkerSpacesPlain(in: id, &tree) }
    }
  }

  private mutating func visit(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    var isSetApart = false
    if let outermost = open.first, tree.previousVisible(id) != outermost.list {
      isSetApart = true
      if Self.previousShown(id, in: tree) != outermost.list { open = [] }
    }
    guard let place = Self.place(of: id, in: tree) else {
      appendContinuation(id, &tree)
      return
    }
    let marker = Self.takeMarker(of: id, place, from: &tree)
    let marginLeft = tree.style(of: id)?.marginLeft ?? 0
    while let last = open.last, last.place.level > place.level {
      guard let outer = open.dropLast().last, outer.place.level >= place.level else {
        // Levels were left out on the way in, or the copied part begins in the middle of a list.
        open[open.count - 1].place.level = place.level
        break
      }
      open.removeLast()
    }
    let count = counts[place] ?? 0
    let number = marker.number(after: count) ?? count + 1
    if isSetApart, marker.isOrdered, number <= count, open.last?.place.level == place.level { open = [] }
    counts[place] = number
    for deeper in (place.level + 1)...10 { counts[.init(list: place.list, level: deeper)] = nil }
    let kind = marker.isOrdered ? HTMLElementName.ol : .ul
    let next = OpenItem(list: HTMLTree.none, item: id, place: place, marginLeft: marginLeft)
    tree.rename(id, .li)
    if let last = open.last, last.place.level == place.level {
      if tree[last.list].name == kind, last.place.list == place.list || open.count > 1 {
        tree.remove(id)
        tree.append(id, to: last.list)
        open[open.count - 1].item = id
        open[open.count - 1].marginLeft = marginLeft
        return
      }
      open.removeLast()
    }
    begin(kind, number: number, with: next, &tree)
  }

  /// The sibling before a paragraph that shows anything: bookmarks, breaks and empty paragraphs do not.
  private static func previousShown(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID {
    var previous = tree.previousVisible(id)
    while previous != HTMLTree.none, showsNothing(previous, in: tree) {
      previous = tree.previousVisible(previous)
    }
    return previous
  }

  private static func showsNothing(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    switch tree[id].name {
    case .br: return true
    case .p, .span, .a, .div, .b, .i, .u, .font: break
    default: return false
    }
    let isEmpty = !tree.contains(in: id) { tree[$0].name != .text && !showsNothing($0, in: tree) }
    return isEmpty && WordListMarker.words(of: tree.innerText(of: id, limit: 1024)).isEmpty
  }

  /// Begins a list with an item: within the item that is open, or where the paragraph stands.
  private mutating func begin(
    _ kind: HTMLElementName, number: Int, with item: OpenItem, _ tree: inout HTMLTree
  ) {
    let list = tree.addElement(kind)
    if kind == .ol, number != 1 {
      tree.addAttribute(.start, to: list) { $0.append(contentsOf: String(number).utf8) }
    }
    if let parent = open.last {
      tree.append(list, to: parent.item)
    } else {
      tree.insert(list, before: item.item)
    }
    tree.remove(item.item)
    tree.append(item.item, to: list)
    var item = item
    item.list = list
    open.append(item)
  }

  /// A paragraph without a marker that is indented as an open item is belongs to it.
  private mutating func appendContinuation(_ id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard !open.isEmpty, let margin = tree.style(of: id)?.marginLeft, margin > 0,
      let index = open.lastIndex(where: { abs($0.marginLeft - margin) < 2 })
    else { return }
    open.removeSubrange((index + 1)...)
    tree.remove(id)
    tree.append(id, to: open[index].item)
  }

  // MARK: - Paragraphs

  /// Which item of which list a paragraph is: by its style, else by its class and a marker spelt out.
  private static func place(of id: HTMLTree.NodeID, in tree: HTMLTree) -> InlineStyle.WordListItem? {
    if let place = tree.style(of: id)?.wordListItem { return place }
    guard tree.attribute(.class, of: id)?.startsIgnoringCase(with: "msolistparagraph") == true,
      WordListMarker(leading: tree.innerText(of: id, limit: 16)) != nil
    else { return nil }
    let margin = tree.style(of: id)?.marginLeft ?? 48
    return InlineStyle.WordListItem(list: -1, level: max(1, min(9, Int((margin + 8) / 48))))
  }

  /// Finds what marks an item and takes it out of the text.
  private static func takeMarker(
    of id: HTMLTree.NodeID, _ place: InlineStyle.WordListItem, from tree: inout HTMLTree
  ) -> WordListMarker {
    var marker = WordListMarker.bullet
    if let span = tree.firstDescendant(of: id, where: { tree.style(of: $0)?.isWordListMarker == true }) {
      // Word fills up what stands at the right of its place with dozens of no-break spaces.
      marker = WordListMarker(spelt: tree.innerText(of: span, limit: 1024))
      tree.remove(span)
    } else if place.list == -1 {
      marker = WordListMarker(leading: takeLeadingMarker(of: id, from: &tree)) ?? .bullet
    }
    if let text = marker.text {
      tree.prepend(tree.addText(text + " "), to: id)
    } else if let declarations = tree.styleSheet.wordLists[place] {
      let format = value(of: "mso-level-number-format", in: declarations)
      marker.isOrdered =
        format.map { !$0.startsIgnoringCase(with: "bullet") && !$0.startsIgnoringCase(with: "image") } ?? true
    }
    return marker
  }

  private static func value(of property: String, in declarations: [UInt8]) -> ArraySlice<UInt8>? {
    for declaration in declarations.split(separator: UInt8(ascii: ";")) {
      let trimmed = declaration.trimmingHTMLSpace
      guard trimmed.startsIgnoringCase(with: property), let colon = trimmed.firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      return trimmed[(colon + 1)...].trimmingHTMLSpace
    }
    return nil
  }

  /// Takes a marker that stands in the text without a span of its own.
  private static func takeLeadingMarker(of id: HTMLTree.NodeID, from tree: inout HTMLTree) -> [UInt8] {
    guard let text = tree.firstDescendant(of: id, where: { tree[$0].name == .text && !tree.isBlank($0) })
    else { return [] }
    let bytes = Array(tree.text(of: text))
    let start = bytes.firstIndex { !$0.isHTMLSpace } ?? 0
    var end = start
    while end < bytes.count, !bytes[end].isHTMLSpace, !bytes[end...].starts(with: [0xC2, 0xA0]) { end += 1 }
    tree.trimText(text, first: end)
    dropLeadingSpace(of: id, from: text, &tree)
    return Array(bytes[start..<end])
  }

  /// Takes out the white space that sets a marker off, be it in elements of its own.
  private static func dropLeadingSpace(
    of id: HTMLTree.NodeID, from text: HTMLTree.NodeID, _ tree: inout HTMLTree
  ) {
    var current = text
    while current != HTMLTree.none {
      if tree[current].name == .text {
        let bytes = tree.text(of: current)
        var end = bytes.startIndex
        while end < bytes.endIndex {
          if bytes[end].isHTMLSpace {
            end += 1
          } else if bytes[end...].starts(with: [0xC2, 0xA0]) {
            end += 2
          } else {
            break
          }
        }
        let isSpace = end == bytes.endIndex
        tree.trimText(current, first: end - bytes.startIndex)
        guard isSpace else { return }
      }
      current = tree.following(current, within: id)
    }
  }

  /// A numbered heading keeps its number, set off by one space; a bullet is nothing to keep.
  private mutating func makeMarkerSpacesPlain(in id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let span = tree.firstDescendant(of: id, where: { tree.style(of: $0)?.isWordListMarker == true })
    else { return }
    let marker = tree.innerText(of: span, limit: 1024)
    let isBullet = WordListMarker(spelt: marker).isBullet
    let text = tree.addText(isBullet ? "" : WordListMarker.words(of: marker).joined(separator: " ") + " ")
    tree.replaceContent(of: span, with: text)
  }
}
