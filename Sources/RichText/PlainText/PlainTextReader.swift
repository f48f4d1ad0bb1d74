/// Reads plain text: blank lines part paragraphs, other line endings stay line breaks.
public struct PlainTextReader: DocumentReader {
  /// Creates a reader; it has no settings.
  public init() {}

  /// Reads text in UTF-8: each run of lines is a paragraph.
  public func read(_ bytes: [UInt8]) -> Document {
    var document = Document()
    var paragraph: [Inline] = []
    var lines = Lines(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...])
    while let line = lines.next() {
      // A form feed ends a page, and so a paragraph.
      let text = String(decoding: line.filter { $0 >= 0x20 || $0 == 0x09 }, as: UTF8.self)
      if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        Self.append(&paragraph, to: &document)
      } else {
        if !paragraph.isEmpty { paragraph.append(.lineBreak) }
        paragraph.append(.text(text))
      }
    }
    Self.append(&paragraph, to: &document)
    return document
  }

  private static func append(_ paragraph: inout [Inline], to document: inout Document) {
    guard !paragraph.isEmpty else { return }
    document.blocks.append(.paragraph(paragraph))
    paragraph = []
  }
}
