/// Finds the places of a document.
struct PlaceFinder {
  /// The identifiers of headings in the order of the text; none in cells, where Markdown has no headings.
  private(set) var headings: [String] = []
  /// The names that raw HTML gives, in the order of the text.
  private(set) var explicit: [String] = []
  private var identifiers: HeadingIdentifiers

  init(_ document: Document) {
    identifiers = HeadingIdentifiers(of: document)
    visit(document.blocks, isInCell: false)
    for note in document.footnotes { visit(note.blocks, isInCell: false) }
  }

  private mutating func visit(_ blocks: [Block], isInCell: Bool) {
    for block in blocks {
      switch block {
      case .heading(_, let content) where !isInCell:
        headings.append(identifiers.next(for: content))
      case .html(let html):
        let markup = MarkupPlaces(html)
        explicit += markup.names
        if !isInCell {
          for heading in markup.headings { headings.append(identifiers.next(for: heading.text)) }
        }
      default: break
      }
      visit(block.inlines)
      var isTable = false
      if case .table = block { isTable = true }
      for blocks in block.children { visit(blocks, isInCell: isInCell || isTable) }
    }
  }

  private mutating func visit(_ content: [Inline]) {
    for inline in content {
      if case .html(let html) = inline {
        explicit += MarkupPlaces(html).names
      } else if let content = inline.content {
        visit(content)
      }
    }
  }

  /// The places that links lead to: as they are spelled, else percent-decoded, else but for case.
  func targets(of fragments: Set<String>) -> [String: String] {
    let places = explicit + headings
    let known = Set(places)
    let folded = Dictionary(places.map { ($0.lowercased(), $0) }) { first, _ in first }
    var targets: [String: String] = [:]
    for fragment in fragments where !fragment.isEmpty {
      let decoded = fragment.percentDecoded
      if known.contains(fragment) {
        targets[fragment] = fragment
      } else if known.contains(decoded) {
        targets[fragment] = decoded
      } else if let place = folded[decoded.lowercased()], !place.isEmpty {
        targets[fragment] = place
      }
    }
    return targets
  }
}
