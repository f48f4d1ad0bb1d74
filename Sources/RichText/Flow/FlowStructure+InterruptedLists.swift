/// Lists that go on behind what interrupts them.
extension FlowStructure {
  /// What is longer than this between two items parts them.
  private static let interruptionLimit = 8

  /// The indices of what stands between two items below the first level of one list whose numbers go on.
  ///
  /// A list cannot begin with an item below its first level: what interrupts it there belongs to the item before,
  /// however far in it is set. On the first level the paragraph ends the list, and the next begins with its number.
  func interruptions(of items: [FlowItem], _ kinds: [Kind]) -> Set<Int> {
    var found: Set<Int> = []
    // The last number at each level of the list that is open.
    var numbers: [Int] = []
    var key: Int?
    var last = 0
    for (index, kind) in kinds.enumerated() {
      switch kind {
      case .item(let item):
        guard item.isOrdered, let level = item.level, level < 16 else {
          if item.level == nil { key = nil }
          continue
        }
        if item.key != key { numbers = [] }
        if item.key == key, level > 0, level < numbers.count, item.number > 1,
          item.number == numbers[level] + 1, (2...Self.interruptionLimit + 1).contains(index - last)
        {
          found.formUnion(last + 1..<index)
        }
        key = item.key
        numbers.removeLast(max(0, numbers.count - level))
        while numbers.count < level { numbers.append(0) }
        numbers.append(item.number)
        last = index
      case .rule: if case .table = items[index] { continue } else { key = nil }
      case .heading, .term, .details: key = nil
      case .text, .code, .caption, .empty: continue
      }
    }
    return found
  }
}
