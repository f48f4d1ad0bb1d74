/// Makes lists of the paragraphs that Word writes for list items.
///
/// An item is a paragraph whose style says `mso-list: l1 level2 lfo1`: list 1, second level. What its
/// marker is stands as text in a span of its own, and in the style sheet's `@list l1:level2`. A part of such a list may
/// be written as elements of lists, whose items say the same of themselves.
struct WordLists {
  private struct OpenItem {
    var list: HTMLTree.NodeID
    var item: HTMLTree.NodeID
    var place: InlineStyle.WordListItem
    var marginLeft: Double
  }

  /// The innermost item of each level that is open.
  private var open: [OpenItem] = []
  /// The number that each ordered list has counted to, to go on after what interrupts it.
  private var counts: [InlineStyle.WordListItem: Int] = [:]
  /// The markers of the items that stood in elements of lists.
  private var markers: [HTMLTree.NodeID: WordListMarker] = [:]

  static func makeLists(_ tree: inout HTMLTree) {
    guard tree.styles.contains(where: { $0.wordListItem != nil }) || tree.producer == .word else { return }
    var lists = WordLists()
    if hasListParagraphs(tree) { lists.flattenLists(&tree) }
    tree.forEachElement { tree, id in
      switch tree[id].name {
      case .p:
        // Within an item the marker is that of the item.
        if tree[tree[id].parent].name == .li, let place = place(of: id, in: tree) {
          _ = takeMarker(of: id, place, from: &tree)
        } else if lists.markers[tree[id].parent] == nil {
          lists.visit(id, &tree)
        }
      case .pre, .div: if isListParagraph(id, in: tree) { lists.visit(id, &tree) }
      case .li: if lists.markers[id] != nil { lists.visit(id, &tree) }
      case let name where name.headingLevel > 0: lists.makeMarkerSpacesPlain(in: id, &tree)
      default: break
      }
    }
  }

  /// True for a block of one paragraph, whatever its element, that says which item it is.
  private static func isListParagraph(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> Bool {
    tree.style(of: id)?.wordListItem != nil && tree[tree[id].parent].name != .li
      && !tree.children(of: id).contains { tree[$0].name.isBlock }
  }

  private static func hasListParagraphs(_ tree: HTMLTree) -> Bool {
    tree.nodes.indices.contains { index in
      let node = tree.nodes[index]
      guard node.style >= 0, node.name == .p || node.name == .pre || node.name == .div else { return false }
      return isListParagraph(HTMLTree.NodeID(index), in: tree)
    }
  }

  // MARK: - Elements of lists

  /// Sets the items of lists side by side, where they all say which item of which list they are: paragraphs beside them
  /// are items of the same.
  private mutating func flattenLists(_ tree: inout HTMLTree) {
    tree.forEachElement(where: \.isList) { tree, id in
      let parent = tree[tree[id].parent].name
      guard parent != .li, !parent.isList, let items = Self.items(of: id, in: tree) else { return }
      for item in items {
        markers[item.id] = item.marker
        tree[item.id].style = tree[item.teller].style
        tree.remove(item.id)
        tree.insert(item.id, before: id)
      }
      tree.remove(id)
    }
  }

  /// The items of a list and of those within it, in order; nil if one does not say where it belongs, or goes on behind a
  /// list within it.
  private static func items(
    of list: HTMLTree.NodeID, in tree: HTMLTree
  ) -> [(id: HTMLTree.NodeID, teller: HTMLTree.NodeID, marker: WordListMarker)]? {
    var items: [(HTMLTree.NodeID, HTMLTree.NodeID, WordListMarker)] = []
    var lists = [list]
    var upcoming = [tree[list].firstChild]
    var numbers = [tree.number(.start, of: list) ?? 1]
    while let current = upcoming.last {
      guard current != HTMLTree.none else {
        lists.removeLast()
        upcoming.removeLast()
        numbers.removeLast()
        continue
      }
      upcoming[upcoming.count - 1] = tree[current].next
      if tree.isBlank(current) { continue }
      var inner = tree[current].name.isList ? current : HTMLTree.none
      if tree[current].name == .li {
        // The paragraph in an item may say it.
        let teller = [current, tree[current].firstChild].first { node in
          node != HTMLTree.none && tree.style(of: node)?.wordListItem != nil
        }
        guard let teller else { return nil }
        let number = tree.number(.value, of: current) ?? numbers[numbers.count - 1]
        numbers[numbers.count - 1] = number + 1
        let isOrdered = tree[lists[lists.count - 1]].name == .ol
        items.append((current, teller, isOrdered ? WordListMarker(counting: number) : .bullet))
        for child in tree.children(of: current) where !tree.isBlank(child) {
          guard inner == HTMLTree.none else { return nil }
          if tree[child].name.isList { inner = child }
        }
      }
      guard inner != HTMLTree.none else { continue }
      lists.append(inner)
      upcoming.append(tree[inner].firstChild)
      numbers.append(tree.number(.start, of: inner) ?? 1)
    }
    return items.isEmpty ? nil : items
  }

  // MARK: - Items

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
    let marker = markers[id] ?? Self.takeMarker(of: id, place, from: &tree)
    let marginLeft = tree.style(of: id)?.marginLeft ?? 0
    let next = OpenItem(list: HTMLTree.none, item: id, place: place, marginLeft: marginLeft)
    let kind = marker.isOrdered ? HTMLElementName.ol : .ul
    let count = counts[place] ?? 0
    let number = marker.number(after: count) ?? count + 1
    close(for: next, kind, number, &tree)
    if isSetApart, marker.isOrdered, number <= count, open.last?.place.level == place.level { open = [] }
    counts[place] = number
    for deeper in (place.level + 1)...10 { counts[.init(list: place.list, level: deeper)] = nil }
    tree.rename(id, .li)
    if let last = open.last, Self.depth(of: next, in: last) == .same {
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

  private enum Depth { case shallower, same, deeper }

  /// How deep an item is, as seen from one of those before it: levels of one list say it, of different ones the indents,
  /// where they differ.
  private static func depth(of item: OpenItem, in other: OpenItem) -> Depth {
    let isIndented = item.marginLeft > 0 && other.marginLeft > 0
    let difference = item.marginLeft - other.marginLeft
    if item.place.list != other.place.list, isIndented, abs(difference) > indentTolerance {
      return difference > 0 ? .deeper : .shallower
    }
    if item.place.level == other.place.level { return .same }
    return item.place.level > other.place.level ? .deeper : .shallower
  }

  /// The difference of indents, in CSS pixels, that is no difference of depth: an eighth of an inch.
  private static let indentTolerance = 12.0

  /// Closes the items that an item is not in, until the innermost open one is beside it or around it.
  private mutating func close(
    for item: OpenItem, _ kind: HTMLElementName, _ number: Int, _ tree: inout HTMLTree
  ) {
    while let last = open.last, Self.depth(of: item, in: last) == .shallower {
      guard let outer = open.dropLast().last, Self.depth(of: item, in: outer) != .deeper else {
        guard last.place.list == item.place.list || open.count > 1 else {
          open.removeLast()
          return
        }
        if open.count > 1, last.place.list == item.place.list {
          lift(to: item.place, kind, number, &tree)
        } else {
          // The copied part begins in the middle of a list.
          open[open.count - 1].place = item.place
        }
        return
      }
      open.removeLast()
    }
  }

  /// Puts the list that is open into an item of the level that was left out on the way in: what comes now is the next one
  /// there, and numbers count the one without text.
  private mutating func lift(
    to place: InlineStyle.WordListItem, _ kind: HTMLElementName, _ number: Int, _ tree: inout HTMLTree
  ) {
    guard let deep = open.popLast() else { return }
    let list = addList(kind, from: max(1, number - 1), &tree)
    let item = tree.addElement(.li)
    tree.insert(list, before: deep.list)
    tree.append(item, to: list)
    tree.remove(deep.list)
    tree.append(deep.list, to: item)
    open.append(OpenItem(list: list, item: item, place: place, marginLeft: deep.marginLeft))
  }

  private func addList(
    _ kind: HTMLElementName, from number: Int, _ tree: inout HTMLTree
  ) -> HTMLTree.NodeID {
    let list = tree.addElement(kind)
    if kind == .ol, number != 1 {
      tree.addAttribute(.start, to: list) { $0.append(contentsOf: String(number).utf8) }
    }
    return list
  }

  /// The sibling before a paragraph that shows anything: bookmarks, breaks and empty paragraphs do not.
  private static func previousShown(_ id: HTMLTree.NodeID, in tree: HTMLTree) -> HTMLTree.NodeID {
    var previous = tree.previousVisible(id)
    while previous != HTMLTree.none, showsNothing(previous, in: tree), tree.steps.take() {
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
    let list = addList(kind, from: number, &tree)
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

  /// The list and the level that a paragraph is an item of: by its style, else by its class and a marker spelt out.
  private static func place(of id: HTMLTree.NodeID, in tree: HTMLTree) -> InlineStyle.WordListItem? {
    if let place = tree.style(of: id)?.wordListItem { return place }
    guard tree.style(of: id)?.isInNoWordList != true,
      tree.attribute(.class, of: id)?.startsIgnoringCase(with: "msolistparagraph") == true,
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
      let spelt = tree.innerText(of: span, limit: 1024)
      marker = WordListMarker(spelt: spelt)
      tree.remove(span)
      // The box of a task is read with its text.
      if let box = WordListMarker.box(spelt) { tree.prepend(tree.addText(box + " "), to: id) }
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

/// What Word spells out before a list item: a bullet, a number in one of its formats, or words.
struct WordListMarker {
  var isOrdered: Bool
  /// What the marker says where no list of numbers can say it: `Article I.`
  private(set) var text: String?
  /// The numbers that it may show, the likeliest first: `c` is a letter, and Roman numerals.
  private var numbers: [Int] = []

  var isBullet: Bool { !isOrdered && text == nil }

  static let bullet = WordListMarker(isOrdered: false)

  private init(isOrdered: Bool, text: String? = nil, numbers: [Int] = []) {
    self.isOrdered = isOrdered
    self.text = text
    self.numbers = numbers
  }

  /// The marker of an item of a numbered list.
  init(counting number: Int) {
    self.init(isOrdered: true, numbers: [number])
  }

  /// Reads what stands in an element of its own, which is the marker however it looks.
  init(spelt text: [UInt8]) {
    let words = Self.words(of: text)
    guard let word = words.first else {
      self = .bullet
      return
    }
    let body = word.utf8.filter { $0.isASCIILetter || $0.isASCIIDigit }
    if let marker = Self.number(word) {
      self = marker
    } else if words.count > 1 || body.count > 1 {
      self.init(isOrdered: false, text: words.joined(separator: " "))
    } else {
      self = .bullet
    }
  }

  /// Reads what begins a text; nil if that may be a word like any other.
  init?(leading text: [UInt8]) {
    guard let word = Self.words(of: text).first else { return nil }
    if Self.bullets.contains(word) {
      self = .bullet
    } else if word.utf8.last == UInt8(ascii: ".") || word.utf8.last == UInt8(ascii: ")"),
      let marker = Self.number(word)
    {
      self = marker
    } else {
      return nil
    }
  }

  /// The number of an item that follows so many others; nil if the marker tells none.
  func number(after count: Int) -> Int? {
    guard isOrdered else { return nil }
    return numbers.contains(count + 1) ? count + 1 : numbers.first
  }

  /// The text that stands between white space.
  static func words(of text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).unicodeScalars
      .split { $0 == " " || $0 == "\u{A0}" || $0 == "\t" || $0 == "\n" || $0 == "\r" }
      .map { String(Substring($0)) }
  }

  /// The box that a marker is, as itself or as the letter that Wingdings draws it by; nil for any other marker.
  static func box(_ text: [UInt8]) -> String? {
    guard text.contains(where: { $0 >= 0x80 }) else { return nil }
    let words = words(of: text)
    guard words.count == 1 else { return nil }
    switch words[0] {
    case "☐", "\u{A8}", "\u{F0A8}": return "☐"
    case "☑", "☒", "\u{FD}", "\u{FE}", "\u{F0FD}", "\u{F0FE}": return "☒"
    default: return nil
    }
  }

  // MARK: - Numbers

  /// Letters and signs that are bullets in the fonts that Word takes them from.
  private static let bullets: Set<String> = [
    "·", "o", "§", "•", "-", "–", "○", "■", "▪", "●", "Ø", "ü", "v", "q", "*", "l", "n", "u", "w", "\u{F0B7}",
    "\u{F0A7}",
  ]

  /// The number that a word is: digits, of which the last count this level, a letter, or Roman numerals.
  private static func number(_ word: String) -> WordListMarker? {
    guard !bullets.contains(word) else { return nil }
    let body = word.utf8.filter { $0.isASCIILetter || $0.isASCIIDigit }
    guard !body.isEmpty, word.utf8.count <= 24, word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    if body.allSatisfy(\.isASCIIDigit) {
      let digits = word.utf8.split(whereSeparator: { !$0.isASCIIDigit }).last ?? []
      return WordListMarker(isOrdered: true, numbers: Int(leadingNumberIn: digits).map { [$0] } ?? [])
    }
    guard body.allSatisfy(\.isASCIILetter), body.count == 1 || word.utf8.count <= body.count + 2 else {
      return nil
    }
    let numbers = [romanNumber(body), letterNumber(body)].compactMap(\.self)
    guard let first = body.first?.lowercased, !numbers.isEmpty else { return nil }
    // A list of letters that begins with one of the others is likelier than one of numerals from there on.
    let isLetter = body.count == 1 && "cdlm".utf8.contains(first)
    return WordListMarker(isOrdered: true, numbers: isLetter ? numbers.reversed() : numbers)
  }

  /// The number of Roman numerals, which are written in one way only; nil for letters that are none.
  private static func romanNumber(_ text: [UInt8]) -> Int? {
    let lowered = String(decoding: text.map(\.lowercased), as: UTF8.self)
    guard text.count <= 15, let value = ListMarker.roman(lowered), ListMarker.romanNumeral(value) == lowered
    else { return nil }
    return value
  }

  /// The place of a letter in the alphabet; after `z` comes `aa`.
  private static func letterNumber(_ text: [UInt8]) -> Int? {
    guard let letter = text.first?.lowercased, text.allSatisfy({ $0.lowercased == letter }), text.count <= 4
    else {
      return nil
    }
    return Int(letter) - 0x60 + 26 * (text.count - 1)
  }
}
