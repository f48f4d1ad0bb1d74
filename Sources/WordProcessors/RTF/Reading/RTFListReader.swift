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

/// A level of a list definition, while it is read (RTF 1.9.1, `\listlevel`).
struct RTFListLevelReader {
  private(set) var level = FlowListLevel()
  /// The number of signs of the text for the marker that are still to come, nil before its first byte says so.
  private var textLeft: UInt8?

  /// Reads a kind of numbers: a byte, which some programs write with a sign.
  mutating func setNumbering(_ levelnfc: Int) {
    level.numbering = Self.numberings[levelnfc & 0xFF] ?? .decimal
  }

  mutating func setStart(_ start: Int) { level.start = start }

  mutating func setLegal(_ isLegal: Bool) { level.isLegal = isLegal }

  /// Reads a part of `\leveltext`: the length, then the signs.
  mutating func appendText(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    if textLeft == nil, let length = rest.popFirst() {
      textLeft = length
      level.text = []
    }
    for byte in rest { appendText(unit: UInt32(byte)) }
  }

  /// Reads a UTF-16 unit of `\leveltext`.
  mutating func appendText(unit: UInt32) {
    guard let left = textLeft, left > 0 else { return }
    textLeft = left - 1
    guard level.text?.count ?? 0 < FlowListLevel.textLimit, unit < 9 || unit >= 0x20 else { return }
    level.text?.append(unit)
  }

  /// The kinds of numbers by `\levelnfc`; all others are read as decimal ones.
  private static let numberings: [Int: ListNumbering] = [
    1: .upperRoman, 2: .lowerRoman, 3: .upperLetter, 4: .lowerLetter, 22: .paddedDecimal, 23: .bullet,
    255: .none,
  ]
}
