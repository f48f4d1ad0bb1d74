@_exported public import DocumentModel

/// Writes HTML, either exactly as in the CommonMark specification or for clipboards.
public struct HTMLWriter: DocumentWriter {
  /// The kind of HTML to write.
  public enum Style: Hashable, Sendable {
    /// The HTML that `cmark-gfm` prints for the same document, raw HTML included.
    case commonMark
    /// HTML that rich-text programs accept well and safely: a charset first, inline styles where receivers
    /// need them, boxes of task lists as text, no active content.
    case clipboard
  }

  /// The HTML to write.
  public var style: Style

  /// The headings that have identifiers, for links to lead to them; nil for none, as `cmark-gfm` has it.
  package var identified: IdentifiedHeadings?

  /// The headings that have identifiers.
  package enum IdentifiedHeadings: Sendable {
    /// The headings that the document itself links to.
    case linked
    /// All of them, for the links of other pages.
    case all
  }

  /// Creates a writer; by default of HTML as in the CommonMark specification.
  public init(style: Style = .commonMark) {
    self.style = style
    identified = style == .clipboard ? .linked : nil
  }

  /// Writes a document as HTML in UTF-8.
  public func write(_ document: Document) -> [UInt8] {
    let document = document.media.isEmpty ? document : document.lowered(to: .html)
    switch identified {
    case .all:
      return write(DocumentAnchors(of: document, .html, headings: .all)).bytes
    case .linked:
      var written = write(DocumentAnchors(unmarked: document, isUnknown: true))
      guard written.missesPlaces else { return written.bytes }
      // Two of them would take twice the memory.
      written.bytes = []
      return write(DocumentAnchors(of: document, .html)).bytes
    case nil:
      return write(DocumentAnchors(unmarked: document, isUnknown: false)).bytes
    }
  }

  /// Appends blocks as plain markup to what was written; false if they may link to places of a document.
  package static func append(_ blocks: [Block], isTight: Bool, to output: inout MarkupOutput) -> Bool {
    append(to: &output) { $0.write(blocks, isTight: isTight) }
  }

  /// Appends inlines in the same way.
  package static func append(_ inlines: [Inline], to output: inout MarkupOutput) -> Bool {
    append(to: &output) { $0.write(inlines) }
  }

  private static func append(
    to output: inout MarkupOutput, _ write: (inout HTMLSerializer<CommonMarkDialect>) -> Void
  ) -> Bool {
    let places = DocumentAnchors(unmarked: Document(), isUnknown: true)
    var serializer = HTMLSerializer(dialect: CommonMarkDialect(), places)
    swap(&serializer.output, &output)
    write(&serializer)
    swap(&serializer.output, &output)
    return !serializer.places.areMissed
  }

  private func write(_ places: DocumentAnchors) -> (bytes: [UInt8], missesPlaces: Bool) {
    switch style {
    case .commonMark:
      var serializer = HTMLSerializer(dialect: CommonMarkDialect(), places)
      serializer.write(places.document)
      return (serializer.output.bytes, serializer.places.areMissed)
    case .clipboard:
      var serializer = HTMLSerializer(dialect: ClipboardDialect(places: places.originals), places)
      serializer.output.append(#"<meta http-equiv="content-type" content="text/html; charset=utf-8">"#)
      serializer.write(places.document)
      return (serializer.output.bytes, serializer.places.areMissed)
    }
  }
}
