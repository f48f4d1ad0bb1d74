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
      // Below HTML that nothing ends there can be no list.
      let end = blocks.endIndex - (HTMLBlockCondition.isOpen(blocks.last) ? 1 : 0)
      blocks.insert(contentsOf: [.thematicBreak, .list(List(.ordered(start: 1), items: notes))], at: end)
    }
    return Document(blocks)
  }

  private static func reduce(_ block: Block) -> Block {
    guard case .table = block else {
      return block.mapContent(inlines: { $0.map(reduce) }, blocks: { $0.map(reduce) })
    }
    return .html(TableMarkup.html(of: block.mapContent(inlines: { $0.map(reduce) }, blocks: reduceText)))
  }

  /// Blocks that become part of HTML, which has words for all but notes.
  private static func reduceText(_ blocks: [Block]) -> [Block] {
    blocks.map { $0.mapContent(inlines: { $0.map(reduce) }, blocks: reduceText) }
  }

  private static func reduce(_ inline: Inline) -> Inline {
    if case .footnoteReference(let label) = inline { return .superscript([.text(label)]) }
    guard let content = inline.content else { return inline }
    return inline.replacingContent(with: content.map(reduce))
  }
}
