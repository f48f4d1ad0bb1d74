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
  /// Terms, each with what is said of it.
  case definitionList([Definition])
  /// Blocks that a caption belongs to.
  indirect case figure(Figure)
  case thematicBreak
  /// Raw HTML that stood in Markdown, as it was written, without the line ending at its end.
  case html(String)
}

/// A bullet or ordered list.
public struct List: Hashable, Sendable {
  /// What stands before the items.
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

  /// Creates a list, tight unless told otherwise.
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
  /// The marker that the source showed, where neither a bullet nor a decimal number says it: `iv.`, `2.3.1`.
  ///
  /// Plain text shows it; Markdown has no words for it.
  public var label: String?
  /// What stands in the item.
  public var blocks: [Block]

  /// Creates an item, without a box or a label unless told otherwise.
  public init(checkbox: Checkbox? = nil, label: String? = nil, _ blocks: [Block]) {
    self.checkbox = checkbox
    self.label = label
    self.blocks = blocks
  }
}

/// Preformatted text.
public struct CodeBlock: Hashable, Sendable {
  /// What follows the opening fence; its first word names the language (CommonMark 4.5).
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
    let words = info.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, first.utf8.first == UInt8(ascii: "{") else { return words.first }
    let name = (first.dropFirst().first == "#" ? words.dropFirst().first : first) ?? first
    let language = name.drop { "{.=".contains($0) }.prefix { !"},".contains($0) }
    if language.hasPrefix("code"), first.last == "}", words.count > 1 { return words[1] }
    return language.isEmpty ? first : language
  }
}
