/// What raw HTML has to do with places: those it names and links to, and its headings.
struct MarkupAnchors {
  struct Heading {
    /// The text between the tags.
    var text: String
    /// The position where the text begins, in bytes.
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
    for (heading, anchor) in zip(MarkupAnchors(html).headings, anchors) {
      guard let anchor else { continue }
      result += source[position..<heading.start]
      result += AnchorMarkup.html(anchor).utf8
      position = heading.start
    }
    return String(decoding: result + source[position...], as: UTF8.self)
  }
}

/// The places that links within a document name, as the links spell them: what stands behind `#`.
package struct LinkFragments {
  /// The largest number that is looked at.
  private static let countLimit = 65_536

  private(set) var fragments: Set<String> = []

  /// Looks at each link once; most documents have none of these.
  package init(of document: Document) {
    visit(document.blocks)
    for note in document.footnotes { visit(note.blocks) }
  }

  private mutating func visit(_ blocks: [Block]) {
    for block in blocks {
      switch block {
      case .paragraph(let content), .heading(_, let content): visit(content)
      case .blockQuote(let blocks): visit(blocks)
      case .list(let list): for item in list.items { visit(item.blocks) }
      case .table(let table):
        visit(table.caption)
        for row in table.rows { for cell in row { visit(cell.blocks) } }
      case .definitionList(let definitions):
        for definition in definitions {
          for term in definition.terms { visit(term) }
          for details in definition.details { visit(details) }
        }
      case .figure(let figure):
        visit(figure.caption)
        visit(figure.blocks)
      case .html(let html): visit(html)
      case .codeBlock, .thematicBreak: continue
      }
    }
  }

  private mutating func visit(_ content: [Inline]) {
    for inline in content {
      switch inline {
      case .text, .code, .math, .softBreak, .lineBreak, .image, .footnoteReference: continue
      case .emphasis(let content), .strong(let content), .strikethrough(let content), .underline(let content),
        .superscript(let content), .subscript(let content), .highlight(let content), .keyboard(let content):
        visit(content)
      case .link(let link):
        if let fragment = Self.fragment(of: link.destination) { add(fragment) }
        visit(link.content)
      case .html(let html): visit(html)
      }
    }
  }

  private mutating func visit(_ html: String) {
    guard html.utf8.span.contains(where: { $0 == UInt8(ascii: "#") }) else { return }
    for fragment in MarkupAnchors(html).fragments { add(fragment) }
  }

  private mutating func add(_ fragment: String) {
    if fragments.count < Self.countLimit { fragments.insert(fragment) }
  }

  /// The text that stands behind `#` in an address that is nothing else.
  package static func fragment(of destination: String) -> String? {
    guard destination.utf8.first == UInt8(ascii: "#"), destination.utf8.count > 1 else { return nil }
    return String(destination.dropFirst())
  }
}

/// The identifiers that GitHub gives headings, by which links within a document lead to them.
///
/// Letters of every script, marks, digits, hyphens and underscores stay, in lower case; spaces become hyphens, all else
/// goes. One that was given already gets a number.
struct HeadingIdentifiers {
  private let normalizer: BlockNormalizer
  /// The number of times that each identifier was asked for, beyond the first time.
  private var repetitions: [String: Int] = [:]

  init(of document: Document) {
    normalizer = BlockNormalizer(footnotes: FootnoteNumbering(of: document))
  }

  /// The identifier of the next heading in the order of the text.
  mutating func next(for content: [Inline]) -> String {
    // Markdown shows a heading in normal form, whose words are what counts.
    var text = ""
    append(normalizer.rewrite(content, in: .heading) ?? content, to: &text)
    return next(for: text)
  }

  /// The identifier of the next heading, which shows this text.
  mutating func next(for text: String) -> String {
    let base = Self.identifier(of: text)
    var identifier = base
    while let count = repetitions[identifier] {
      // The base was given if anything of it was.
      let number = (repetitions[base] ?? count) + 1
      repetitions[base] = number
      identifier = "\(base)-\(number)"
    }
    repetitions[identifier] = 0
    return identifier
  }

  /// The identifier made of the text of a heading.
  private static func identifier(of text: String) -> String {
    var identifier = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9", "-", "_": identifier.unicodeScalars.append(scalar)
      case " ": identifier.unicodeScalars.append("-")
      case "A"..."Z", "\u{80}"...:
        if scalar.isASCII || scalar.isPartOfWord {
          identifier += scalar.properties.lowercaseMapping
        }
      default: continue
      }
    }
    return identifier
  }

  /// Appends what GitHub takes for the text of a heading: pictures and tags have none, a note has its number.
  private func append(_ content: [Inline], to text: inout String) {
    for inline in content {
      switch inline {
      case .text(let part), .code(let part), .math(let part, _): text += part
      case .softBreak, .lineBreak: text += " "
      case .footnoteReference(let label): text += normalizer.footnotes.number(of: label) ?? ""
      case .image, .html: continue
      default: append(inline.content ?? [], to: &text)
      }
    }
  }
}

extension Unicode.Scalar {
  /// True for what stays in identifiers: letters, marks, decimal digits and what connects words.
  fileprivate var isPartOfWord: Bool {
    if properties.isAlphabetic { return true }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: true
    default: false
    }
  }
}
