/// Writes a document as Markdown that reads as that same document again.
///
/// What is written is `Document.normalized()`. Only characters that would change the meaning are escaped.
public struct MarkdownWriter: DocumentWriter {
  /// The style to write in.
  public var style: MarkdownStyle

  /// Creates a writer; by default of GitHub's Markdown.
  public init(style: MarkdownStyle = MarkdownStyle()) {
    self.style = style
  }

  /// Writes a document as Markdown in UTF-8 that reads as the same document.
  public func write(_ document: Document) -> [UInt8] {
    let document = expressible(document)
    var lines = MarkdownLines()
    var writer = MarkdownBlockWriter(document, style: style)
    // Below HTML that nothing ends there can be no notes.
    var blocks = document.blocks
    let open = HTMLBlockCondition.isOpen(blocks.last) ? blocks.removeLast() : nil
    writer.write(blocks, isTight: false, to: &lines)
    for note in document.footnotes {
      if !lines.bytes.isEmpty { lines.endBlankLine() }
      writer.write(note, to: &lines)
    }
    writer.writeDefinitions(to: &lines)
    if let open {
      if !lines.bytes.isEmpty { lines.endBlankLine() }
      writer.write([open], isTight: false, to: &lines)
    }
    return lines.bytes
  }

  /// The document that is written: in normal form, and with nothing that the dialect cannot say.
  func expressible(_ document: Document) -> Document {
    switch style.dialect {
    case .gfm, .extra:
      let simple = withTables(of: document).lowered(to: style.dialect == .extra ? .definitionLists : .gfm)
      return withBlocksOfMath(simple).normalized()
    case .commonMark:
      let simple = withBlocksOfMath(document.lowered(to: .wholeTables))
      return CommonMarkSubset.reduce(simple.normalized()).normalized()
    }
  }

  private func withBlocksOfMath(_ document: Document) -> Document {
    guard style.escapesDollars else { return document }
    // Tables become HTML in CommonMark, which has displayed formulas.
    return MathBlocks(rewritesTables: style.dialect != .commonMark).replaceFormulas(in: document)
  }

  /// The document with those tables as HTML that stay whole so, and in these what HTML holds.
  private func withTables(of document: Document) -> Document {
    switch style.tables {
    case .auto, .padded, .compact: document
    case .whole, .html:
      TableMarkup.replaceTables(in: document.withMediaInAddresses.normalized(), style.tables)
    }
  }
}
