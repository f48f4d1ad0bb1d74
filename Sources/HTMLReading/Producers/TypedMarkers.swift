/// Markers that the text of items begins with, in lists without markers or as well as those: they are the list's.
enum TypedMarkers {
  static func read(_ tree: inout HTMLTree) {
    // The style of an item without a marker, by the style that it had before.
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
        let start = tree[id].name == .ol ? tree.number(.start, of: id) : nil
        let first = start ?? (items.count > 1 ? typedNumber(of: items[0], in: tree) : nil) ?? 1
        guard items.count > 1 || isUnmarked,
          // Lists of references have their numbers in elements of their own, and no markers by their style sheet.
          let numbers = numbers(
            of: items, from: first, standApart: tree[id].name == .ul && !isUnmarked, unmarked: isUnmarked,
            in: tree)
        else { return }
        for (text, length) in numbers { tree.trimText(text, first: length) }
        tree.rename(id, .ol)
        if start == nil, first != 1 { begin(id, with: first, &tree) }
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

  /// Signs that count as bullets only before a space, in each of several items or in a list that has no other bullets.
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
        TypedItems.signs.contains(sign) || spacedSigns.contains(sign) && (unmarked || items.count > 1)
          || unmarked && dashes.contains(sign)
      else { return nil }
      let behind = rest.dropFirst(String(sign).utf8.count)
      let content = withoutSpaces(behind)
      let isSetOff = content.startIndex > behind.startIndex || behind.isEmpty
      guard TypedItems.signs.contains(sign) || isSetOff else { return nil }
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

  /// The number below a thousand that the first of several items begins with: years are no numbers of items.
  private static func typedNumber(of item: HTMLTree.NodeID, in tree: HTMLTree) -> Int? {
    guard let text = firstText(of: item, in: tree) else { return nil }
    let digits = tree.text(of: text).drop { $0.isHTMLSpace || $0 == UInt8(ascii: "(") }.prefix(
      while: \.isASCIIDigit)
    return digits.count < 4 ? Int(leadingNumberIn: digits) : nil
  }

  /// Makes a list begin with a number.
  private static func begin(_ list: HTMLTree.NodeID, with number: Int, _ tree: inout HTMLTree) {
    let numbered = tree.addElement(.ol)
    tree.addAttribute(.start, to: numbered) { $0.append(contentsOf: String(number).utf8) }
    tree.insert(numbered, before: list)
    tree.moveChildren(of: list, to: numbered)
    tree.remove(list)
  }

  /// Where each item begins with its number, and how long that is with what follows it; nil if one does not.
  private static func numbers(
    of items: [HTMLTree.NodeID], from first: Int, standApart: Bool, unmarked: Bool, in tree: HTMLTree
  ) -> [(text: HTMLTree.NodeID, length: Int)]? {
    var numbers: [(HTMLTree.NodeID, Int)] = []
    for (offset, item) in items.enumerated() {
      guard
        let text = tree.firstDescendant(
          of: item, among: 16, where: { tree[$0].name == .text && !tree.isBlank($0) }),
        tree.ancestor(of: text, where: { tree[$0].name == .li || tree[$0].name == .pre }) == item
      else { return nil }
      let bytes = tree.text(of: text)
      guard
        let behind = behindNumber(first + offset, in: bytes)
          ?? TypedNumber.rest(behind: first + offset, in: bytes, isOnlyMarker: unmarked)
      else { return nil }
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

/// Numbers in other signs than plain digits, as people type them before items.
private enum TypedNumber {
  /// The text behind a number in wide digits, in a circle, or, if that is the only marker or a bracket ends it, as a
  /// letter or a Roman numeral; nil if another or none is there.
  static func rest(
    behind number: Int, in bytes: ArraySlice<UInt8>, isOnlyMarker: Bool
  ) -> ArraySlice<UInt8>? {
    let bytes = bytes.drop(while: \.isHTMLSpace)
    guard let first = bytes.first, number > 0 else { return nil }
    if first >= 0x80 { return rest(behindSign: number, in: bytes) }
    let isBracketed = first == UInt8(ascii: "(")
    let word = bytes.dropFirst(isBracketed ? 1 : 0).prefix(8).prefix(while: \.isASCIILetter)
    guard !word.isEmpty, isBracketed || isOnlyMarker || first >= UInt8(ascii: "a"),
      let end = bytes[word.endIndex...].first,
      end == UInt8(ascii: ")") || isOnlyMarker && !isBracketed && end == UInt8(ascii: "."),
      spellings(of: number).contains(where: word.equalsIgnoringCase)
    else { return nil }
    return bytes[(word.endIndex + 1)...]
  }

  /// The letter and the Roman numeral of a number.
  private static func spellings(of number: Int) -> [String] {
    guard number <= 50 else { return [] }
    let letter = number <= 26 ? [String(UnicodeScalar(UInt8(0x60 + number)))] : []
    return letter + [ListMarker.romanNumeral(number)]
  }

  private static func rest(behindSign number: Int, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let wide = String(number).utf8.flatMap { [0xEF, 0xBC, 0x60 + $0] as [UInt8] }
    if bytes.starts(with: wide) {
      let behind = bytes.dropFirst(wide.count)
      return [".", ")", "、", "．", "）"].first { behind.starts(with: $0.utf8) }
        .map { behind.dropFirst($0.utf8.count) }
    }
    guard number <= 20, let circled = Unicode.Scalar(0x245F + UInt32(number)) else { return nil }
    let sign = String(circled).utf8
    return bytes.starts(with: sign) ? bytes.dropFirst(sign.count) : nil
  }
}
