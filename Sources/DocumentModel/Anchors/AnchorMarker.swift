/// Lets headings that are places begin with anchors of their identifiers.
struct AnchorMarker {
  private let names: Set<String>
  private let explicit: Set<String>
  /// The identifiers of the headings that are still to come, the next one last.
  private var identifiers: [String]
  /// The reader of HTML; nil for a format that knows it, whose anchors stay where they are.
  private let htmlReader: (any EmbeddedHTMLReader.Type)?
  private var marked: Set<String> = []

  init(names: Set<String>, _ finder: AnchorFinder, readingHTMLBy htmlReader: (any EmbeddedHTMLReader.Type)?) {
    self.names = names
    explicit = Set(finder.explicit)
    identifiers = finder.headings.reversed()
    self.htmlReader = htmlReader
  }

  mutating func marked(_ document: Document) -> Document {
    document.rewritten { marked($0, isInCell: false) }
  }

  private mutating func marked(_ blocks: [Block], isInCell: Bool) -> [Block]? {
    let result = blocks.rewritten { block in
      switch block {
      case .heading(let level, let content) where !isInCell:
        guard let name = nextAnchor() else { return .unchanged }
        return .replaced(.heading(level: level, [.html(AnchorMarkup.html(name))] + content))
      case .html(let html):
        return mark(html, isInCell: isInCell)
      case .table:
        return Rewriting(block.rewrittenContent(inlines: { _ in nil }) { marked($0, isInCell: true) })
      default:
        return Rewriting(block.rewrittenContent(inlines: { _ in nil }) { marked($0, isInCell: isInCell) })
      }
    }
    guard htmlReader != nil else { return result }
    return movingLonePlaces(in: result ?? blocks) ?? result
  }

  private mutating func nextAnchor() -> String? {
    guard let name = identifiers.popLast(), names.contains(name), !explicit.contains(name),
      marked.insert(name).inserted
    else { return nil }
    return name
  }

  private mutating func mark(_ html: String, isInCell: Bool) -> Rewriting<Block> {
    var markup = html
    let headings = MarkupAnchors(html).headings
    if !isInCell, !headings.isEmpty {
      let anchors = headings.map { _ in nextAnchor() }
      markup = MarkupAnchors.adding(anchors, toHeadingsOf: html)
    }
    if let htmlReader { return .expanded(ShownHTML.blocks(markup, places: names, readBy: htmlReader)) }
    return markup == html ? .unchanged : .replaced(.html(markup))
  }

  /// The blocks with places that stand in a paragraph by themselves at the beginning of the next text; nil if there
  /// are none.
  private func movingLonePlaces(in blocks: [Block]) -> [Block]? {
    guard blocks.contains(where: { isLonePlace($0) }) else { return nil }
    var result: [Block] = []
    for block in blocks {
      guard let last = result.last, isLonePlace(last) else {
        result.append(block)
        continue
      }
      switch block {
      case .paragraph(let content):
        result[result.count - 1] = .paragraph(last.inlines + content)
      case .heading(let level, let content):
        result[result.count - 1] = .heading(level: level, last.inlines + content)
      default:
        result.append(block)
      }
    }
    return result
  }

  /// True for a paragraph that shows nothing and names a place.
  private func isLonePlace(_ block: Block) -> Bool {
    guard case .paragraph(let content) = block else { return false }
    var isPlace = false
    for inline in content {
      switch inline {
      case .html(let html): isPlace = isPlace || MarkupAnchors(html).names.contains(where: names.contains)
      case .softBreak: continue
      case .text(let text) where text.utf8.allSatisfy({ $0 == 0x20 }): continue
      default: return false
      }
    }
    return isPlace
  }
}

/// Lets links that lead to headings say the identifiers by which Markdown's readers know these.
///
/// Readers mark the places that links lead to by anchors. One within a heading is what programs call that heading, as
/// `_Toc1234` or `sec-1`; Markdown has names for headings already. Anchors elsewhere stay.
package struct AnchorResolver {
  private var identifiers: HeadingIdentifiers
  /// The names of headings, by the anchors that stood in them.
  private var moved: [String: String] = [:]

  /// The document with its places settled.
  package static func settled(_ document: Document) -> Document {
    var settling = AnchorResolver(identifiers: HeadingIdentifiers(of: document))
    let withoutAnchors = document.rewritten { settling.takingAnchors($0) }
    guard !settling.moved.isEmpty else { return document }
    return withoutAnchors.rewritten { blocks in blocks.rewritten { Rewriting(settling.leading($0)) } }
  }

  private init(identifiers: HeadingIdentifiers) { self.identifiers = identifiers }

  private mutating func takingAnchors(_ blocks: [Block]) -> [Block]? {
    blocks.rewritten { block in
      switch block {
      case .heading(let level, let content):
        Rewriting(takingAnchors(ofHeading: content).map { .heading(level: level, $0) })
      // Markdown has no headings in cells.
      case .table: .unchanged
      default: Rewriting(block.rewrittenContent(inlines: { _ in nil }) { takingAnchors($0) })
      }
    }
  }

  /// The heading without its anchors; nil if it has none, or no other name.
  private mutating func takingAnchors(ofHeading content: [Inline]) -> [Inline]? {
    var anchors: [String] = []
    let shown = Self.removingAnchors(content, &anchors)
    let identifier = identifiers.next(for: shown)
    guard !anchors.isEmpty, !identifier.isEmpty else { return nil }
    for anchor in anchors where moved[anchor] == nil { moved[anchor] = identifier }
    return shown
  }

  private static func removingAnchors(_ content: [Inline], _ anchors: inout [String]) -> [Inline] {
    var shown: [Inline] = []
    for inline in content {
      if case .html(let html) = inline, let name = AnchorMarkup.name(of: html) {
        anchors.append(name)
      } else if let content = inline.content {
        shown.append(inline.replacingContent(with: removingAnchors(content, &anchors)))
      } else {
        shown.append(inline)
      }
    }
    return shown
  }

  // MARK: Links

  private func leading(_ block: Block) -> Block? {
    block.rewrittenContent(inlines: leading) { $0.rewritten { Rewriting(leading($0)) } }
  }

  private func leading(_ content: [Inline]) -> [Inline]? {
    content.rewritten { inline in
      let inner = inline.content.flatMap(leading).map(inline.replacingContent)
      guard case .link(var link) = inner ?? inline, let place = place(of: link) else {
        return Rewriting(inner)
      }
      link.destination = "#" + place
      return .replaced(.link(link))
    }
  }

  private func place(of link: Link) -> String? {
    guard let fragment = LinkFragments.fragment(of: link.destination) else { return nil }
    if let place = moved[fragment] { return place }
    return moved[fragment.percentDecoded]
  }
}

/// The markup of a place that links of the same document lead to.
///
/// Markdown has no word for such places; an empty anchor of HTML says it in every dialect that lets HTML through.
package enum AnchorMarkup {
  /// Longer names are none that a person made.
  static let nameLimit = 200

  /// The empty anchor of a name that is safe.
  package static func html(_ name: String) -> String { prefix + name + suffix }

  private static let prefix = "<a id=\""
  private static let suffix = "\"></a>"

  /// True for a name that can stand in an attribute as it is.
  package static func isSafe(_ name: some Collection<UInt8>) -> Bool {
    !name.isEmpty && name.count <= nameLimit
      && name.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"\"'<>&`\\".utf8.contains($0) }
  }

  /// The name of an empty anchor as `html` spells it; nil for other markup.
  package static func name(of markup: String) -> String? {
    guard markup.utf8.starts(with: prefix.utf8), markup.hasSuffix(suffix) else { return nil }
    let name = markup.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return isSafe(name) ? String(Substring(name)) : nil
  }
}
