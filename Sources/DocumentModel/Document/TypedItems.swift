/// Paragraphs and lines that begin with a bullet or a number that was typed, as in mail and in pages that set lists as
/// text: items.
package enum TypedItems {
  /// Signs that are nothing but bullets.
  package static let signs: Set<Unicode.Scalar> = [
    "•", "‣", "◦", "▪", "▫", "●", "○", "■", "∙", "⁃", "➢", "►", "▸", "❖", "◆", "◇", "➤", "\u{F0B7}",
    "\u{F0A7}",
  ]
  /// Signs that are bullets before a space. A page may draw controls with the two others.
  private static let spacedSigns = signs.subtracting(["►", "◇"])
  /// Signs that count as bullets only before a no-break space, as word processors set them.
  private static let setOffSigns: Set<Unicode.Scalar> = ["·", "§"]
  /// Numbers of more digits are years and amounts.
  private static let digitLimit = 3

  private struct Item {
    enum Marker {
      case bullet(Unicode.Scalar)
      case number(Int, end: Unicode.Scalar)
    }

    let marker: Marker
    let content: [Inline]

    /// The sign that tells items of one level: the bullet, or what stands behind the number.
    var sign: Unicode.Scalar {
      switch marker {
      case .bullet(let sign): sign
      case .number(_, let end): end
      }
    }
  }

  /// Items one after another, that may be a list.
  private struct Run {
    private(set) var items: [Item] = []
    private var numberCount = 0
    /// The signs of the levels that are open, and the last number of each.
    private var open: [(sign: Unicode.Scalar, number: Int?)] = []

    /// True for two items of one kind at least.
    var isList: Bool { items.count > 1 && (numberCount != 1 || items.count > 2) }

    /// Adds items unless the number of one does not follow the one before it; false if so.
    mutating func add(_ others: [Item]) -> Bool {
      let (count, numbersBefore, levels) = (items.count, numberCount, open)
      for item in others where !add(item) {
        items.removeLast(items.count - count)
        (numberCount, open) = (numbersBefore, levels)
        return false
      }
      return true
    }

    private mutating func add(_ item: Item) -> Bool {
      let level = open.firstIndex { $0.sign == item.sign }
      var number: Int?
      if case .number(let new, _) = item.marker {
        let last = level.flatMap { open[$0].number }
        guard new == last.map({ $0 + 1 }) ?? (items.isEmpty ? new : 1) else { return false }
        number = new
        numberCount += 1
      }
      open.removeSubrange((level ?? open.endIndex)...)
      open.append((item.sign, number))
      items.append(item)
      return true
    }
  }

  /// The blocks with lists in the place of at least two items, here and in quotes.
  package static func lists(in blocks: [Block]) -> [Block] {
    guard blocks.contains(where: mayHoldItems) else { return blocks }
    var result: [Block] = []
    var paragraphs: [Block] = []
    var run = Run()
    var intro: [Inline] = []
    func endRun() {
      if run.isList {
        if !intro.isEmpty { result.append(.paragraph(intro)) }
        result.append(.list(list(of: run.items)))
      } else {
        result += paragraphs
      }
      (paragraphs, run, intro) = ([], Run(), [])
    }
    for block in blocks {
      if case .paragraph(let inlines) = block, let lines = lines(of: inlines) {
        // Text before the first item of a paragraph belongs to no item before.
        if !lines.intro.isEmpty || !run.add(lines.items) {
          endRun()
          _ = run.add(lines.items)
        }
        if paragraphs.isEmpty { intro = lines.intro }
        paragraphs.append(block)
        continue
      }
      endRun()
      if case .blockQuote(let quoted) = block {
        result.append(.blockQuote(lists(in: quoted)))
      } else {
        result.append(block)
      }
    }
    endRun()
    return result
  }

  /// The items of a paragraph whose lines all begin with a marker but for those before the first; nil for others.
  private static func lines(of inlines: [Inline]) -> (intro: [Inline], items: [Item])? {
    guard mayHoldItems(inlines) else { return nil }
    let lines = inlines.split(separator: .lineBreak, omittingEmptySubsequences: false)
    let items = lines.map(item)
    guard let first = items.firstIndex(where: { $0 != nil }) else { return nil }
    let found = items[first...].compactMap { $0 }
    // One item behind other lines may be a sign in an address.
    guard found.count == lines.count - first, first == 0 || found.count > 1 else { return nil }
    var run = Run()
    guard run.add(found) else { return nil }
    return (Array(lines[..<first].joined(separator: CollectionOfOne(.lineBreak))), found)
  }

  /// True for a block that is to be looked at more closely, as few are.
  private static func mayHoldItems(_ block: Block) -> Bool {
    switch block {
    case .paragraph(let inlines): mayHoldItems(inlines)
    case .blockQuote: true
    default: false
    }
  }

  private static func mayHoldItems(_ inlines: [Inline]) -> Bool {
    var beginsLine = true
    for inline in inlines {
      if beginsLine, case .text(let text) = inline, mayBegin(text.utf8) { return true }
      beginsLine = inline == .lineBreak
    }
    return false
  }

  /// True for text that may begin with a marker: no bullet is ASCII.
  private static func mayBegin(_ text: String.UTF8View) -> Bool {
    guard let first = text.first, first < 0x80 else { return text.first.map { $0 >= 0xC2 } ?? false }
    guard first.isASCIIDigit, let end = text.prefix(digitLimit + 1).first(where: { !$0.isASCIIDigit }) else {
      return false
    }
    return end == UInt8(ascii: ".") || end == UInt8(ascii: ")")
  }

  /// The marker that text begins with, and what stands behind it.
  private static func marker(of text: String) -> (marker: Item.Marker, rest: Substring.UnicodeScalarView)? {
    let scalars = Substring(text).unicodeScalars.drop { $0 == "\u{A0}" || $0 == " " }
    guard let first = scalars.first else { return nil }
    let digits = scalars.prefix(digitLimit + 1).prefix { ("0"..."9").contains($0) }
    let behind = scalars[digits.endIndex...].dropFirst()
    guard let next = behind.first else { return nil }
    let isSpaced = next == " " || next == "\u{A0}" || next == "\t"
    guard digits.isEmpty else {
      // Text that is set in by hand keeps its numbers.
      guard digits.startIndex == text.startIndex else { return nil }
      let end = scalars[digits.endIndex]
      guard digits.count <= digitLimit, isSpaced, end == "." || end == ")" else { return nil }
      return Int(String(Substring(digits))).map { (.number($0, end: end), behind) }
    }
    guard isSpaced && spacedSigns.contains(first) || next == "\u{A0}" && setOffSigns.contains(first) else {
      return nil
    }
    return (.bullet(first), behind)
  }

  private static func item(_ line: ArraySlice<Inline>) -> Item? {
    guard case .text(let text)? = line.first, let (marker, behind) = marker(of: text) else { return nil }
    let rest = behind.drop { $0 == " " || $0 == "\u{A0}" || $0 == "\t" }
    let content = (rest.isEmpty ? [] : [.text(String(Substring(rest)))]) + line.dropFirst()
    return content.isEmpty ? nil : Item(marker: marker, content: content)
  }

  /// The list of items; a sign that comes after another one is that of a deeper level.
  private static func list(of items: [Item]) -> List {
    var open: [(sign: Unicode.Scalar, list: List)] = []
    func closeLast() {
      let inner = open.removeLast()
      let last = open.count - 1
      open[last].list.items[open[last].list.items.count - 1].blocks.append(.list(inner.list))
    }
    for item in items {
      if open.contains(where: { $0.sign == item.sign }) {
        while open.count > 1, open[open.count - 1].sign != item.sign { closeLast() }
      } else {
        var list = List(.bullet, items: [])
        if case .number(let number, _) = item.marker { list.kind = .ordered(start: number) }
        open.append((item.sign, list))
      }
      open[open.count - 1].list.items.append(ListItem([.paragraph(item.content)]))
    }
    while open.count > 1 { closeLast() }
    return open.first?.list ?? List(.bullet, items: [])
  }
}
