/// Writes RTF that rich-text programs read as real headings, lists, quotes, tables, notes and links.
///
/// Styles and list tables are for programs that know them; every paragraph repeats their formatting, and every
/// item its marker, for those that do not. The bytes are ASCII (Rich Text Format Specification 1.9.1).
///
/// A soft break becomes a space. Blocks of raw HTML become what they show; tags within text
/// are left out.
public struct RTFWriter: DocumentWriter {
  /// What reads raw HTML of documents.
  let htmlReader: any EmbeddedHTMLReader.Type

  package init(readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type) { self.htmlReader = htmlReader }

  /// Writes a document as RTF in ASCII.
  public func write(_ document: Document) -> [UInt8] {
    let document = document.media.isEmpty ? document : document.expressed(within: .rtf)
    var body = Self.body(DocumentPlaces(unmarked: document, isUnknown: true, readingHTMLBy: htmlReader))
    if body.places.areMissed {
      // Two of them would take twice the memory.
      body.output = RTFOutput()
      body = Self.body(DocumentPlaces(of: document, .word, readingHTMLBy: htmlReader))
    }
    body.settleLists()
    body.output.append("}")
    // The header says what lists there are, which is known now.
    var header = RTFOutput()
    RTFHeader.write(
      to: &header, lists: body.lists, numbers: body.listNumbers, optionalStyles: body.optionalStyles)
    body.output.insertAtStart(header)
    return body.output.bytes
  }

  private static func body(_ places: DocumentPlaces) -> RTFBodyWriter {
    var body = RTFBodyWriter(places)
    // A byte is written as two digits.
    body.output.reserve(places.document.roomForMedia { $0 * 2 })
    body.write(places.document.blocks, in: FlowContext())
    body.closeLastParagraph(of: places.document)
    return body
  }
}
