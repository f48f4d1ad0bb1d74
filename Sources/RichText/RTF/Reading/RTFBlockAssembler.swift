/// Where a paragraph lies.
struct RTFPlace {
  var quotes = 0
  /// How far it is indented within its quotes, in twips.
  var indent: Int
  /// The paragraph itself says that it is quoted.
  var isQuoted = false

  init(indent: Int) { self.indent = indent }
}

/// Builds the tree of blocks from paragraphs that tell only how they are indented.
struct RTFBlockAssembler {
  private enum Kind {
    case root
    case quote
    case list
    case item
  }

  private struct Frame {
    var kind: Kind
    var blocks: [Block] = []
    /// Of a list.
    var list: RTFListPlace?
    var items: [ListItem] = []
    var lastNumber = 0
    var isLoose = false
    /// The last paragraph of the list's own items is followed by space.
    var isLastSpaced = false
    /// Of an item: its place.
    var checkbox: ListItem.Checkbox?
    var label: String?
    var indent = 0
  }

  private struct OpenCode {
    var code: CodeBlock
    var format: RTFParagraphFormat
    var isSpaced: Bool
    /// Pasteboard's writer wrote it, which means blank lines where it writes them.
    var isKept: Bool
  }

  private var frames = [Frame(kind: .root)]
  private var openCode: OpenCode?

  /// How many quotes are open.
  var openQuotes: Int { frames.count { $0.kind == .quote } }

  /// The indentation of the innermost item that is open outside quotes, 0 if there is none.
  var openItemIndent: Int {
    openQuotes > 0 ? 0 : frames.last { $0.kind == .item }?.indent ?? 0
  }

  // MARK: Adding

  mutating func add(_ block: Block, at place: RTFPlace, isSpaced: Bool = false) {
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
  mutating func addCode(_ lines: String, at place: RTFPlace, paragraph: RTFParagraph, isSpaced: Bool) {
    let format = paragraph.format
    if let before = openCode?.format, paragraph.info == nil, before.style == format.style,
      before.leftIndent == format.leftIndent, before.rightIndent == format.rightIndent,
      before.spaceAfter ?? 0 == 0 || format.style == nil
    {
      openCode?.code.code += lines
      openCode?.format = format
      return
    }
    open(place)
    closeCode()
    openCode = OpenCode(
      code: CodeBlock(info: paragraph.info ?? "", code: lines), format: format, isSpaced: isSpaced,
      isKept: paragraph.info != nil)
  }

  /// Opens what a table lies in that begins so many twips from the margin.
  mutating func openTable(left: Int) {
    closeCode()
    var kept = 1
    var quotes = 0
    var indent = 0
    for (index, frame) in frames.enumerated() {
      switch frame.kind {
      case .quote: quotes += 1
      case .item: indent = frame.indent
      case .list, .root: continue
      }
      let reach = quotes * RTFStructure.quoteIndent + indent
      guard reach > 0, reach <= left else { break }
      kept = index + 1
    }
    close(to: kept)
  }

  /// Opens what the place lies in, and closes the rest.
  mutating func open(_ place: RTFPlace) {
    var kept = 1
    var quotes = 0
    walk: while kept < frames.count {
      switch frames[kept].kind {
      case .quote:
        guard quotes < place.quotes else { break walk }
        quotes += 1
        kept += 1
      case .list:
        let indent = kept + 1 < frames.count ? frames[kept + 1].indent : 0
        guard indent > 0, place.indent >= indent else { break walk }
        kept += 2
      case .root, .item:
        kept += 1
      }
    }
    close(to: kept)
    pushQuotes(place.quotes - quotes)
  }

  mutating func addItem(_ item: RTFListPlace, at place: RTFPlace) {
    closeCode()
    var kept = 1
    var quotes = 0
    var continues = false
    walk: while kept < frames.count {
      switch frames[kept].kind {
      case .quote:
        guard quotes < place.quotes else { break walk }
        quotes += 1
        kept += 1
      case .list:
        guard kept + 1 < frames.count, let list = frames[kept].list else { break walk }
        if isDeeper(item, than: list, indent: place.indent, openIndent: frames[kept + 1].indent) {
          kept += 2
          continue
        }
        if isSame(item, list), quotes == place.quotes,
          !(isRestart(item, after: frames[kept].lastNumber))
        {
          continues = true
          kept += 1
        }
        break walk
      case .root, .item:
        kept += 1
      }
    }
    close(to: kept)
    if !continues {
      pushQuotes(place.quotes - quotes)
      // Deeper, the item's text stands where its list would.
      guard frames.count < NestingLimit.blocks else { return }
      noteSpace()
      frames.append(Frame(kind: .list, list: item))
    } else {
      if frames[frames.count - 1].isLastSpaced { frames[frames.count - 1].isLoose = true }
    }
    frames[frames.count - 1].lastNumber = item.number
    frames.append(Frame(kind: .item, checkbox: item.checkbox, label: item.label, indent: place.indent))
  }

  mutating func finish() -> [Block] {
    closeCode()
    close(to: 1)
    return frames[0].blocks
  }

  // MARK: Frames

  private func isSame(_ item: RTFListPlace, _ list: RTFListPlace) -> Bool {
    item.key == list.key && item.isOrdered == list.isOrdered
  }

  /// True if an ordered list does not go on with the next number; those beyond the largest stay at that.
  private func isRestart(_ item: RTFListPlace, after last: Int) -> Bool {
    item.isOrdered && item.number != last + 1 && last < RTFListPlace.largestNumber
  }

  private func isDeeper(_ item: RTFListPlace, than list: RTFListPlace, indent: Int, openIndent: Int) -> Bool {
    if let level = item.level, let listLevel = list.level {
      if level != listLevel { return level > listLevel }
      return item.key != list.key && indent > openIndent + 180
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

  /// What comes now follows the last paragraph of the innermost list's item.
  private mutating func noteSpace() {
    guard frames.count > 2, frames[frames.count - 1].kind == .item else { return }
    if frames[frames.count - 2].isLastSpaced { frames[frames.count - 2].isLoose = true }
    frames[frames.count - 2].isLastSpaced = false
  }

  private mutating func closeCode() {
    guard let open = openCode else { return }
    openCode = nil
    guard open.isKept || open.code.code.utf8.contains(where: { $0 > 0x20 }) else { return }
    append(.codeBlock(open.code), isSpaced: open.isSpaced)
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
        if !frame.blocks.isEmpty { frames[parent].blocks.append(.blockQuote(frame.blocks)) }
      case .item:
        frames[parent].items.append(ListItem(checkbox: frame.checkbox, label: frame.label, frame.blocks))
      case .list:
        let kind: List.Kind =
          frame.list?.isOrdered == true ? .ordered(start: frame.list?.number ?? 1) : .bullet
        frames[parent].blocks.append(.list(List(kind, isTight: !frame.isLoose, items: frame.items)))
      }
    }
  }
}
