/// Reads OpenDocument text, as LibreOffice, Word, Google Docs and others write it (ODF 1.3): packages, and
/// documents in a file of XML.
///
/// What was changed is read as accepted; comments, hidden text, headers and footers are left out.
public struct OpenDocumentReader: DocumentReader {
  /// Creates a reader; it has no settings.
  public init() {}

  /// Reads a document; throws `RichTextError` if the bytes are none, or if a password protects them.
  public func read(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    var document = FlowStructure(try OpenDocumentInterpreter(bytes).flow()).document()
    document.properties =
      OpenDocumentPackage.isXML(bytes)
      ? OfficeProperties.fields(ofFlat: bytes) : OfficeProperties.fields(of: bytes)
    return document
  }

  /// Reads what bytes begin with that are cut off.
  package func readBeginning(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    FlowStructure(try OpenDocumentInterpreter(bytes, isBeginning: true).flow()).document()
  }
}
