/// Reads documents of Word, as Word, LibreOffice, Google Docs, Pages and others write them (ECMA-376).
///
/// Transitional and strict ones alike. What was changed is read as accepted; comments, hidden text, headers and
/// footers are left out.
public struct WordProcessingReader: DocumentReader {
  /// The reader of HTML that stands in the document.
  let htmlReader: any EmbeddedHTMLReader.Type

  package init(readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type) { self.htmlReader = htmlReader }

  /// Reads a document; throws `RichTextError` if the bytes are not a Word document, or if a password protects it.
  public func read(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    var document = FlowStructure(try WordInterpreter(bytes, readingHTMLBy: htmlReader).flow()).document()
    document.properties = OfficeProperties.fields(of: bytes)
    return document
  }

  /// Reads what bytes begin with that are cut off.
  package func readBeginning(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    FlowStructure(try WordInterpreter(beginningOf: bytes, readingHTMLBy: htmlReader).flow()).document()
  }

  /// The number of links of a document that lead to files of the machine that it was written on.
  package func localLinkCount(in bytes: [UInt8]) -> Int {
    guard WordPackage.mayHoldLocalLinks(bytes) else { return 0 }
    return (try? WordInterpreter(bytes, readingHTMLBy: htmlReader))?.localLinkCount ?? 0
  }
}

/// Documents of other formats that stand in the document until Word saves it (ECMA-376, 17.17.2).
///
/// Programs that make a document of HTML leave all of it in such a part.
extension WordInterpreter {
  /// The size limit of the documents within one, in bytes.
  static let chunkLimit = 32 << 20
  /// The least that one costs, however small it is.
  private static let leastCost = 4_096

  /// Writes a document that the element names, between the paragraphs.
  mutating func writeChunk() {
    guard chunkBytes > 0, let target = reader.attribute(WordName.r_id).flatMap({ relationships[$0] }),
      !target.isExternal, let name = package.name(of: target.target), repeatedParts.mayRead(name),
      let bytes = try? package.part(name)
    else { return }
    let available = chunkBytes
    chunkBytes -= max(bytes.count, Self.leastCost)
    // The documents of Word are larger than their archives.
    defer { repeatedParts.add(name, cost: max(bytes.count, available - chunkBytes - Self.leastCost)) }
    guard chunkBytes >= 0, let document = document(ofChunk: bytes, name.lowercased()) else { return }
    composer.write(document)
  }

  /// What the bytes of a part say, of whichever format they are; nil if nothing can be read of them.
  private mutating func document(ofChunk bytes: [UInt8], _ name: String) -> Document? {
    if bytes.starts(with: [0x50, 0x4B]) { return documentOfWord(bytes) }
    if RTFReader.matchesSignature(bytes) { return try? RTFReader(readingHTMLBy: htmlReader).read(bytes) }
    if let page = htmlReader.page(inArchive: bytes) { return try? htmlReader.init().read(page) }
    let start = bytes.first { !$0.isHTMLSpace && $0 < 0x80 }
    let isMarkup = start == UInt8(ascii: "<") || name.hasSuffix(".html") || name.hasSuffix(".htm")
    if isMarkup, !name.hasSuffix(".txt") { return try? htmlReader.init().read(bytes) }
    return PlainTextReader().read(bytes)
  }

  /// A document of Word within this one; the documents within that are left out.
  private mutating func documentOfWord(_ bytes: [UInt8]) -> Document? {
    do {
      let package = try WordPackage(bytes, limit: chunkBytes)
      let inner = try WordInterpreter(
        package, media: media.within(), chunkBytes: 0, readingHTMLBy: htmlReader)
      chunkBytes = inner.package.left
      media.take(inner.media)
      return FlowStructure(inner.flow()).document()
    } catch {
      // What it has cost is not known.
      if error.code == .tooLarge { chunkBytes = 0 }
      return nil
    }
  }
}
