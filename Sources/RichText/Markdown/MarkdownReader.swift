/// Reads Markdown: CommonMark with GitHub's tables, task lists, strikethrough, autolinks and footnotes.
///
/// Bytes that are not UTF-8 become U+FFFD, a YAML front matter is left out. Pairs of HTML tags for which the
/// model has a word (`<u>`, `<sup>`, `<kbd>` …) become that; other HTML stays as it was written. Footnotes are
/// labelled by their numbers.
public struct MarkdownReader: DocumentReader {
  /// The most bytes that are read: the parser counts in 32 bits.
  public static let maximumSize = 512 << 20

  /// True if addresses that stand bare in the text become links (GFM 6.9).
  public var linksBareAddresses: Bool

  /// How much text is parsed at once, if it can be cut.
  private let sectionLength: Int

  /// Creates a reader that makes links of bare addresses unless told otherwise.
  public init(linksBareAddresses: Bool = true) {
    self.init(linksBareAddresses: linksBareAddresses, sectionLength: 64 << 10)
  }

  init(linksBareAddresses: Bool, sectionLength: Int) {
    self.linksBareAddresses = linksBareAddresses
    self.sectionLength = sectionLength
  }

  /// Reads Markdown in UTF-8.
  public func read(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    guard bytes.count <= Self.maximumSize else {
      throw RichTextError(.tooLarge, "The Markdown was longer than \(Self.maximumSize >> 20) MiB")
    }
    let text = UTF8Text.repaired(bytes)
    let body = text[FrontMatter.end(in: text)...]
    let cost = MarkdownCost(of: body)
    guard !cost.isParsingExcessive else { return PlainTextReader().read(Array(body)) }
    var extensions: CMarkTree.Extensions = [.strikethrough, .taskList]
    if linksBareAddresses, !cost.isAddressExcessive { extensions.insert(.autolink) }
    if !cost.isTableExcessive { extensions.insert(.table) }
    // The parser goes through the whole tree for footnotes, be there any or not.
    if ByteSearch.contains("[^", in: body) {
      extensions.insert(.footnotes)
      return CMarkTree.read(body, extensions: extensions)
    }
    return read(body, inSectionsOf: sectionLength, extensions: extensions)
  }

  /// True if reading the text takes not much longer than its length explains: 50 milliseconds at most.
  package static func isSoonRead(_ bytes: [UInt8]) -> Bool {
    MarkdownCost(of: bytes[FrontMatter.end(in: bytes)...]).steps < 50_000_000
  }

  /// Where the text begins behind a front matter, which readers leave out; 0 without one.
  public static func startOfText(in bytes: [UInt8]) -> Int {
    FrontMatter.end(in: bytes)
  }

  private func read(
    _ text: ArraySlice<UInt8>, inSectionsOf length: Int, extensions: CMarkTree.Extensions
  ) -> Document {
    guard text.count > 2 * length else { return CMarkTree.read(text, extensions: extensions) }
    let sections = MarkdownSections(text, length: length)
    let definitions = Array(sections.definitions.joined(separator: [0x0A])) + [0x0A, 0x0A]
    guard sections.starts.count > 1, definitions.count < max(length / 4, 1024) else {
      return CMarkTree.read(text, extensions: extensions)
    }
    var document = Document()
    for (start, end) in zip(sections.starts, sections.starts.dropFirst() + [text.endIndex]) {
      let section = sections.definitions.isEmpty ? text[start..<end] : definitions[...] + text[start..<end]
      document.blocks += CMarkTree.read(section, extensions: extensions).blocks
    }
    return document
  }
}
