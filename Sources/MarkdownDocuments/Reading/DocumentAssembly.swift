/// Makes a document of blocks and the inlines in them.
struct DocumentAssembly {
  let source: [UInt8]
  let nodes: [BlockNode]
  let pieces: [TextPiece]
  var scanner: InlineScanner
  private let readsMathBlocks: Bool
  private let keepsSource: Bool
  /// The number of cells that may still be made up for short rows: a few bytes could ask for any number of them.
  var cellBudget: Int

  init(_ parser: BlockParser, linksBareAddresses: Bool, readsFormulas: Bool, keepsSource: Bool) {
    readsMathBlocks = readsFormulas && !keepsSource
    self.keepsSource = keepsSource
    source = parser.source
    nodes = parser.nodes
    pieces = parser.pieces
    scanner = InlineScanner(
      references: parser.references, notes: parser.notes, linksBareAddresses: linksBareAddresses,
      readsFormulas: readsFormulas,
      referenceBudget: max(source.count, 100_000))
    scanner.delimiters.keepsSingleTildes = keepsSource
    cellBudget = source.count / 8 + 20_000
  }

  /// The document: notes that nothing in it refers to are no part of it, unless its source is kept.
  mutating func document() -> Document {
    let blocks = blocks(0..<nodes.count)
    var footnotes: [Footnote] = []
    appendNotes(to: &footnotes)
    if keepsSource {
      for node in nodes.indices where nodes[node].kind == .note {
        _ = scanner.notes.number(of: node)
        appendNotes(to: &footnotes)
      }
    }
    return Document(blocks, footnotes: footnotes)
  }

  /// The notes that have got numbers by now, and those that they refer to.
  private mutating func appendNotes(to footnotes: inout [Footnote]) {
    while footnotes.count < scanner.notes.ordered.count {
      let node = scanner.notes.ordered[footnotes.count]
      let content = blocks(node + 1..<Int(nodes[node].end))
      footnotes.append(Footnote(label: String(footnotes.count + 1), blocks: content))
    }
  }

  // MARK: Blocks

  private mutating func blocks(_ range: Range<Int>) -> [Block] {
    var blocks: [Block] = []
    blocks.reserveCapacity(count(in: range))
    var index = range.lowerBound
    while index < range.upperBound {
      append(index, to: &blocks)
      index = Int(nodes[index].end)
    }
    return blocks
  }

  /// The indices of the blocks among nodes that stand side by side.
  func blocks(in range: Range<Int>) -> SiblingBlocks { SiblingBlocks(nodes, range) }

  /// The number of nodes that stand side by side.
  private func count(in range: Range<Int>) -> Int {
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound {
      count += 1
      index = Int(nodes[index].end)
    }
    return count
  }

  /// Appends the block of a node, if the node is one.
  mutating func append(_ index: Int, to blocks: inout [Block]) {
    let node = nodes[index]
    let content = index + 1..<Int(node.end)
    switch node.kind {
    case .paragraph: blocks.append(.paragraph(inlines(of: node.pieces)))
    case .heading: blocks.append(.heading(level: Int(node.detail), inlines(of: node.pieces)))
    case .rule: blocks.append(.thematicBreak)
    case .html: blocks.append(.html(text(of: node.pieces)))
    case .indentedCode: blocks.append(.codeBlock(CodeBlock(code: code(of: node.pieces))))
    case .fencedCode: blocks.append(fencedBlock(node))
    case .table: append(table: node, to: &blocks)
    case .quote: blocks.append(.blockQuote(Alert.endingLine(of: self.blocks(content))))
    case .list: blocks.append(.list(list(node, content)))
    case .definitions: blocks.append(.definitionList(definitions(content)))
    // A note is read when something refers to it.
    case .note, .item, .term, .details, .removed: break
    }
  }

  /// The text that stands behind the fence of a block of code.
  func info(of node: BlockNode) -> String {
    let range = pieces[Int(node.firstPiece)].range
    return range.isEmpty ? "" : CharacterReference.unescaped(source.span, range)
  }

  /// Code, or a formula with a line of its own.
  func fencedBlock(_ node: BlockNode) -> Block {
    let info = info(of: node)
    let code = code(of: node.pieces.dropFirst())
    if isFormula(info) {
      let tex = TeXText.trimmed(Array(code.utf8)[...])
      if !tex.isEmpty { return .paragraph([.math(String(decoding: tex, as: UTF8.self), display: true)]) }
    }
    return .codeBlock(CodeBlock(info: info, code: code))
  }

  /// True if the text behind a fence says that the code is a formula.
  func isFormula(_ info: String) -> Bool { readsMathBlocks && info == MathBlocks.language }

  /// True if it says so behind the fence of a block; what is longer than four references is another word.
  func isFormula(_ node: BlockNode) -> Bool {
    pieces[Int(node.firstPiece)].range.count <= 64 && isFormula(info(of: node))
  }

  private mutating func list(_ node: BlockNode, _ range: Range<Int>) -> List {
    var list = List(node.listKind, isTight: !node.isLoose, items: [])
    list.items.reserveCapacity(count(in: range))
    var index = range.lowerBound
    while index < range.upperBound {
      let item = nodes[index]
      list.items.append(ListItem(checkbox: item.checkbox, blocks(index + 1..<Int(item.end))))
      index = Int(item.end)
    }
    return list
  }

  // MARK: Definitions

  private mutating func definitions(_ range: Range<Int>) -> [Definition] {
    var definitions: [Definition] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let node = nodes[index]
      switch node.kind {
      case .term: definitions.append(Definition(terms: terms(of: node.pieces), details: []))
      case .details where !definitions.isEmpty:
        definitions[definitions.count - 1].details.append(blocks(index + 1..<Int(node.end)))
      default: break
      }
      index = Int(node.end)
    }
    return definitions
  }

  /// The terms of a paragraph: its lines, and what breaks part in these, as Pandoc knows one line alone.
  private mutating func terms(of range: Range<Int>) -> [[Inline]] {
    let text = LeafText(pieces[range], of: source)
    var terms: [[Inline]] = []
    for line in text.bytes[text.range].split(separator: 0x0A) {
      let start = text.bytes.span.skippingSpaces(from: line.startIndex, to: line.endIndex)
      terms += inlines(text.bytes, start..<line.endIndex).split(separator: .lineBreak).map { Array($0) }
    }
    return terms.isEmpty ? [[]] : terms
  }

  // MARK: Tables

  private mutating func append(table node: BlockNode, to blocks: inout [Block]) {
    let first = Int(node.firstPiece)
    let columns = TableRow.delimiters(source.span, pieces[first + 1].range) ?? []
    var rows = [row(pieces[first].range, count: columns.count)]
    rows.reserveCapacity(node.pieces.count - 1)
    var index = first + 2
    while index < Int(node.lastPiece), cellBudget >= 0 {
      rows.append(row(pieces[index].range, count: columns.count))
      index += 1
    }
    blocks.append(.table(Table(columns: columns, headerRows: 1, rows: rows)))
    // Too many cells would be made up: what is left is text.
    if index < Int(node.lastPiece) { blocks.append(.paragraph(inlines(of: index..<Int(node.lastPiece)))) }
  }

  /// The cells of a row, as many as the table has columns (GFM 4.10).
  private mutating func row(_ line: Range<Int>, count: Int) -> [TableCell] {
    var row: [TableCell] = []
    row.reserveCapacity(count)
    for range in cells(line, count: count) {
      let text = text(ofCell: range)
      row.append(TableCell(inlines(text.bytes, text.range)))
    }
    while row.count < count { row.append(TableCell()) }
    return row
  }

  /// The cells that a row has itself, of as many as there are columns; the others are made up.
  mutating func cells(_ line: Range<Int>, count: Int) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    cells.reserveCapacity(count)
    TableRow.cells(source.span, line) { if cells.count < count { cells.append($0) } }
    cellBudget -= count - cells.count
    return cells
  }

  /// The text of a cell.
  func text(ofCell range: Range<Int>) -> LeafText {
    let pipe = ByteSearch.position(
      of: UInt8(ascii: "|"), in: source.span, from: range.lowerBound, to: range.upperBound)
    guard pipe < range.upperBound else { return LeafText(source, range) }
    let text = TableRow.unescaped(source, range)
    return LeafText(text, 0..<text.count)
  }

  // MARK: Text

  mutating func inlines(of range: Range<Int>) -> [Inline] {
    let text = LeafText(pieces[range], of: source)
    return inlines(text.bytes, text.range)
  }

  private mutating func inlines(_ bytes: [UInt8], _ range: Range<Int>) -> [Inline] {
    scan(bytes.span, range) ? scannedInlines(in: bytes) : []
  }

  /// Takes a text apart into the tokens of `scanner`; false for one without content.
  mutating func scan(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let end = text.trimmedEnd(from: range.lowerBound, to: range.upperBound)
    guard range.lowerBound < end else { return false }
    scanner.scan(text, range.lowerBound..<end)
    return true
  }

  /// The inlines of the text that was scanned last.
  mutating func scannedInlines(in bytes: [UInt8]) -> [Inline] {
    // The table of notes is not shared with what is read here: it would be copied for each new number.
    var notes = NoteTable()
    swap(&notes, &scanner.notes)
    defer { swap(&notes, &scanner.notes) }
    return InlineAssembly.inlines(of: scanner, in: bytes) { notes.number(of: $0) }
  }

  /// The lines of a leaf as they are, without a line feed at the end.
  private func text(of range: Range<Int>) -> String {
    let text = LeafText(pieces[range], of: source)
    return String(decoding: text.bytes[text.range], as: UTF8.self)
  }

  /// The lines of a leaf, each of them ended.
  private func code(of range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    if range.count == 1, let piece = pieces[range].first, piece.spaces == 0, Int(piece.end) < source.count {
      return String(decoding: source[Int(piece.start)...Int(piece.end)], as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces[range].reduce(0) { $0 + $1.range.count + 4 })
    for piece in pieces[range] {
      bytes.append(piece, of: source)
      bytes.append(0x0A)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension DocumentAssembly {
  /// True for a quote whose text may begin as an alert's does, however that is spelled.
  func mayBeAlert(_ node: BlockNode, at index: Int) -> Bool {
    guard let first = blocks(in: node.content(at: index)).first,
      nodes[first].kind == .paragraph, let piece = pieces[nodes[first].pieces].first, piece.start < piece.end
    else { return false }
    let (start, end) = (Int(piece.start), Int(piece.end))
    switch source[start] {
    case UInt8(ascii: "\\"), UInt8(ascii: "&"): return true
    case UInt8(ascii: "["): return start + 1 < end && "!\\&".utf8.contains(source[start + 1])
    default: return false
    }
  }
}

/// The blocks of a text in their order, of which each takes memory only while it is used.
package struct MarkdownBlocks: IteratorProtocol {
  private var assembly: DocumentAssembly
  private var position = 0
  /// The blocks of the last node, the next one last: of a table text may be left.
  private var made: [Block] = []

  init(_ assembly: DocumentAssembly) { self.assembly = assembly }

  package mutating func next() -> Block? {
    while made.isEmpty, position < assembly.nodes.count {
      assembly.append(position, to: &made)
      made.reverse()
      position = Int(assembly.nodes[position].end)
    }
    return made.popLast()
  }
}
