/// Lists that go on behind what interrupts them.
extension FlowStructure {
  /// What is longer than this between two items parts them.
  private static let interruptionLimit = 8
  /// What people set in by hand is as far in as an item's text if it differs by no more, in twips.
  static let indentTolerance = 30

  /// The indices of what stands between two items below the first level of one list whose numbers go on.
  ///
  /// A list cannot begin with an item below its first level: what interrupts it there belongs to the item before,
  /// however far in it is set, unless it is set in as far as the text of an item around that. On the first level the
  /// paragraph ends the list, and the next begins with its number.
  func interruptions(of items: [FlowItem], _ kinds: [Kind]) -> Set<Int> {
    var found: Set<Int> = []
    // The last number at each level of the list that is open, and how far in the item's text is.
    var numbers: [(last: Int, indent: Int)] = []
    var key: Int?
    var last = 0
    for (index, kind) in kinds.enumerated() {
      switch kind {
      case .item(let item), .codeItem(let item):
        guard item.isOrdered, let level = item.level, level < 16 else {
          if item.level == nil { key = nil }
          continue
        }
        if item.key != key { numbers = [] }
        if item.key == key, level > 0, level < numbers.count, item.number > 1,
          item.number == numbers[level].last + 1, (2...Self.interruptionLimit + 1).contains(index - last)
        {
          let outer = numbers.map(\.indent).filter { $0 < numbers[level].indent - Self.indentTolerance }
          found.formUnion((last + 1..<index).filter { !isText(items[$0], kinds[$0], setInAs: outer) })
        }
        key = item.key
        numbers.removeLast(max(0, numbers.count - level))
        while numbers.count < level { numbers.append((0, 0)) }
        numbers.append((item.number, item.indent))
        last = index
      case .rule: if case .table = items[index] { continue } else { key = nil }
      case .heading, .term, .details: key = nil
      case .text, .code, .caption, .empty: continue
      }
    }
    return found
  }

  /// True for a paragraph that lies where the text of one of these items does, in no quote.
  private func isText(_ item: FlowItem, _ kind: Kind, setInAs indents: [Int]) -> Bool {
    guard case .paragraph(let paragraph) = item, paragraph.format.rightIndent == 0,
      flow.styles.role(of: paragraph.format.style) != .quote
    else { return false }
    switch kind {
    case .text, .code:
      let left = paragraph.format.leftIndent
      return indents.contains { $0 > 0 && abs($0 - left) <= Self.indentTolerance }
    default:
      return false
    }
  }
}
