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
  /// Lists behind so many share those that are there.
  private let mostOverrides: Int
  /// The first list of each kind, which those that share one take.
  private var firstOfKind: [Kind: Int] = [:]

  private struct Kind: Hashable {
    var level: Int
    var start: Int?
  }

  init(atMost mostOverrides: Int = .max) { self.mostOverrides = mostOverrides }

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
    let kind = Kind(level: level, start: overrides.count < mostOverrides ? start : start.map { _ in 1 })
    if overrides.count >= mostOverrides, let first = firstOfKind[kind] { return first }
    var list = WrittenList()
    _ = list.admit(start: kind.start, level: level)
    overrides.append(list)
    if firstOfKind[kind] == nil { firstOfKind[kind] = overrides.count }
    return overrides.count
  }

  /// The levels of each definition: their first numbers, nil for bullets.
  ///
  /// AbiWord takes first numbers from there alone, all others from the overrides as well. LibreOffice 7.4 numbers the
  /// second of two lists that share a definition on from the first, so each list with numbers has one of its own.
  private(set) var definitions: [[Int?]] = []
  /// The place in `definitions` of each list.
  private(set) var definitionNumbers: [Int] = []

  /// Lists behind so many definitions share those that are there: each is long.
  private static let mostDefinitions = 256

  /// Finds the definitions; called when all lists are known.
  mutating func settle() {
    var shared: [[Int?]: Int] = [:]
    for list in overrides {
      let isFull = definitions.count >= Self.mostDefinitions
      var levels = list.kinds.indices.map { list.starts[$0] }
      if isFull, shared[levels] == nil { levels = list.kinds.map { $0 == true ? 1 : nil } }
      let own = isFull || list.starts.isEmpty ? shared[levels] : nil
      definitionNumbers.append(own ?? definitions.count)
      guard own == nil else { continue }
      shared[levels] = definitions.count
      definitions.append(levels)
    }
  }
}
