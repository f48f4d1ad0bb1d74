/// The list definitions of a document, and the lists of it that paragraphs name, which override them.
struct FlowListTable {
  /// A list that paragraphs name.
  struct Override {
    /// The definition that the list follows.
    var definition = 0
    /// Where levels begin to count anew.
    var starts: [Int: Int] = [:]
    /// Levels that differ from the definition's.
    var levels: [Int: FlowListLevel] = [:]
    /// What is said of all levels.
    var own: FlowListLevel?
    /// The number of the first list with the same definition, nil if that is not there.
    fileprivate(set) var first: Int?
  }

  private var definitions: [Int: [FlowListLevel]] = [:]
  private var overrides = NumberTable<Override>()
  /// The first list of each definition.
  private var firstOverrides: [Int: Int] = [:]

  mutating func addDefinition(_ levels: [FlowListLevel], number: Int) { definitions[number] = levels }

  mutating func addOverride(_ override: Override, number: Int) {
    var override = override
    if definitions[override.definition] != nil {
      override.first = firstOverrides[override.definition] ?? number
      firstOverrides[override.definition] = override.first
    }
    overrides[number] = override
  }

  /// The first list that has the definition of a list; the list itself where there is no other.
  func firstOverride(like number: Int) -> Int { overrides[number]?.first ?? number }

  /// Where a list begins to count a level anew, nil if it goes on where its definition is.
  func start(ofLevel level: Int, in number: Int) -> Int? { overrides[number]?.starts[level] }

  /// The definition of a level of a list, nil if the tables do not have it.
  func level(_ level: Int, of number: Int) -> FlowListLevel? {
    guard let override = overrides[number] else { return nil }
    var found: FlowListLevel
    if let own = override.levels[level] {
      found = own
    } else if let own = override.own {
      found = own
    } else if let levels = definitions[override.definition], !levels.isEmpty {
      found = levels[min(level, levels.count - 1)]
    } else {
      return nil
    }
    if let start = override.starts[level] { found.start = start }
    return found
  }
}
