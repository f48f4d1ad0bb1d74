extension Document {
  /// Returns the document in simpler terms for a format that cannot express everything.
  ///
  /// Blocks in cells become lines, positions that a spanning cell covers become empty cells, a caption or a term
  /// becomes a paragraph, and media become `data:` addresses. Everything that the format can express stays unchanged.
  public func lowered(to expressiveness: Expressiveness) -> Document {
    let flattening = BlockFlattening(expressiveness)
    var result = rewritten { flattening.flattened($0) }
    if !expressiveness.contains(.media) { result = result.withMediaInAddresses }
    return result
  }

  /// The former name of ``lowered(to:)``.
  @available(*, deprecated, renamed: "lowered(to:)")
  public func expressed(within expressiveness: Expressiveness) -> Document { lowered(to: expressiveness) }

  /// The document with addresses that hold its media, for what has no names for media.
  package var withMediaInAddresses: Document { media.isEmpty ? self : MediaAddresses.document(self) }
}

/// Says in simpler blocks what a format has no words for.
package struct BlockFlattening {
  private let expressiveness: Expressiveness

  package init(_ expressiveness: Expressiveness) {
    self.expressiveness = expressiveness
  }

  /// The blocks in simpler words; nil if they need none, for which nothing is copied.
  func flattened(_ blocks: [Block]) -> [Block]? {
    blocks.rewritten { flattened($0).map { .expanded($0) } ?? .unchanged }
  }

  private func flattened(_ block: Block) -> [Block]? {
    switch block {
    case .paragraph, .heading, .codeBlock, .thematicBreak, .html:
      return nil
    case .blockQuote(let blocks):
      return flattened(blocks).map { [.blockQuote($0)] }
    case .list(let list):
      return flattened(list).map { [.list($0)] }
    case .table(let table):
      return flattened(table)
    case .definitionList(let definitions):
      guard !expressiveness.contains(.definitionLists) else {
        return flattened(definitions).map { [.definitionList($0)] }
      }
      let blocks = Self.blocks(of: definitions)
      return flattened(blocks) ?? blocks
    case .figure(var figure):
      if let blocks = flattened(figure.blocks) {
        figure.blocks = blocks
      } else if expressiveness.contains(.figures) {
        return nil
      }
      return expressiveness.contains(.figures) ? [.figure(figure)] : Self.blocks(of: figure)
    }
  }

  private func flattened(_ list: List) -> List? {
    let items = list.items.rewritten { item in
      guard let blocks = flattened(item.blocks) else { return .unchanged }
      return .replaced(ListItem(checkbox: item.checkbox, label: item.label, blocks))
    }
    return items.map { List(list.kind, isTight: list.isTight, items: $0) }
  }

  private func flattened(_ definitions: [Definition]) -> [Definition]? {
    definitions.rewritten { definition in
      let details = definition.details.rewritten { flattened($0).map { .replaced($0) } ?? .unchanged }
      return details.map { .replaced(Definition(terms: definition.terms, details: $0)) } ?? .unchanged
    }
  }

  // MARK: Tables

  private func flattened(_ table: Table) -> [Block]? {
    var simpler: Table?
    if !expressiveness.contains(.spans), table.hasSpans {
      let filled = TableGrid(table).rows.map { $0.map(\.filled) }
      simpler = table
      simpler?.rows = filled
    }
    let rows = (simpler ?? table).rows.rewritten { row in
      row.rewritten(flattened).map { .replaced($0) } ?? .unchanged
    }
    if let rows {
      if simpler == nil { simpler = table }
      simpler?.rows = rows
    }
    if table.headerRows > 1, !expressiveness.contains(.tallHeaders) {
      if simpler == nil { simpler = table }
      simpler?.headerRows = 1
    }
    guard !table.caption.isEmpty, !expressiveness.contains(.captions) else {
      return simpler.map { [.table($0)] }
    }
    simpler = simpler ?? table
    simpler?.caption = []
    return [.paragraph([Inline.emphasis([]).holding(table.caption)]), .table(simpler ?? table)]
  }

  private func flattened(_ cell: TableCell) -> Rewriting<TableCell> {
    var simpler = cell
    if cell.alignment != nil, !expressiveness.contains(.spans) { simpler.alignment = nil }
    if !cell.isParagraph {
      if !expressiveness.contains(.blocksInCells) {
        simpler = simpler.holding(cell.inlines)
      } else if let blocks = flattened(cell.blocks) {
        simpler.blocks = blocks
      } else if simpler.alignment == cell.alignment {
        return .unchanged
      }
    } else if simpler.alignment == cell.alignment {
      return .unchanged
    }
    return .replaced(simpler)
  }

  // MARK: Definitions and figures

  /// Terms as paragraphs in bold, each above what is said of it.
  package static func blocks(of definitions: [Definition]) -> [Block] {
    definitions.flatMap { definition in
      definition.terms.map { .paragraph([Inline.strong([]).holding($0)]) } + definition.details.joined()
    }
  }

  /// The blocks of a figure, and its caption as a paragraph in italics.
  package static func blocks(of figure: Figure) -> [Block] {
    guard !figure.caption.isEmpty else { return figure.blocks }
    let caption = Block.paragraph([Inline.emphasis([]).holding(figure.caption)])
    return figure.isCaptionFirst ? [caption] + figure.blocks : figure.blocks + [caption]
  }
}

/// The features that a format supports beyond GitHub's Markdown.
public struct Expressiveness: OptionSet, Sendable {
  /// A bit for each feature.
  public let rawValue: Int

  /// Creates the set of these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Lists, code and several paragraphs within a cell.
  public static let blocksInCells = Expressiveness(rawValue: 1)
  /// Cells that span columns or rows, or have another alignment than their column.
  public static let spans = Expressiveness(rawValue: 2)
  /// A header of several rows.
  public static let tallHeaders = Expressiveness(rawValue: 4)
  /// The name of a table.
  public static let captions = Expressiveness(rawValue: 8)
  /// Terms with their definitions.
  public static let definitionLists = Expressiveness(rawValue: 16)
  /// Blocks with a caption.
  public static let figures = Expressiveness(rawValue: 32)
  /// Pictures that the document holds, under names and not addresses.
  public static let media = Expressiveness(rawValue: 64)

  /// All features of tables.
  public static let wholeTables: Expressiveness = [.blocksInCells, .spans, .tallHeaders, .captions]

  /// CommonMark with GitHub's extensions.
  public static let gfm: Expressiveness = []
  /// Text without markup, which shows no more of the structure than Markdown does.
  public static let plainText: Expressiveness = []
  /// HTML, which holds media in addresses.
  public static let html: Expressiveness = [.wholeTables, .definitionLists, .figures, .media]
  /// RTF: as HTML.
  public static let rtf: Expressiveness = .html
}
