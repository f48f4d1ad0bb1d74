/// The places that links within a document name, as the links spell them: what stands behind `#`.
package struct LinkFragments {
  /// More are not looked at.
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
    for fragment in MarkupPlaces(html).fragments { add(fragment) }
  }

  private mutating func add(_ fragment: String) {
    if fragments.count < Self.countLimit { fragments.insert(fragment) }
  }

  /// What stands behind `#` in an address that is nothing else.
  package static func fragment(of destination: String) -> String? {
    guard destination.utf8.first == UInt8(ascii: "#"), destination.utf8.count > 1 else { return nil }
    return String(destination.dropFirst())
  }
}
