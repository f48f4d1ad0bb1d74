/// A level of a list definition.
struct FlowListLevel {
  /// The kind of number, `\levelnfc`: 0 for 1, 2, 3; 23 for a bullet; 255 for none.
  var numbering = 0
  var start = 1
  /// All numbers of the marker are decimal, those of outer levels too (`\levellegal`).
  var isLegal = false
  /// How many signs of the text for the marker are still to come, nil before its first byte says so.
  private var textLeft: UInt8?
  /// The signs of the marker: scalars, and levels, below 9, where their numbers stand.
  private(set) var text: [UInt32] = []

  /// The level has no text for its marker.
  var hasNoText: Bool { textLeft != nil && text.allSatisfy { $0 == 0x20 } }

  /// Reads a part of `\leveltext`: the length, then the signs.
  mutating func appendText(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    if textLeft == nil { textLeft = rest.popFirst() }
    for byte in rest { appendText(unit: UInt32(byte)) }
  }

  /// Reads a UTF-16 unit of `\leveltext`.
  mutating func appendText(unit: UInt32) {
    guard let left = textLeft, left > 0 else { return }
    textLeft = left - 1
    if text.count < Self.textLimit, unit < 9 || unit >= 0x20 { text.append(unit) }
  }

  var isNumbered: Bool { numbering != Self.bullet && numbering != Self.none }

  /// More signs than this no marker has.
  private static let textLimit = 32
  static let bullet = 23
  static let none = 255
}

/// The list definitions of a document, and the overrides that paragraphs name with `\ls`.
struct FlowListTable {
  private struct Override {
    var list = 0
    /// The number of the first override of the same list, nil if that is not defined.
    var first: Int?
    var starts: [Int: Int] = [:]
    var levels: [Int: FlowListLevel] = [:]
    /// What the override itself says of its level (AbiWord).
    var own: FlowListLevel?
  }

  private var lists: [Int: [FlowListLevel]] = [:]
  private var overrides = NumberTable<Override>()
  /// The first override of each list.
  private var firstOverrides: [Int: Int] = [:]
  private var openLevels: [FlowListLevel] = []
  private var openIdentifier = 0
  private var openOverride = Override()
  private var openOverrideNumber = 0
  private var openOverrideLevel = -1
  private var openOverrideIsDefined = false

  mutating func beginList() {
    openLevels = []
    openIdentifier = 0
  }

  mutating func addLevel(_ level: FlowListLevel) {
    if openOverrideLevel >= 0 {
      openOverride.levels[openOverrideLevel] = level
    } else if openLevels.count < 9 {
      openLevels.append(level)
    }
  }

  mutating func setIdentifier(_ identifier: Int) {
    openIdentifier = identifier
    openOverride.list = identifier
  }

  mutating func endList() {
    lists[openIdentifier] = openLevels
    openLevels = []
  }

  mutating func beginOverride() {
    openOverride = Override()
    openOverrideNumber = 0
    openOverrideLevel = -1
    openOverrideIsDefined = false
  }

  mutating func setOverrideNumber(_ number: Int) { openOverrideNumber = number }

  mutating func beginOverrideLevel() { openOverrideLevel += 1 }

  mutating func setOverrideStart(_ start: Int) {
    if openOverrideLevel >= 0 { openOverride.starts[openOverrideLevel] = start }
  }

  /// The override says itself, not by one of its levels, how it counts.
  mutating func defineOverride() {
    if openOverrideLevel < 0 { openOverrideIsDefined = true }
  }

  mutating func endOverride(_ own: FlowListLevel) {
    if openOverrideIsDefined { openOverride.own = own }
    if lists[openOverride.list] != nil {
      openOverride.first = firstOverrides[openOverride.list] ?? openOverrideNumber
      firstOverrides[openOverride.list] = openOverride.first
    }
    overrides[openOverrideNumber] = openOverride
    openOverrideLevel = -1
  }

  /// The first override of the list that an override is of; the number itself where there is no other.
  func firstOverride(like number: Int) -> Int { overrides[number]?.first ?? number }

  /// Where an override begins to count a level anew, nil if it goes on where the list is.
  func start(ofLevel level: Int, in number: Int) -> Int? { overrides[number]?.starts[level] }

  /// The definition of a level of the list that `\ls` names, nil if the tables do not have it.
  func level(_ level: Int, of number: Int) -> FlowListLevel? {
    guard let override = overrides[number] else { return nil }
    var found: FlowListLevel
    if let own = override.levels[level] {
      found = own
    } else if let own = override.own {
      found = own
    } else if let levels = lists[override.list], !levels.isEmpty {
      found = levels[min(level, levels.count - 1)]
    } else {
      return nil
    }
    if let start = override.starts[level] { found.start = start }
    return found
  }
}
