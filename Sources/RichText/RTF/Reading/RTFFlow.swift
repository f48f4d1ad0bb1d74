/// A stretch of a paragraph in one format.
struct RTFRun {
  enum Content {
    /// A range of the paragraph's text.
    case text(Range<Int>)
    case lineBreak
    indirect case image(Image)
    /// The index of a note.
    case note(Int)
  }

  var content: Content
  var traits: RTFTraits
  var order: RTFTraitOrder
  /// The index of the hyperlink plus one, 0 for none.
  var link: Int32
}

/// A paragraph as it was read, before it is known what it is part of.
struct RTFParagraph {
  /// UTF-8.
  var text: [UInt8] = []
  var runs: [RTFRun] = []
  var format = RTFParagraphFormat()
  /// The text of the list marker, nil if there was none.
  var marker: String?
  /// The sizes of the text in half points, smallest to largest.
  var sizes: ClosedRange<Int>?
  /// What Pasteboard's writer said of a code block.
  var info: String?

  var isEmpty: Bool { runs.isEmpty }

  /// Appends text that stands in `text` from `start` on, to the last run if it has the same format.
  mutating func closeText(from start: Int, format: RTFCharacterFormat, traits: RTFTraits) {
    if let last = runs.last, last.traits == traits, last.link == format.link,
      case .text(let range) = last.content, range.upperBound == start
    {
      runs[runs.count - 1].content = .text(range.lowerBound..<text.count)
    } else {
      append(.text(start..<text.count), format: format, traits: traits)
    }
    sizes =
      min(sizes?.lowerBound ?? format.size, format.size)...max(sizes?.upperBound ?? format.size, format.size)
  }

  mutating func append(_ content: RTFRun.Content, format: RTFCharacterFormat, traits: RTFTraits) {
    runs.append(RTFRun(content: content, traits: traits, order: format.order, link: format.link))
  }
}

/// What follows what: paragraphs and tables.
enum RTFFlowItem {
  case paragraph(RTFParagraph)
  case table(RTFTable)
}

struct RTFTable {
  var rows: [RTFRow] = []
}

struct RTFRow {
  var cells: [[RTFFlowItem]]
  /// The row repeats as a header (`\trhdr`).
  var isHeader: Bool
  /// Where the row begins, in twips from the margin.
  var left: Int
}

/// Puts paragraphs into the cells, rows and tables that they say they belong to.
///
/// RTF does not open and close tables: each paragraph says how many it lies in, and `\cell` and `\row` end
/// what came before.
struct RTFFlowBuilder {
  private struct OpenTable {
    var rows: [RTFRow] = []
    var cells: [[RTFFlowItem]] = []
    var items: [RTFFlowItem] = []
  }

  /// Deeper tables become part of the innermost.
  static let depthLimit = 16

  private var items: [RTFFlowItem] = []
  private var tables: [OpenTable] = []

  /// How many tables are open.
  var depth: Int { tables.count }

  mutating func append(_ paragraph: RTFParagraph, depth: Int) {
    setDepth(depth)
    if tables.isEmpty {
      items.append(.paragraph(paragraph))
    } else {
      tables[tables.count - 1].items.append(.paragraph(paragraph))
    }
  }

  mutating func endCell(depth: Int) {
    setDepth(depth)
    let last = tables.count - 1
    tables[last].cells.append(tables[last].items)
    tables[last].items = []
  }

  mutating func endRow(depth: Int, isHeader: Bool, left: Int) {
    setDepth(depth)
    closeRow(isHeader: isHeader, left: left)
  }

  mutating func finish() -> [RTFFlowItem] {
    setDepth(0)
    return items
  }

  private mutating func closeRow(isHeader: Bool, left: Int) {
    let last = tables.count - 1
    // Text after the last cell's end belongs to a cell whose end is missing.
    if tables[last].items.contains(where: {
      if case .paragraph(let text) = $0 { !text.isEmpty } else { true }
    }) {
      tables[last].cells.append(tables[last].items)
    }
    tables[last].items = []
    guard !tables[last].cells.isEmpty else { return }
    tables[last].rows.append(RTFRow(cells: tables[last].cells, isHeader: isHeader, left: left))
    tables[last].cells = []
  }

  private mutating func setDepth(_ depth: Int) {
    let wanted = min(depth, Self.depthLimit)
    while tables.count < wanted { tables.append(OpenTable()) }
    while tables.count > wanted {
      closeRow(isHeader: false, left: 0)
      let table = RTFFlowItem.table(RTFTable(rows: tables.removeLast().rows))
      if tables.isEmpty {
        items.append(table)
      } else {
        tables[tables.count - 1].items.append(table)
      }
    }
  }
}
