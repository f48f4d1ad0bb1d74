import Containers

/// A document of one's own whose styles and page others get: how headings, quotes and code look, how large the
/// page is and how wide its margins are, and in DOCX how headings are numbered.
///
/// Nothing else of it is taken: no text, no header or footer, no fields.
public struct ReferenceDocument: Sendable {
  /// What is taken of a document.
  enum Content: Sendable {
    case word(WordReference)
    case openDocument(OpenDocumentReference)
  }

  let content: Content

  /// Reads what is taken of a document; throws `RichTextError` if it is neither DOCX nor ODT or FODT.
  public init(_ bytes: [UInt8]) throws(RichTextError) {
    guard !OpenDocumentPackage.isXML(bytes) else {
      content = .openDocument(try OpenDocumentReference(bytes))
      return
    }
    let archive = try OfficeLimits.archive(of: bytes, "DOCX or ODT")
    content =
      archive["content.xml"] == nil
      ? .word(try WordReference(bytes)) : .openDocument(try OpenDocumentReference(bytes))
  }

  /// Whether it is a document of Word.
  package var isWord: Bool { word != nil }

  var word: WordReference? {
    if case .word(let reference) = content { reference } else { nil }
  }

  var openDocument: OpenDocumentReference? {
    if case .openDocument(let reference) = content { reference } else { nil }
  }
}
