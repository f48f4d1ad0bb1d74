import RichText
import TestSupport

/// Documents made of every construct that Markdown has words for and RTF too.
struct RandomRTFDocument {
  private var generator: SeededGenerator
  private var notes = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func document() -> Document {
    let blocks = blocks(depth: 0, count: 1...5)
    let footnotes = (0..<notes).map { index in
      Footnote(
        label: String(index + 1),
        blocks: [.paragraph([.text("Note \(index + 1) "), .strong([.text("here")])])])
    }
    return Document(blocks, footnotes: footnotes)
  }

  // MARK: Blocks

  private mutating func blocks(depth: Int, count: ClosedRange<Int>) -> [Block] {
    var blocks: [Block] = []
    for _ in 0..<Int.random(in: count, using: &generator) {
      let block = block(depth: depth)
      // Quotes in a row are one quote to the eye, and to RTF.
      if case .blockQuote = block, case .blockQuote? = blocks.last { blocks.append(.thematicBreak) }
      blocks.append(block)
    }
    return blocks
  }

  private mutating func block(depth: Int) -> Block {
    switch Int.random(in: 0..<(depth < 3 ? 12 : 8), using: &generator) {
    case 0: return .heading(level: Int.random(in: 1...6, using: &generator), inlines(in: .heading))
    case 1: return codeBlock()
    case 2: return .thematicBreak
    case 3: return table()
    case 8: return .blockQuote(blocks(depth: depth + 1, count: 1...3))
    case 9, 10, 11: return list(depth: depth)
    default: return .paragraph(inlines(in: .paragraph))
    }
  }

  private mutating func codeBlock() -> Block {
    let lines = ["let x = 1", "", "\tindented { a \\ b }", "    four", "ende — 日本", "// 😀"]
    let code = (0..<Int.random(in: 0...4, using: &generator)).map { _ in pick(lines) + "\n" }.joined()
    return .codeBlock(CodeBlock(info: pick(["", "swift", "c++ {#x}"]), code: code))
  }

  private mutating func list(depth: Int) -> Block {
    let kind: List.Kind =
      Bool.random(using: &generator) ? .bullet : .ordered(start: pick([1, 1, 3, 0, 1986]))
    let isTight = Bool.random(using: &generator)
    var items: [ListItem] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      var content =
        isTight || Bool.random(using: &generator) ? [Block.paragraph(inlines(in: .paragraph))] : []
      if Int.random(in: 0..<3, using: &generator) == 0 { content += blocks(depth: depth + 1, count: 1...2) }
      if !isTight, content.isEmpty { content = [.paragraph(inlines(in: .paragraph))] }
      items.append(ListItem(checkbox: pick([nil, nil, .checked, .unchecked]), content))
    }
    return .list(List(kind, isTight: isTight, items: items))
  }

  private mutating func table() -> Block {
    let columns = Int.random(in: 1...4, using: &generator)
    func row() -> [TableCell] { (0..<columns).map { _ in TableCell(inlines(in: .cell)) } }
    var header: [TableCell] = []
    for _ in 0..<columns { header.append(TableCell(inlines(in: .cell))) }
    var rows: [[TableCell]] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      var row: [TableCell] = []
      for _ in 0..<columns {
        row.append(
          Int.random(in: 0..<5, using: &generator) == 0 ? TableCell() : TableCell(inlines(in: .cell)))
      }
      rows.append(row)
    }
    // An empty column has no alignment to show.
    rows[0] = header.map { _ in TableCell([.text("x")]) }
    let alignments = (0..<columns).map { _ in pick([nil, Table.Alignment.left, .right, .center]) }
    return .table(Table(columns: alignments, header: header, rows: rows))
  }

  // MARK: Inlines

  private enum Place { case paragraph, heading, cell }

  private mutating func inlines(in place: Place, depth: Int = 0) -> [Inline] {
    if depth == 0, Int.random(in: 0..<6, using: &generator) == 0 {
      let alone = inline(in: place, depth: depth)
      return alone == .lineBreak ? [.text("word")] : [alone]
    }
    var inlines: [Inline] = [.text(pick(Self.words))]
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      inlines.append(.text(" "))
      inlines.append(inline(in: place, depth: depth))
      inlines.append(.text(pick([" ", ", ", "."])))
      inlines.append(.text(pick(Self.words)))
    }
    return inlines
  }

  private mutating func inline(in place: Place, depth: Int) -> Inline {
    func content() -> [Inline] { inlines(in: place, depth: depth + 1) }
    var inner: [Inline] { depth < 2 ? content() : [.text("deep")] }
    switch Int.random(in: 0..<15, using: &generator) {
    case 0: return .emphasis(inner)
    case 1: return .strong(inner)
    case 2: return .strikethrough(inner)
    case 3: return .underline(inner)
    case 4: return .superscript([.text("2")])
    case 5: return .subscript([.text("i")])
    case 6: return .highlight(inner)
    case 7: return .keyboard([.text("Ctrl")])
    case 8: return .code(pick(["a", "x {y} \\z", " b ", "`", "日本"]))
    case 9:
      return .link(
        Link(
          destination: pick(["https://example.com/a_(b)?c=1&d=%20", "#part", "mailto:a@b.c", "c:\\x y", "/ü"]
          ),
          title: pick(["", "A “title”"]), [.text(pick(Self.words))]))
    case 10:
      return .image(
        Image(source: "https://example.com/i.png", title: pick(["", "T"]), alternative: "an image"))
    case 11: return .math("x^{2} \\alpha", display: Bool.random(using: &generator))
    case 12 where place != .heading: return .lineBreak
    case 13 where place == .paragraph && depth == 0:
      notes += 1
      return .footnoteReference(label: String(notes))
    default: return .text(pick(Self.words))
    }
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &generator)]
  }

  private static let words = [
    "word", "two words", "Äpfel", "日本語", "😀", "a\u{A0}b", "{brace}", "back\\slash", "שלום", "tab\tbed",
    "1. x", "“q”", "👩‍💻",
    "non\u{2011}breaking", "fi_ne",
  ]
}
