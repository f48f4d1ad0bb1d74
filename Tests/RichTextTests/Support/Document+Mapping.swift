import RichText

extension Document {
  /// The document with each of its inlines replaced, from the innermost to the outermost.
  func mapInlines(_ transform: (Inline) -> Inline) -> Document {
    Document(
      Self.map(blocks, transform),
      footnotes: footnotes.map { Footnote(label: $0.label, blocks: Self.map($0.blocks, transform)) })
  }

  /// The document with links that a reader makes of bare addresses turned back into text.
  func unlinkingBareAddresses() -> Document {
    mapInlines { inline in
      guard case .link(let link) = inline, link.title.isEmpty, link.content.count == 1,
        case .text(let text) = link.content[0]
      else { return inline }
      return ["", "http://", "mailto:"].contains { $0 + text == link.destination } ? .text(text) : inline
    }
  }

  private static func map(_ blocks: [Block], _ transform: (Inline) -> Inline) -> [Block] {
    blocks.map { block in
      switch block {
      case .paragraph(let content): return .paragraph(map(content, transform))
      case .heading(let level, let content): return .heading(level: level, map(content, transform))
      case .blockQuote(let blocks): return .blockQuote(map(blocks, transform))
      case .list(var list):
        list.items = list.items.map { ListItem(checkbox: $0.checkbox, map($0.blocks, transform)) }
        return .list(list)
      case .table(var table):
        table.rows = table.rows.map { $0.map { TableCell(map($0.inlines, transform)) } }
        return .table(table)
      case .codeBlock, .definitionList, .figure, .thematicBreak, .html: return block
      }
    }
  }

  private static func map(_ inlines: [Inline], _ transform: (Inline) -> Inline) -> [Inline] {
    inlines.map { inline in
      switch inline {
      case .emphasis(let content): transform(.emphasis(map(content, transform)))
      case .strong(let content): transform(.strong(map(content, transform)))
      case .strikethrough(let content): transform(.strikethrough(map(content, transform)))
      case .underline(let content): transform(.underline(map(content, transform)))
      case .superscript(let content): transform(.superscript(map(content, transform)))
      case .subscript(let content): transform(.subscript(map(content, transform)))
      case .highlight(let content): transform(.highlight(map(content, transform)))
      case .keyboard(let content): transform(.keyboard(map(content, transform)))
      case .link(let link):
        transform(
          .link(Link(destination: link.destination, title: link.title, map(link.content, transform))))
      default: transform(inline)
      }
    }
  }
}
