import Containers

/// The lists of a document: what their levels look like (ECMA-376, 17.9).
struct WordNumbering {
  /// A level of a list.
  struct Level {
    var numbering = ListNumbering.decimal
    var start = 1
    /// The marker, with `%1` for the number of the first level; nil if nothing is said of it.
    var text: String?
    /// The box that the marker is.
    var checkbox: ListItem.Checkbox?
    /// The marker is a picture.
    var hasPicture = false
    var isLegal = false
    /// The level whose items let this one begin anew; nil for the one above.
    var restart: Int?
    var left: Int?
    var firstLine: Int?
    /// The paragraph style that has this level.
    var style: String?
  }

  private struct Definition {
    var levels: [Int: Level] = [:]
    /// The style whose list this one is.
    var numStyleLink: String?
    var styleLink: String?
  }

  private struct Instance {
    var definition = 0
    var starts: [Int: Int] = [:]
    var levels: [Int: Level] = [:]
  }

  /// The number of levels of a list.
  static let levelCount = 9

  private var definitions: [Int: Definition] = [:]
  private var instances: [Int: Instance] = [:]

  init() {}

  /// Reads `numbering.xml`.
  init(_ part: [UInt8], styles: WordStyles) {
    var reader = XMLReader(word: part)
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.wordName {
      case .w_abstractNum: readDefinition(&reader)
      case .w_num: readInstance(&reader)
      default: continue
      }
    }
    followLinks(styles)
  }

  private mutating func readDefinition(_ reader: inout XMLReader) {
    guard let id = reader.number(WordName.w_abstractNumId) else { return }
    var definition = Definition()
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w_numStyleLink: definition.numStyleLink = reader.attribute(WordName.w_val)
      case .w_styleLink: definition.styleLink = reader.attribute(WordName.w_val)
      case .w_lvl:
        // Lark leaves the levels' numbers out.
        let number = reader.number(WordName.w_ilvl) ?? definition.levels.count
        if (0..<Self.levelCount).contains(number) { definition.levels[number] = Self.level(&reader) }
      default: break
      }
    }
    definitions[id] = definition
  }

  private mutating func readInstance(_ reader: inout XMLReader) {
    guard let id = reader.number(WordName.w_numId) else { return }
    var instance = Instance()
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w_abstractNumId: instance.definition = reader.number(WordName.w_val) ?? 0
      case .w_lvlOverride:
        guard let level = reader.number(WordName.w_ilvl), (0..<Self.levelCount).contains(level) else {
          return
        }
        reader.forEachChild { reader in
          switch reader.wordName {
          case .w_startOverride: instance.starts[level] = reader.number(WordName.w_val) ?? 1
          case .w_lvl: instance.levels[level] = Self.level(&reader)
          default: break
          }
        }
      default: break
      }
    }
    instances[id] = instance
  }

  private static func level(_ reader: inout XMLReader) -> Level {
    var level = Level()
    var font: SymbolFont?
    reader.forEachChild { reader in
      switch reader.wordName {
      case .w_rPr: font = WordRunProperties(&reader).font.flatMap { SymbolFont(named: $0) }
      case .w_start: level.start = max(0, reader.number(WordName.w_val) ?? 1)
      case .w_numFmt: level.numbering = numbering(reader.attribute(WordName.w_val))
      case .mc_AlternateContent:
        // Formats of newer versions stand beside those that every program knows.
        reader.forEachChild { reader in
          guard reader.wordName == .mc_Fallback else { return }
          reader.forEachChild { level.numbering = numbering($0.attribute(WordName.w_val)) }
        }
      case .w_lvlText: level.text = reader.attribute(WordName.w_val) ?? ""
      case .w_isLgl: level.isLegal = reader.isOn
      case .w_lvlRestart: level.restart = reader.number(WordName.w_val)
      case .w_lvlPicBulletId: (level.numbering, level.hasPicture) = (.bullet, true)
      case .w_pStyle: level.style = reader.attribute(WordName.w_val)
      case .w_pPr:
        let properties = WordParagraphProperties(&reader)
        (level.left, level.firstLine) = (properties.left, properties.firstLine)
      default: break
      }
    }
    if level.numbering == .bullet, let text = level.text {
      let shown = font.map { String(decoding: $0.decoded(Array(text.utf8)), as: UTF8.self) } ?? text
      level.checkbox = ListMarker.box(shown)
    }
    return level
  }

  private static func numbering(_ format: String?) -> ListNumbering {
    switch format {
    case "bullet": .bullet
    case "none": .none
    case "upperRoman": .upperRoman
    case "lowerRoman": .lowerRoman
    case "upperLetter": .upperLetter
    case "lowerLetter": .lowerLetter
    case "decimalZero": .paddedDecimal
    default: .decimal
    }
  }

  /// Lets lists that are those of a style have its definition.
  private mutating func followLinks(_ styles: WordStyles) {
    var linked: [String: Int] = [:]
    for (id, definition) in definitions { if let style = definition.styleLink { linked[style] = id } }
    for (id, instance) in instances {
      guard let style = definitions[instance.definition]?.numStyleLink else { continue }
      let list = styles.numberingStyles[style]
      let target = linked[style] ?? list.flatMap { instances[$0]?.definition }
      if let target, definitions[target]?.levels.isEmpty == false { instances[id]?.definition = target }
    }
  }

  // MARK: Looking up

  /// The definition that a list follows; nil if there is no such list.
  func definition(of list: Int) -> Int? { instances[list]?.definition }

  /// The number at which a list begins to count a level anew when it first comes to it.
  func startOverride(_ level: Int, of list: Int) -> Int? { instances[list]?.starts[level] }

  /// The level of a list; nil if there is none.
  func level(_ level: Int, of list: Int) -> Level? {
    guard let instance = instances[list] else { return nil }
    return instance.levels[level] ?? definitions[instance.definition]?.levels[level]
  }

  /// The level that a style has in a list, where the style says no more than the list.
  func level(ofStyle style: String, in list: Int) -> Int? {
    guard let instance = instances[list], let definition = definitions[instance.definition] else {
      return nil
    }
    return definition.levels.filter { $0.value.style == style }.keys.min()
  }
}

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
    // What has no marker counts all the same: deeper items begin anew behind it.
    let number = count(list: list, level: level, definition: definition, format)
    guard format.numbering != .none, !hasNoText(format) else { return nil }
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
