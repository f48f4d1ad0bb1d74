/// Lets links that lead to headings say the identifiers by which Markdown's readers know these.
///
/// Readers mark the places that links lead to by anchors. One within a heading is what programs call that heading, as
/// `_Toc1234` or `sec-1`; Markdown has names for headings already. Anchors elsewhere stay.
package struct PlaceSettling {
  private var identifiers: HeadingIdentifiers
  /// What headings are called, by the anchors that stood in them.
  private var moved: [String: String] = [:]

  /// The document with its places settled.
  package static func settled(_ document: Document) -> Document {
    var settling = PlaceSettling(identifiers: HeadingIdentifiers(of: document))
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
