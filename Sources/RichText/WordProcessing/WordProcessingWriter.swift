import Containers

/// Writes documents of Word that Word, LibreOffice, Google Docs and others read as true headings, lists, quotes,
/// code, tables, notes and links (ECMA-376, transitional).
///
/// The bytes depend on nothing but the document.
public struct WordProcessingWriter: DocumentWriter {
  /// Creates a writer; it has no settings.
  public init() {}

  /// Writes a document as DOCX.
  public func write(_ document: Document) -> [UInt8] {
    var body = WordBodyWriter(document)
    body.write(document.blocks, in: FlowContext())
    var text = XMLWriter()
    text.raw("<w:document \(WordParts.namespaces)><w:body>")
    text.raw(body.output.bytes)
    text.raw(
      "<w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1440\" w:right=\"1440\" w:bottom=\"1440\" w:left=\"1440\" w:header=\"708\" w:footer=\"708\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>"
    )
    return body.parts.package(
      document: text.bytes, styles: WordDocumentStyles.part(codeInfos: body.codeInfos),
      numbering: WordNumberingWriter.part(body.lists), notes: notes(of: body), title: document.title)
  }

  /// The part of the notes, with the lines that separate them from the text.
  private func notes(of body: WordBodyWriter) -> [UInt8]? {
    guard !body.noteOutput.bytes.isEmpty else { return nil }
    var writer = XMLWriter()
    writer.raw("<w:footnotes \(WordParts.namespaces)>")
    for (id, kind) in [(-1, "separator"), (0, "continuationSeparator")] {
      writer.raw(
        "<w:footnote w:type=\"\(kind)\" w:id=\"\(id)\"><w:p><w:r><w:\(kind)/></w:r></w:p></w:footnote>")
    }
    writer.raw(body.noteOutput.bytes)
    writer.raw("</w:footnotes>")
    return writer.bytes
  }
}

extension Document {
  /// The words of the first heading, nil if there is none.
  var title: String? {
    for case .heading(_, let inlines) in blocks {
      let text = Self.text(of: inlines).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !text.isEmpty { return String(text.prefix(200)) }
    }
    return nil
  }

  private static func text(of inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text), .code(let text), .math(let text, _): text
      case .softBreak, .lineBreak: " "
      default: inline.content.map(text) ?? ""
      }
    }.joined()
  }
}
