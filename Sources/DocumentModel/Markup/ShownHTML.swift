/// Reads HTML that stands within documents of other formats, whose readers and writers know no more of HTML.
package protocol EmbeddedHTMLReader: DocumentReader {
  init()

  /// Whether pictures within addresses or on this machine stay in the document, for programs that save them.
  var keepsPictures: Bool { get set }

  /// Anchors that links from outside the HTML lead to.
  var places: Set<String> { get set }

  /// Returns the page within a web archive; nil for bytes that are no archive.
  static func page(inArchive bytes: [UInt8]) -> [UInt8]?

  /// Counts the links that lead to files of the machine that the HTML was written on.
  static func localLinkCount(in bytes: [UInt8]) -> Int
}

/// The content that raw HTML shows in formats that know no HTML: the links and images of tags among inlines, and whole blocks.
package enum ShownHTML {
  /// The same inlines, with links and images for the tags that mean them; other tags stay.
  package static func inlines(_ inlines: [Inline]) -> [Inline] {
    guard inlines.contains(where: { if case .html = $0 { true } else { false } }) else { return inlines }
    var result: [Inline] = []
    var open: (link: Link, start: Int)?
    for inline in inlines {
      guard case .html(let html) = inline, let tag = Tag(html) else {
        result.append(inline)
        continue
      }
      switch tag {
      case .image(let image):
        result.append(.image(image))
      case .linkStart(let link):
        // A link ends where the next one begins.
        close(&open, &result)
        // It may be a place as well.
        result.append(inline)
        open = (link, result.count)
      case .linkEnd:
        close(&open, &result)
      }
    }
    close(&open, &result)
    return result
  }

  /// The blocks that raw HTML shows, without what is raw HTML in them in turn but for anchors of these places.
  package static func blocks(
    _ html: String, places: Set<String> = [], readBy htmlReader: any EmbeddedHTMLReader.Type
  ) -> [Block] {
    guard !isBare(html) else { return [] }
    var reader = htmlReader.init()
    reader.places = places
    guard let document = try? reader.read(Array(html.utf8)) else { return [] }
    return document.blocks.filter { if case .html = $0 { false } else { true } }
  }

  /// Boxes that show nothing by themselves.
  private static let boxes: Set<HTMLElementName> = [
    .div, .p, .section, .article, .center, .main, .aside, .header, .footer, .span,
  ]

  /// True for tags of boxes alone, as they stand around Markdown: a parse of each costs more than its text.
  package static func isBare(_ html: String) -> Bool {
    let bytes = Array(html.utf8)
    // What is longer costs as its text does.
    guard bytes.count <= 256 else { return false }
    var tokenizer = MarkupTokenizer(count: bytes.count)
    while let token = tokenizer.next(bytes.span) {
      switch token {
      case .text(let range) where bytes[range].allSatisfy(\.isHTMLSpace): continue
      case .endTag(let name) where boxes.contains(name): continue
      case .startTag(let name) where boxes.contains(name):
        let isPlace = tokenizer.attributes.contains { attribute in
          ["id", "name"].contains { bytes[attribute.name].equalsIgnoringCase($0) }
        }
        if isPlace { return false }
      default: return false
      }
    }
    return true
  }

  private static func close(_ open: inout (link: Link, start: Int)?, _ result: inout [Inline]) {
    guard let begun = open else { return }
    open = nil
    var link = begun.link
    link.content = Array(result[begun.start...])
    guard !link.content.isEmpty else { return }
    result.removeSubrange(begun.start...)
    result.append(.link(link))
  }

  private enum Tag {
    case image(Image)
    case linkStart(Link)
    case linkEnd

    /// Reads one tag; nil if it is none of a link or an image that may be shown.
    init?(_ html: String) {
      let bytes = Array(html.utf8)
      var tokenizer = MarkupTokenizer(count: bytes.count)
      switch tokenizer.next(bytes.span) {
      case .startTag(.img):
        let attributes = Attributes(tokenizer.attributes, bytes)
        guard let source = attributes[.src].flatMap({ LinkPolicy.imageSource($0, limit: .max) }) else {
          guard let alternative = attributes.text(.alt), !alternative.isEmpty else { return nil }
          self = .image(Image(source: "", alternative: alternative))
          return
        }
        self = .image(
          Image(
            .address(source), title: attributes.text(.title) ?? "", alternative: attributes.text(.alt) ?? "",
            width: attributes[.width].flatMap { Length(attribute: $0) },
            height: attributes[.height].flatMap { Length(attribute: $0) }))
      case .startTag(.a):
        let attributes = Attributes(tokenizer.attributes, bytes)
        guard let destination = attributes[.href].flatMap({ LinkPolicy.linkDestination($0) }) else {
          return nil
        }
        self = .linkStart(Link(destination: destination, title: attributes.text(.title) ?? "", []))
      case .endTag(.a):
        self = .linkEnd
      default:
        return nil
      }
    }
  }

  /// The attributes of a tag, by their names; of two alike the first counts.
  private struct Attributes {
    private var values: [HTMLAttributeName: [UInt8]] = [:]

    init(_ attributes: [MarkupTokenizer.Attribute], _ bytes: [UInt8]) {
      for attribute in attributes {
        guard let name = HTMLAttributeName.names.name(in: bytes.span, attribute.name), values[name] == nil
        else {
          continue
        }
        values[name] = CharacterReferences.decoded(bytes[attribute.value])
      }
    }

    subscript(name: HTMLAttributeName) -> [UInt8]? { values[name] }

    func text(_ name: HTMLAttributeName) -> String? {
      values[name].map {
        String(decoding: $0, as: UTF8.self).inOneLine.withoutControlCharacters
      }
    }
  }
}
