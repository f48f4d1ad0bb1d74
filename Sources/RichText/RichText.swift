// One name for all of rich text: programs that use it import this module alone. Its parts are modules of their own, so that
// they are compiled side by side.
@_exported public import DocumentModel
@_exported public import HTMLReading
@_exported public import HTMLWriting
@_exported public import MarkdownDocuments
@_exported public import WordProcessors

// Documents of word processors hold HTML, and raw HTML is shown in documents of formats that do not know it. The modules of
// these formats are built beside that of HTML, whose reader is named to them here.

extension RTFReader {
  /// Creates a reader; it has no settings.
  public init() { self.init(readingHTMLBy: HTMLReader.self) }
}

extension RTFWriter {
  /// Creates a writer; it has no settings.
  public init() { self.init(readingHTMLBy: HTMLReader.self) }
}

extension WordProcessingReader {
  /// Creates a reader; it has no settings.
  public init() { self.init(readingHTMLBy: HTMLReader.self) }
}

extension WordProcessingWriter {
  /// Creates a writer.
  public init(reference: ReferenceDocument? = nil) {
    self.init(reference: reference, readingHTMLBy: HTMLReader.self)
  }
}

extension OpenDocumentWriter {
  /// Creates a writer; by default of packages.
  public init(isFlat: Bool = false, reference: ReferenceDocument? = nil) {
    self.init(isFlat: isFlat, reference: reference, readingHTMLBy: HTMLReader.self)
  }
}

extension PlainTextWriter {
  /// Creates a writer that leaves out the addresses of links.
  public init() { self.init(readingHTMLBy: HTMLReader.self) }
}
