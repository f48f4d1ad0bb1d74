import Containers

/// Writes documents of Word that Word, LibreOffice, Google Docs and others read as true headings, lists, quotes,
/// code, tables, notes and links (ECMA-376, transitional).
///
/// The bytes depend on nothing but the document.
public struct WordProcessingWriter: DocumentWriter {
  /// The document of Word whose styles and page the written ones get; nil, and one of another format, for
  /// Pasteboard's own.
  public var reference: ReferenceDocument?

  /// The reader of raw HTML in documents.
  let htmlReader: any EmbeddedHTMLReader.Type

  package init(reference: ReferenceDocument?, readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type) {
    self.reference = reference
    self.htmlReader = htmlReader
  }

  /// Writes a document as DOCX.
  public func write(_ document: Document) -> [UInt8] {
    let page = reference?.word?.page ?? .a4
    var body = Self.body(
      DocumentAnchors(unmarked: document, isUnknown: true, readingHTMLBy: htmlReader), on: page)
    if body.places.areMissed {
      body = Self.body(DocumentAnchors(of: document, .word, readingHTMLBy: htmlReader), on: page)
    }
    var text = XMLWriter()
    text.raw("<w:document \(WordParts.namespaces)><w:body>")
    text.raw(body.output.bytes)
    text.raw("\(Self.section(page))</w:body></w:document>")
    let (styles, numbering) = formatting(of: body)
    return body.parts.package(
      document: text.bytes, styles: styles, theme: reference?.word?.theme, numbering: numbering,
      notes: notes(of: body), properties: OfficeProperties(of: document))
  }

  private static func body(_ places: DocumentAnchors, on page: OfficePage) -> WordBodyWriter {
    var body = WordBodyWriter(places, on: page)
    body.write(places.document.blocks, in: FlowContext())
    return body
  }

  private static func section(_ page: OfficePage) -> String {
    let orientation = page.width > page.height ? " w:orient=\"landscape\"" : ""
    return "<w:sectPr><w:pgSz w:w=\"\(page.width)\" w:h=\"\(page.height)\"\(orientation)/>"
      + "<w:pgMar w:top=\"\(page.top)\" w:right=\"\(page.right)\" w:bottom=\"\(page.bottom)\" w:left=\"\(page.left)\""
      + " w:header=\"\(page.header)\" w:footer=\"\(page.footer)\" w:gutter=\"\(page.gutter)\"/></w:sectPr>"
  }

  /// The styles, and the lists with those that styles name.
  private func formatting(of body: WordBodyWriter) -> (styles: [UInt8], lists: [UInt8]?) {
    let own = WordDocumentStyles.part(codeInfos: body.codeInfos)
    guard let reference = reference?.word, let sheet = WordStyleSheet(own) else {
      return (own, WordNumberingWriter.part(body.lists))
    }
    let matching = OfficeStyleMatching(of: sheet.styles, in: reference.styles.styles)
    let headings = reference.numbers?.written(behind: body.lists, matching, in: reference.styles)
    return (
      reference.styles.merged(with: sheet, matching, numbers: headings?.numbers ?? [:]),
      WordNumberingWriter.part(body.lists, headings: headings)
    )
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
