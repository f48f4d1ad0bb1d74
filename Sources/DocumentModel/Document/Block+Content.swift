extension Block {
  /// The text of a block of text, none for any other.
  public var inlines: [Inline] {
    switch self {
    case .paragraph(let inlines), .heading(_, let inlines): inlines
    case .blockQuote, .list, .codeBlock, .table, .definitionList, .figure, .thematicBreak, .html: []
    }
  }

  /// The blocks within this one, part by part in the order of the text: items, cells, details.
  ///
  /// Captions and terms are paragraphs here, so that who only walks finds all text in `inlines`.
  public var children: [[Block]] {
    switch self {
    case .paragraph, .heading, .codeBlock, .thematicBreak, .html: []
    case .blockQuote(let blocks): [blocks]
    case .list(let list): list.items.map(\.blocks)
    case .table(let table):
      (table.caption.isEmpty ? [] : [[.paragraph(table.caption)]]) + table.rows.joined().map(\.blocks)
    case .definitionList(let definitions):
      definitions.flatMap { $0.terms.map { [.paragraph($0)] } + $0.details }
    case .figure(let figure):
      figure.isCaptionFirst
        ? [[.paragraph(figure.caption)], figure.blocks] : [figure.blocks, [.paragraph(figure.caption)]]
    }
  }

  package var isParagraph: Bool {
    if case .paragraph = self { true } else { false }
  }

  /// True if `inlines` or `blocks` is of one of the texts and parts of the block, which come in the order of `children`,
  /// without arrays made for it. Cells that hold plain text alone are passed over.
  package func containsPart(inlines: ([Inline]) -> Bool, blocks: ([Block]) -> Bool) -> Bool {
    switch self {
    case .paragraph(let content), .heading(_, let content): inlines(content)
    case .blockQuote(let content): blocks(content)
    case .list(let list): list.items.contains { blocks($0.blocks) }
    case .table(let table):
      !table.caption.isEmpty && inlines(table.caption)
        || table.rows.contains { $0.contains { $0.onlyText == nil && blocks($0.blocks) } }
    case .definitionList, .figure: children.contains(where: blocks)
    case .codeBlock, .thematicBreak, .html: false
    }
  }

  /// Walks through the same.
  package func forEachPart(inlines: ([Inline]) -> Void, blocks: ([Block]) -> Void) {
    _ = containsPart(
      inlines: {
        inlines($0)
        return false
      },
      blocks: {
        blocks($0)
        return false
      })
  }

  /// Whether it is a table, or one is in it.
  var hasTable: Bool {
    if case .table = self { return true }
    return containsPart(inlines: { _ in false }, blocks: { $0.contains(where: \.hasTable) })
  }

  /// The same block with each of its texts and each of its parts replaced.
  package func mapContent(
    inlines: ([Inline]) -> [Inline], blocks: ([Block]) -> [Block]
  ) -> Block {
    rewrittenContent(inlines: { inlines($0) }, blocks: { blocks($0) }) ?? self
  }

  /// The same block with its texts and parts as they are rewritten, nil leaving one as it is; nil if all stay as they
  /// are, for which nothing is copied.
  package func rewrittenContent(
    inlines: ([Inline]) -> [Inline]?, blocks: ([Block]) -> [Block]?
  ) -> Block? {
    switch self {
    case .paragraph(let content):
      return inlines(content).map { .paragraph($0) }
    case .heading(let level, let content):
      return inlines(content).map { .heading(level: level, $0) }
    case .blockQuote(let content):
      return blocks(content).map { .blockQuote($0) }
    case .list(var list):
      let items = list.items.rewritten { Rewriting(blocks($0.blocks).map($0.holding)) }
      guard let items else { return nil }
      list.items = items
      return .list(list)
    case .table(let table):
      return table.rewrittenContent(inlines: inlines, blocks: blocks).map { .table($0) }
    case .definitionList(let definitions):
      let changed = definitions.rewritten { definition in
        let terms = definition.terms.rewritten { Rewriting(inlines($0)) }
        let details = definition.details.rewritten { Rewriting(blocks($0)) }
        guard terms != nil || details != nil else { return .unchanged }
        return .replaced(
          Definition(terms: terms ?? definition.terms, details: details ?? definition.details))
      }
      return changed.map { .definitionList($0) }
    case .figure(var figure):
      let (content, caption) = (blocks(figure.blocks), inlines(figure.caption))
      guard content != nil || caption != nil else { return nil }
      figure.blocks = content ?? figure.blocks
      figure.caption = caption ?? figure.caption
      return .figure(figure)
    case .codeBlock, .thematicBreak, .html:
      return nil
    }
  }
}

extension Document {
  /// Whether a table is in it, or in one of its notes.
  package var hasTables: Bool {
    blocks.contains(where: \.hasTable) || footnotes.contains { $0.blocks.contains(where: \.hasTable) }
  }
}

extension Table {
  fileprivate func rewrittenContent(
    inlines: ([Inline]) -> [Inline]?, blocks: ([Block]) -> [Block]?
  ) -> Table? {
    let caption = caption.isEmpty ? nil : inlines(caption)
    let rows = rows.rewritten { row in
      Rewriting(
        row.rewritten { cell in
          if let paragraph = cell.paragraph { return Rewriting(inlines(paragraph).map { cell.holding($0) }) }
          return Rewriting(blocks(cell.blocks).map { cell.holding(blocks: $0) })
        })
    }
    guard caption != nil || rows != nil else { return nil }
    var table = self
    table.caption = caption ?? table.caption
    table.rows = rows ?? table.rows
    return table
  }
}

extension ListItem {
  fileprivate func holding(_ blocks: [Block]) -> ListItem {
    ListItem(checkbox: checkbox, label: label, blocks)
  }
}

extension TableCell {
  fileprivate func holding(blocks: [Block]) -> TableCell {
    var cell = self
    cell.blocks = blocks
    return cell
  }
}
