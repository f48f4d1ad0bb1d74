import Containers
import RichText

/// Documents of Word from pieces of their parts.
struct WordFile {
  var body: String
  /// The content of `w:styles`, of `w:numbering`, of `w:footnotes`, of `w:comments`; nil for a document without that part.
  var styles: String?
  var numbering: String?
  var footnotes: String?
  var comments: String?
  /// Relationships of the main part besides those of these parts.
  var relationships = ""
  var media: [String: [UInt8]] = [:]
  var mainPart = "word/document.xml"
  /// The namespaces of strict documents.
  var isStrict = false

  init(_ body: String, styles: String? = nil, numbering: String? = nil, footnotes: String? = nil) {
    self.body = body
    self.styles = styles
    self.numbering = numbering
    self.footnotes = footnotes
  }

  private var base: String {
    isStrict ? "http://purl.oclc.org/ooxml/officeDocument/relationships" : Self.transitional
  }

  private static let transitional = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  private func part(_ root: String, _ content: String) -> [UInt8] {
    let words =
      isStrict
      ? "http://purl.oclc.org/ooxml/wordprocessingml/main"
      : "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return Array(
      """
      <?xml version="1.0"?><w:\(root) xmlns:w="\(words)" xmlns:r="\(base)" \
      xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" \
      xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" \
      xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" \
      xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" \
      xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" \
      xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" \
      xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">\
      \(content)</w:\(root)>
      """.utf8)
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var writer = ZipWriter()
    let package = "http://schemas.openxmlformats.org/package/2006/relationships"
    func relationships(_ content: String) -> [UInt8] {
      Array("<Relationships xmlns=\"\(package)\">\(content)</Relationships>".utf8)
    }
    writer.add(
      "_rels/.rels",
      relationships("<Relationship Id=\"a\" Type=\"\(base)/officeDocument\" Target=\"/\(mainPart)\"/>"))
    var main = self.relationships
    let folder = mainPart.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    let parts = [
      ("styles", styles), ("numbering", numbering), ("footnotes", footnotes), ("comments", comments),
    ]
    for (kind, content) in parts {
      guard let content else { continue }
      main += "<Relationship Id=\"\(kind)\" Type=\"\(base)/\(kind)\" Target=\"\(kind).xml\"/>"
      writer.add("\(folder)\(kind).xml", part(kind, content))
    }
    writer.add("\(folder)_rels/\(mainPart.dropFirst(folder.count)).rels", relationships(main))
    writer.add(mainPart, part("document", "<w:body>\(body)</w:body>"))
    for (name, bytes) in media { writer.add(folder + name, bytes) }
    return writer.finish()
  }

  func markdown() throws -> String {
    let document = try WordProcessingReader().read(bytes)
    return String(decoding: MarkdownWriter().write(document), as: UTF8.self)
  }
}

/// Flat documents of OpenDocument from pieces.
struct OpenDocumentFile {
  var body: String
  var automatic = ""
  var common = ""

  init(_ body: String, automatic: String = "", common: String = "") {
    self.body = body
    self.automatic = automatic
    self.common = common
  }

  private static let namespaces = ["office", "text", "table", "style"].map {
    "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
  }.joined(separator: " ")

  var bytes: [UInt8] {
    Array(
      """
      <?xml version="1.0"?><office:document \(Self.namespaces) \
      xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" \
      xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" \
      xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" \
      xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" \
      xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0" \
      xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" \
      xmlns:xlink="http://www.w3.org/1999/xlink">\
      <office:styles>\(common)</office:styles><office:automatic-styles>\(automatic)</office:automatic-styles>\
      <office:body><office:text>\(body)</office:text></office:body></office:document>
      """.utf8)
  }

  func markdown() throws -> String {
    let document = try OpenDocumentReader().read(bytes)
    return String(decoding: MarkdownWriter().write(document), as: UTF8.self)
  }
}
