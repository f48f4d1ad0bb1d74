/// A format of rich text: how it is recognised, read and written.
///
/// `TypeRegistry/formats.json` declares its type and the names under which it is offered.
public struct Format: Sendable {
  /// The recipient that content is written for.
  public enum Audience: Sendable {
    /// A program that pastes: the markup tells how things look, and holds nothing active.
    case pasteboard
    /// A file or a pipe: the markup is plain.
    case file
  }

  /// Options for writing a document.
  public struct Options: Sendable {
    /// The recipient.
    public var audience: Audience
    /// The spelling of Markdown.
    public var style: MarkdownStyle
    /// A document whose styles and page are used for office documents of its format; nil for the built-in ones.
    public var reference: ReferenceDocument?
    /// Whether Markdown begins with the document's properties as a front matter.
    public var writesFrontMatter = false
    /// Whether text with an ISO 8601 date becomes a date in spreadsheets.
    public var readsDates = false

    /// Creates options; by default for a file, with the usual spelling and styles.
    public init(
      for audience: Audience = .file, style: MarkdownStyle = MarkdownStyle(),
      reference: ReferenceDocument? = nil
    ) {
      self.audience = audience
      self.style = style
      self.reference = reference
    }
  }

  /// The former name of ``Options``.
  @available(*, deprecated, renamed: "Options")
  public typealias Terms = Options

  /// The name in tables and commands.
  public let name: String
  /// The name that people know it by.
  public let title: String
  /// Whether its bytes are text that people can read; false for archives, for example.
  public let isText: Bool
  /// Every space of the text means something.
  package let isSpaced: Bool
  /// Returns false if the first bytes show another format: some owners answer every target with the same text.
  public let matchesSignature: @Sendable (_ bytes: [UInt8]) -> Bool
  /// The former name of ``matchesSignature``.
  @available(*, deprecated, renamed: "matchesSignature")
  public var looksRight: @Sendable (_ bytes: [UInt8]) -> Bool { matchesSignature }

  /// Reads a document; throws `RichTextError` if the bytes are not of this format, or too large.
  public let read: @Sendable (_ bytes: [UInt8]) throws(RichTextError) -> Document
  /// Reads a document with all pictures that it holds, however large; as addresses they may be of any scheme.
  package let readWithPictures: @Sendable (_ bytes: [UInt8]) throws(RichTextError) -> Document
  /// The kinds of pictures that programs show which read the format, by their MIME types; none where documents do not
  /// bring their pictures along.
  package let pictureTypes: [String]
  /// Writes what the bytes say in another format without a document in between; nil where that is not possible.
  package let writeDirectly:
    @Sendable (_ bytes: [UInt8], _ wanted: Format, _ terms: Options) throws(RichTextError) -> [UInt8]?
  /// Reads what the first bytes of a document say, of which the others are not there.
  package let readBeginning: @Sendable (_ bytes: [UInt8]) throws(RichTextError) -> Document
  /// False if no picture can be in the bytes, as a glance tells; in RTF a glance takes longer than looking at what was
  /// read.
  package let mayHoldPictures: @Sendable (_ bytes: [UInt8]) -> Bool
  /// The number of comments that the bytes hold, which no document keeps.
  package let commentCount: @Sendable (_ bytes: [UInt8]) -> Int
  /// The number of links that the bytes hold to files of one machine, which few documents keep.
  package let localLinkCount: @Sendable (_ bytes: [UInt8]) -> Int
  /// The character set that the bytes name and that cannot be read, in words; nil if all of them can.
  package let unreadableCharacterSet: @Sendable (_ bytes: [UInt8]) -> String?
  /// True if it shows at the end of the bytes that more of them were there, of which what is left is read.
  package let isCutOff: @Sendable (_ bytes: [UInt8]) -> Bool
  /// The rest of bytes that were damaged or cut off, as bytes that are read; nil for what is whole, or past help.
  package let recovered: @Sendable (_ bytes: [UInt8]) -> [UInt8]?
  /// Writes a document; returns no bytes if the format can hold none of it.
  public let write: @Sendable (_ document: Document, _ terms: Options) -> [UInt8]

  init(
    name: String, title: String, isText: Bool = true, isSpaced: Bool = false, pictureTypes: [String] = [],
    matchesSignature: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    read: @escaping @Sendable ([UInt8]) throws(RichTextError) -> Document,
    readWithPictures: (@Sendable ([UInt8]) throws(RichTextError) -> Document)? = nil,
    writeDirectly: @escaping @Sendable ([UInt8], Format, Options) throws(RichTextError) -> [UInt8]? = {
      _, _, _ in nil
    },
    readBeginning: (@Sendable ([UInt8]) throws(RichTextError) -> Document)? = nil,
    mayHoldPictures: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
    commentCount: @escaping @Sendable ([UInt8]) -> Int = { _ in 0 },
    localLinkCount: @escaping @Sendable ([UInt8]) -> Int = { _ in 0 },
    unreadableCharacterSet: @escaping @Sendable ([UInt8]) -> String? = { _ in nil },
    isCutOff: @escaping @Sendable ([UInt8]) -> Bool = { _ in false },
    recovered: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil },
    write: @escaping @Sendable (Document, Options) -> [UInt8]
  ) {
    self.name = name
    self.title = title
    self.isText = isText
    self.isSpaced = isSpaced
    self.pictureTypes = pictureTypes
    self.matchesSignature = matchesSignature
    self.read = read
    self.readWithPictures = readWithPictures ?? read
    self.writeDirectly = writeDirectly
    self.readBeginning = readBeginning ?? read
    self.mayHoldPictures = mayHoldPictures
    self.commentCount = commentCount
    self.localLinkCount = localLinkCount
    self.unreadableCharacterSet = unreadableCharacterSet
    self.isCutOff = isCutOff
    self.recovered = recovered
    self.write = write
  }

  /// All formats. A new format is a folder beside the others, and a row here.
  public static let all: [Format] = [
    .markdown, .html, .rtf, .wordProcessing, .openDocument, .flatOpenDocument, .workbook, .openSpreadsheet,
    .flatOpenSpreadsheet, .commaSeparated,
    .tabSeparated,
    .plainText,
  ]
}

extension Format {
  /// Whether documents of the format bring their pictures along.
  package var holdsPictures: Bool { !pictureTypes.isEmpty }

  /// Whether the format keeps the properties of a document.
  package var keepsProperties: Bool {
    [Format.wordProcessing, .openDocument, .flatOpenDocument].contains(self)
  }

  /// False where what is written links to no file of the machine that it is written on (`LinkPolicy`).
  package var holdsLocalLinks: Bool {
    ![Format.rtf, .wordProcessing, .openDocument, .flatOpenDocument].contains(self)
  }

  /// Reads a document for a format that holds pictures: with those that it holds within the bounds for that.
  ///
  /// `leftCount` says how many are left out.
  package func readHoldingPictures(
    _ bytes: [UInt8]
  ) throws(RichTextError) -> (document: Document, leftCount: Int) {
    guard holdsPictures, mayHoldPictures(bytes) else { return (try read(bytes), 0) }
    return try readWithPictures(bytes).holdingPictures()
  }
}

extension MarkdownStyle {
  /// The style with tables as suits documents of a format, where nobody asks for others.
  package func suiting(_ source: Format?) -> MarkdownStyle {
    guard tables == .auto, let source, Self.officeFormats.contains(source) else { return self }
    var style = self
    style.tables = .whole
    return style
  }

  private static let officeFormats: [Format] = [.wordProcessing, .openDocument, .flatOpenDocument]
}

extension ReferenceDocument {
  /// True if documents of the format can have its styles.
  public func fits(_ format: Format) -> Bool {
    isWord ? format == .wordProcessing : format == .openDocument || format == .flatOpenDocument
  }
}

extension Format: Hashable, CustomStringConvertible {
  /// Formats are equal if their names are.
  public static func == (left: Format, right: Format) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name that people know it by.
  public var description: String { title }
}
