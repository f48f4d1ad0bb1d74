/// A block of a document: CommonMark's container and leaf blocks, with the tables, definition lists and
/// figures of HTML.
public enum Block: Hashable, Sendable {
  case paragraph([Inline])
  /// A heading of level 1 to 6.
  case heading(level: Int, [Inline])
  case blockQuote([Block])
  case list(List)
  indirect case codeBlock(CodeBlock)
  indirect case table(Table)
  /// Terms with their definitions.
  case definitionList([Definition])
  /// Blocks that a caption belongs to.
  indirect case figure(Figure)
  case thematicBreak
  /// Raw HTML that stood in Markdown, as it was written, without the line ending at its end.
  case html(String)
}

/// A bullet or ordered list.
public struct List: Hashable, Sendable {
  /// The marker before the items.
  public enum Kind: Hashable, Sendable {
    case bullet
    /// Numbered from `start`, which lies in 0...999_999_999 (CommonMark 5.2).
    case ordered(start: Int)
  }

  /// Bullets, or numbers and where they begin.
  public var kind: Kind
  /// True if the items' paragraphs are set without space between them (CommonMark 5.3).
  public var isTight: Bool
  /// The items, in order.
  public var items: [ListItem]

  /// Creates a list; by default a tight one.
  public init(_ kind: Kind, isTight: Bool = true, items: [ListItem]) {
    self.kind = kind
    self.isTight = isTight
    self.items = items
  }
}

/// An item of a list.
public struct ListItem: Hashable, Sendable {
  /// The box of a task list item (GFM 5.3).
  public enum Checkbox: Hashable, Sendable {
    case unchecked
    case checked
  }

  /// The box before the item; nil if it has none.
  public var checkbox: Checkbox?
  /// The marker in the source if it is neither a bullet nor a decimal number: `iv.`, `2.3.1`.
  ///
  /// Plain text shows it; Markdown cannot express it.
  public var label: String?
  /// The blocks in the item.
  public var blocks: [Block]

  /// Creates an item; by default without a box and a label.
  public init(checkbox: Checkbox? = nil, label: String? = nil, _ blocks: [Block]) {
    self.checkbox = checkbox
    self.label = label
    self.blocks = blocks
  }
}

/// Preformatted text.
public struct CodeBlock: Hashable, Sendable {
  /// The text that follows the opening fence; its first word names the language (CommonMark 4.5).
  public var info: String
  /// The text, each of its lines ended by a line feed; empty if there are no lines.
  public var code: String

  /// Creates a block of `code`, whose lines must each end in a line feed.
  public init(info: String = "", code: String) {
    self.info = info
    self.code = code
  }

  /// The language that `info` begins with, or nothing.
  ///
  /// Pandoc (`{.python}`), R Markdown and Quarto (`{r, echo=FALSE}`) and MyST (`{code-cell} python`) put more around it.
  public var language: Substring? {
    // Mostly it is one word of letters, or nothing.
    if info.utf8.allSatisfy(\.isASCIIAlphanumeric) { return info.isEmpty ? nil : info[...] }
    let words = info.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, first.utf8.first == UInt8(ascii: "{") else { return words.first }
    let name = (first.dropFirst().first == "#" ? words.dropFirst().first : first) ?? first
    let language = name.drop { "{.=".contains($0) }.prefix { !"},".contains($0) }
    if language.hasPrefix("code"), first.last == "}", words.count > 1 { return words[1] }
    return language.isEmpty ? first : language
  }
}

/// A group of a definition list: terms with their definitions (HTML 4.4.9).
public struct Definition: Hashable, Sendable {
  /// The terms that the details are about.
  public var terms: [[Inline]]
  /// The details of the terms, one after the other.
  public var details: [[Block]]

  /// Creates a group of terms with their definitions.
  public init(terms: [[Inline]], details: [[Block]]) {
    self.terms = terms
    self.details = details
  }
}

/// Blocks with a caption: a picture, a listing, a table (HTML 4.4.12).
public struct Figure: Hashable, Sendable {
  /// The blocks that the figure shows.
  public var blocks: [Block]
  /// The text above or below it.
  public var caption: [Inline]
  /// Whether the caption is above the blocks.
  public var isCaptionFirst: Bool

  /// Creates a figure; by default with its caption below.
  public init(_ blocks: [Block], caption: [Inline], isCaptionFirst: Bool = false) {
    self.blocks = blocks
    self.caption = caption
    self.isCaptionFirst = isCaptionFirst
  }
}

extension Block {
  /// The inlines of a paragraph or heading; empty for other blocks.
  public var inlines: [Inline] {
    switch self {
    case .paragraph(let inlines), .heading(_, let inlines): inlines
    case .blockQuote, .list, .codeBlock, .table, .definitionList, .figure, .thematicBreak, .html: []
    }
  }

  /// The blocks within this one, part by part in the order of the text: items, cells, details.
  ///
  /// Captions and terms appear as paragraphs, so that a walk over `children` and `inlines` finds all text.
  public var children: [[Block]] {
    switch self {
    case .paragraph, .heading, .codeBlock, .thematicBreak, .html: []
    case .blockQuote(let blocks): [blocks]
    case .list(let list): list.items.map(\.blocks)
    case .table(let table):
      (table.caption.isEmpty ? [] : [[.paragraph(table.caption)]]) + table.rows.joined().map(\.blocks)
    case .definitionList(let definitions):
      definitions.flatMap { $0.terms.map { [.paragraph($0)] } + $0.details }
    case .figure(let figure):
      figure.isCaptionFirst
        ? [[.paragraph(figure.caption)], figure.blocks] : [figure.blocks, [.paragraph(figure.caption)]]
    }
  }

  package var isParagraph: Bool {
    if case .paragraph = self { true } else { false }
  }

  /// True if `inlines` or `blocks` is of one of the texts and parts of the block, which come in the order of `children`,
  /// without arrays made for it. Cells that hold plain text alone are passed over.
  package func containsPart(inlines: ([Inline]) -> Bool, blocks: ([Block]) -> Bool) -> Bool {
    switch self {
    case .paragraph(let content), .heading(_, let content): inlines(content)
    case .blockQuote(let content): blocks(content)
    case .list(let list): list.items.contains { blocks($0.blocks) }
    case .table(let table):
      !table.caption.isEmpty && inlines(table.caption)
        || table.rows.contains { $0.contains { $0.onlyText == nil && blocks($0.blocks) } }
    case .definitionList, .figure: children.contains(where: blocks)
    case .codeBlock, .thematicBreak, .html: false
    }
  }

  /// Walks through the same.
  package func forEachPart(inlines: ([Inline]) -> Void, blocks: ([Block]) -> Void) {
    _ = containsPart(
      inlines: {
        inlines($0)
        return false
      },
      blocks: {
        blocks($0)
        return false
      })
  }

  /// The same block with each of its texts and each of its parts replaced.
  package func mapContent(
    inlines: ([Inline]) -> [Inline], blocks: ([Block]) -> [Block]
  ) -> Block {
    rewrittenContent(inlines: { inlines($0) }, blocks: { blocks($0) }) ?? self
  }

  /// The same block with its texts and parts as they are rewritten, nil leaving one as it is; nil if all stay as they
  /// are, for which nothing is copied.
  package func rewrittenContent(
    inlines: ([Inline]) -> [Inline]?, blocks: ([Block]) -> [Block]?
  ) -> Block? {
    switch self {
    case .paragraph(let content):
      return inlines(content).map { .paragraph($0) }
    case .heading(let level, let content):
      return inlines(content).map { .heading(level: level, $0) }
    case .blockQuote(let content):
      return blocks(content).map { .blockQuote($0) }
    case .list(var list):
      let items = list.items.rewritten { Rewriting(blocks($0.blocks).map($0.holding)) }
      guard let items else { return nil }
      list.items = items
      return .list(list)
    case .table(let table):
      return table.rewrittenContent(inlines: inlines, blocks: blocks).map { .table($0) }
    case .definitionList(let definitions):
      let changed = definitions.rewritten { definition in
        let terms = definition.terms.rewritten { Rewriting(inlines($0)) }
        let details = definition.details.rewritten { Rewriting(blocks($0)) }
        guard terms != nil || details != nil else { return .unchanged }
        return .replaced(
          Definition(terms: terms ?? definition.terms, details: details ?? definition.details))
      }
      return changed.map { .definitionList($0) }
    case .figure(var figure):
      let (content, caption) = (blocks(figure.blocks), inlines(figure.caption))
      guard content != nil || caption != nil else { return nil }
      figure.blocks = content ?? figure.blocks
      figure.caption = caption ?? figure.caption
      return .figure(figure)
    case .codeBlock, .thematicBreak, .html:
      return nil
    }
  }
}

extension Table {
  fileprivate func rewrittenContent(
    inlines: ([Inline]) -> [Inline]?, blocks: ([Block]) -> [Block]?
  ) -> Table? {
    let caption = caption.isEmpty ? nil : inlines(caption)
    let rows = rows.rewritten { row in
      Rewriting(
        row.rewritten { cell in
          if let paragraph = cell.paragraph { return Rewriting(inlines(paragraph).map { cell.holding($0) }) }
          return Rewriting(blocks(cell.blocks).map { cell.holding(blocks: $0) })
        })
    }
    guard caption != nil || rows != nil else { return nil }
    var table = self
    table.caption = caption ?? table.caption
    table.rows = rows ?? table.rows
    return table
  }
}

extension ListItem {
  fileprivate func holding(_ blocks: [Block]) -> ListItem {
    ListItem(checkbox: checkbox, label: label, blocks)
  }
}

extension TableCell {
  fileprivate func holding(blocks: [Block]) -> TableCell {
    var cell = self
    cell.blocks = blocks
    return cell
  }
}
