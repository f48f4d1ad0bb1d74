/// Rich text as a tree of blocks, which every reader returns and every writer accepts.
///
/// The tree holds the structure of rich-text programs and HTML, which is more than Markdown can express: lists in
/// cells, captions, definitions. Readers keep all of it; `lowered(to:)` simplifies it for a format that cannot
/// express it. The tree holds no fonts, colours or sizes.
public struct Document: Hashable, Sendable {
  /// The blocks of the text, in order.
  public var blocks: [Block]

  /// The notes that the footnote references of `blocks` point to, in the order of their first reference.
  public var footnotes: [Footnote]

  /// The pictures and the like that images of the document show by their identifiers.
  public var media: [Medium]

  /// The properties of the document beside its text, such as its title: the fields of a front matter.
  public var properties: [DocumentProperty]

  /// Creates a document; by default an empty one.
  public init(
    _ blocks: [Block] = [], footnotes: [Footnote] = [], media: [Medium] = [],
    properties: [DocumentProperty] = []
  ) {
    self.blocks = blocks
    self.footnotes = footnotes
    self.media = media
    self.properties = properties
  }

  /// True if there is nothing to show.
  public var isEmpty: Bool { blocks.isEmpty && footnotes.isEmpty }
}

/// The text of one footnote.
public struct Footnote: Hashable, Sendable {
  /// The label by which references name the note; unique within a document.
  public var label: String
  /// The blocks of the note.
  public var blocks: [Block]

  /// Creates a note for the references of this label.
  public init(label: String, blocks: [Block]) {
    self.label = label
    self.blocks = blocks
  }
}

/// A property of a document beside its text: its title, an author, any field of a front matter.
public struct DocumentProperty: Hashable, Sendable {
  /// The name as the document spells it.
  public var key: String
  /// The values of the property; several values where it is a list.
  public var values: [String]
  /// Whether the property is a list, of one value too.
  public var isList: Bool

  /// Creates a property of one value.
  public init(_ key: String, _ value: String) {
    self.init(key, [value], isList: false)
  }

  /// Creates a property of several values; by default a list.
  public init(_ key: String, _ values: [String], isList: Bool = true) {
    self.key = key
    self.values = values
    self.isList = isList
  }

  /// The values with commas between them, or semicolons where a value has a comma itself.
  package var text: String {
    values.joined(separator: values.contains { $0.contains(",") } ? "; " : ", ")
  }
}

/// The properties that office documents have a place of their own for (ECMA-376 part 2, 11; ODF 1.3 part 3, 4.3).
package enum PropertyRole: CaseIterable {
  case title, author, date, language, keywords, description, subject

  /// The names of fields of a front matter that mean it.
  private var keys: [String] {
    switch self {
    case .title: ["title"]
    case .author: ["author", "authors"]
    case .date: ["date"]
    case .language: ["lang", "language"]
    case .keywords: ["keywords", "tags"]
    case .description: ["description", "summary", "abstract"]
    case .subject: ["subject"]
    }
  }

  /// The role of a field; nil for one that office documents know nothing of.
  package init?(_ key: String) {
    let key = key.lowercased()
    guard let role = Self.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
    self = role
  }
}

extension [DocumentProperty] {
  /// The first property with one of some names, whatever their case.
  package func first(named keys: String...) -> DocumentProperty? {
    first { keys.contains($0.key.lowercased()) }
  }
}

/// Reads bytes of one format as a document.
///
/// A reader accepts every input that claims its format: it skips what it does not understand, and keeps the text. It
/// fetches nothing, and its cost is linear in the size of the input.
public protocol DocumentReader: Sendable {
  /// Reads a whole document.
  ///
  /// Throws `RichTextError` if the bytes are not of this format at all, or too many.
  func read(_ bytes: [UInt8]) throws(RichTextError) -> Document
}

/// Writes a document as bytes of one format.
public protocol DocumentWriter: Sendable {
  func write(_ document: Document) -> [UInt8]
}

/// The depth to which readers nest what they read; deeper content stays, with its innermost wrapping left off.
///
/// The bounds keep recursion over a document safe on any thread's stack.
package enum NestingLimit {
  /// Block quotes and lists within each other.
  package static let blocks = 100
  /// Tables, definition lists and figures within each other; RTF has no words for deeper tables.
  package static let enclosures = 16
  /// Emphasis, links and the like within each other.
  package static let inlines = 50
  /// Elements of HTML within each other, whatever they are: each is a few calls while a document is made.
  package static let elements = 600
  /// Footnotes of which each is referred to in the one before, where a format has notes stand within notes.
  package static let notes = 8
}

/// An error that readers of documents throw.
public struct RichTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable {
    package enum Kind { case notThisFormat, tooLarge }
    package let kind: Kind

    /// The bytes do not have the declared format.
    public static let notThisFormat = Code(kind: .notThisFormat)
    /// The input exceeds a limit of the reader.
    public static let tooLarge = Code(kind: .tooLarge)
  }

  /// The kind of failure.
  public let code: Code
  /// A description of the failure, in one line without a full stop.
  public let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
