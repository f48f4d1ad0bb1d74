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

  /// Whether it is a table, or one is in it.
  var hasTable: Bool {
    if case .table = self { return true }
    return children.contains { $0.contains(where: \.hasTable) }
  }

  /// The same block with each of its texts and each of its parts replaced.
  func mapContent(
    inlines: ([Inline]) -> [Inline], blocks: ([Block]) -> [Block]
  ) -> Block {
    switch self {
    case .paragraph(let content): return .paragraph(inlines(content))
    case .heading(let level, let content): return .heading(level: level, inlines(content))
    case .blockQuote(let content): return .blockQuote(blocks(content))
    case .list(var list):
      for index in list.items.indices { list.items[index].blocks = blocks(list.items[index].blocks) }
      return .list(list)
    case .table(var table):
      table.caption = inlines(table.caption)
      for row in table.rows.indices {
        for column in table.rows[row].indices {
          let cell = table.rows[row][column]
          if let paragraph = cell.paragraph {
            table.rows[row][column] = cell.holding(inlines(paragraph))
          } else {
            table.rows[row][column].blocks = blocks(cell.blocks)
          }
        }
      }
      return .table(table)
    case .definitionList(let definitions):
      return .definitionList(
        definitions.map { Definition(terms: $0.terms.map(inlines), details: $0.details.map(blocks)) })
    case .figure(var figure):
      figure.blocks = blocks(figure.blocks)
      figure.caption = inlines(figure.caption)
      return .figure(figure)
    case .codeBlock, .thematicBreak, .html: return self
    }
  }
}

extension Document {
  /// Whether a table is in it, or in one of its notes.
  package var hasTables: Bool {
    blocks.contains(where: \.hasTable) || footnotes.contains { $0.blocks.contains(where: \.hasTable) }
  }
}
