@_exported public import DocumentModel
@_exported public import HTMLWriting

/// Reads Markdown: CommonMark 0.31.2 with GitHub's tables, task lists, strikethrough, autolinks and footnotes.
///
/// The reader follows GitHub if GitHub and CommonMark differ. The cost is linear in the size of any text.
///
/// Bytes that are not UTF-8 become U+FFFD, a front matter is left out: `Format.markdown` reads it as `Document.properties`. Pairs of HTML tags for which the
/// model has a word (`<u>`, `<sup>`, `<kbd>` …) become that; other HTML stays as it was written. Footnotes are
/// labelled by their numbers.
public struct MarkdownReader: DocumentReader {
  /// The largest size of a text, in bytes; positions in the text have 32 bits.
  public static let maximumSize = 512 << 20

  /// Whether bare addresses in the text become links (GFM 6.9).
  public var linksBareAddresses: Bool

  /// True if text between dollar signs is a formula, as GitHub, Pandoc and Obsidian read it.
  public var readsFormulas: Bool

  /// Whether lines that begin with a colon define the terms in the lines above, as in PHP Markdown Extra, Pandoc,
  /// kramdown and Hugo.
  public var readsDefinitions: Bool

  /// True for Markdown that is written anew, in which what other readers take in another way than GitHub's stays as it
  /// was written: blocks of code whose language is `math`, single tildes (Pandoc's subscript), notes without a reference.
  package var keepsSource = false

  /// Creates a reader; by default, bare addresses become links and formulas are read, but definition lists are not.
  public init(linksBareAddresses: Bool = true, readsFormulas: Bool = true, readsDefinitions: Bool = false) {
    self.readsDefinitions = readsDefinitions
    self.linksBareAddresses = linksBareAddresses
    self.readsFormulas = readsFormulas
  }

  /// Reads Markdown in UTF-8.
  public func read(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    var assembly = try assembly(of: bytes)
    return assembly.document()
  }

  /// The plain markup that `HTMLWriter` writes for the document; nil for Markdown of which a document has to be made.
  package func html(_ bytes: [UInt8]) throws(RichTextError) -> [UInt8]? {
    var assembly = HTMLAssembly(try assembly(of: bytes))
    return assembly.html()
  }

  /// The blocks of Markdown, each made when it is asked for; nil for Markdown with notes, which stand in its document.
  package func blocks(of bytes: [UInt8]) throws(RichTextError) -> MarkdownBlocks? {
    let assembly = try assembly(of: bytes)
    return assembly.scanner.notes.isEmpty ? MarkdownBlocks(assembly) : nil
  }

  private func assembly(of bytes: [UInt8]) throws(RichTextError) -> DocumentAssembly {
    guard bytes.count <= Self.maximumSize else {
      throw RichTextError(.tooLarge, "the Markdown is longer than \(Self.maximumSize >> 20) MiB")
    }
    let text = MarkdownInput.prepared(bytes)
    var start = FrontMatter.end(in: text)
    if start == 0, text.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    var parser = BlockParser(text, readsDefinitions: readsDefinitions)
    parser.read(text.span, from: start)
    return DocumentAssembly(
      parser, linksBareAddresses: linksBareAddresses, readsFormulas: readsFormulas, keepsSource: keepsSource)
  }

  /// The names of fields of a front matter that hold other fields, which are not read.
  package static func unreadFields(in bytes: [UInt8]) -> [String] { FrontMatter.fields(of: bytes).unread }

  /// The position of the text after a front matter; 0 without one.
  public static func startOfText(in bytes: [UInt8]) -> Int {
    FrontMatter.end(in: bytes)
  }
}
