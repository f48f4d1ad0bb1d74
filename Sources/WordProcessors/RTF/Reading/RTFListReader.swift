/// Gathers the lists and list overrides of the header (RTF 1.9.1, `\listtable`, `\listoverridetable`).
struct RTFListReader {
  private(set) var table = FlowListTable()

  private var levels: [FlowListLevel] = []
  private var identifier = 0
  private var override = FlowListTable.Override()
  private var overrideNumber = 0
  /// The level of the override that is being read, -1 outside one.
  private var overrideLevel = -1
  private var overridesItself = false

  mutating func beginList() {
    levels = []
    identifier = 0
  }

  mutating func addLevel(_ level: FlowListLevel) {
    if overrideLevel >= 0 {
      override.levels[overrideLevel] = level
    } else if levels.count < 9 {
      levels.append(level)
    }
  }

  mutating func setIdentifier(_ number: Int) {
    identifier = number
    override.definition = number
  }

  mutating func endList() {
    table.addDefinition(levels, number: identifier)
    levels = []
  }

  mutating func beginOverride() {
    override = FlowListTable.Override()
    overrideNumber = 0
    overrideLevel = -1
    overridesItself = false
  }

  mutating func setOverrideNumber(_ number: Int) { overrideNumber = number }

  mutating func beginOverrideLevel() { overrideLevel += 1 }

  mutating func setOverrideStart(_ start: Int) {
    if overrideLevel >= 0 { override.starts[overrideLevel] = start }
  }

  /// The override says itself, not by one of its levels, how it counts (AbiWord).
  mutating func defineOverride() {
    if overrideLevel < 0 { overridesItself = true }
  }

  mutating func endOverride(_ own: FlowListLevel) {
    if overridesItself { override.own = own }
    table.addOverride(override, number: overrideNumber)
    overrideLevel = -1
  }
}
