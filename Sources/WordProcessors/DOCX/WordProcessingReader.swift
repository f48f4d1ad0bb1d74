/// Reads documents of Word, as Word, LibreOffice, Google Docs, Pages and others write them (ECMA-376).
///
/// Transitional and strict ones alike. What was changed is read as accepted; comments, hidden text, headers and
/// footers are left out.
public struct WordProcessingReader: DocumentReader {
  /// What reads HTML that stands in the document.
  let htmlReader: any EmbeddedHTMLReader.Type

  package init(readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type) { self.htmlReader = htmlReader }

  /// Reads a document; throws `RichTextError` if the bytes are none, or if a password protects them.
  public func read(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    var document = FlowStructure(try WordInterpreter(bytes, readingHTMLBy: htmlReader).flow()).document()
    document.properties = OfficeProperties.fields(of: bytes)
    return document
  }

  /// Reads what bytes begin with that are cut off.
  package func readBeginning(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    FlowStructure(try WordInterpreter(beginningOf: bytes, readingHTMLBy: htmlReader).flow()).document()
  }

  /// How many links of a document lead to files of the machine that it was written on.
  package func localLinkCount(in bytes: [UInt8]) -> Int {
    guard WordPackage.mayHoldLocalLinks(bytes) else { return 0 }
    return (try? WordInterpreter(bytes, readingHTMLBy: htmlReader))?.localLinkCount ?? 0
  }
}
