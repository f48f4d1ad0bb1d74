/// Writes HTML: exactly as CommonMark's specification has it, or fit for the clipboard.
public struct HTMLWriter: DocumentWriter {
  /// Which HTML is written.
  public enum Style: Hashable, Sendable {
    /// What `cmark-gfm` prints for the same document, raw HTML included.
    case commonMark
    /// What rich-text programs take well and may take safely: a charset first, inline styles where receivers
    /// need them, boxes of task lists as text, no active content.
    case clipboard
  }

  /// The HTML to write.
  public var style: Style

  /// Creates a writer of plain markup, as CommonMark's own, unless told otherwise.
  public init(style: Style = .commonMark) {
    self.style = style
  }

  /// Writes a document as HTML in UTF-8.
  public func write(_ document: Document) -> [UInt8] {
    let document = document.media.isEmpty ? document : document.expressed(within: .html)
    switch style {
    case .commonMark:
      var serializer = HTMLSerializer(dialect: CommonMarkDialect(), footnotes: document.footnotes)
      serializer.write(document)
      return serializer.output.bytes
    case .clipboard:
      var serializer = HTMLSerializer(dialect: ClipboardDialect(), footnotes: document.footnotes)
      serializer.output.append(#"<meta http-equiv="content-type" content="text/html; charset=utf-8">"#)
      serializer.write(document)
      return serializer.output.bytes
    }
  }
}
