import Containers

/// Writes OpenDocument text that LibreOffice reads as true headings, lists, quotes, code, tables, notes and links
/// (ODF 1.3): a package, or one file of XML.
///
/// The bytes depend on nothing but the document.
public struct OpenDocumentWriter: DocumentWriter {
  /// Whether to write one file of XML (FODT) instead of a package (ODT).
  public var isFlat: Bool

  /// The document of OpenDocument whose styles and page the written ones get; nil, and one of another format,
  /// for Pasteboard's own.
  public var reference: ReferenceDocument?

  /// A program inserts it into a document of its own.
  ///
  /// LibreOffice 7.4 to 26.8 joins the last paragraph with that at the cursor, which then has the style of the last but
  /// one: where those differ, an empty paragraph follows.
  package var isInserted = false

  /// The reader of raw HTML in documents.
  let htmlReader: any EmbeddedHTMLReader.Type

  package init(
    isFlat: Bool, reference: ReferenceDocument?, readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type
  ) {
    self.isFlat = isFlat
    self.reference = reference
    self.htmlReader = htmlReader
  }

  /// Writes a document as ODT or FODT.
  public func write(_ document: Document) -> [UInt8] {
    var body = body(DocumentAnchors(unmarked: document, isUnknown: true, readingHTMLBy: htmlReader))
    if body.places.areMissed {
      body = self.body(DocumentAnchors(of: document, .openDocument, readingHTMLBy: htmlReader))
    }
    body.styles.setLists(body.lists.overrides)
    let properties = OfficeProperties(of: document)
    return isFlat ? flat(body, properties) : package(body, properties)
  }

  private func body(_ places: DocumentAnchors) -> OpenDocumentBodyWriter {
    var body = OpenDocumentBodyWriter(places, on: reference?.openDocument?.page ?? .a4, isFlat: isFlat)
    body.write(places.document.blocks, in: FlowContext())
    if isInserted, body.endsUnlike { body.output.raw("<text:p text:style-name=\"Text_20_body\"/>") }
    return body
  }

  private static let type = "application/vnd.oasis.opendocument.text"

  private static let namespaces: String = {
    let base = "urn:oasis:names:tc:opendocument:xmlns:"
    let own = ["office", "text", "table", "style", "meta"].map { "xmlns:\($0)=\"\(base)\($0):1.0\"" }
    return own.joined(separator: " ")
      + " xmlns:draw=\"\(base)drawing:1.0\" xmlns:fo=\"\(base)xsl-fo-compatible:1.0\" xmlns:svg=\"\(base)svg-compatible:1.0\""
      + " xmlns:xlink=\"http://www.w3.org/1999/xlink\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" office:version=\"1.3\""
  }()

  // MARK: Parts

  private static func writeFonts(_ writer: inout XMLWriter) {
    writer.raw("<office:font-face-decls>")
    for (name, pitch) in [
      ("Liberation Serif", "variable"), ("Liberation Sans", "variable"), ("Liberation Mono", "fixed"),
    ] {
      writer.raw(
        "<style:font-face style:name=\"\(name)\" svg:font-family=\"'\(name)'\" style:font-pitch=\"\(pitch)\"/>"
      )
    }
    writer.raw("</office:font-face-decls>")
  }

  /// The fonts and the common styles, those of the reference before Pasteboard's own.
  private func writeFontsAndStyles(_ body: OpenDocumentBodyWriter, _ writer: inout XMLWriter) {
    guard let reference = reference?.openDocument, let own = ownStyles(body) else {
      Self.writeFonts(&writer)
      Self.writeStyles(body, &writer)
      return
    }
    reference.styles.writeFonts(with: own, to: &writer)
    reference.styles.writeStyles(with: own, to: &writer)
  }

  private func ownStyles(_ body: OpenDocumentBodyWriter) -> OpenDocumentStyleSheet? {
    var writer = XMLWriter()
    writer.raw("<office:document-styles \(Self.namespaces)>")
    Self.writeFonts(&writer)
    Self.writeStyles(body, &writer)
    writer.raw("</office:document-styles>")
    return OpenDocumentStyleSheet(writer.bytes)
  }

  private static func writeStyles(_ body: OpenDocumentBodyWriter, _ writer: inout XMLWriter) {
    writer.raw("<office:styles>")
    OpenDocumentCommonStyles.write(codeInfos: body.styles.codeInfos, to: &writer)
    writer.raw("</office:styles>")
  }

  private func writePage(_ writer: inout XMLWriter) {
    var page =
      "fo:page-width=\"21cm\" fo:page-height=\"29.7cm\" fo:margin-top=\"2.54cm\" fo:margin-bottom=\"2.54cm\" fo:margin-left=\"2.54cm\" fo:margin-right=\"2.54cm\""
    if let own = reference?.openDocument?.page {
      func length(_ twips: Int) -> String { "\(Double(twips) / 20)pt" }
      page =
        "fo:page-width=\"\(length(own.width))\" fo:page-height=\"\(length(own.height))\" fo:margin-top=\"\(length(own.top))\" fo:margin-bottom=\"\(length(own.bottom))\" fo:margin-left=\"\(length(own.left))\" fo:margin-right=\"\(length(own.right))\" style:print-orientation=\"\(own.width > own.height ? "landscape" : "portrait")\""
    }
    writer.raw(
      "<style:page-layout style:name=\"Page\"><style:page-layout-properties \(page)/></style:page-layout>")
  }

  private static let masterStyles =
    "<office:master-styles><style:master-page style:name=\"Standard\" style:page-layout-name=\"Page\"/></office:master-styles>"

  private static func writeBody(_ body: OpenDocumentBodyWriter, _ writer: inout XMLWriter) {
    writer.raw("<office:body><office:text>")
    writer.raw(body.output.bytes)
    writer.raw("</office:text></office:body>")
  }

  // MARK: Files

  private func flat(_ body: OpenDocumentBodyWriter, _ properties: OfficeProperties) -> [UInt8] {
    var writer = XMLWriter()
    writer.raw("<office:document \(Self.namespaces) office:mimetype=\"\(Self.type)\">")
    if !properties.isEmpty { properties.writeMeta(to: &writer) }
    writeFontsAndStyles(body, &writer)
    writer.raw("<office:automatic-styles>")
    body.styles.write(to: &writer)
    writePage(&writer)
    writer.raw("</office:automatic-styles>\(Self.masterStyles)")
    Self.writeBody(body, &writer)
    writer.raw("</office:document>")
    return writer.bytes
  }

  private func package(_ body: OpenDocumentBodyWriter, _ properties: OfficeProperties) -> [UInt8] {
    var content = XMLWriter()
    content.raw("<office:document-content \(Self.namespaces)>")
    Self.writeFonts(&content)
    content.raw("<office:automatic-styles>")
    body.styles.write(to: &content)
    content.raw("</office:automatic-styles>")
    Self.writeBody(body, &content)
    content.raw("</office:document-content>")
    var styles = XMLWriter()
    styles.raw("<office:document-styles \(Self.namespaces)>")
    writeFontsAndStyles(body, &styles)
    styles.raw("<office:automatic-styles>")
    writePage(&styles)
    styles.raw("</office:automatic-styles>\(Self.masterStyles)</office:document-styles>")
    var files: [(name: String, type: String, bytes: [UInt8])] = [
      ("content.xml", "text/xml", content.bytes), ("styles.xml", "text/xml", styles.bytes),
    ]
    if !properties.isEmpty {
      var meta = XMLWriter()
      meta.raw("<office:document-meta \(Self.namespaces)>")
      properties.writeMeta(to: &meta)
      meta.raw("</office:document-meta>")
      files.append(("meta.xml", "text/xml", meta.bytes))
    }
    for (name, picture) in body.pictures { files.append((name, picture.type, picture.bytes)) }
    for (folder, mathML) in body.formulas {
      var object = XMLWriter()
      object.raw(mathML)
      files.append((folder + "/content.xml", "text/xml", object.bytes))
    }
    let folders = body.formulas.map { ($0.folder + "/", "application/vnd.oasis.opendocument.formula") }
    return OpenDocumentPackage.write(files, folders: folders, type: Self.type)
  }
}
