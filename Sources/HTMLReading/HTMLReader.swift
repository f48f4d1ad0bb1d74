@_exported public import DocumentModel

/// Reads HTML from clipboards and files: whole pages and fragments.
///
/// The document has the structure that a browser would show. The reader runs nothing and fetches nothing; links and
/// pictures whose addresses run code or read local files become their text.
public struct HTMLReader: DocumentReader {
  /// The largest input, in bytes.
  static let sizeLimit = 1 << 28

  /// Whether pictures within addresses or on this machine stay in the document, for whoever saves them.
  package var keepsPictures = false

  /// Places that links from elsewhere lead to, for HTML that is a part of a document.
  package var places: Set<String> = []

  /// Creates a reader; it has no settings.
  public init() {}

  /// Reads a document or a fragment of HTML, as programs put it on a clipboard.
  public func read(_ bytes: [UInt8]) throws(RichTextError) -> Document {
    guard bytes.count <= Self.sizeLimit else {
      throw RichTextError(.tooLarge, "the HTML is larger than 256 MiB")
    }
    var tree = Self.tree(of: bytes)
    tree.keepsPictures = keepsPictures
    CleanUp.apply(to: &tree)
    let notes = HTMLFootnotes.extract(from: &tree)
    return DocumentBuilder.document(of: tree, notes: notes, places: places)
  }

  /// What the parser makes of HTML, before it is cleaned up.
  static func tree(of bytes: [UInt8]) -> HTMLTree {
    let source = HTMLEnvelope.open(WebArchive.page(in: bytes) ?? bytes)
    var tree = PageReader.tree(of: source)
    tree.producer = HTMLProducer.detect(in: source)
    return tree
  }
}

extension HTMLReader: EmbeddedHTMLReader {
  package static func page(inArchive bytes: [UInt8]) -> [UInt8]? { WebArchive.page(in: bytes) }

  package static func localLinkCount(in bytes: [UInt8]) -> Int {
    guard ByteSearch.contains("file:", in: bytes[...]) else { return 0 }
    var count = 0
    var tokenizer = MarkupTokenizer(count: bytes.count)
    while let token = tokenizer.next(bytes.span) {
      guard case .startTag(.a) = token else { continue }
      let address = tokenizer.attributes.first { bytes[$0.name].equalsIgnoringCase("href") }
      guard let address else { continue }
      if LinkPolicy.isLocal(CharacterReferences.decoded(bytes[address.value])) { count += 1 }
    }
    return count
  }
}

extension Document {
  /// The document with images for those that the HTML in it shows, and for HTML around them what that shows.
  ///
  /// - Parameter isMeant: whether a picture of this address is to be one; other HTML stays.
  package func showingImageTags(where isMeant: (String) -> Bool) -> Document {
    func isShown(_ markup: String) -> Bool { ImageTags.addresses(in: markup).contains(where: isMeant) }
    return replacingInlines { inline in
      if case .html(let markup) = inline, isShown(markup) { ShownHTML.inlines([inline]) } else { nil }
    } blocks: { block in
      guard case .html(let markup) = block, isShown(markup) else { return nil }
      return ShownHTML.blocks(markup, readBy: HTMLReader.self)
    }
  }
}
