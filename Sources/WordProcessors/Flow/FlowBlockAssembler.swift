/// The place of a paragraph.
struct FlowPlace {
  var quotes = 0
  /// The distance by which it is indented within its quotes, in twips.
  var indent: Int
  /// The paragraph itself says that it is quoted.
  var isQuoted = false
  /// The style that says so, if one does.
  var quoteStyle: Int?

  init(indent: Int) { self.indent = indent }
}

/// Builds the tree of blocks from paragraphs that tell only how they are indented.
struct FlowBlockAssembler {
  private enum Kind {
    case root
    case quote
    case list
    case item
    case definitions
    case details
  }

  private struct Frame {
    var kind: Kind
    var blocks: [Block] = []
    /// The style of the first paragraph of a quote.
    var quoteStyle: Int?
    /// The place of a list.
    var list: FlowListPlace?
    var items: [ListItem] = []
    var lastNumber = 0
    var isLoose = false
    /// The last paragraph of the list's own items is followed by space.
    var isLastSpaced = false
    /// The box of an item.
    var checkbox: ListItem.Checkbox?
    var label: String?
    /// Of an item, of details: where the text begins; of definitions: where the terms do.
    var indent = 0
    var definitions: [Definition] = []
  }

  private struct OpenCode {
    var code: CodeBlock
    /// The calls of notes in it, which follow it: code has no place for them.
    var calls: [Inline]
    var format: FlowParagraphFormat
    var isSpaced: Bool
    /// A style says that it is code, not its font alone.
    var isNamed: Bool
    /// The last paragraph of it is one line.
    var endsInLine: Bool
    /// True if more space follows than the style states.
    var endsSpaced: Bool
    /// Pasteboard's writer wrote it, which means blank lines where it writes them.
    var isKept: Bool
  }

  private var frames = [Frame(kind: .root)]
  private var openCode: OpenCode?

  /// The number of quotes that are open.
  var openQuotes: Int { frames.count { $0.kind == .quote } }

  /// The indentation of the innermost item that is open outside quotes, 0 if there is none.
  var openItemIndent: Int {
    let index = frames.lastIndex { $0.kind == .item || $0.kind == .details }
    guard let index, !frames[..<index].contains(where: { $0.kind == .quote }) else { return 0 }
    return frames[index].indent
  }

  // MARK: Adding

  mutating func add(_ block: Block, at place: FlowPlace, isSpaced: Bool = false) {
    open(place)
    append(block, isSpaced: isSpaced)
  }

  /// Appends to the innermost container.
  mutating func append(_ block: Block?, isSpaced: Bool = false) {
    closeCode()
    noteSpace()
    if let block { frames[frames.count - 1].blocks.append(block) }
    guard frames[frames.count - 1].kind == .item else { return }
    frames[frames.count - 2].isLastSpaced = isSpaced
  }

  /// Adds a line of code, to the block before it if that goes on.
  ///
  /// - Parameters:
  ///   - calls: those of notes that stand in the line.
  ///   - isSpaced: more space follows than the style says.
  ///   - isWhole: the paragraph is a block by itself, even of one line.
  ///   - isNamed: a style says that it is code. Space that this style sets after each line parts none; where only the
  ///     font says it, neither does space that is the same after each.
  mutating func addCode(
    _ lines: String, calls: [Inline] = [], at place: FlowPlace, paragraph: FlowParagraph, isSpaced: Bool,
    isNamed: Bool, isWhole: Bool
  ) {
    let format = paragraph.format
    let isLine = !isWhole && !lines.utf8.dropLast().contains(UInt8(ascii: "\n"))
    if let before = openCode, paragraph.info == nil, before.format.style == format.style,
      before.format.leftIndent == format.leftIndent, before.format.rightIndent == format.rightIndent,
      before.format.spaceAfter ?? 0 == 0 || before.format.hasContextualSpace || format.style == nil
        || isLine
          && (isNamed
            ? before.endsInLine && !before.endsSpaced : before.format.spaceAfter == format.spaceAfter)
    {
      openCode?.code.code += lines
      openCode?.calls += calls
      openCode?.format = format
      openCode?.endsInLine = isLine
      openCode?.endsSpaced = isSpaced
      return
    }
    open(place)
    closeCode()
    openCode = OpenCode(
      code: CodeBlock(info: paragraph.info ?? "", code: lines), calls: calls, format: format,
      isSpaced: isSpaced, isNamed: isNamed, endsInLine: isLine, endsSpaced: isSpaced,
      isKept: paragraph.info != nil)
  }

  /// Notes a paragraph without text, which parts lines of code that have space between them anyway.
  mutating func noteEmptyParagraph() { openCode?.endsInLine = false }

  /// Ends all that is open: what comes now lies in none of it.
  mutating func closeAll() { close(to: 1) }

  /// Opens what a table lies in that begins so many twips from the margin.
  mutating func openTable(left: Int) {
    closeCode()
    var kept = 1
    var quotes = 0
    var indent = 0
    for (index, frame) in frames.enumerated() {
      switch frame.kind {
      case .quote: quotes += 1
      case .item, .details: indent = frame.indent
      case .list, .definitions, .root: continue
      }
      let reach = quotes * FlowStructure.quoteIndent + indent
      guard reach > 0, reach <= left else { break }
      kept = index + 1
    }
    close(to: kept)
  }

  /// Opens what the place lies in, and closes the rest.
  mutating func open(_ place: FlowPlace) {
    let reach = reach(of: place) { container in
      let indent = innerIndent(of: container) ?? 0
      return indent > 0 && place.indent >= indent ? .enter : .stop
    }
    close(to: reach.kept)
    guard place.quotes > reach.quotes else { return }
    let outermost = frames.count
    pushQuotes(place.quotes - reach.quotes)
    for index in outermost..<frames.count { frames[index].quoteStyle = place.quoteStyle }
  }

  /// - Parameter typed: the box with which the text began, where the marker is none.
  mutating func addItem(_ item: FlowListPlace, typed: ListItem.Checkbox? = nil, at place: FlowPlace) {
    closeCode()
    let reach = reach(of: place) { container in
      guard let indent = innerIndent(of: container) else { return .stop }
      guard let list = frames[container].list else { return place.indent > indent ? .enter : .stop }
      if isDeeper(item, than: list, indent: place.indent, openIndent: indent) { return .enter }
      return isSame(item, list) && !isRestart(item, after: frames[container].lastNumber) ? .next : .stop
    }
    close(to: reach.kept)
    if !reach.continues {
      pushQuotes(place.quotes - reach.quotes)
      // Deeper, the item's text stands where its list would.
      guard frames.count < NestingLimit.blocks else { return }
      noteSpace()
      frames.append(Frame(kind: .list, list: item))
    } else {
      if frames[frames.count - 1].isLastSpaced { frames[frames.count - 1].isLoose = true }
    }
    frames[frames.count - 1].lastNumber = item.number
    let checkbox = item.checkbox ?? typed
    frames.append(Frame(kind: .item, checkbox: checkbox, label: item.label, indent: place.indent))
  }

  // MARK: Definitions and figures

  /// Adds a term, to the list of terms that is open there or to a new one.
  mutating func addTerm(_ term: [Inline], at place: FlowPlace) {
    guard !term.isEmpty else { return }
    openDefinitions(at: place, indent: place.indent)
    guard frames[frames.count - 1].kind == .definitions else {
      return append(.paragraph([.strong(term)]))
    }
    let last = frames.count - 1
    if frames[last].definitions.last?.details.isEmpty ?? false {
      frames[last].definitions[frames[last].definitions.count - 1].terms.append(term)
    } else {
      frames[last].definitions.append(Definition(terms: [term], details: []))
    }
  }

  /// Begins what is said of the last term, with its first block.
  mutating func addDetails(_ block: Block?, at place: FlowPlace) {
    openDefinitions(at: place, indent: nil)
    if frames[frames.count - 1].kind == .definitions {
      if frames[frames.count - 1].definitions.isEmpty {
        frames[frames.count - 1].definitions.append(Definition(terms: [], details: []))
      }
      frames.append(Frame(kind: .details, indent: place.indent))
    }
    append(block)
  }

  /// Goes on with the list of terms at a place, or begins one.
  ///
  /// - Parameter indent: where the term begins; nil for details, which are indented deeper than their terms.
  private mutating func openDefinitions(at place: FlowPlace, indent: Int?) {
    closeCode()
    let reach = reach(of: place) { container in
      let inner = innerIndent(of: container) ?? 0
      let isDefinitions = frames[container].kind == .definitions
      // Details as far in as those before are the next ones of the same term.
      if inner > 0, indent == nil && isDefinitions ? place.indent > inner : place.indent >= inner {
        return .enter
      }
      guard isDefinitions, place.indent >= frames[container].indent else { return .stop }
      return indent.map { $0 == frames[container].indent } ?? true ? .next : .stop
    }
    close(to: reach.kept)
    guard !reach.continues else { return }
    pushQuotes(place.quotes - reach.quotes)
    guard frames.count < NestingLimit.blocks else { return }
    noteSpace()
    frames.append(Frame(kind: .definitions, indent: indent ?? max(0, place.indent - 720)))
  }

  /// Makes a figure of the last blocks at a place, so many of them, and of their caption.
  mutating func addCaption(_ caption: [Inline], ofBlocks count: Int, at place: FlowPlace) {
    open(place)
    closeCode()
    // A slice would share the blocks, which then were copied whole for each caption.
    let blocks = Array(frames[frames.count - 1].blocks.suffix(max(0, count)))
    guard !blocks.isEmpty, !caption.isEmpty else {
      return append(caption.isEmpty ? nil : .paragraph([.emphasis(caption)]))
    }
    frames[frames.count - 1].blocks.removeLast(blocks.count)
    append(.figure(Figure(blocks, caption: caption)))
  }

  mutating func finish() -> [Block] {
    closeCode()
    close(to: 1)
    return frames[0].blocks
  }

  // MARK: Frames

  /// The step at an open list of items or of definitions.
  private enum Step {
    /// The place lies in its last item.
    case enter
    /// What comes is its next item, if it lies in as many quotes.
    case next
    case stop
  }

  /// The number of open containers that a place lies in.
  private struct Reach {
    var kept = 1
    var quotes = 0
    /// The innermost of them is a list that goes on.
    var continues = false
  }

  /// Walks into the containers that a place lies in, from the outermost on.
  private func reach(of place: FlowPlace, _ step: (_ container: Int) -> Step) -> Reach {
    var reach = Reach()
    while reach.kept < frames.count {
      switch frames[reach.kept].kind {
      case .quote:
        guard reach.quotes < place.quotes, !isOtherQuote(frames[reach.kept], than: place, reach.quotes + 1)
        else { return reach }
        reach.quotes += 1
        reach.kept += 1
      case .list, .definitions:
        switch step(reach.kept) {
        case .enter:
          reach.kept += 2
        case .next where reach.quotes == place.quotes:
          return Reach(kept: reach.kept + 1, quotes: reach.quotes, continues: true)
        case .next, .stop:
          return reach
        }
      case .root, .item, .details:
        reach.kept += 1
      }
    }
    return reach
  }

  /// True for an open quote of another style than a paragraph has that lies in as many quotes.
  private func isOtherQuote(_ frame: Frame, than place: FlowPlace, _ depth: Int) -> Bool {
    guard depth == place.quotes, let style = place.quoteStyle, let other = frame.quoteStyle else {
      return false
    }
    return style != other
  }

  /// The indentation of a list's open item, nil if none is open.
  private func innerIndent(of container: Int) -> Int? {
    container + 1 < frames.count ? frames[container + 1].indent : nil
  }

  private func isSame(_ item: FlowListPlace, _ list: FlowListPlace) -> Bool {
    // Open and done tasks may have definitions of their own, whose bullets are the boxes.
    let isOfTasks = item.checkbox != nil && list.checkbox != nil && item.level == list.level
    return item.isOrdered == list.isOrdered && (item.key == list.key || isOfTasks)
  }

  /// True if an ordered list does not go on with the next number; those beyond the largest stay at that.
  private func isRestart(_ item: FlowListPlace, after last: Int) -> Bool {
    item.isOrdered && item.number != last + 1 && last < FlowListPlace.largestNumber
  }

  private func isDeeper(_ item: FlowListPlace, than list: FlowListPlace, indent: Int, openIndent: Int) -> Bool
  {
    if let level = item.level, let listLevel = list.level {
      if level != listLevel { return level > listLevel }
      if item.key != list.key { return indent > openIndent + 180 }
      // Bullets of one list that are set in by half an inch are nested to the eye, whatever level they say.
      return !item.isOrdered && indent > openIndent + 700
    }
    return indent > openIndent + 90
  }

  private mutating func pushQuotes(_ count: Int) {
    guard count > 0 else { return }
    for _ in 0..<count where frames.count < NestingLimit.blocks {
      noteSpace()
      frames.append(Frame(kind: .quote))
    }
  }

  /// The block that comes now follows the last paragraph of the innermost list's item.
  private mutating func noteSpace() {
    guard frames.count > 2, frames[frames.count - 1].kind == .item else { return }
    if frames[frames.count - 2].isLastSpaced { frames[frames.count - 2].isLoose = true }
    frames[frames.count - 2].isLastSpaced = false
  }

  private mutating func closeCode() {
    guard var open = openCode else { return }
    openCode = nil
    defer {
      if !open.calls.isEmpty { append(.paragraph(open.calls), isSpaced: open.isSpaced) }
    }
    guard open.isKept || open.code.code.utf8.contains(where: { $0 > 0x20 }) else { return }
    // Where nothing but the font tells, empty lines at the end are those of the document (IntelliJ).
    if !open.isNamed, !open.isKept {
      while open.code.code.utf8.suffix(2).elementsEqual([0x0A, 0x0A]) { open.code.code.removeLast() }
    }
    // No program text has no-break spaces; programs that make it of HTML do (Visual Studio Code on a Mac).
    if !open.isKept, open.code.code.utf8.contains(0xC2) {
      open.code.code.unicodeScalars.replace("\u{A0}".unicodeScalars, with: " ".unicodeScalars)
    }
    append(.codeBlock(open.code), isSpaced: open.isSpaced && open.calls.isEmpty)
  }

  /// Closes all containers but the first `count`.
  private mutating func close(to count: Int) {
    closeCode()
    while frames.count > max(1, count) {
      let frame = frames.removeLast()
      let parent = frames.count - 1
      switch frame.kind {
      case .root:
        break
      case .quote:
        frames[parent].blocks += Alert.quotes(in: frame.blocks).map { .blockQuote($0) }
      case .item:
        frames[parent].items.append(ListItem(checkbox: frame.checkbox, label: frame.label, frame.blocks))
      case .details:
        guard let last = frames[parent].definitions.indices.last, !frame.blocks.isEmpty else { break }
        frames[parent].definitions[last].details.append(frame.blocks)
      case .definitions:
        if frame.definitions.allSatisfy(\.terms.isEmpty) {
          frames[parent].blocks += BlockFlattening.blocks(of: frame.definitions)
        } else {
          frames[parent].blocks.append(.definitionList(frame.definitions))
        }
      case .list:
        let kind: List.Kind =
          frame.list?.isOrdered == true ? .ordered(start: frame.list?.number ?? 1) : .bullet
        frames[parent].blocks.append(.list(List(kind, isTight: !frame.isLoose, items: frame.items)))
      }
    }
  }
}
