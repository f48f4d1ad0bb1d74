/// Finds out what the paragraphs of a flow are: headings, quotes, lists, code, tables.
struct FlowStructure {
  /// The indentation of a quote, in twips; LibreOffice's, one centimetre.
  static let quoteIndent = 567
  /// What more empty paragraphs than these part does not belong together.
  private static let emptyLimit = 8

  let flow: Flow
  private let readsHeadingsBySize: Bool
  let inlineBuilder: FlowInlineBuilder
  /// The places that the tables of the whole document may still take.
  let room = Room()
  /// Traits that say nothing in what is read, as bold in a header.
  var dropped: FlowTraits = []
  /// What is read stands in a cell, where nothing tells pauses and headings by their looks.
  var isInCell = false

  init(_ flow: Flow, readsHeadingsBySize: Bool = false) {
    self.flow = flow
    self.readsHeadingsBySize = readsHeadingsBySize
    inlineBuilder = FlowInlineBuilder(flow: flow)
  }

  func document() -> Document {
    let notes = flow.notes.enumerated().map { index, items in
      Footnote(label: String(index + 1), blocks: blocks(of: items))
    }
    let document = Document(
      TypedItems.lists(in: blocks(of: flow.items)), footnotes: notes, media: flow.media)
    return flow.anchors.isEmpty ? document : AnchorResolver.settled(document)
  }

  final class Room {
    var budget = FlowCellBudget()
  }

  // MARK: Blocks

  enum Kind {
    case empty
    case text
    case heading(Int, number: String?)
    case code
    case rule
    case item(FlowListPlace)
    /// An item that begins with code.
    case codeItem(FlowListPlace)
    case term
    case details
    case caption

    var isItem: Bool {
      switch self {
      case .item, .codeItem: true
      default: false
      }
    }
  }

  func blocks(of items: [FlowItem]) -> [Block] {
    var assembler = FlowBlockAssembler()
    var counters = FlowListCounters()
    var kinds = items.map { item -> Kind in
      if case .paragraph(let paragraph) = item { kind(of: paragraph, &counters) } else { .rule }
    }
    if readsHeadingsBySize, !isInCell { FlowTextSizes(flow).findHeadings(items, &kinds) }
    settleFrames(items, &kinds)
    findCode(items, &kinds)
    let interruptions = interruptions(of: items, kinds)
    var caption: [Inline] = []
    for (index, (item, kind)) in zip(items, kinds).enumerated() {
      switch item {
      case .table(let table):
        let isInItem = interruptions.contains(index) || isWithinList(kinds, at: index)
        addTable(table, caption: caption, isInItem: isInItem, to: &assembler)
        caption = []
      case .blocks(let blocks):
        assembler.open(FlowPlace(indent: 0))
        for block in blocks { assembler.append(block) }
      case .paragraph(let paragraph):
        if case .caption = kind, index + 1 < items.count, case .table = items[index + 1],
          paragraph.info == FlowCaption.ofTable
        {
          caption = inlineBuilder.inlines(of: paragraph, dropping: dropped.union(.italic))
          assembler.open(place(of: paragraph, within: assembler.openItemIndent))
        } else if case .empty = kind, partsQuotes(at: index, in: items) {
          assembler.closeAll()
        } else {
          add(paragraph, kind, isInItem: interruptions.contains(index), to: &assembler)
        }
      }
    }
    return assembler.finish()
  }

  /// True for an empty paragraph at the margin between two that are quoted by their style.
  private func partsQuotes(at index: Int, in items: [FlowItem]) -> Bool {
    func isQuoted(_ index: Int) -> Bool {
      guard items.indices.contains(index), case .paragraph(let paragraph) = items[index] else { return false }
      return !paragraph.isEmpty && flow.styles.role(of: paragraph.format.style) == .quote
    }
    guard case .paragraph(let paragraph) = items[index], paragraph.format.leftIndent == 0,
      flow.styles.role(of: paragraph.format.style) == nil
    else { return false }
    return isQuoted(index - 1) && isQuoted(index + 1)
  }

  /// True for a table between two items of one list whose numbers go on.
  private func isWithinList(_ kinds: [Kind], at index: Int) -> Bool {
    func item(_ kinds: some Collection<Kind>) -> FlowListPlace? {
      for kind in kinds.prefix(Self.emptyLimit) {
        switch kind {
        case .empty: continue
        case .item(let item), .codeItem(let item): return item
        default: return nil
        }
      }
      return nil
    }
    guard index > 0, let before = item(kinds[..<index].reversed()), let after = item(kinds[(index + 1)...])
    else { return false }
    return before.isOrdered && after.isOrdered && before.key == after.key && before.level == after.level
      && after.number == before.number + 1
  }

  /// - Parameter isInItem: the paragraph belongs to the item before it, wherever it begins.
  private func add(
    _ paragraph: FlowParagraph, _ kind: Kind, isInItem: Bool, to assembler: inout FlowBlockAssembler
  ) {
    var place = place(of: paragraph, within: assembler.openItemIndent)
    if isInItem { place.indent = max(place.indent, assembler.openItemIndent) }
    if kind.isItem, place.quotes == 0, paragraph.format.firstLineIndent == 0, paragraph.format.place == 0 {
      // Within a quote LibreOffice and AbiWord give items the indentation of the quote's text.
      place.quotes = min(assembler.openQuotes, place.indent / 720)
    }
    switch kind {
    case .empty:
      assembler.noteEmptyParagraph()
      if place.quotes > 0, place.isQuoted { assembler.open(place) }
    case .rule:
      assembler.add(.thematicBreak, at: place)
    case .code:
      addCode(of: paragraph, at: place, to: &assembler)
    case .heading(let level, let number):
      // What sets a numbered heading in is its number.
      if paragraph.format.list > 0 { place = FlowPlace(indent: 0) }
      let inlines = headingInlines(of: paragraph, number: number)
      guard !Self.isBlank(inlines) else { return }
      let anchors = inlineBuilder.anchors(of: paragraph) ?? []
      assembler.add(.heading(level: level, anchors + inlines), at: place)
    case .caption where paragraph.info.flatMap(FlowCaption.blockCount) != nil:
      let inlines = inlineBuilder.inlines(of: paragraph, dropping: dropped.union(.italic))
      assembler.addCaption(inlines, ofBlocks: paragraph.info.flatMap(FlowCaption.blockCount) ?? 0, at: place)
    case .caption where startsWithImage(paragraph):
      assembler.add(
        captioned(inlineBuilder.inlines(of: paragraph, dropping: dropped.union(.italic))), at: place)
    case .term:
      assembler.addTerm(inlineBuilder.inlines(of: paragraph, dropping: .bold), at: place)
    case .details:
      let inlines = inlineBuilder.inlines(of: paragraph, dropping: dropped)
      assembler.addDetails(inlines.isEmpty ? nil : .paragraph(inlines), at: place)
    case .text, .caption:
      let dropped = place.isQuoted ? dropped.union(styleTraits(of: paragraph)) : dropped
      let inlines = inlineBuilder.inlines(of: paragraph, dropping: dropped)
      if !inlines.isEmpty {
        assembler.add(.paragraph(inlines), at: place, isSpaced: isSpaced(paragraph))
      }
    case .codeItem(let item):
      assembler.addItem(item, at: place)
      addCode(of: paragraph, at: place, to: &assembler)
    case .item(let item):
      var inlines = inlineBuilder.inlines(of: paragraph, dropping: dropped)
      let typed = item.checkbox == nil ? Self.takeCheckbox(&inlines) : nil
      assembler.addItem(item, typed: typed, at: place)
      assembler.append(inlines.isEmpty ? nil : .paragraph(inlines), isSpaced: isSpaced(paragraph))
    }
  }

  private func kind(of paragraph: FlowParagraph, _ counters: inout FlowListCounters) -> Kind {
    let role = flow.styles.role(of: paragraph.format.style)
    if paragraph.isEmpty {
      if paragraph.format.hasRule || role == .rule { return .rule }
      if role == .code, paragraph.format.place == 0 { return .code }
    }
    if let level = headingLevel(of: paragraph, role: role) {
      let number = counters.headingNumber(of: paragraph, in: flow.lists)
      return paragraph.isEmpty ? .empty : .heading(level, number: number)
    }
    if role == .code, paragraph.marker == nil, paragraph.format.place == 0 { return .code }
    let item =
      paragraph.format.place > 0
      ? flow.places[paragraph.format.place - 1] : counters.place(of: paragraph, in: flow.lists)
    if let item { return role == .code ? .codeItem(item) : .item(item) }
    switch role {
    case .code: return .code
    case .details: return .details
    case _ where paragraph.isEmpty: return .empty
    case .term: return .term
    case .caption: return .caption
    default: return isTypedRule(paragraph) && !isInCell ? .rule : .text
    }
  }

  /// True for three or more stars or dashes that are centred, as a pause between scenes.
  private func isTypedRule(_ paragraph: FlowParagraph) -> Bool {
    guard paragraph.format.alignment == .center, paragraph.text.count < 64,
      flow.runs[paragraph.runs].allSatisfy({ if case .text = $0.content { true } else { false } })
    else { return false }
    let text = String(decoding: flow.text[paragraph.text], as: UTF8.self)
    let signs = text.unicodeScalars.filter { !$0.isUnicodeSpace }
    return signs.count >= 3 && signs.allSatisfy { $0 == signs.first && ["*", "-", "–", "—"].contains($0) }
  }

  private func headingLevel(of paragraph: FlowParagraph, role: FlowStyleRole?) -> Int? {
    let level = statedLevel(of: paragraph, role: role)
    return level == nil || isLineOfContents(paragraph) ? nil : level
  }

  /// True for a line that leads to a heading, or says its page: its style may be based on that of headings.
  private func isLineOfContents(_ paragraph: FlowParagraph) -> Bool {
    guard let style = paragraph.format.style, flow.styles.paragraphStyles[style]?.isOfContents == true else {
      return false
    }
    return flow.text[paragraph.text].contains(0x09) || flow.runs[paragraph.runs].contains { $0.link != 0 }
  }

  private func statedLevel(of paragraph: FlowParagraph, role: FlowStyleRole?) -> Int? {
    if let level = paragraph.format.outlineLevel, (0...8).contains(level) { return min(level + 1, 6) }
    if case .heading(let level)? = role { return level }
    return nil
  }

  /// Bold and italic where the style of the paragraph says so, which then is no emphasis.
  private func styleTraits(of paragraph: FlowParagraph) -> FlowTraits {
    guard let number = paragraph.format.style else { return [] }
    return flow.styles.paragraphStyles[number]?.traits.intersection([.bold, .italic]) ?? []
  }

  /// True if space is set after the paragraph beyond what its style has.
  func isSpaced(_ paragraph: FlowParagraph) -> Bool {
    guard let space = paragraph.format.spaceAfter, space > 0, !paragraph.format.hasContextualSpace else {
      return false
    }
    guard let number = paragraph.format.style, let style = flow.styles.paragraphStyles[number] else {
      return false
    }
    return space > style.paragraph.spaceAfter ?? 0
  }

  // MARK: Figures

  private func startsWithImage(_ paragraph: FlowParagraph) -> Bool {
    if case .image? = flow.runs[paragraph.runs].first?.content { true } else { false }
  }

  /// A picture and its caption in one paragraph, as LibreOffice frames them.
  private func captioned(_ inlines: [Inline]) -> Block {
    let caption = Array(inlines.dropFirst().drop { $0 == .lineBreak })
    guard let image = inlines.first, !caption.isEmpty else { return .paragraph(inlines) }
    return .figure(Figure([.paragraph([image])], caption: caption))
  }

  // MARK: Headings

  /// A heading's inlines: what the whole heading has is its style, the rest is emphasis.
  private func headingInlines(of paragraph: FlowParagraph, number: String?) -> [Inline] {
    var dropped: FlowTraits = []
    var runs = flow.runs[paragraph.runs]
    let words = runs.filter {
      guard case .text(let range) = $0.content else { return false }
      return flow.text[range].contains { $0 > 0x20 }
    }
    for (trait, own) in [
      (FlowTraits.bold, FlowTraits([.ownBold, .namedBold])), (.italic, [.ownItalic, .namedItalic]),
    ] {
      guard words.allSatisfy({ $0.traits.contains(trait) }) else { continue }
      let ownCount = words.count { !$0.traits.isDisjoint(with: own) }
      guard ownCount > 0, ownCount < words.count else {
        dropped.insert(trait)
        continue
      }
      for index in runs.indices where runs[index].traits.isDisjoint(with: own) {
        runs[index].traits.remove(trait)
      }
    }
    var inlines = inlineBuilder.inlines(of: runs, dropping: dropped)
    if let number, !inlines.isEmpty {
      inlines.insert(.text(number + " "), at: 0)
      inlines = Self.joined(inlines)
    }
    return inlines
  }

  /// True for a heading of spaces, as empty lines that were given the style are.
  private static func isBlank(_ inlines: [Inline]) -> Bool {
    inlines.allSatisfy { inline in
      if case .text(let text) = inline { return text.unicodeScalars.allSatisfy(\.isUnicodeSpace) }
      return inline.content.map(isBlank) ?? false
    }
  }

  static func joined(_ inlines: [Inline]) -> [Inline] {
    guard inlines.count > 1, case .text(let first) = inlines[0], case .text(let second) = inlines[1] else {
      return inlines
    }
    return [.text(first + second)] + inlines.dropFirst(2)
  }

  // MARK: Quotes

  /// The number of quotes that the paragraph lies in, and how far it is indented within them.
  ///
  /// - Parameter itemIndent: the indentation of the innermost item that is open, 0 if there is none.
  private func place(of paragraph: FlowParagraph, within itemIndent: Int) -> FlowPlace {
    let format = paragraph.format
    let isQuoteStyle = flow.styles.role(of: format.style) == .quote
    var place = FlowPlace(indent: format.leftIndent)
    if format.rightIndent > 0, format.rightIndent % Self.quoteIndent == 0,
      format.leftIndent >= format.rightIndent
    {
      place.quotes = format.rightIndent / Self.quoteIndent
      place.indent = format.leftIndent - format.rightIndent
      place.isQuoted = true
    } else if isQuoteStyle {
      let unit = format.leftIndent % 720 == 0 ? 720 : Self.quoteIndent
      // Indented alike on both sides it is the style of one quote, as Word's "Block Text" is, and no part of an item.
      let isOne = format.leftIndent == format.rightIndent
      place.indent = !isOne && format.leftIndent > itemIndent ? itemIndent : 0
      place.quotes = isOne ? 1 : max(1, (format.leftIndent - place.indent) / unit)
      place.isQuoted = true
    } else if !isInCell, format.leftIndent >= 360, format.leftIndent == format.rightIndent, format.list == 0,
      format.outlineLevel == nil, format.alignment != .center
    {
      place.quotes = 1
      place.indent = 0
      place.isQuoted = true
    }
    if isQuoteStyle { place.quoteStyle = flow.styles.styleOfRole(of: format.style) }
    place.quotes = min(place.quotes, NestingLimit.blocks / 4)
    return place
  }

  // MARK: Lists

  /// Takes the box of a task off the beginning of an item's text.
  private static func takeCheckbox(_ inlines: inout [Inline]) -> ListItem.Checkbox? {
    guard case .text(let text)? = inlines.first else { return nil }
    let scalars = text.unicodeScalars
    guard let box = scalars.first, ["☐", "☑", "☒"].contains(box) else { return nil }
    let rest = Substring(scalars.dropFirst())
    guard rest.isEmpty || rest.utf8.first == 0x20 || rest.unicodeScalars.first == "\u{A0}" else { return nil }
    let content = String(Substring(rest.unicodeScalars.drop { $0 == " " || $0 == "\u{A0}" }))
    if content.isEmpty { inlines.removeFirst() } else { inlines[0] = .text(content) }
    return box == "☐" ? .unchecked : .checked
  }
}
