/// Writes a document as Markdown that reads as that same document again.
///
/// What is written is `Document.normalized()`. Only characters that would change the meaning are escaped.
public struct MarkdownWriter: DocumentWriter {
  public enum TableStyle: Sendable {
    /// Cells are filled up with spaces, so that columns line up.
    case padded
    case compact
  }

  public var tableStyle: TableStyle
  /// True to write highlighted text as `==text==` in place of `<mark>text</mark>`.
  public var marksHighlightWithEqualSigns: Bool

  public init(tableStyle: TableStyle = .padded, marksHighlightWithEqualSigns: Bool = false) {
    self.tableStyle = tableStyle
    self.marksHighlightWithEqualSigns = marksHighlightWithEqualSigns
  }

  public func write(_ document: Document) -> [UInt8] {
    let document = document.normalized()
    var lines = MarkdownLines()
    var writer = MarkdownBlockWriter(options: self, hasFootnotes: !document.footnotes.isEmpty)
    writer.write(document.blocks, isTight: false, to: &lines)
    for (index, note) in document.footnotes.enumerated() {
      if index > 0 || !document.blocks.isEmpty { lines.endBlankLine() }
      writer.write(note, to: &lines)
    }
    return lines.bytes
  }
}
