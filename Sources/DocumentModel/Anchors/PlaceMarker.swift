/// Lets headings that are places begin with anchors of their identifiers.
struct PlaceMarker {
  private let names: Set<String>
  private let explicit: Set<String>
  /// The identifiers of the headings that are still to come, the next one last.
  private var identifiers: [String]
  /// What reads HTML; nil for a format that knows it, whose anchors stay where they are.
  private let htmlReader: (any EmbeddedHTMLReader.Type)?
  private var marked: Set<String> = []

  init(names: Set<String>, _ finder: PlaceFinder, readingHTMLBy htmlReader: (any EmbeddedHTMLReader.Type)?) {
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
    let headings = MarkupPlaces(html).headings
    if !isInCell, !headings.isEmpty {
      let anchors = headings.map { _ in nextAnchor() }
      markup = MarkupPlaces.adding(anchors, toHeadingsOf: html)
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
      case .html(let html): isPlace = isPlace || MarkupPlaces(html).names.contains(where: names.contains)
      case .softBreak: continue
      case .text(let text) where text.utf8.allSatisfy({ $0 == 0x20 }): continue
      default: return false
      }
    }
    return isPlace
  }
}
