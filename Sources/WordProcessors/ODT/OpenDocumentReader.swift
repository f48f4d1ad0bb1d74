import Containers

/// Reads OpenDocument text, as LibreOffice, Word, Google Docs and others write it (ODF 1.3): packages, and
/// documents in a file of XML.
///
/// What was changed is read as accepted; comments, hidden text, headers and footers are left out.
public struct OpenDocumentReader: DocumentReader {
  /// Creates a reader; it has no settings.
  public init() {}

  /// Reads a document; throws `RichTextError` if the bytes are not OpenDocument text, or if a password protects it.
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

/// The files of a document of OpenDocument (ODF 1.3 part 2), or the one file that it is.
package struct OpenDocumentPackage {
  private let archive: ZipArchive?
  private let isBeginning: Bool
  /// The content and, of a package, the styles.
  package let parts: [[UInt8]]

  /// True if the bytes are XML, and no package.
  package var isFlat: Bool { archive == nil }

  /// - Parameter isBeginning: the bytes are cut off, and of the parts the first ones are enough.
  package init(_ bytes: [UInt8], as format: String = "ODT", isBeginning: Bool = false) throws(RichTextError) {
    self.isBeginning = isBeginning
    guard !Self.isXML(bytes) else {
      guard bytes.count <= OfficeLimits.file else {
        throw RichTextError(.tooLarge, "the file is larger than \(OfficeLimits.file >> 20) MiB")
      }
      archive = nil
      parts = [bytes]
      return
    }
    let archive = try OfficeLimits.archive(of: bytes, format)
    self.archive = archive
    guard let content = archive["content.xml"] else {
      throw RichTextError(.notThisFormat, "the archive holds no \(format) document")
    }
    if isBeginning {
      parts = [content, archive["styles.xml"]].compactMap { entry in
        entry.flatMap { archive.beginning(of: $0, size: OfficeLimits.beginning) }
      }
      guard !parts.isEmpty else { throw RichTextError(.notThisFormat, "the text is missing") }
      return
    }
    if let manifest = archive["META-INF/manifest.xml"],
      let text = try? archive.contents(of: manifest, limits: OfficeLimits.parts),
      ByteSearch.contains("encryption-data", in: text[...])
    {
      throw RichTextError(.notThisFormat, "the file is protected by a password")
    }
    do {
      // Half a text must not pass for the whole one.
      var parts = [try archive.wholeContents(of: content, limits: OfficeLimits.parts)]
      let left = ZipLimits(size: OfficeLimits.allParts - parts[0].count)
      if let styles = archive["styles.xml"], let part = try? archive.contents(of: styles, limits: left) {
        parts.append(part)
      }
      self.parts = parts
    } catch {
      throw RichTextError(error)
    }
  }

  /// The number of comments that a document has: they stand within its text (ODF 1.3 part 3, 14.1).
  package static func commentCount(in bytes: [UInt8]) -> Int {
    guard let package = try? OpenDocumentPackage(bytes) else { return 0 }
    return ByteSearch.count(of: "</office:annotation>", in: package.parts[0][...])
  }

  /// True for a document in a file of XML whose root does not end.
  package static func isCutOff(_ bytes: [UInt8]) -> Bool {
    // The encodings of two bytes a character end otherwise.
    guard bytes.first == UInt8(ascii: "<") || bytes.first == 0xEF else { return false }
    let end = Array("document>".utf8)
    return !ByteSearch.contains("document>", in: bytes.suffix(4_096)) && bytes.count > end.count
  }

  /// True for bytes that begin as XML does.
  package static func isXML(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = (bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]).drop(
      while: \.isHTMLSpace)
    // UTF-16 begins with a mark of its own.
    return start.first == UInt8(ascii: "<") || bytes.starts(with: [0xFF, 0xFE])
      || bytes.starts(with: [0xFE, 0xFF])
  }

  /// The bytes of a picture or of an object's content; nil if there is none, or it is too large.
  func file(_ address: String) -> [UInt8]? {
    guard let archive, !isBeginning, let entry = entry(address) else { return nil }
    return try? archive.contents(of: entry, limits: OfficeLimits.media)
  }

  /// The name by which a file stands in the archive, which addresses may spell otherwise; nil if there is none.
  func name(of address: String) -> String? { entry(address)?.name }

  private func entry(_ address: String) -> ZipArchive.Entry? {
    var name = Substring(address)
    while name.hasPrefix("./") { name = name.dropFirst(2) }
    return archive?[String(name)] ?? archive?[name.percentDecoded]
  }
}
