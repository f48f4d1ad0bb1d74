/// Counts the items of lists as Word does (ECMA-376, 17.9): all lists of one definition together.
struct WordCounters {
  private struct Item {
    var key: Int
    var isOrdered: Bool
    var number: Int
  }

  private let numbering: WordNumbering
  /// The last numbers of each definition, level by level.
  private var last: [Int: [Int?]] = [:]
  /// The lists and levels that had an item.
  private var begun: Set<Int> = []
  /// The last item of each level, while none further out came.
  private var open: [Item?] = []

  init(_ numbering: WordNumbering) { self.numbering = numbering }

  /// Counts an item; returns its place, nil if it has no marker.
  ///
  /// - Parameter indent: where its text begins, in twips.
  mutating func place(list: Int, level: Int, indent: Int) -> FlowListPlace? {
    guard let definition = numbering.definition(of: list), let format = numbering.level(level, of: list)
    else {
      return nil
    }
    guard format.numbering != .none, !hasNoText(format) else { return nil }
    let number = count(list: list, level: level, definition: definition, format)
    let isOrdered = format.numbering.isNumbered
    var item = Item(key: definition + 1, isOrdered: isOrdered, number: number)
    while open.count <= level { open.append(nil) }
    // Programs let one list go on in others: the number tells.
    if let before = open[level], isOrdered, before.isOrdered, before.number + 1 == number {
      item.key = before.key
    }
    open[level] = item
    open.removeLast(open.count - level - 1)
    return FlowListPlace(
      key: item.key, level: level, isOrdered: isOrdered, number: number, indent: indent,
      checkbox: format.checkbox,
      label: isOrdered ? label(of: format, list: list, definition: definition) : nil)
  }

  /// Counts a heading, whose number is not part of its text.
  mutating func pass(list: Int, level: Int) {
    guard let definition = numbering.definition(of: list), let format = numbering.level(level, of: list)
    else {
      return
    }
    _ = count(list: list, level: level, definition: definition, format)
  }

  private func hasNoText(_ format: WordNumbering.Level) -> Bool {
    guard let text = format.text, !format.hasPicture else { return false }
    return text.utf8.allSatisfy { $0 == 0x20 }
  }

  private mutating func count(
    list: Int, level: Int, definition: Int, _ format: WordNumbering.Level
  ) -> Int {
    var numbers = last[definition] ?? Array(repeating: nil, count: WordNumbering.levelCount)
    if let start = numbering.startOverride(level, of: list), begun.insert(list << 4 | level).inserted {
      numbers[level] = start - 1
    }
    let number = min(numbers[level].map { $0 + 1 } ?? format.start, FlowListPlace.largestNumber)
    numbers[level] = number
    for deeper in (level + 1)..<max(level + 1, WordNumbering.levelCount) {
      // A level that never begins anew says 0.
      guard numbering.level(deeper, of: list)?.restart.map({ $0 > level }) ?? true else { continue }
      numbers[deeper] = nil
    }
    last[definition] = numbers
    return number
  }

  /// The marker of the last item, nil if a decimal number says as much.
  private func label(of format: WordNumbering.Level, list: Int, definition: Int) -> String? {
    guard let template = format.text else { return nil }
    var label = ""
    var rest = template[...]
    while let sign = rest.popFirst() {
      if sign == "%", let digit = rest.first?.wholeNumberValue, (1...9).contains(digit) {
        rest = rest.dropFirst()
        let level = numbering.level(digit - 1, of: list)
        let number = (last[definition]?[digit - 1] ?? nil) ?? level?.start ?? 1
        label += ListMarker.numeral(
          number, numbering: format.isLegal ? .decimal : level?.numbering ?? .decimal)
      } else {
        label.append(sign)
      }
      guard label.utf8.count <= ListMarker.labelLimit else { return nil }
    }
    return ListMarker(label)?.label
  }
}
