extension Document {
  /// The document in normal form: one way to say what several trees say alike.
  ///
  /// Inlines are merged and trimmed (`InlineNormalizer`), breaks leave headings, empty paragraphs and lists
  /// are dropped, rows of tables have one length, lists that cannot be tight are loose, and footnotes are
  /// numbered in the order of their first references.
  public func normalized() -> Document {
    let numbering = FootnoteNumbering(of: self)
    let normalizer = BlockNormalizer(footnotes: numbering)
    let notes = numbering.ordered.enumerated().map { index, note in
      Footnote(label: String(index + 1), blocks: normalizer.normalize(note.blocks))
    }
    return Document(normalizer.normalize(blocks), footnotes: notes)
  }
}

/// Puts blocks into normal form.
struct BlockNormalizer {
  let footnotes: FootnoteNumbering

  func normalize(_ blocks: [Block]) -> [Block] {
    blocks.compactMap(normalize)
  }

  private func normalize(_ block: Block) -> Block? {
    switch block {
    case .paragraph(let content):
      let content = inlines(content, in: .paragraph)
      return content.isEmpty ? nil : .paragraph(content)
    case .heading(let level, let content):
      return .heading(level: min(max(level, 1), 6), inlines(content, in: .heading))
    case .blockQuote(let blocks):
      return .blockQuote(normalize(blocks))
    case .list(let list):
      return normalize(list)
    case .codeBlock(let block):
      return .codeBlock(normalize(block))
    case .table(let table):
      return normalize(table)
    case .thematicBreak:
      return block
    case .html(let html):
      // A block that nothing ends takes in the blank lines behind it; one that is indented would belong to a
      // list before it.
      guard let last = html.utf8.lastIndex(where: { !$0.isHTMLSpace }),
        let first = html.utf8.firstIndex(where: { $0 != 0x20 })
      else { return nil }
      return .html(String(Substring(html.utf8[first...last])))
    }
  }

  private func inlines(_ content: [Inline], in context: InlineNormalizer.Context) -> [Inline] {
    InlineNormalizer.normalize(content, in: context, footnotes: footnotes)
  }

  private func normalize(_ list: List) -> Block? {
    guard !list.items.isEmpty else { return nil }
    var list = list
    list.items = list.items.map(normalize)
    if case .ordered(let start) = list.kind, !(0...999_999_999).contains(start) {
      list.kind = .ordered(start: 1)
    }
    list.isTight = list.canBeTight && (list.isTight || !list.showsLooseness)
    return .list(list)
  }

  private func normalize(_ item: ListItem) -> ListItem {
    let item = ListItem(checkbox: item.checkbox, label: item.label, normalize(item.blocks))
    guard let checkbox = item.checkbox, let first = item.blocks.first, !first.canFollowBox else {
      return item
    }
    let box = Block.paragraph([.text(checkbox == .checked ? "☑" : "☐")])
    return ListItem(label: item.label, [box] + item.blocks)
  }

  private func normalize(_ block: CodeBlock) -> CodeBlock {
    var code = block.code
    if code.utf8.contains(0x0D) {
      var bytes: [UInt8] = []
      for byte in code.utf8 {
        if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
        bytes.append(byte)
      }
      code = String(decoding: bytes.lazy.map { $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)
    }
    if let last = code.utf8.last, last != 0x0A { code += "\n" }
    let words = block.info.utf8.split { $0 <= 0x20 }.map { String(Substring($0)) }
    return CodeBlock(info: words.joined(separator: " "), code: code)
  }

  private func normalize(_ table: Table) -> Block? {
    let columns = max(table.alignments.count, table.header.count, table.rows.lazy.map(\.count).max() ?? 0)
    guard columns > 0 else { return nil }
    func row(_ cells: [TableCell]) -> [TableCell] {
      cells.map { TableCell(inlines($0.content, in: .cell)) }
        + Array(repeating: TableCell(), count: columns - cells.count)
    }
    let alignments = table.alignments + Array(repeating: nil, count: columns - table.alignments.count)
    return .table(Table(alignments: alignments, header: row(table.header), rows: table.rows.map(row)))
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
      item.blocks.contains { if case .paragraph = $0 { true } else { false } }
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
    case .table(let table): table.rows.isEmpty
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
    case .html, .table: return false
    case .list where previous.endsWithoutRows: return false
    case .paragraph, .blockQuote, .list: break
    }
    switch self {
    case .heading, .codeBlock, .thematicBreak: return true
    case .paragraph, .table, .html: return false
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
