/// A list of the document with the lists within its items, as far as they fit one definition.
struct WrittenList {
  /// As many levels as lists of RTF and Word have.
  static let levelCount = 9

  /// True for numbers, false for bullets, nil for a level that is not used.
  private(set) var kinds = [Bool?](repeating: nil, count: levelCount)
  /// The first numbers of the levels that have numbers.
  private(set) var starts: [Int: Int] = [:]

  static func bullet(level: Int) -> String { ["•", "◦", "▪"][level % 3] }

  /// Lets a level hold a list that begins with this number, or that has bullets; false if it cannot.
  mutating func admit(start: Int?, level: Int) -> Bool {
    guard let isOrdered = kinds[level] else {
      kinds[level] = start != nil
      starts[level] = start
      return true
    }
    return isOrdered == (start != nil) && starts[level] == start
  }
}

/// The lists of a document in the order in which they are written, and the definitions that they share.
struct WrittenLists {
  private(set) var overrides: [WrittenList] = []

  /// Where a list stands among those that are written.
  struct Place {
    var number: Int
    var level: Int
    /// The first number, nil for bullets.
    var start: Int?
  }

  /// The place of a list, which is that of the list around it, if it may share it.
  mutating func place(of list: List, in context: FlowContext) -> Place {
    let level = min(context.items, WrittenList.levelCount - 1)
    var start: Int?
    if case .ordered(let first) = list.kind { start = min(max(0, first), FlowListPlace.largestNumber) }
    return Place(number: number(start: start, level: level, within: context.list), level: level, start: start)
  }

  private mutating func number(start: Int?, level: Int, within outer: Int?) -> Int {
    if let outer, overrides[outer - 1].admit(start: start, level: level) { return outer }
    var list = WrittenList()
    _ = list.admit(start: start, level: level)
    overrides.append(list)
    return overrides.count
  }

  /// The levels of each definition that is used: their first numbers, nil for bullets.
  ///
  /// AbiWord takes first numbers from there alone, all others from the overrides as well.
  var definitions: [[Int?]] { indices.keys.sorted { (indices[$0] ?? 0) < (indices[$1] ?? 0) } }

  func definition(of list: WrittenList) -> Int {
    indices[Self.levels(list)] ?? indices[Self.levelsFromOne(list)] ?? 0
  }

  /// More definitions of lists that begin elsewhere than at 1 are not written: each is long.
  private static let mostDefinitions = 64

  private static func levels(_ list: WrittenList) -> [Int?] {
    list.kinds.indices.map { list.starts[$0] }
  }

  private static func levelsFromOne(_ list: WrittenList) -> [Int?] {
    list.kinds.map { $0 == true ? 1 : nil }
  }

  private var indices: [[Int?]: Int] = [:]

  /// Numbers the definitions; called when all lists are known.
  mutating func settle() {
    for list in overrides {
      let isMany = indices.count >= Self.mostDefinitions && indices[Self.levels(list)] == nil
      let levels = isMany ? Self.levelsFromOne(list) : Self.levels(list)
      if indices[levels] == nil { indices[levels] = indices.count }
    }
  }
}
