/// A list of the document with the lists within its items, as far as they fit one definition.
struct WrittenList {
  /// The number of levels of lists in RTF and Word.
  static let levelCount = 9

  /// True for numbers, false for bullets, nil for a level that is not used.
  private(set) var kinds = [Bool?](repeating: nil, count: levelCount)
  /// The first numbers of the levels that have numbers.
  private(set) var starts: [Int: Int] = [:]

  static func bullet(level: Int) -> String { ["•", "◦", "▪"][level % 3] }

  /// Lets a level hold a list that begins with this number, or that has bullets; false if it cannot.
  mutating func admit(start: Int?, level: Int) -> Bool {
    guard let isOrdered = kinds[level] else {
      kinds[level] = start != nil
      starts[level] = start
      return true
    }
    return isOrdered == (start != nil) && starts[level] == start
  }
}

/// The lists of a document in the order in which they are written, and the definitions that they share.
struct WrittenLists {
  private(set) var overrides: [WrittenList] = []
  /// Lists behind so many share those that are there.
  private let overrideLimit: Int
  /// The first list of each kind, which those that share one take.
  private var firstOfKind: [Kind: Int] = [:]

  private struct Kind: Hashable {
    var level: Int
    var start: Int?
  }

  init(overrideLimit: Int = .max) { self.overrideLimit = overrideLimit }

  /// The place of a list among those that are written.
  struct Place {
    var number: Int
    var level: Int
    /// The first number, nil for bullets.
    var start: Int?
  }

  /// The place of a list, which is that of the list around it, if it may share it.
  mutating func place(of list: List, in context: FlowContext) -> Place {
    let level = min(context.items, WrittenList.levelCount - 1)
    var start: Int?
    if case .ordered(let first) = list.kind { start = min(max(0, first), FlowListPlace.largestNumber) }
    return Place(number: number(start: start, level: level, within: context.list), level: level, start: start)
  }

  private mutating func number(start: Int?, level: Int, within outer: Int?) -> Int {
    if let outer, overrides[outer - 1].admit(start: start, level: level) { return outer }
    let kind = Kind(level: level, start: overrides.count < overrideLimit ? start : start.map { _ in 1 })
    if overrides.count >= overrideLimit, let first = firstOfKind[kind] { return first }
    var list = WrittenList()
    _ = list.admit(start: kind.start, level: level)
    overrides.append(list)
    if firstOfKind[kind] == nil { firstOfKind[kind] = overrides.count }
    return overrides.count
  }

  /// The levels of each definition: their first numbers, nil for bullets.
  ///
  /// AbiWord takes first numbers from there alone, all others from the overrides as well. LibreOffice 7.4 numbers the
  /// second of two lists that share a definition on from the first, so each list with numbers has one of its own.
  private(set) var definitions: [[Int?]] = []
  /// The place in `definitions` of each list.
  private(set) var definitionNumbers: [Int] = []

  /// Lists behind so many definitions share those that are there: each is long.
  private static let definitionLimit = 256

  /// Finds the definitions; called when all lists are known.
  mutating func settle() {
    var shared: [[Int?]: Int] = [:]
    for list in overrides {
      let isFull = definitions.count >= Self.definitionLimit
      var levels = list.kinds.indices.map { list.starts[$0] }
      if isFull, shared[levels] == nil { levels = list.kinds.map { $0 == true ? 1 : nil } }
      let own = isFull || list.starts.isEmpty ? shared[levels] : nil
      definitionNumbers.append(own ?? definitions.count)
      guard own == nil else { continue }
      shared[levels] = definitions.count
      definitions.append(levels)
    }
  }
}

/// The containers of a paragraph, while a document is written as paragraphs that tell only how they look.
struct FlowContext {
  /// The distance by which a list is indented within what it lies in, in twips.
  static let listIndent = 720
  /// The space after a paragraph, in twips.
  static let space = 120

  var quotes = 0
  var items = 0
  /// The number of details of definition lists that are around.
  var details = 0
  /// The number of tables that are around, and whether the innermost cell is one of a header.
  var tables = 0
  var isInHeader = false
  /// The alignment of the innermost cell.
  var alignment: Table.Alignment?
  /// The width of what is around in twips: a page's text, or a cell.
  var width = 9_000
  var isTight = false
  /// The innermost container ends the outermost list, so that space follows.
  var endsList = true
  var isNote = false
  /// The text of the paragraph goes from right to left.
  var isRightToLeft = false
  /// The number of the list around, if a list in here may share it.
  var list: Int?

  var isInCell: Bool { tables > 0 }

  /// The space after a paragraph, in twips: none within a tight list.
  var spaceAfter: Int { isTight && !endsList ? 0 : Self.space }

  /// The indentation in twips, and that on the right, which quotes alone have.
  var left: Int { right + (items + details) * Self.listIndent }
  var right: Int { quotes * FlowStructure.quoteIndent }

  /// The context of what a quote holds.
  var inQuote: FlowContext { inContainer { $0.quotes += 1 } }

  /// The context of what is said of a term.
  var inDetails: FlowContext { inContainer { $0.details += 1 } }

  /// The context of what a container holds, in which no list around goes on.
  private func inContainer(_ enter: (inout FlowContext) -> Void) -> FlowContext {
    var inner = self
    enter(&inner)
    inner.list = nil
    inner.isTight = false
    return inner
  }

  /// The context of an item of a list that has a number among those that are written.
  func inItem(_ index: Int, of list: List, number: Int) -> FlowContext {
    var inner = self
    inner.items += 1
    inner.isTight = list.isTight
    inner.list = number
    inner.endsList = endsList && index == list.items.count - 1
    return inner
  }
}

extension [Block] {
  /// The inlines of the paragraph that comes first, none if it is something else, and the blocks behind it.
  var splitAtFirstParagraph: (inlines: [Inline], rest: [Block]) {
    guard case .paragraph(let inlines)? = first else { return ([], self) }
    return (inlines, Array(dropFirst()))
  }
}

/// A writer of blocks as paragraphs that tell only how they look.
protocol FlowBlockWriter {
  /// The anchors of the document, and what reads the raw HTML in it.
  var places: DocumentAnchors { get }

  mutating func write(_ block: Block, in context: FlowContext)

  mutating func write(_ list: List, in context: FlowContext)

  mutating func write(_ code: CodeBlock, in context: FlowContext)

  mutating func write(_ table: Table, in context: FlowContext)

  mutating func write(_ definitions: [Definition], in context: FlowContext)

  mutating func write(_ figure: Figure, in context: FlowContext)

  /// Writes what keeps two tables apart that the format would take for one.
  mutating func writeGap(between block: Block, and next: Block)

  /// Writes a paragraph at the margin that holds nothing.
  mutating func writeEmptyParagraph()
}

extension FlowBlockWriter {
  mutating func writeGap(between block: Block, and next: Block) {}

  /// Keeps two quotes apart, which are nothing but the paragraphs in them.
  mutating func writeGap(between block: Block, and next: Block, in context: FlowContext) {
    if case .blockQuote = block, case .blockQuote = next, context.left == 0, !context.isInCell,
      !context.isNote
    {
      writeEmptyParagraph()
    } else {
      writeGap(between: block, and: next)
    }
  }

  /// Writes a figure as its blocks.
  mutating func write(_ figure: Figure, in context: FlowContext) {
    write(BlockFlattening.blocks(of: figure), in: context)
  }

  /// Writes a block that is made of others, or of lines, as each format has them.
  mutating func write(compound block: Block, in context: FlowContext) {
    switch block {
    case .list(let list): write(list, in: context)
    case .codeBlock(let code): write(code, in: context)
    case .table(let table): write(table, in: context)
    case .definitionList(let definitions): write(definitions, in: context)
    case .figure(let figure): write(figure, in: context)
    case .html(let html): write(places.blocks(ofHTML: html), in: context)
    case .paragraph, .heading, .blockQuote, .thematicBreak: break
    }
  }

  mutating func write(_ blocks: [Block], in context: FlowContext) {
    var inner = context
    for (index, block) in blocks.enumerated() {
      inner.endsList = context.endsList && index == blocks.count - 1
      write(block, in: inner)
      // The next list in here is another one, with numbers of its own.
      if case .list = block { inner.list = nil }
      if index + 1 < blocks.count { writeGap(between: block, and: blocks[index + 1], in: context) }
    }
  }
}

/// The notes of a document by their labels, numbered as they are first referred to.
struct NoteNumbers {
  private let notes: [String: Footnote]
  private var numbers: [String: Int] = [:]

  init(_ footnotes: [Footnote]) {
    notes = Dictionary(footnotes.map { ($0.label, $0) }) { first, _ in first }
  }

  /// The note of a label, nil if the document has none.
  subscript(label: String) -> Footnote? { notes[label] }

  /// The number under which a note was written, nil if it was not yet.
  func number(of note: Footnote) -> Int? { numbers[note.label] }

  /// Numbers a note that is about to be written.
  mutating func add(_ note: Footnote) -> Int {
    numbers[note.label] = numbers.count + 1
    return numbers.count
  }

  // MARK: Notes within notes

  // Word and Writer have none: those are written behind the one that refers to them first.
  private var waiting: [(note: Footnote, number: Int)] = []
  private var writtenCount = 0

  /// Numbers a note that another one refers to, if it has no number yet.
  mutating func addWithinNote(_ note: Footnote) {
    if number(of: note) == nil { waiting.append((note, add(note))) }
  }

  /// The next of these notes that was not written yet.
  mutating func nextWithinNote() -> (note: Footnote, number: Int)? {
    guard writtenCount < waiting.count else { return nil }
    writtenCount += 1
    return waiting[writtenCount - 1]
  }
}
