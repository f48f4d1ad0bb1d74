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

  private struct Marker {
    var isOrdered: Bool
    /// The number it shows, if it can be told.
    var number: Int?
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
    if let outermost = open.first, tree.previousVisible(id) != outermost.list { open = [] }
    guard let place = Self.place(of: id, in: tree) else {
      appendContinuation(id, &tree)
      return
    }
    let marker = Self.takeMarker(of: id, place, from: &tree)
    let marginLeft = tree.style(of: id)?.marginLeft ?? 0
    let level = min(place.level, (open.last?.place.level ?? 0) + 1)
    while let last = open.last, last.place.level > level { open.removeLast() }
    let kind = marker.isOrdered ? HTMLElementName.ol : .ul
    let next = OpenItem(
      list: HTMLTree.none, item: id, place: .init(list: place.list, level: level), marginLeft: marginLeft)
    let number = marker.number ?? (counts[next.place] ?? 0) + 1
    counts[next.place] = number
    for deeper in (level + 1)...10 { counts[.init(list: place.list, level: deeper)] = nil }
    tree.rename(id, .li)
    if let last = open.last, last.place.level == level {
      if tree[last.list].name == kind, last.place.list == place.list || level > 1 {
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
      marker(spelt: tree.innerText(of: id, limit: 16)) != nil
    else { return nil }
    let margin = tree.style(of: id)?.marginLeft ?? 48
    return InlineStyle.WordListItem(list: -1, level: max(1, min(9, Int((margin + 8) / 48))))
  }

  /// Finds what marks an item and takes it out of the text.
  private static func takeMarker(
    of id: HTMLTree.NodeID, _ place: InlineStyle.WordListItem, from tree: inout HTMLTree
  ) -> Marker {
    var spelt: [UInt8] = []
    if let span = tree.firstDescendant(of: id, where: { tree.style(of: $0)?.isWordListMarker == true }) {
      spelt = tree.innerText(of: span, limit: 32)
      tree.remove(span)
    } else if place.list == -1 {
      spelt = takeLeadingMarker(of: id, from: &tree)
    }
    var marker = marker(spelt: spelt) ?? Marker(isOrdered: false, number: nil)
    if let declarations = tree.styleSheet.wordLists[place] {
      let format = value(of: "mso-level-number-format", in: declarations)
      let isOrdered =
        format.map { !$0.startsIgnoringCase(with: "bullet") && !$0.startsIgnoringCase(with: "image") } ?? true
      marker.isOrdered = isOrdered
    }
    if !marker.isOrdered { marker.number = nil }
    return marker
  }

  private static func value(of property: String, in declarations: [UInt8]) -> ArraySlice<UInt8>? {
    for declaration in declarations.split(separator: UInt8(ascii: ";")) {
      let trimmed = InlineStyle.trimmed(declaration)
      guard trimmed.startsIgnoringCase(with: property), let colon = trimmed.firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      return InlineStyle.trimmed(trimmed[(colon + 1)...])
    }
    return nil
  }

  /// What a marker says: digits, a letter or Roman numerals with a stop or parenthesis count; any other sign
  /// is a bullet.
  private static func marker(spelt text: [UInt8]) -> Marker? {
    let words = String(decoding: text, as: UTF8.self).unicodeScalars
      .split { $0 == " " || $0 == "\u{A0}" || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    guard let first = words.first else { return nil }
    let word = String(Substring(first))
    if ["·", "o", "§", "•", "-", "–", "○", "■", "▪", "●", "Ø", "ü", "v", "q", "*", "\u{F0B7}", "\u{F0A7}"]
      .contains(word)
    {
      return Marker(isOrdered: false, number: nil)
    }
    let body = word.utf8.filter { $0.isASCIILetter || $0.isASCIIDigit }
    guard let last = word.utf8.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ")"), !body.isEmpty,
      body.count <= 9
    else { return nil }
    // Of 1.2.3 the last number counts this level.
    let digits = word.utf8.dropLast().split(whereSeparator: { !$0.isASCIIDigit }).last
    if let digits, digits.endIndex == word.utf8.index(before: word.utf8.endIndex) {
      return Marker(isOrdered: true, number: Int(leadingNumberIn: digits))
    }
    return Marker(isOrdered: true, number: romanNumber(body) ?? letterNumber(body))
  }

  /// The number of Roman numerals; nil for letters that are none, and for a single one, which may be a letter.
  private static func romanNumber(_ text: [UInt8]) -> Int? {
    let values: [UInt8: Int] = [
      UInt8(ascii: "i"): 1, UInt8(ascii: "v"): 5, UInt8(ascii: "x"): 10, UInt8(ascii: "l"): 50,
      UInt8(ascii: "c"): 100,
    ]
    let numerals = text.compactMap { values[$0.lowercased] }
    guard numerals.count == text.count, numerals.count > 1 else { return nil }
    return zip(numerals, numerals.dropFirst() + [0]).reduce(0) { $0 + ($1.0 < $1.1 ? -$1.0 : $1.0) }
  }

  /// The place of a letter in the alphabet; nil for `i`, `v` and `x`, which may be numerals.
  private static func letterNumber(_ text: [UInt8]) -> Int? {
    guard text.count == 1, let letter = text.first?.lowercased, letter.isASCIILetter,
      !"ivx".utf8.contains(letter)
    else { return nil }
    return Int(letter) - 0x60
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

  /// A numbered heading keeps its number, set off by one space.
  private mutating func makeMarkerSpacesPlain(in id: HTMLTree.NodeID, _ tree: inout HTMLTree) {
    guard let span = tree.firstDescendant(of: id, where: { tree.style(of: $0)?.isWordListMarker == true })
    else { return }
    let words = tree.innerText(of: span, limit: 64).split { $0.isHTMLSpace || $0 == 0xC2 || $0 == 0xA0 }
    let text = tree.addText { $0.append(contentsOf: words.joined(separator: [0x20]) + [0x20]) }
    while tree[span].firstChild != HTMLTree.none { tree.remove(tree[span].firstChild) }
    tree.append(text, to: span)
  }
}
