@_exported public import DocumentModel

/// A document as word processors keep it: paragraphs in order, of runs in one format each, and the tables that
/// say what they are.
///
/// A format's reader fills it; ``FlowStructure`` makes blocks of it.
struct Flow {
  /// The text of all paragraphs in UTF-8, one behind the other, and their runs likewise.
  private(set) var text: [UInt8] = []
  private(set) var runs: [FlowRun] = []
  var images: [Image] = []
  /// The pictures that images show that the document holds itself.
  var media: [Medium] = []
  var items: [FlowItem] = []
  var notes: [[FlowItem]] = []
  var links: [FlowLink] = []
  /// The names of places that links lead to, by the first run of the paragraph that they stand in.
  var anchors: [Int: [String]] = [:]
  var styles = FlowStyleSheet()
  var lists = FlowListTable()
  /// The places in their lists of paragraphs that state them by themselves.
  var places: [FlowListPlace] = []
  /// The amount of text of each size in half points, where headings are told by it.
  var sizes: [Int: Int] = [:]
  /// Paragraphs outside tables say that they are set left, so that cells mean nothing by it.
  var marksLeftAlignment = false

  /// Makes room for what a document of so many bytes may hold; what stays unused of that is never touched.
  mutating func reserveCapacity(forBytes count: Int) {
    text.reserveCapacity(count / 4)
    runs.reserveCapacity(count / 64)
  }

  /// Makes a link of the runs from one on that lie in no other than `outer`, which is 0 for none.
  mutating func link(runsFrom first: Int, within outer: Int32, to link: Int32) {
    for index in runs.indices.dropFirst(first) { runs[index].link(within: outer, to: link) }
  }

  /// Ends links, by their numbers, before the runs that they do not hold.
  mutating func end(_ links: [Int32: FlowLinkEnd]) {
    for index in runs.indices { runs[index].end(links, at: index) }
  }

  /// Ends a paragraph, which leaves an open one with nothing but its memory.
  mutating func close(_ open: inout FlowParagraphBuilder, format: FlowParagraphFormat) -> FlowParagraph {
    let (textStart, runsStart) = (text.count, runs.count)
    text += open.text
    for var run in open.runs {
      if case .text(let range) = run.content {
        run.content = .text(range.lowerBound + textStart..<range.upperBound + textStart)
      }
      runs.append(run)
    }
    defer { open.removeAll() }
    return FlowParagraph(
      text: textStart..<text.count, runs: runsStart..<runs.count, format: format, marker: open.marker,
      sizes: open.sizes, info: open.info)
  }
}

/// The end of a link, and its surroundings.
struct FlowLinkEnd {
  /// The first run that is no part of it.
  var firstRun: Int
  /// The link around it, 0 for none.
  var outerLink: Int32
}

struct FlowLink: Hashable {
  var destination: String
  var title: String
}

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

  /// Makes the run part of a link, unless it lies in another than `outer`. A link is underlined to be seen.
  mutating func link(within outer: Int32, to link: Int32) {
    guard self.link == outer else { return }
    self.link = link
    traits.remove(.underline)
  }

  /// Takes the run out of a link that ends before it.
  mutating func end(_ links: [Int32: FlowLinkEnd], at index: Int = .max) {
    guard link != 0, let end = links[link], index >= end.firstRun else { return }
    link = end.outerLink
  }

  /// True for nothing but letters and line breaks.
  var isText: Bool {
    switch content {
    case .text, .lineBreak: true
    case .image, .note: false
    }
  }
}

/// The format that all characters of a run have in common.
struct FlowRunFormat {
  var traits: FlowTraits = []
  var order = FlowTraitOrder()
  /// The index of the hyperlink plus one, 0 for none.
  var link: Int32 = 0
  /// The size in half points.
  var size: UInt16 = 24
}

/// A paragraph as it was read, before it is known what it is part of.
struct FlowParagraph {
  /// The part of the text of all paragraphs that is its own.
  var text: Range<Int>
  var runs: Range<Int>
  var format: FlowParagraphFormat
  /// The text of the list marker, nil if there was none.
  var marker: String?
  /// The sizes of the text in half points, smallest to largest.
  var sizes: ClosedRange<UInt16>?
  /// The info string that Pasteboard's writer stated of a code block.
  var info: String?

  var isEmpty: Bool { runs.isEmpty }
}

/// The paragraph formatting in force; measures in twips.
struct FlowParagraphFormat {
  enum Alignment: UInt8, CaseIterable {
    case unspecified
    case left
    case right
    case center
  }

  @CompactOptionalNumber var style: Int?
  @CompactOptionalNumber var outlineLevel: Int?
  @CompactNumber var leftIndent = 0
  @CompactNumber var rightIndent = 0
  @CompactNumber var firstLineIndent = 0
  @CompactOptionalNumber var spaceAfter: Int?
  var hasContextualSpace = false
  var alignment = Alignment.unspecified
  var isInTable = false
  /// The large first letter of the next paragraph, set apart so that lines flow around it.
  var isDropCap = false
  @CompactNumber var tableDepth = 0
  /// The number of the list override, 0 for none.
  @CompactNumber var list = 0
  @CompactNumber var listLevel = 0
  /// The number of the place in a list that is known already, 0 for none.
  @CompactNumber var place = 0
  var legacyNumbering: FlowParagraphNumbering?
  /// A line above or below.
  var hasRule = false
  var borders: FlowBorders = []

  /// The number of tables that the paragraph lies in.
  var depth: Int { max(tableDepth, isInTable ? 1 : 0) }
}

/// The numbering that a paragraph has without a list (Word 6, WordPad, AbiWord: RTF's `\pn`).
struct FlowParagraphNumbering: Hashable {
  var isBullet = false
  var isContinuation = false
  @CompactNumber var start = 1
  @CompactNumber var level = 0
}

/// A paragraph, while it is read.
struct FlowParagraphBuilder {
  /// UTF-8.
  var text: [UInt8] = []
  var runs: [FlowRun] = []
  /// The text of the list marker, nil if there was none.
  var marker: String?
  /// The sizes of the text in half points, smallest to largest.
  var sizes: ClosedRange<UInt16>?
  /// The info string that Pasteboard's writer stated of a code block.
  var info: String?
  /// The block that comes next stands on another page or in another column.
  var isInterrupted = false
  /// The items of boxes that are anchored to it, and follow it.
  var boxed: [FlowItem] = []

  var isEmpty: Bool { runs.isEmpty }

  /// Appends text that stands in `text` from `start` on, to the last run if it has the same format.
  mutating func closeText(from start: Int, format: FlowRunFormat) {
    if let last = runs.last, last.traits == format.traits, last.link == format.link,
      case .text(let range) = last.content, range.upperBound == start
    {
      runs[runs.count - 1].content = .text(range.lowerBound..<text.count)
    } else {
      append(.text(start..<text.count), format: format)
    }
    sizes =
      min(sizes?.lowerBound ?? format.size, format.size)...max(sizes?.upperBound ?? format.size, format.size)
  }

  /// Takes a bullet or a number off the beginning of a hanging paragraph, as it was typed with a tab behind it.
  ///
  /// - Returns: true if there was one.
  @discardableResult
  mutating func takeTypedMarker(_ format: FlowParagraphFormat) -> Bool {
    guard marker == nil, format.list == 0, format.legacyNumbering == nil, format.firstLineIndent < 0,
      let tab = text.prefix(ListMarker.typedLimit).firstIndex(of: 0x09), tab > 0,
      ListMarker.isTyped(String(decoding: text[..<tab], as: UTF8.self))
    else { return false }
    marker = String(decoding: text[..<tab], as: UTF8.self)
    runs = runs.compactMap { run in
      guard case .text(let range) = run.content else { return run }
      guard range.upperBound > tab + 1 else { return nil }
      var rest = run
      rest.content = .text(max(range.lowerBound, tab + 1)..<range.upperBound)
      return rest
    }
    return true
  }

  mutating func append(_ content: FlowRun.Content, format: FlowRunFormat) {
    runs.append(FlowRun(content: content, traits: format.traits, order: format.order, link: format.link))
  }

  /// Makes the paragraph an empty one, without giving its memory back.
  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    marker = nil
    sizes = nil
    info = nil
    isInterrupted = false
    boxed.removeAll()
  }
}

/// What Pasteboard's writer says of a caption, besides its style.
enum FlowCaption {
  /// The table that follows is called so.
  static let ofTable = "table"
  private static let figure = "figure "

  /// The blocks before the caption, so many of them, are a figure.
  static func ofFigure(blockCount: Int) -> String { figure + String(blockCount) }

  /// The number of blocks before the caption that it belongs to; nil for a paragraph that is not a figure's caption.
  static func blockCount(_ info: String) -> Int? {
    info.hasPrefix(figure) ? Int(info.dropFirst(figure.count)) : nil
  }
}

/// The sides of a paragraph along which a line is drawn.
///
/// Word processors draw one box around paragraphs that have the same borders and indents.
struct FlowBorders: OptionSet {
  let rawValue: UInt8

  static let top = FlowBorders(rawValue: 1 << 0)
  static let bottom = FlowBorders(rawValue: 1 << 1)
  static let left = FlowBorders(rawValue: 1 << 2)
  static let right = FlowBorders(rawValue: 1 << 3)
  /// Between two paragraphs of one box.
  static let between = FlowBorders(rawValue: 1 << 4)

  static let all: FlowBorders = [.top, .bottom, .left, .right]
  /// The borders that make a rule of an empty paragraph.
  static let lines: FlowBorders = [.top, .bottom, .between]
}

/// A number of 32 bits: paragraphs and their formats are copied often and kept by the thousands.
@propertyWrapper
struct CompactNumber: Hashable {
  private var stored: Int32

  var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Int32(clamping: newValue) }
  }

  init(wrappedValue: Int) { stored = Int32(clamping: wrappedValue) }
}

/// Such a number, or none.
@propertyWrapper
struct CompactOptionalNumber: Hashable {
  /// The least number stands for none; no measure or number of a document is as small.
  private var stored = Int32.min

  var wrappedValue: Int? {
    get { stored == .min ? nil : Int(stored) }
    set { stored = newValue.map { max(Int32(clamping: $0), .min + 1) } ?? .min }
  }

  init(wrappedValue: Int?) { self.wrappedValue = wrappedValue }
}
