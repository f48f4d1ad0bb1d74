import Containers

/// Paragraphs: what they are, and where in which list.
extension WordInterpreter {
  mutating func beginParagraph() {
    // A paragraph within another, which no schema allows, ends with it.
    paragraphs.append(WordParagraphProperties())
    open(.paragraph)
    composer.beginParagraph()
    paragraphStyle = styles.paragraphStyle(nil)
    setRunFormat(WordRunProperties())
    isBehindNoteNumber = false
  }

  mutating func readParagraphProperties() {
    guard case .paragraph? = scopes.last?.kind, !paragraphs.isEmpty else {
      reader.skip()
      return
    }
    let properties = WordParagraphProperties(&reader)
    paragraphs[paragraphs.count - 1] = properties
    paragraphStyle = styles.paragraphStyle(properties.style)
    setRunFormat(WordRunProperties())
  }

  /// What holds again when a box within a paragraph has ended.
  mutating func restoreParagraph() {
    paragraphStyle = styles.paragraphStyle(paragraphs.last?.style)
    setRunFormat(WordRunProperties())
  }

  mutating func endParagraph() {
    let own = paragraphs.popLast() ?? WordParagraphProperties()
    defer { restoreParagraph() }
    // The next paragraph goes on where this one ends.
    guard !own.joinsNext else { return joined = own }
    close(own)
  }

  /// Ends what the next paragraph was to go on with, where a table comes before that.
  mutating func endJoinedParagraph() {
    if case .paragraph? = scopes.last?.kind { return }
    guard composer.isInParagraph else { return }
    composer.isParagraphEmpty ? composer.dropParagraph() : close(joined)
  }

  private mutating func close(_ own: WordParagraphProperties) {
    if own.endsSection, composer.isParagraphEmpty {
      composer.dropParagraph()
      return
    }
    let style = styles.paragraphStyle(own.style)
    let whole = own.over(style?.paragraph ?? styles.base.paragraph)
    var format = FlowParagraphFormat()
    format.style = styles.has(own.style) ? style?.number : number(ofUnknownStyle: own.style) ?? style?.number
    // 9 is text, whatever the style says.
    format.outlineLevel = own.outlineLevel ?? (style?.paragraph.outlineLevel)
    format.leftIndent = max(0, whole.left ?? 0)
    format.rightIndent = max(0, whole.right ?? 0)
    format.firstLineIndent = whole.firstLine ?? 0
    format.spaceAfter = whole.spaceAfter
    format.hasContextualSpace = whole.hasContextualSpace ?? false
    format.alignment = whole.alignment ?? .unspecified
    format.borders = whole.borders
    format.hasRule = !whole.borders.isDisjoint(with: .lines) || composer.hasRule
    let role = composer.flow.styles.role(of: format.style)
    let isHeading = Self.isHeading(format, role)
    placeInList(&format, own, style, isHeading: isHeading)
    if format.place == 0, !isHeading, role == nil || role == .details {
      if composer.takeTypedMarker(format) {
        beginItem(at: format.leftIndent)
      } else {
        quote(&format, own, style)
      }
    }
    if format.place == 0, !composer.isInTable, !composer.isParagraphEmpty {
      itemIndents.removeAll { $0 > format.leftIndent + FlowStructure.indentTolerance }
    }
    // Bookmarks of a paragraph without text belong to the next one.
    if !composer.isParagraphEmpty { anchors.close(paragraphOfRun: composer.flow.runs.count) }
    composer.endParagraph(format, info: Self.info(of: style))
    endFieldsOfParagraph()
  }

  /// The number of a style that the document does not define, which its identifier may tell all the same.
  private mutating func number(ofUnknownStyle id: String?) -> Int? {
    guard let id else { return nil }
    if let number = unknownStyles[id] { return number }
    guard unknownStyles.count < 1_000, FlowStyleSheet.role(of: Self.words(id)) != nil else { return nil }
    let number = Self.firstUnknownStyle + unknownStyles.count
    unknownStyles[id] = number
    composer.change { $0.styles.addParagraphStyle(FlowStyle(), name: Self.words(id), number: number) }
    return number
  }

  /// The words of an identifier such as `IntenseQuote`.
  private static func words(_ id: String) -> String {
    var words = ""
    for character in id {
      if character.isUppercase, words.last?.isLowercase ?? false { words.append(" ") }
      words.append(character)
    }
    return words
  }

  /// Higher than any style that a document may define.
  private static let firstUnknownStyle = 1_000_000

  private static func isHeading(_ format: FlowParagraphFormat, _ role: FlowStyleRole?) -> Bool {
    if let level = format.outlineLevel { return (0...8).contains(level) }
    if case .heading? = role { return true }
    return false
  }

  /// What styles of documents by Pandoc and Pasteboard say besides what paragraphs are for.
  private static func info(of style: WordStyles.Style?) -> String? {
    guard let name = style?.name else { return nil }
    switch name.lowercased() {
    case "table caption": return FlowCaption.ofTable
    case "image caption": return FlowCaption.ofFigure(blockCount: 1)
    default:
      let prefix = WordDocumentStyles.codePrefix
      return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }
  }

  // MARK: Lists

  private mutating func placeInList(
    _ format: inout FlowParagraphFormat, _ own: WordParagraphProperties, _ style: WordStyles.Style?,
    isHeading: Bool
  ) {
    let styleList = style?.paragraph.list
    guard let list = own.list ?? styleList, list > 0 else {
      continueItem(&format, own, style)
      return
    }
    var level = own.level ?? style?.paragraph.level
    if own.list == nil, let id = own.style, let ofStyle = numbering.level(ofStyle: id, in: list) {
      level = own.level ?? ofStyle
    }
    let known = min(max(0, level ?? 0), WordNumbering.levelCount - 1)
    guard !isHeading else {
      // What sets a numbered heading in is its number.
      format.leftIndent = 0
      return counters.pass(list: list, level: known)
    }
    if let shape = numbering.level(known, of: list) {
      // What the list says goes before the style, but for the style that brought the list.
      let left =
        own.left
        ?? (own.list == nil ? style?.paragraph.left ?? shape.left : shape.left ?? style?.paragraph.left)
      format.leftIndent = max(0, left ?? (known + 1) * 360)
    }
    guard let place = counters.place(list: list, level: known, indent: format.leftIndent) else {
      // Pandoc's quotes in items: the list says how far in the item's text is, the style that they are quotes.
      if own.list != nil, own.left == nil, composer.flow.styles.role(of: format.style) == .quote {
        format.leftIndent += FlowStructure.quoteIndent
        format.rightIndent = FlowStructure.quoteIndent
      }
      return
    }
    beginItem(at: format.leftIndent)
    composer.change { $0.places.append(place) }
    format.place = composer.flow.places.count
  }

  /// Says that an item's text begins so far in.
  private mutating func beginItem(at indent: Int) {
    itemIndents.removeAll { $0 >= indent }
    itemIndents.append(indent)
  }

  /// Lets paragraphs stand in an item that are styled to go on with it, or that LibreOffice takes the number away from.
  private func continueItem(
    _ format: inout FlowParagraphFormat, _ own: WordParagraphProperties, _ style: WordStyles.Style?
  ) {
    guard let indent = itemIndents.last, let style else { return }
    if own.list == 0, own.level != nil, own.firstLine == 0, own.left == nil || own.left == own.right {
      // Their indentation is said from the item's text.
      format.leftIndent += itemIndents[min(max(0, own.level ?? 0), itemIndents.count - 1)]
      return
    }
    guard style.name.lowercased().hasPrefix("list continue") else { return }
    // As far in as an item around the last one, it goes on with that.
    if itemIndents.contains(format.leftIndent) { return }
    format.leftIndent = max(format.leftIndent, indent)
  }

  // MARK: Quotes

  /// Takes a paragraph for a quote that somebody indented by hand, in the item whose text it is set in from.
  private func quote(
    _ format: inout FlowParagraphFormat, _ own: WordParagraphProperties, _ style: WordStyles.Style?
  ) {
    guard styles.isUsual(own.style), let left = own.left, left >= 360, left + (own.firstLine ?? 0) > 0,
      format.alignment == .unspecified || format.alignment == .left, !composer.isInTable,
      !composer.isParagraphEmpty
    else { return }
    let item = itemIndents.last { $0 <= left + FlowStructure.indentTolerance }
    if let item, left - item <= FlowStructure.indentTolerance {
      format.leftIndent = item
      return
    }
    format.style = WordStyles.indentedQuote
    format.leftIndent = item.map { $0 + 1 } ?? 0
    format.rightIndent = 0
  }
}
