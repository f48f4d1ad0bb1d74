/// A stretch of a paragraph in one format.
struct FlowRun {
  enum Content {
    /// A range of the text of the paragraph while that is read, of the text of all paragraphs after that.
    case text(Range<Int>)
    case lineBreak
    /// The index of an image.
    case image(Int)
    /// The index of a note.
    case note(Int)
  }

  var content: Content
  var traits: FlowTraits
  var order: FlowTraitOrder
  /// The index of the hyperlink plus one, 0 for none.
  var link: Int32
}

/// A paragraph as it was read, before it is known what it is part of.
struct FlowParagraph {
  /// Which part of the text of all paragraphs is its own, and which of their runs.
  var text: Range<Int>
  var runs: Range<Int>
  var format: FlowParagraphFormat
  /// The text of the list marker, nil if there was none.
  var marker: String?
  /// The sizes of the text in half points, smallest to largest.
  var sizes: ClosedRange<UInt16>?
  /// What Pasteboard's writer said of a code block.
  var info: String?

  var isEmpty: Bool { runs.isEmpty }
}

/// A paragraph, while it is read.
struct FlowOpenParagraph {
  /// UTF-8.
  var text: [UInt8] = []
  var runs: [FlowRun] = []
  /// The text of the list marker, nil if there was none.
  var marker: String?
  /// The sizes of the text in half points, smallest to largest.
  var sizes: ClosedRange<UInt16>?
  /// What Pasteboard's writer said of a code block.
  var info: String?

  var isEmpty: Bool { runs.isEmpty }

  /// Appends text that stands in `text` from `start` on, to the last run if it has the same format.
  mutating func closeText(from start: Int, format: RTFCharacterFormat, traits: FlowTraits) {
    if let last = runs.last, last.traits == traits, last.link == format.link,
      case .text(let range) = last.content, range.upperBound == start
    {
      runs[runs.count - 1].content = .text(range.lowerBound..<text.count)
    } else {
      append(.text(start..<text.count), format: format, traits: traits)
    }
    let size = UInt16(clamping: format.size)
    sizes = min(sizes?.lowerBound ?? size, size)...max(sizes?.upperBound ?? size, size)
  }

  /// Takes a bullet or a number off the beginning of a hanging paragraph, as it was typed with a tab behind it.
  mutating func takeTypedMarker(_ format: FlowParagraphFormat) {
    guard marker == nil, format.list == 0, format.legacyNumbering == nil, format.firstLineIndent < 0,
      let tab = text.prefix(ListMarker.typedLimit).firstIndex(of: 0x09), tab > 0,
      ListMarker.isTyped(String(decoding: text[..<tab], as: UTF8.self))
    else { return }
    marker = String(decoding: text[..<tab], as: UTF8.self)
    runs = runs.compactMap { run in
      guard case .text(let range) = run.content else { return run }
      guard range.upperBound > tab + 1 else { return nil }
      var rest = run
      rest.content = .text(max(range.lowerBound, tab + 1)..<range.upperBound)
      return rest
    }
  }

  mutating func append(_ content: FlowRun.Content, format: RTFCharacterFormat, traits: FlowTraits) {
    runs.append(FlowRun(content: content, traits: traits, order: format.order, link: format.link))
  }

  /// Makes the paragraph an empty one, without giving its memory back.
  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    marker = nil
    sizes = nil
    info = nil
  }
}

/// What follows what: paragraphs and tables.
enum FlowItem {
  case paragraph(FlowParagraph)
  case table(FlowTable)

  /// True for a paragraph without text.
  var isEmpty: Bool {
    if case .paragraph(let paragraph) = self { paragraph.isEmpty } else { false }
  }
}

struct FlowTable {
  var rows: [FlowRow] = []
}

struct FlowRow {
  var cells: [[FlowItem]]
  var definition: FlowRowDefinition
  /// Where the cells are, as far as AbiWord says it.
  var places: [FlowCellPlace?]
  /// Which of the cells are part of others, none if no cell is.
  var merges: [FlowCellMerge] = []

  func merge(of cell: Int) -> FlowCellMerge { cell < merges.count ? merges[cell] : [] }
}

/// Puts paragraphs into the cells, rows and tables that they say they belong to.
///
/// RTF does not open and close tables: each paragraph says how many it lies in, and `\cell` and `\row` end
/// what came before.
struct RTFFlowBuilder {
  private struct OpenTable {
    var rows: [FlowRow] = []
    var cells: [[FlowItem]] = []
    var places: [FlowCellPlace?] = []
    var items: [FlowItem] = []
  }

  /// Deeper tables become part of the innermost.
  static let depthLimit = 16

  private var items: [FlowItem] = []
  private var tables: [OpenTable] = []

  /// Makes room for what RTF of so many bytes may hold; what stays unused of that is never touched.
  mutating func reserveCapacity(forBytes count: Int) {
    items.reserveCapacity(count / 256)
  }

  /// How many tables are open.
  var depth: Int { tables.count }

  mutating func append(_ paragraph: FlowParagraph, depth: Int) {
    setDepth(depth)
    if tables.isEmpty {
      items.append(.paragraph(paragraph))
    } else {
      tables[tables.count - 1].items.append(.paragraph(paragraph))
    }
  }

  mutating func endCell(depth: Int, place: FlowCellPlace?) {
    setDepth(depth)
    let last = tables.count - 1
    tables[last].cells.append(tables[last].items)
    tables[last].places.append(place)
    tables[last].items = []
  }

  mutating func endRow(depth: Int, _ definition: FlowRowDefinition) {
    setDepth(depth)
    closeRow(definition)
  }

  mutating func finish() -> [FlowItem] {
    setDepth(0)
    return items
  }

  private mutating func closeRow(_ definition: FlowRowDefinition) {
    let last = tables.count - 1
    // Text after the last cell's end belongs to a cell whose end is missing.
    if !tables[last].items.allSatisfy(\.isEmpty) { tables[last].cells.append(tables[last].items) }
    tables[last].items = []
    while let cell = tables[last].cells.last, definition.isNarrow(tables[last].cells.count - 1),
      cell.allSatisfy(\.isEmpty)
    {
      tables[last].cells.removeLast()
    }
    let (cells, places) = (tables[last].cells, tables[last].places)
    (tables[last].cells, tables[last].places) = ([], [])
    guard !cells.isEmpty else { return }
    tables[last].rows.append(
      FlowRow(cells: cells, definition: definition, places: places, merges: definition.merges))
  }

  private mutating func setDepth(_ depth: Int) {
    let wanted = min(depth, Self.depthLimit)
    while tables.count < wanted { tables.append(OpenTable()) }
    while tables.count > wanted {
      closeRow(FlowRowDefinition())
      let table = FlowItem.table(FlowTable(rows: tables.removeLast().rows))
      if tables.isEmpty {
        items.append(table)
      } else {
        tables[tables.count - 1].items.append(table)
      }
    }
  }
}
