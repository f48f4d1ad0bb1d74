import Containers

/// Counts the items of lists as OpenDocument has them: nested, each with a style (ODF 1.3, 5.3.2).
struct OpenDocumentLists {
  /// A list that counts, and those that go on with it.
  private struct Run {
    /// What tells the last lists of each level from others.
    var keys: [Int] = []
    /// The last number of each level.
    var numbers: [Int?] = []
  }

  private struct Open {
    var style: String?
    var run: Int
    var key: Int
    /// The style that the open item has in place of the list's.
    var itemStyle: String?
    /// The item that is open is counted already, or it is a header, which is not.
    var isCounted = false
    /// The open item is a header, which has no number.
    var isHeader = false
    /// The open item is a header before the first item.
    var isBeforeItems = false
    /// The number that the open item says.
    var start: Int?
    var hasItems = false
    /// The open item has a list within it.
    var hasLists = false
    /// The open item has text outside headings and lists within it.
    var hasText = false
  }

  /// The distance by which each level is indented, in twips: the markup tells how deep items are, not their margins.
  static let indent = 720

  private var runs: [Run] = []
  private var keyCount = 0
  private var open: [Open] = []
  /// The lists that are open around cells, notes and boxes.
  private var waiting: [[Open]] = []
  private var lastRun: [String: Int] = [:]
  private var identified: [String: Int] = [:]

  var isEmpty: Bool { open.isEmpty }

  /// The position where the text of the open item begins; that of a header before the items stands outside their list.
  var left: Int { (open.last?.isBeforeItems ?? false ? level : open.count) * Self.indent }

  /// The position of a heading that counts as the open item does: within the items around it that are more than a
  /// level of headings.
  var leftOfHeading: Int { (open.dropLast().lastIndex(where: \.hasText) ?? -1) * Self.indent + Self.indent }

  /// The name of the style of the list that is open.
  private var listStyle: String? { open.last { $0.style != nil }?.style }

  /// The style of the open item.
  func itemStyle(in styles: [String: OpenDocumentList]) -> OpenDocumentList? {
    open.last?.itemStyle.flatMap { styles[$0] } ?? listStyle.flatMap { styles[$0] }
  }

  /// The level that is open, from 0.
  var level: Int { open.count - 1 }

  mutating func beginList(style: String?, id: String?, continues: String?, goesOn: Bool) {
    let name = style ?? listStyle
    let level = open.count
    let run: Int
    var goesOn = goesOn
    if let last = open.indices.last {
      run = open[last].run
      // A list within an item counts anew, but for the first one in an item without text of its own: that only says
      // how deep its items are.
      if !open[last].isCounted, !open[last].hasLists { goesOn = true }
      // What comes behind it in the item has no number.
      open[last].isCounted = true
      open[last].hasLists = true
      if !goesOn { runs[run].numbers.removeLast(max(0, runs[run].numbers.count - level)) }
    } else if let known = continues.flatMap({ identified[$0] })
      ?? (goesOn ? name.flatMap { lastRun[$0] } : nil)
    {
      run = known
      goesOn = true
    } else {
      run = runs.count
      runs.append(Run())
    }
    if let id { identified[id] = run }
    if open.isEmpty, let name { lastRun[name] = run }
    // What goes on with a list may begin with more of its last item.
    let hasItems = goesOn && runs[run].numbers.count > level && runs[run].numbers[level] != nil
    while runs[run].keys.count <= level { runs[run].keys.append(0) }
    if !hasItems {
      keyCount += 1
      runs[run].keys[level] = keyCount
    }
    open.append(Open(style: style, run: run, key: runs[run].keys[level], hasItems: hasItems))
  }

  mutating func endList() { _ = open.popLast() }

  /// Begins a cell, a note or a box: it lies in no list, but its lists may go on with those before it.
  mutating func setAside() {
    waiting.append(open)
    open = []
  }

  /// Ends what `setAside` began.
  mutating func restore() { open = waiting.popLast() ?? [] }

  /// - Parameters:
  ///   - style: the name of the style that the item has in place of the list's.
  ///   - isHeader: the paragraphs have no marker; after an item they belong to it.
  mutating func beginItem(start: Int?, style: String?, isHeader: Bool) {
    guard let last = open.indices.last else { return }
    open[last].itemStyle = style
    open[last].isCounted = isHeader
    open[last].isHeader = isHeader
    open[last].isBeforeItems = isHeader && !open[last].hasItems
    open[last].start = start
    open[last].hasLists = false
    open[last].hasText = false
    if !isHeader { open[last].hasItems = true }
  }

  /// The place of the item's first paragraph; nil for those that follow it.
  mutating func place(in styles: [String: OpenDocumentList], isHeading: Bool) -> FlowListPlace? {
    guard let last = open.indices.last else { return nil }
    if !isHeading { open[last].hasText = true }
    guard !open[last].isCounted else { return nil }
    open[last].isCounted = true
    let style = itemStyle(in: styles)
    let format = style?[last]
    let run = open[last].run
    while runs[run].numbers.count <= last { runs[run].numbers.append(nil) }
    // What lies above the item counts, though it has no text.
    for level in 0..<last where runs[run].numbers[level] == nil && !open[level].isHeader {
      let name = open[...level].last { $0.style != nil }?.style
      let start = name.flatMap { styles[$0] }?[level]?.start ?? 1
      runs[run].numbers[level] = min(start, FlowListPlace.largestNumber)
    }
    let before = runs[run].numbers[last]
    let number = open[last].start ?? before.map { $0 + 1 } ?? format?.start ?? 1
    runs[run].numbers[last] = min(max(0, number), FlowListPlace.largestNumber)
    // Deeper lists that begin now count from their start.
    runs[run].numbers.removeLast(runs[run].numbers.count - last - 1)
    guard format?.numbering != ListNumbering.none else { return nil }
    return FlowListPlace(
      key: open[last].key, level: last, isOrdered: format?.numbering.isNumbered ?? false,
      number: runs[run].numbers[last] ?? 1, indent: left, checkbox: format?.checkbox,
      label: style?.label(level: last, numbers: runs[run].numbers.map { $0 ?? 1 }))
  }
}

/// A style of lists: what its levels look like (ODF 1.3, 16.30).
struct OpenDocumentList {
  struct Level {
    var numbering = ListNumbering.bullet
    var prefix = ""
    var suffix = ""
    /// The box that the bullet is.
    var checkbox: ListItem.Checkbox?
    var start = 1
    /// The number of levels that the marker shows.
    var shownLevels = 1
    /// The position where the text begins, in twips.
    var left: Int?
  }

  private var levels: [Int: Level] = [:]

  /// Reads `text:list-style`, which began.
  init(_ reader: inout XMLReader) {
    reader.forEachChild { reader in
      guard let number = reader.number(OpenDocumentName.text_level), (1...64).contains(number) else { return }
      var level = Level()
      switch reader.documentName {
      case .text_listLevelStyleNumber:
        level.numbering = Self.numbering(reader.value(.style_numFormat) ?? "")
        level.prefix = reader.value(.style_numPrefix) ?? ""
        level.suffix = reader.value(.style_numSuffix) ?? ""
        level.start = max(0, reader.number(OpenDocumentName.text_startValue) ?? 1)
        level.shownLevels = min(max(1, reader.number(OpenDocumentName.text_displayLevels) ?? 1), number)
      case .text_listLevelStyleBullet:
        let bullet = reader.value(.text_bulletChar)
        if bullet?.allSatisfy(\.isWhitespace) ?? false { level.numbering = .none }
        level.checkbox = bullet.flatMap(ListMarker.box)
      case .text_listLevelStyleImage: break
      default: return
      }
      reader.forEachChild { reader in
        guard reader.documentName == .style_listLevelProperties else { return }
        level.left = Self.left(reader)
        reader.forEachChild { reader in
          guard reader.documentName == .style_listLevelLabelAlignment else { return }
          level.left = reader.twips(.fo_marginLeft) ?? level.left
        }
      }
      levels[number - 1] = level
    }
  }

  private static func left(_ reader: XMLReader) -> Int? {
    guard let space = reader.twips(.text_spaceBefore) else { return reader.twips(.text_minLabelWidth) }
    return space + (reader.twips(.text_minLabelWidth) ?? 0)
  }

  private static func numbering(_ format: String) -> ListNumbering {
    switch format {
    case "": .none
    case "I": .upperRoman
    case "i": .lowerRoman
    case "A": .upperLetter
    case "a": .lowerLetter
    default: .decimal
    }
  }

  /// The look of a level: as the deepest one above it where nothing is said, as Pandoc leaves it.
  subscript(level: Int) -> Level? {
    levels[level] ?? levels.filter { $0.key < level }.max { $0.key < $1.key }?.value
  }

  /// The marker of an item, nil if a decimal number or a bullet says as much.
  func label(level: Int, numbers: [Int]) -> String? {
    guard let format = self[level], format.numbering.isNumbered else { return nil }
    let shown = max(0, level + 1 - format.shownLevels)...level
    let parts = shown.map { place in
      ListMarker.numeral(
        place < numbers.count ? numbers[place] : 1, numbering: self[place]?.numbering ?? .decimal)
    }
    return ListMarker(format.prefix + parts.joined(separator: ".") + format.suffix)?.label
  }
}
