/// Paragraphs and lines that begin with a bullet that was typed, as in mail and in pages that set lists as text: items.
enum BulletedLines {
  /// Signs that are bullets before a space. A page may draw controls with the two others.
  private static let signs = TypedMarkers.signs.subtracting(["►", "◇"])
  /// Signs that count as bullets only before a no-break space, as word processors set them.
  private static let setOffSigns: Set<Unicode.Scalar> = ["·", "§"]

  private struct Item {
    let sign: Unicode.Scalar
    let content: [Inline]
  }

  /// The blocks with lists in the place of at least two items, here and in quotes.
  static func lists(in blocks: [Block]) -> [Block] {
    var result: [Block] = []
    var paragraphs: [Block] = []
    var items: [Item] = []
    var intro: [Inline] = []
    func endRun() {
      if items.count > 1 {
        if !intro.isEmpty { result.append(.paragraph(intro)) }
        result.append(.list(list(of: items)))
      } else {
        result += paragraphs
      }
      (paragraphs, items, intro) = ([], [], [])
    }
    for block in blocks {
      if case .paragraph(let inlines) = block, let lines = lines(of: inlines) {
        // Text before the first item of a paragraph belongs to no item before.
        if !lines.intro.isEmpty { endRun() }
        if paragraphs.isEmpty { intro = lines.intro }
        paragraphs.append(block)
        items += lines.items
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

  /// The items of a paragraph whose lines all begin with a bullet but for those before the first; nil for others.
  private static func lines(of inlines: [Inline]) -> (intro: [Inline], items: [Item])? {
    guard inlines.contains(where: mayBegin) else { return nil }
    let lines = inlines.split(separator: .lineBreak, omittingEmptySubsequences: false)
    let items = lines.map(item)
    guard let first = items.firstIndex(where: { $0 != nil }) else { return nil }
    let found = items[first...].compactMap { $0 }
    // One item behind other lines may be a sign in an address.
    guard found.count == lines.count - first, first == 0 || found.count > 1 else { return nil }
    return (Array(lines[..<first].joined(separator: CollectionOfOne(.lineBreak))), found)
  }

  /// True for text that may begin with a bullet: none is ASCII.
  private static func mayBegin(_ inline: Inline) -> Bool {
    guard case .text(let text) = inline, let first = text.utf8.first else { return false }
    return first >= 0xC2 && isBullet(Substring(text).unicodeScalars.drop { $0 == "\u{A0}" || $0 == " " })
  }

  private static func isBullet(_ scalars: Substring.UnicodeScalarView) -> Bool {
    guard let sign = scalars.first, let next = scalars.dropFirst().first else { return false }
    return signs.contains(sign) && (next == " " || next == "\u{A0}" || next == "\t")
      || setOffSigns.contains(sign) && next == "\u{A0}"
  }

  private static func item(_ line: ArraySlice<Inline>) -> Item? {
    guard case .text(let text)? = line.first else { return nil }
    let scalars = Substring(text).unicodeScalars.drop { $0 == "\u{A0}" || $0 == " " }
    guard isBullet(scalars), let sign = scalars.first else { return nil }
    let rest = scalars.dropFirst().drop { $0 == " " || $0 == "\u{A0}" || $0 == "\t" }
    let content = (rest.isEmpty ? [] : [.text(String(Substring(rest)))]) + line.dropFirst()
    return content.isEmpty ? nil : Item(sign: sign, content: content)
  }

  /// The list of items; a sign that comes after another one is that of a deeper level.
  private static func list(of items: [Item]) -> List {
    var open: [(sign: Unicode.Scalar, items: [ListItem])] = []
    func closeLast() {
      let inner = open.removeLast()
      let last = open.count - 1
      open[last].items[open[last].items.count - 1].blocks.append(
        .list(List(.bullet, isTight: true, items: inner.items)))
    }
    for item in items {
      if open.contains(where: { $0.sign == item.sign }) {
        while open.count > 1, open[open.count - 1].sign != item.sign { closeLast() }
      } else {
        open.append((item.sign, []))
      }
      open[open.count - 1].items.append(ListItem([.paragraph(item.content)]))
    }
    while open.count > 1 { closeLast() }
    return List(.bullet, isTight: true, items: open.first?.items ?? [])
  }
}
