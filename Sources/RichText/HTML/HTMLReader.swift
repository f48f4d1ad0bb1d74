/// Reads HTML as clipboards carry it: whole pages and fragments, by whatever program wrote them.
///
/// It shows what a browser would show, as far as a document without looks can say it. It runs nothing and
/// fetches nothing; links and pictures whose addresses run code or read local files become their text.
public struct HTMLReader: DocumentReader {
  /// Larger input is refused.
  static let sizeLimit = 1 << 28

  /// Whether pictures within addresses or on this machine stay in the document, for whoever saves them.
  package var keepsPictures = false

  /// Places that links from elsewhere lead to, for HTML that is a part of a document.
  var places: Set<String> = []

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
