/// Says with CommonMark alone what a document says with GitHub's extensions.
///
/// Tables become blocks of HTML; footnotes become numbers and a list at the end. Strikethrough stays, to be
/// written as a tag, and so do the boxes of tasks, which are text.
enum CommonMarkSubset {
  /// Reduces a document in normal form, whose footnotes are labelled by their numbers.
  static func reduce(_ document: Document) -> Document {
    var blocks = document.blocks.map(reduce)
    if !document.footnotes.isEmpty {
      let notes = document.footnotes.map { ListItem($0.blocks.map(reduce)) }
      blocks += [.thematicBreak, .list(List(.ordered(start: 1), items: notes))]
    }
    return Document(blocks)
  }

  private static func reduce(_ block: Block) -> Block {
    switch block {
    case .paragraph(let content): return .paragraph(content.map(reduce))
    case .heading(let level, let content): return .heading(level: level, content.map(reduce))
    case .blockQuote(let blocks): return .blockQuote(blocks.map(reduce))
    case .list(var list):
      list.items = list.items.map { ListItem(checkbox: $0.checkbox, $0.blocks.map(reduce)) }
      return .list(list)
    case .table(let table): return .html(html(of: table))
    case .codeBlock, .thematicBreak, .html: return block
    }
  }

  private static func reduce(_ inline: Inline) -> Inline {
    if case .footnoteReference(let label) = inline { return .superscript([.text(label)]) }
    guard let content = inline.content else { return inline }
    return inline.replacingContent(with: content.map(reduce))
  }

  /// The table in lines of which none is blank: a blank line would end the block (CommonMark 4.6).
  private static func html(of table: Table) -> String {
    var table = table
    table.header = table.header.map { TableCell($0.content.map(reduce)) }
    table.rows = table.rows.map { $0.map { TableCell($0.content.map(reduce)) } }
    let written = HTMLWriter().write(Document([.table(table)]))
    return String(decoding: written.dropLast(), as: UTF8.self)
  }
}
