/// What raw HTML has to do with places: those it names and links to, and its headings.
struct MarkupPlaces {
  struct Heading {
    /// The text between the tags.
    var text: String
    /// Where the text begins, in bytes.
    var start: Int
  }

  private(set) var names: [String] = []
  private(set) var fragments: [String] = []
  private(set) var headings: [Heading] = []

  init(_ html: String) {
    let source = Array(html.utf8)
    let bytes = source.span
    var tokenizer = MarkupTokenizer(count: bytes.count)
    var open: (name: HTMLElementName, heading: Heading)?
    while let token = tokenizer.next(bytes) {
      switch token {
      case .text(let range):
        open?.heading.text += String(
          decoding: CharacterReferences.decoded(source[range]), as: UTF8.self)
      case .startTag(let name):
        addAttributes(of: name, tokenizer.attributes, source)
        if name.headingLevel > 0 { open = (name, Heading(text: "", start: tokenizer.position)) }
        if name == .script || name == .style { _ = tokenizer.skipRawText(of: tokenizer.tagName, bytes) }
      case .endTag(let name):
        guard let heading = open, heading.name == name else { continue }
        headings.append(heading.heading)
        open = nil
      case .declaration: continue
      }
    }
  }

  private mutating func addAttributes(
    of element: HTMLElementName, _ attributes: [MarkupTokenizer.Attribute], _ source: [UInt8]
  ) {
    for attribute in attributes {
      let name = HTMLAttributeName.names.name(in: source.span, attribute.name)
      guard name == .id || element == .a && (name == .name || name == .href) else { continue }
      let value = CharacterReferences.decoded(source[attribute.value])
      if name != .href {
        if AnchorMarkup.isSafe(value) { names.append(String(decoding: value, as: UTF8.self)) }
      } else if let fragment = LinkFragments.fragment(of: String(decoding: value, as: UTF8.self)) {
        fragments.append(fragment)
      }
    }
  }

  /// The markup with anchors at the beginning of its headings; a heading without one is as it was.
  static func adding(_ anchors: [String?], toHeadingsOf html: String) -> String {
    let source = Array(html.utf8)
    var result: [UInt8] = []
    var position = 0
    for (heading, anchor) in zip(MarkupPlaces(html).headings, anchors) {
      guard let anchor else { continue }
      result += source[position..<heading.start]
      result += AnchorMarkup.html(anchor).utf8
      position = heading.start
    }
    return String(decoding: result + source[position...], as: UTF8.self)
  }
}
