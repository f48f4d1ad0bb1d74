extension Document {
  /// Returns the document in normal form, which is the same for trees of equal meaning.
  ///
  /// Inlines are merged and trimmed (`InlineNormalizer`), breaks leave headings, empty paragraphs and lists
  /// are dropped, rows of tables fill all columns, lists that cannot be tight are loose, and footnotes are
  /// numbered in the order of their first references.
  public func normalized() -> Document {
    let numbering = FootnoteNumbering(of: self)
    let normalizer = BlockNormalizer(footnotes: numbering)
    let notes = numbering.ordered.enumerated().map { index, note in
      Footnote(label: String(index + 1), blocks: normalizer.normalize(note.blocks))
    }
    return Document(normalizer.normalize(blocks), footnotes: notes, media: media, properties: properties)
  }
}

/// Puts blocks into normal form; what is in that form already is not copied.
struct BlockNormalizer {
  let footnotes: FootnoteNumbering

  func normalize(_ blocks: [Block]) -> [Block] {
    blocks.rewritten(rewrite) ?? blocks
  }

  func rewrite(_ block: Block) -> Rewriting<Block> {
    switch block {
    case .paragraph(let content):
      guard !content.isEmpty else { return .dropped }
      guard let changed = rewrite(content, in: .paragraph) else { return .unchanged }
      return changed.isEmpty ? .dropped : .replaced(.paragraph(changed))
    case .heading(let level, let content):
      let changed = rewrite(content, in: .heading)
      guard changed != nil || !(1...6).contains(level) else { return .unchanged }
      return .replaced(.heading(level: min(max(level, 1), 6), changed ?? content))
    case .blockQuote(let blocks):
      return blocks.rewritten(rewrite).map { .replaced(.blockQuote($0)) } ?? .unchanged
    case .list(let list):
      return rewrite(list)
    case .codeBlock(let block):
      let normalized = normalize(block)
      return normalized == block ? .unchanged : .replaced(.codeBlock(normalized))
    case .table(let table):
      return rewrite(table)
    case .definitionList(let definitions):
      return rewrite(definitions)
    case .figure(let figure):
      return rewrite(figure)
    case .thematicBreak:
      return .unchanged
    case .html(let html):
      // A block that nothing ends takes in the blank lines behind it; one that is indented would belong to a
      // list before it.
      let shown = html.withoutControlCharacters
      guard let last = shown.utf8.lastIndex(where: { !$0.isHTMLSpace }),
        let first = shown.utf8.firstIndex(where: { $0 != 0x20 })
      else { return .dropped }
      return .replaced(.html(String(Substring(shown.utf8[first...last]))))
    }
  }

  /// The content in normal form; nil if it is so already.
  func rewrite(_ content: [Inline], in context: InlineNormalizer.Context) -> [Inline]? {
    guard !NormalInlines(context: context, footnotes: footnotes).accepts(content) else { return nil }
    return InlineNormalizer.normalize(content, in: context, footnotes: footnotes)
  }

  private func rewrite(_ list: List) -> Rewriting<Block> {
    guard !list.items.isEmpty else { return .dropped }
    var changed = list
    let items = list.items.rewritten(rewrite)
    if let items { changed.items = items }
    if case .ordered(let start) = list.kind, !(0...999_999_999).contains(start) {
      changed.kind = .ordered(start: 1)
    }
    changed.isTight = changed.canBeTight && (list.isTight || !changed.showsLooseness)
    let isSame = items == nil && changed.kind == list.kind && changed.isTight == list.isTight
    return isSame ? .unchanged : .replaced(.list(changed))
  }

  private func rewrite(_ item: ListItem) -> Rewriting<ListItem> {
    let blocks = item.blocks.rewritten(rewrite)
    if let checkbox = item.checkbox, let first = (blocks ?? item.blocks).first, !first.canFollowBox {
      let box = Block.paragraph([.text(checkbox == .checked ? "☑" : "☐")])
      return .replaced(ListItem(label: item.label, [box] + (blocks ?? item.blocks)))
    }
    guard let blocks else { return .unchanged }
    return .replaced(ListItem(checkbox: item.checkbox, label: item.label, blocks))
  }

  private func normalize(_ block: CodeBlock) -> CodeBlock {
    var code = block.code.withoutControlCharacters
    if code.utf8.contains(0x0D) {
      var bytes: [UInt8] = []
      for byte in code.utf8 {
        if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
        bytes.append(byte)
      }
      code = String(decoding: bytes.lazy.map { $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)
    }
    if let last = code.utf8.last, last != 0x0A { code += "\n" }
    let words = block.info.utf8.split { $0 <= 0x20 || $0 == 0x7F }.map { String(Substring($0)) }
    return CodeBlock(info: words.joined(separator: " "), code: code)
  }
}

extension List {
  /// True if the items and their blocks can stand in Markdown without blank lines between them.
  fileprivate var canBeTight: Bool {
    // cmark sees a blank line between a table without rows and the next item.
    items.dropLast().allSatisfy { $0.blocks.last?.endsWithoutRows != true }
      && items.allSatisfy { zip($0.blocks, $0.blocks.dropFirst()).allSatisfy { $1.canFollowDirectly($0) } }
  }

  /// True if the list would look loose were its blocks and items set apart by blank lines.
  ///
  /// There must be a blank line that counts (CommonMark 5.3), and a paragraph on which it shows.
  fileprivate var showsLooseness: Bool {
    let hasParagraph = items.contains { item in
      item.blocks.contains(where: \.isParagraph)
    }
    let hasBlankLine =
      items.dropLast().contains { $0.blocks.last?.countsBlankLine ?? true }
      || items.contains { $0.blocks.dropLast().contains(where: \.countsBlankLine) }
    return hasParagraph && hasBlankLine
  }
}

extension Block {
  fileprivate var endsWithoutRows: Bool {
    switch self {
    case .table(let table): table.body.isEmpty
    case .list(let list): list.items.last?.blocks.last?.endsWithoutRows ?? false
    default: false
    }
  }

  /// True if readers take a blank line behind this block as one between the blocks of a list.
  ///
  /// cmark takes a blank line behind a thematic break as part of it.
  fileprivate var countsBlankLine: Bool {
    switch self {
    case .thematicBreak: false
    case .list(let list): list.items.last?.blocks.last?.countsBlankLine ?? true
    default: true
    }
  }

  /// True if the block can be the first one behind the box of a task, which is text to some readers.
  fileprivate var canFollowBox: Bool {
    if case .paragraph = self { true } else { canFollowDirectly(.paragraph([])) }
  }

  /// True if this block begins in the line after `previous` and neither becomes part of the other.
  fileprivate func canFollowDirectly(_ previous: Block) -> Bool {
    switch previous {
    case .heading, .codeBlock, .thematicBreak: return true
    case .html, .table, .definitionList, .figure: return false
    case .list where previous.endsWithoutRows: return false
    case .paragraph, .blockQuote, .list: break
    }
    switch self {
    case .heading, .codeBlock, .thematicBreak: return true
    case .paragraph, .table, .definitionList, .figure, .html: return false
    case .blockQuote:
      if case .blockQuote = previous { return false }
      return true
    case .list(let list):
      // Only a list that begins with text and with the number 1 interrupts a paragraph (CommonMark 5.2).
      guard let first = list.items.first, !first.blocks.isEmpty else { return false }
      if case .ordered(let start) = list.kind, start != 1 { return false }
      return true
    }
  }
}

/// Tables, definition lists and figures in normal form.
extension BlockNormalizer {
  /// Spans end where the table does, every place is taken, and a header without text is none.
  func rewrite(_ table: Table) -> Rewriting<Block> {
    var changed = table.isRegular ? table : table.regularized()
    guard !changed.columns.isEmpty else { return .dropped }
    var isSame = changed.columns.count == table.columns.count && table.isRegular
    if let caption = rewrite(table.caption, in: .cell) {
      changed.caption = caption
      isSame = false
    }
    let rows = changed.rows.rewritten { row in
      row.rewritten(rewrite).map { .replaced($0) } ?? .unchanged
    }
    if let rows {
      changed.rows = rows
      isSame = false
    }
    let headerRows = max(0, min(changed.headerRows, changed.rows.count))
    if headerRows != changed.headerRows {
      changed.headerRows = headerRows
      isSame = false
    }
    if headerRows == 1, changed.rows[0].allSatisfy(\.isEmpty) {
      changed.headerRows = 0
      changed.rows.removeFirst()
      isSame = false
    }
    if changed.dropNeedlessAlignments() { isSame = false }
    return isSame ? .unchanged : .replaced(.table(changed))
  }

  private func rewrite(_ cell: TableCell) -> Rewriting<TableCell> {
    if let text = cell.onlyText, NormalInlines.accepts(text) { return .unchanged }
    if let paragraph = cell.paragraph {
      return rewrite(paragraph, in: .cell).map { .replaced(cell.holding($0)) } ?? .unchanged
    }
    let blocks = normalize(cell.blocks)
    var changed = cell
    changed.blocks = blocks
    guard let paragraph = changed.paragraph else { return changed == cell ? .unchanged : .replaced(changed) }
    // What is left is a paragraph like that of any other cell.
    return .replaced(changed.holding(rewrite(paragraph, in: .cell) ?? paragraph))
  }

  // MARK: Definitions and figures

  func rewrite(_ definitions: [Definition]) -> Rewriting<Block> {
    let changed = definitions.compactMap { definition -> Definition? in
      let terms = definition.terms.map { rewrite($0, in: .cell) ?? $0 }.filter { !$0.isEmpty }
      let details = definition.details.map(normalize).filter { !$0.isEmpty }
      return terms.isEmpty && details.isEmpty ? nil : Definition(terms: terms, details: details)
    }
    guard !changed.isEmpty else { return .dropped }
    return changed == definitions ? .unchanged : .replaced(.definitionList(changed))
  }

  /// One block without a caption, or a caption alone, is no figure.
  func rewrite(_ figure: Figure) -> Rewriting<Block> {
    var changed = figure
    changed.blocks = normalize(figure.blocks)
    changed.caption = rewrite(figure.caption, in: .cell) ?? figure.caption
    if changed.blocks.isEmpty { return rewrite(.paragraph([.emphasis(changed.caption)])) }
    if changed.caption.isEmpty, changed.blocks.count == 1 { return .replaced(changed.blocks[0]) }
    return changed == figure ? .unchanged : .replaced(.figure(changed))
  }
}

/// The numbers of a document's footnotes, in the order in which they are first referred to.
package struct FootnoteNumbering {
  private var numbers: [String: String] = [:]
  /// The notes in the order of their numbers; those that nothing refers to come last, empty ones nowhere.
  package private(set) var ordered: [Footnote] = []

  package init() {}

  package init(of document: Document) {
    guard !document.footnotes.isEmpty else { return }
    var notes: [String: Footnote] = [:]
    let normalizer = BlockNormalizer(footnotes: FootnoteNumbering())
    for note in document.footnotes where notes[note.label] == nil {
      if !normalizer.normalize(note.blocks).isEmpty { notes[note.label] = note }
    }
    visit(document.blocks, notes)
    // Notes may refer to notes: the list grows while it is read.
    var next = 0
    while next < ordered.count {
      visit(ordered[next].blocks, notes)
      next += 1
    }
    for note in document.footnotes where notes[note.label] != nil { add(note) }
  }

  package func number(of label: String) -> String? { numbers[label] }

  private mutating func add(_ note: Footnote) {
    guard numbers[note.label] == nil else { return }
    numbers[note.label] = String(ordered.count + 1)
    ordered.append(note)
  }

  private mutating func visit(_ blocks: [Block], _ notes: [String: Footnote]) {
    for block in blocks {
      block.forEachPart(inlines: { visit($0, notes) }, blocks: { visit($0, notes) })
    }
  }

  private mutating func visit(_ inlines: [Inline], _ notes: [String: Footnote]) {
    for inline in inlines {
      if case .footnoteReference(let label) = inline {
        if let note = notes[label] { add(note) }
      } else if let content = inline.content {
        visit(content, notes)
      }
    }
  }
}
