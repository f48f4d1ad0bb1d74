/// The list definitions of a document, and the lists of it that paragraphs name, which override them.
struct FlowListTable {
  /// A list that paragraphs name.
  struct Override {
    /// The definition that the list follows.
    var definition = 0
    /// The numbers at which levels begin to count anew.
    var starts: [Int: Int] = [:]
    /// Levels that differ from the definition's.
    var levels: [Int: FlowListLevel] = [:]
    /// The properties of all levels.
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

  /// The number at which a list begins to count a level anew, nil if it goes on where its definition is.
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

/// The place of an item in its list.
struct FlowListPlace {
  /// The largest number that Markdown has for an item (CommonMark 5.2).
  static let largestNumber = 999_999_999

  /// Tells lists apart: the number of the list that a paragraph names, negative for lists without one.
  @CompactNumber var key: Int
  /// Nil where only the indentation tells.
  @CompactOptionalNumber var level: Int?
  var isOrdered: Bool
  @CompactNumber var number: Int
  /// The position where the text begins, in twips from the margin.
  @CompactNumber var indent: Int
  var checkbox: ListItem.Checkbox?
  /// The marker as it is shown, nil for a decimal number or a bullet.
  var label: String?
}

/// Numbers the items of lists as a word processor does, in the order of the document.
struct FlowListCounters {
  /// The keys of lists without numbers.
  private enum Key {
    static let legacyBullet = -1
    static let legacyOrdered = -2
    static let markedBullet = -3
    static let markedOrdered = -4
  }

  /// The last numbers, by list and level: overrides of one list go on with each other's.
  private var last: [Int: Int] = [:]
  /// The overrides and levels that had an item.
  private var begun: Set<Int> = []
  /// The deepest level of each list that has a last number.
  private var deepest: [Int: Int] = [:]

  /// The place of a paragraph in its list, nil if it is no item.
  mutating func place(of paragraph: FlowParagraph, in lists: FlowListTable) -> FlowListPlace? {
    let format = paragraph.format
    guard paragraph.marker != nil || !paragraph.isEmpty else { return nil }
    // Writers of two times have both numberings, and no table for the newer one.
    if format.list > 0, format.legacyNumbering == nil || lists.level(0, of: format.list) != nil {
      return listPlace(of: paragraph, in: lists)
    }
    if let numbering = format.legacyNumbering {
      guard !numbering.isContinuation else { return nil }
      return legacyPlace(of: paragraph, numbering)
    }
    guard let text = paragraph.marker, let marker = ListMarker(text, after: last[Key.markedOrdered]) else {
      return nil
    }
    if let number = marker.number { last[Key.markedOrdered] = number }
    return FlowListPlace(
      key: marker.number == nil ? Key.markedBullet : Key.markedOrdered, level: nil,
      isOrdered: marker.number != nil,
      number: marker.number ?? 1,
      indent: format.leftIndent, checkbox: marker.checkbox, label: marker.label)
  }

  /// The number of a heading as it is shown, nil if it has none.
  mutating func headingNumber(of paragraph: FlowParagraph, in lists: FlowListTable) -> String? {
    let format = paragraph.format
    let place = format.list > 0 ? listPlace(of: paragraph, in: lists) : nil
    if let marker = paragraph.marker, marker.utf8.contains(where: { $0 > 0x2F && $0 < 0x7F }) {
      return String(Substring(marker).droppingLeadingBlanks.droppingTrailingBlanks)
    }
    guard place?.isOrdered == true, let definition = lists.level(format.listLevel, of: format.list) else {
      return nil
    }
    return text(of: definition, format, in: lists)
  }

  private mutating func legacyPlace(of paragraph: FlowParagraph, _ numbering: FlowParagraphNumbering)
    -> FlowListPlace
  {
    let marker = paragraph.marker.flatMap { ListMarker($0, after: last[Key.legacyOrdered]) }
    let isOrdered = !numbering.isBullet && (marker == nil || marker?.number != nil)
    let key = isOrdered ? Key.legacyOrdered : Key.legacyBullet
    // Without a marker the numbers go on; a marker knows where they begin anew.
    let number =
      marker?.number ?? last[key].map { min($0 + 1, FlowListPlace.largestNumber) } ?? numbering.start
    last[key] = number
    return FlowListPlace(
      key: key, level: nil, isOrdered: isOrdered, number: number, indent: paragraph.format.leftIndent,
      checkbox: marker?.checkbox, label: marker?.label)
  }

  private mutating func listPlace(of paragraph: FlowParagraph, in lists: FlowListTable) -> FlowListPlace? {
    let format = paragraph.format
    let definition = lists.level(format.listLevel, of: format.list)
    let list = lists.firstOverride(like: format.list)
    let counter = list << 4 | format.listLevel
    if let start = lists.start(ofLevel: format.listLevel, in: format.list),
      begun.insert(format.list << 4 | format.listLevel).inserted
    {
      last[counter] = start - 1
    }
    let marker = paragraph.marker.flatMap {
      ListMarker($0, numbering: definition?.numbering, after: last[counter])
    }
    if let definition {
      if definition.numbering == .none { return nil }
      if definition.hasNoText, marker == nil { return nil }
    } else if paragraph.marker != nil, marker == nil {
      return nil
    }
    let isBullet = definition.map { $0.numbering == .bullet } ?? (marker?.number == nil)
    let number =
      marker?.number ?? last[counter].map { min($0 + 1, FlowListPlace.largestNumber) } ?? definition?.start
      ?? 1
    if !isBullet {
      last[counter] = number
      let deeper = format.listLevel + 1
      for level in deeper..<max(deeper, (deepest[list] ?? 0) + 1) { last[list << 4 | level] = nil }
      deepest[list] = format.listLevel
    }
    let shown = marker ?? definition.flatMap { text(of: $0, format, in: lists) }.flatMap { ListMarker($0) }
    return FlowListPlace(
      key: format.list, level: format.listLevel, isOrdered: !isBullet,
      number: min(number, FlowListPlace.largestNumber),
      indent: format.leftIndent, checkbox: marker.map(\.checkbox) ?? definition?.checkbox, label: shown?.label
    )
  }

  /// The marker that a level's definition gives an item, where none was written out; nil if it is too long.
  private func text(of definition: FlowListLevel, _ format: FlowParagraphFormat, in lists: FlowListTable)
    -> String?
  {
    guard definition.numbering.isNumbered else { return nil }
    let list = lists.firstOverride(like: format.list)
    let signs = definition.text ?? []
    var text = ""
    for sign in signs.isEmpty ? [UInt32(format.listLevel), 0x2E] : signs {
      if sign < 9 {
        let level = lists.level(Int(sign), of: format.list)
        text += ListMarker.numeral(
          last[list << 4 | Int(sign)] ?? level?.start ?? 1,
          numbering: definition.isLegal ? .decimal : level?.numbering ?? .decimal)
      } else {
        text.unicodeScalars.append(Unicode.Scalar(sign) ?? "\u{FFFD}")
      }
      guard text.utf8.count <= ListMarker.labelLimit else { return nil }
    }
    return text
  }
}

/// A level of a list definition.
struct FlowListLevel {
  var numbering = ListNumbering.decimal
  var start = 1
  /// All numbers of the marker are decimal, those of outer levels too.
  var isLegal = false
  /// The signs of the marker: scalars, and levels, below 9, where their numbers stand; nil if nothing is known
  /// of them.
  var text: [UInt32]?

  /// The longest marker, in characters.
  static let textLimit = 32

  /// The box of a task that the bullet is.
  var checkbox: ListItem.Checkbox? {
    guard numbering == .bullet, let sign = text?.first.flatMap(Unicode.Scalar.init), text?.count == 1 else {
      return nil
    }
    return ListMarker.box(String(sign))
  }

  /// The level has no text for its marker.
  var hasNoText: Bool { text?.allSatisfy { $0 == 0x20 } ?? false }
}

/// Values by the numbers that a document gives what it names: fonts, styles, lists.
///
/// Programs count from 0 or 1 on: small numbers are found without hashing.
struct NumberTable<Value> {
  /// Numbers from here on are hashed, so that a large one costs no more memory than a small one.
  private static var directLimit: Int { 4096 }

  private var direct: [Value?] = []
  private var others: [Int: Value] = [:]

  subscript(number: Int) -> Value? {
    get {
      if direct.indices.contains(number) { return direct[number] }
      return others.isEmpty ? nil : others[number]
    }
    set {
      guard (0..<Self.directLimit).contains(number) else {
        others[number] = newValue
        return
      }
      while direct.count <= number { direct.append(nil) }
      direct[number] = newValue
    }
  }
}
