/// Makes HTML of blocks and the inlines in them, without a document in between.
///
/// Text goes from the source to the output in ranges. Each block is written as `HTMLWriter` writes it, and is left to that
/// where the source alone does not tell what it holds. A text is left to it as a whole if it has notes, or links to its
/// own places: their numbers and names depend on all of it.
struct HTMLAssembly {
  private(set) var assembly: DocumentAssembly
  private var output = MarkupOutput()
  /// The elements that are open in a text.
  private var openElements: [InlineToken.Kind] = []
  /// True once something has been met that depends on the whole text.
  private var needsDocument: Bool

  init(_ assembly: DocumentAssembly) {
    self.assembly = assembly
    needsDocument = !assembly.scanner.notes.isEmpty
  }

  /// Returns the HTML of all blocks; nil for a text that needs a document.
  mutating func html() -> [UInt8]? {
    // What is not written takes no memory.
    output.reserve(2 * assembly.source.count)
    write(0..<assembly.nodes.count, isTight: false)
    return needsDocument ? nil : output.bytes
  }

  // MARK: Blocks

  private mutating func write(_ range: Range<Int>, isTight: Bool) {
    var index = range.lowerBound
    while index < range.upperBound, !needsDocument {
      write(assembly.nodes[index], at: index, isTight: isTight)
      index = Int(assembly.nodes[index].end)
    }
  }

  private mutating func write(_ node: BlockNode, at index: Int, isTight: Bool) {
    switch node.kind {
    case .paragraph where isTight: writeText(of: node)
    case .paragraph: write(node, in: "p")
    case .heading: write(node, in: "h\(node.detail)")
    case .rule:
      output.startLine()
      output.append("<hr />\n")
    case .html: write(html: node)
    case .indentedCode: write(code: node.pieces, info: "")
    case .fencedCode:
      let info = assembly.info(of: node)
      if assembly.isFormula(info) { return writeAsDocument(index, isTight: isTight) }
      write(code: node.pieces.dropFirst(), info: info)
    case .quote, .list, .table:
      switch direction(of: node, at: index) {
      case .unknown: writeAsDocument(index, isTight: isTight)
      case let direction: write(node, at: index, isRightToLeft: direction == .rightToLeft)
      }
    case .definitions: writeAsDocument(index, isTight: isTight)
    case .note, .item, .term, .details, .removed: break
    }
  }

  /// Leaves a block to the document's writer.
  private mutating func writeAsDocument(_ index: Int, isTight: Bool) {
    var blocks: [Block] = []
    assembly.append(index, to: &blocks)
    if !HTMLWriter.append(blocks, isTight: isTight, to: &output) { needsDocument = true }
  }

  private mutating func write(_ node: BlockNode, at index: Int, isRightToLeft: Bool) {
    output.startLine()
    switch node.kind {
    case .list: write(list: node, node.content(at: index), isRightToLeft)
    case .table: write(table: node, isRightToLeft)
    default:
      begin("blockquote", isRightToLeft)
      output.append("\n")
      write(node.content(at: index), isTight: false)
      output.startLine()
      output.append("</blockquote>\n")
    }
  }

  private mutating func write(list node: BlockNode, _ range: Range<Int>, _ isRightToLeft: Bool) {
    let name =
      switch node.listKind {
      case .bullet: "ul"
      case .ordered(1): "ol"
      case .ordered(let start): "ol start=\"\(start)\""
      }
    begin(name, isRightToLeft)
    output.append("\n")
    var index = range.lowerBound
    while index < range.upperBound {
      let item = assembly.nodes[index]
      let content = item.content(at: index)
      output.startLine()
      output.append("<li>")
      if let checkbox = item.checkbox { output.append(checkbox) }
      write(content, isTight: !node.isLoose && !holdsParagraphBehindParagraph(content))
      output.append("</li>\n")
      index = content.upperBound
    }
    output.append(node.listKind == .bullet ? "</ul>\n" : "</ol>\n")
  }

  private func holdsParagraphBehindParagraph(_ range: Range<Int>) -> Bool {
    var isBehindParagraph = false
    for index in assembly.blocks(in: range) {
      let isParagraph = isParagraph(assembly.nodes[index])
      if isParagraph, isBehindParagraph { return true }
      isBehindParagraph = isParagraph
    }
    return false
  }

  /// True for a paragraph, which a formula with a line of its own is too.
  private func isParagraph(_ node: BlockNode) -> Bool {
    guard node.kind == .fencedCode, assembly.isFormula(node) else {
      return node.kind == .paragraph
    }
    return assembly.fencedBlock(node).isParagraph
  }

  private mutating func write(html node: BlockNode) {
    let text = LeafText(assembly.pieces[node.pieces], of: assembly.source)
    // It may link to places of the text.
    if ByteSearch.contains(UInt8(ascii: "#"), in: text.bytes[text.range]) { needsDocument = true }
    output.startLine()
    output.append(text.bytes.span.extracting(text.range))
    output.startLine()
  }

  private mutating func write(code range: Range<Int>, info: String) {
    output.startLine()
    output.append("<pre><code")
    if let language = CodeBlock(info: info, code: "").language {
      output.append(" class=\"language-")
      output.appendEscaped(String(language))
      output.append("\"")
    }
    output.append(">")
    let source = assembly.source
    let text = source.span
    for piece in assembly.pieces[range] {
      for _ in 0..<piece.spaces { output.append(UInt8(ascii: " ")) }
      output.appendEscaped(text.extracting(piece.range))
      output.append(UInt8(ascii: "\n"))
    }
    output.append("</code></pre>\n")
  }

  // MARK: Tables

  private mutating func write(table node: BlockNode, _ isRightToLeft: Bool) {
    let rows = assembly.pieces[node.pieces]
    let columns = TableRow.delimiters(assembly.source.span, rows[rows.startIndex + 1].range) ?? []
    begin("table", isRightToLeft)
    output.append("\n<thead>\n")
    write(row: rows[rows.startIndex].range, HTMLCells("th", columns))
    output.append("</thead>\n")
    if rows.count > 2 {
      output.append("<tbody>\n")
      let cells = HTMLCells("td", columns)
      for row in rows.dropFirst(2) where !needsDocument { write(row: row.range, cells) }
      output.append("</tbody>\n")
    }
    output.append("</table>\n")
  }

  private mutating func write(row line: Range<Int>, _ tags: HTMLCells) {
    output.append("<tr>\n")
    let cells = assembly.cells(line, count: tags.starts.count)
    // What is behind too many cells that are made up is no part of a table.
    if assembly.cellBudget < 0 { needsDocument = true }
    for (index, start) in tags.starts.enumerated() {
      output.append(start)
      if index < cells.count {
        let cell = assembly.text(ofCell: cells[index])
        writeText(cell.bytes, cell.range)
      }
      output.append(tags.end)
    }
    output.append("</tr>\n")
  }

  // MARK: Text

  /// Begins an element of text, which says where it goes from right to left.
  private mutating func begin(_ start: String, _ isRightToLeft: Bool) {
    output.append("<")
    output.append(start)
    output.append(isRightToLeft ? " dir=\"rtl\">" : ">")
  }

  private mutating func write(_ node: BlockNode, in name: String) {
    output.startLine()
    switch direction(ofText: node) {
    case .unknown:
      let inlines = assembly.inlines(of: node.pieces)
      begin(name, inlines.areRightToLeft)
      write(inlines)
    case let direction:
      begin(name, direction == .rightToLeft)
      writeText(of: node)
    }
    output.append("</")
    output.append(name)
    output.append(">\n")
  }

  private mutating func write(_ inlines: [Inline]) {
    if !HTMLWriter.append(inlines, to: &output) { needsDocument = true }
  }

  private mutating func writeText(of node: BlockNode) {
    let text = LeafText(assembly.pieces[node.pieces], of: assembly.source)
    writeText(text.bytes, text.range)
  }

  private mutating func writeText(_ bytes: [UInt8], _ range: Range<Int>) {
    let text = bytes.span
    guard assembly.scan(text, range) else { return }
    guard isToldByTokens else { return write(assembly.scannedInlines(in: bytes)) }
    for token in assembly.scanner.tokens { write(token, text) }
  }

  /// True if each token of a text can be written by itself: tags of HTML and addresses of mail change what is around
  /// them, and what is in images and in too many elements is text.
  private var isToldByTokens: Bool {
    if assembly.scanner.hasMailSign { return false }
    var depth = 0
    for token in assembly.scanner.tokens {
      switch token.kind {
      case .html, .imageStart, .note, .math, .displayMath: return false
      case .emphasisStart, .strongStart, .strikethroughStart, .linkStart: depth += 1
      case .end: depth -= 1
      default: continue
      }
      if depth >= NestingLimit.inlines { return false }
    }
    return true
  }

  private mutating func write(_ token: InlineToken, _ text: Span<UInt8>) {
    switch token.kind {
    case .text: output.appendEscaped(text.extracting(token.range))
    case .reference:
      var characters: [UInt8] = []
      _ = CharacterReference.read(
        text, at: token.range.lowerBound, to: token.range.upperBound, into: &characters)
      output.appendEscaped(characters.span)
    case .code:
      output.append("<code>")
      writeCode(text.extracting(CodeSpan.content(of: text, token.range)))
      output.append("</code>")
    case .softBreak: output.append(UInt8(ascii: "\n"))
    case .lineBreak: output.append("<br />\n")
    case .uri, .mail, .bareURI, .bareHost: write(address: token, text)
    case .emphasisStart, .strongStart, .strikethroughStart, .linkStart: begin(token)
    case .end: end()
    case .nothing, .html, .imageStart, .note, .math, .displayMath: break
    }
  }

  /// Writes the content of a code span, in which the ends of lines are spaces.
  private mutating func writeCode(_ code: Span<UInt8>) {
    var start = 0
    while start < code.count {
      let end = ByteSearch.position(of: 0x0A, in: code, from: start, to: code.count)
      output.appendEscaped(code.extracting(start..<end))
      if end < code.count { output.append(UInt8(ascii: " ")) }
      start = end + 1
    }
  }

  private mutating func write(address token: InlineToken, _ text: Span<UInt8>) {
    switch token.kind {
    case .bareHost: writeLink("http://", text.extracting(token.range))
    case .bareURI: writeLink("", text.extracting(token.range))
    default:
      let address = CharacterReference.decoded(text, token.range)
      writeLink(token.kind == .mail ? "mailto:" : "", address.utf8Span.span)
    }
  }

  private mutating func writeLink(_ scheme: String, _ address: Span<UInt8>) {
    output.append("<a href=\"")
    output.append(scheme)
    output.appendAddress(address)
    output.append("\">")
    output.appendEscaped(address)
    output.append("</a>")
  }

  private mutating func begin(_ token: InlineToken) {
    openElements.append(token.kind)
    switch token.kind {
    case .emphasisStart: output.append("<em>")
    case .strongStart: output.append("<strong>")
    case .strikethroughStart: output.append("<del>")
    default:
      let target = assembly.scanner.targets[token.value]
      if LinkFragments.fragment(of: target.destination) != nil { needsDocument = true }
      output.append("<a href=\"")
      output.appendAddress(target.destination)
      if !target.title.isEmpty {
        output.append("\" title=\"")
        output.appendEscaped(target.title)
      }
      output.append("\">")
    }
  }

  private mutating func end() {
    switch openElements.popLast() {
    case .emphasisStart: output.append("</em>")
    case .strongStart: output.append("</strong>")
    case .strikethroughStart: output.append("</del>")
    default: output.append("</a>")
    }
  }
}

/// The tags around the cells of a table's rows.
private struct HTMLCells {
  /// A start tag for each column.
  let starts: [String]
  let end: String

  init(_ name: String, _ columns: [Table.Alignment?]) {
    starts = columns.map { "<\(name)\(MarkupOutput.attribute(of: $0))>" }
    end = "</\(name)>\n"
  }
}
