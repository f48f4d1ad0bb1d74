import Containers

/// The numbers that a document of Word gives its headings: the lists that their styles name, and what defines these.
struct WordHeadingNumbers: Sendable {
  /// A definition or a list, and where in it others are named.
  private struct Piece {
    var range = 0..<0
    /// The range of its own number, and in a list that of its definition.
    var number = 0..<0
    var definition: (id: String, range: Range<Int>)?
    /// The styles that its levels belong to: their identifiers, where these stand, and the elements around them.
    var styles: [(id: String, value: Range<Int>, element: Range<Int>)] = []
    /// What names pictures and styles that are not taken.
    var removed: [Range<Int>] = []
    /// The style by which other definitions mean this one, and the one by which this one means another.
    var styleLink: String?
    var numStyleLink: String?
  }

  private let bytes: [UInt8]
  private let rootTag: Range<Int>
  private var definitions: [String: Piece] = [:]
  private var lists: [String: Piece] = [:]
  /// The lists of headings, and their definitions, in the order of the styles.
  private var listOrder: [String] = []
  private var definitionOrder: [String] = []

  /// Nil where headings have no numbers.
  init?(_ part: [UInt8], headings: WordStyleSheet) {
    var reader = XMLReader(word: part)
    bytes = reader.bytes
    while let event = reader.next(), event != .start {}
    rootTag = reader.elementStart..<reader.offset
    guard reader.wordName == .w_numbering, ByteSearch.contains("<w:numbering", in: bytes[rootTag]) else {
      return nil
    }
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.wordName {
      case .w_abstractNum:
        let id = reader.attribute(WordName.w_abstractNumId)
        let piece = Self.piece(&reader, numbered: .w_abstractNumId)
        if let id, let piece { definitions[id] = piece }
      case .w_num:
        let id = reader.attribute(WordName.w_numId)
        let piece = Self.piece(&reader, numbered: .w_numId)
        if let id, let piece { lists[id] = piece }
      default: reader.skip()
      }
    }
    for id in headings.headingLists where !listOrder.contains(id) {
      guard let definition = definition(of: id) else { continue }
      listOrder.append(id)
      if !definitionOrder.contains(definition) { definitionOrder.append(definition) }
    }
    if listOrder.isEmpty { return nil }
  }

  /// Nil for a piece without a number.
  private static func piece(_ reader: inout XMLReader, numbered attribute: WordName) -> Piece? {
    var piece = Piece()
    let start = reader.elementStart
    let number = reader.valueRange(attribute.rawValue)
    let depth = reader.depth
    while let event = reader.next() {
      if event == .end, reader.depth < depth { break }
      guard event == .start else { continue }
      let element = reader.elementStart
      let value = reader.attribute(WordName.w_val)
      let valueRange = reader.valueRange(WordName.w_val.rawValue)
      let name = reader.wordName
      switch name {
      case .w_abstractNumId:
        if let value, let valueRange { piece.definition = (value, valueRange) }
      case .w_pStyle, .w_styleLink, .w_numStyleLink, .w_lvlPicBulletId:
        reader.skip()
        let range = element..<reader.offset
        if name == .w_pStyle, let value, let valueRange {
          piece.styles.append((value, valueRange, range))
        } else {
          piece.removed.append(range)
        }
        if name == .w_styleLink { piece.styleLink = value }
        if name == .w_numStyleLink { piece.numStyleLink = value }
      default: continue
      }
    }
    guard let number else { return nil }
    piece.range = start..<reader.offset
    piece.number = number
    return piece
  }

  /// The definition that a list follows; nil if there is none.
  private func definition(of list: String) -> String? {
    guard let id = lists[list]?.definition?.id, let definition = definitions[id] else { return nil }
    guard let style = definition.numStyleLink else { return id }
    return definitions.filter { $0.value.styleLink == style && $0.value.numStyleLink == nil }.keys.min()
  }

  // MARK: Writing

  /// The lists of headings as they are written beside others.
  struct Written {
    /// The tag around all lists, with the namespaces that these have.
    var tag: [UInt8]
    var definitions: [UInt8] = []
    var lists: [UInt8] = []
    /// The names of the lists there, by what they are called here.
    var numbers: [String: Int] = [:]
  }

  /// The lists as they are written behind those of a document, with the identifiers that its styles have.
  func written(
    behind lists: WrittenLists, _ matching: OfficeStyleMatching, in styles: WordStyleSheet
  ) -> Written {
    var written = Written(tag: WordStyleSheet.transitional(bytes[rootTag]))
    var names: [String: String] = [:]
    for id in definitionOrder {
      guard let definition = definitions[id] else { continue }
      let name = String(WordNumberingWriter.definitionCount(lists) + names.count)
      names[id] = name
      written.definitions += self.written(definition, name, matching, in: styles)
    }
    for id in listOrder {
      guard let list = self.lists[id], let name = definition(of: id).flatMap({ names[$0] }) else { continue }
      let number = lists.overrides.count + written.numbers.count + 1
      written.numbers[id] = number
      written.lists += self.written(list, String(number), definition: name, matching, in: styles)
    }
    return written
  }

  private func written(
    _ piece: Piece, _ number: String, definition: String = "", _ matching: OfficeStyleMatching,
    in styles: WordStyleSheet
  ) -> [UInt8] {
    var edits = TextEdits()
    edits.replace(piece.number, with: number)
    if let range = piece.definition?.range { edits.replace(range, with: definition) }
    for range in piece.removed { edits.replace(range, with: "") }
    for (id, value, element) in piece.styles {
      if !styles.isHeading(id) {
        edits.replace(element, with: "")
      } else if let new = matching.identifier(of: id, in: "") {
        edits.replace(value, with: new)
      }
    }
    return edits.applied(to: bytes, in: piece.range)
  }
}

/// Writes the lists of a document: definitions that all bullets share, and one for each list with numbers.
///
/// There are two for bullets, taken in turn, so that one list after another is another one.
/// Lists with numbers that shared one would go on with each other's numbers in Google Docs and others.
enum WordNumberingWriter {
  /// The number of definitions that are written for lists.
  static func definitionCount(_ lists: WrittenLists) -> Int { lists.overrides.count + 2 }

  /// The part with all lists; nil for none.
  static func part(_ lists: WrittenLists, headings: WordHeadingNumbers.Written? = nil) -> [UInt8]? {
    guard !lists.overrides.isEmpty || headings != nil else { return nil }
    var writer = XMLWriter()
    if let headings { writer.raw(headings.tag) } else { writer.raw("<w:numbering \(WordParts.namespaces)>") }
    // All definitions come before all lists.
    for number in 0..<2 { writeDefinition(WrittenList(), number: number, to: &writer) }
    for (index, list) in lists.overrides.enumerated() where !list.starts.isEmpty {
      writeDefinition(list, number: index + 2, to: &writer)
    }
    if let headings { writer.raw(headings.definitions) }
    var bullets = 0
    for (index, list) in lists.overrides.enumerated() {
      var definition = index + 2
      if list.starts.isEmpty {
        definition = bullets % 2
        bullets += 1
      }
      writer.raw("<w:num w:numId=\"\(index + 1)\"><w:abstractNumId w:val=\"\(definition)\"/></w:num>")
    }
    if let headings { writer.raw(headings.lists) }
    writer.raw("</w:numbering>")
    return writer.bytes
  }

  private static func writeDefinition(_ list: WrittenList, number: Int, to writer: inout XMLWriter) {
    let id = String(0x1000_0000 + number, radix: 16, uppercase: true)
    writer.raw(
      "<w:abstractNum w:abstractNumId=\"\(number)\"><w:nsid w:val=\"\(id)\"/><w:multiLevelType w:val=\"hybridMultilevel\"/>"
    )
    // Levels that are not used would only cost.
    let last = list.starts.isEmpty ? WrittenList.levelCount - 1 : list.kinds.lastIndex { $0 != nil } ?? 0
    for level in 0...last {
      let start = list.starts[level]
      writer.raw(
        "<w:lvl w:ilvl=\"\(level)\"><w:start w:val=\"\(start ?? 1)\"/><w:numFmt w:val=\"\(start == nil ? "bullet" : "decimal")\"/><w:lvlText w:val=\"\(start == nil ? WrittenList.bullet(level: level) : "%\(level + 1).")\"/><w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"\(FlowContext.listIndent * (level + 1))\" w:hanging=\"360\"/></w:pPr></w:lvl>"
      )
    }
    writer.raw("</w:abstractNum>")
  }
}
