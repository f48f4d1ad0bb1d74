import RichText
import TestSupport

/// Makes documents of what Markdown has no words for: cells of blocks and spans, captions, definition lists,
/// figures; each in the one way in which both HTML and RTF say it.
struct RandomRichDocument {
  private var generator: SeededGenerator
  private var words = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func make() -> Document {
    var blocks: [Block] = []
    for _ in 0..<number(in: 1...4) {
      blocks.append(block(depth: 0))
      // What stands between two lists, tables or figures keeps them apart in every format.
      blocks.append(.paragraph(inlines()))
    }
    return Document(blocks).normalized()
  }

  private mutating func block(depth: Int) -> Block {
    switch number(in: 0...(depth > 2 ? 4 : 9)) {
    case 0, 1: return .paragraph(inlines())
    case 2: return .heading(level: number(in: 1...6), [.text(word())])
    case 3: return .codeBlock(CodeBlock(info: "swift", code: "let \(word())\n\n  \(word())\n"))
    case 4: return .list(list(depth: depth))
    case 5: return .definitionList(definitions(depth: depth))
    case 6: return .figure(figure(depth: depth))
    case 7: return .blockQuote(blocks(depth: depth + 1))
    default: return .table(table(depth: depth))
    }
  }

  /// Blocks of which no two neighbours would be one, beginning and ending with text.
  private mutating func blocks(depth: Int) -> [Block] {
    var blocks: [Block] = [.paragraph(inlines())]
    for _ in 0..<number(in: 0...2) {
      blocks.append(block(depth: depth))
      blocks.append(.paragraph(inlines()))
    }
    return blocks
  }

  private mutating func list(depth: Int) -> List {
    let items = (0..<number(in: 1...3)).map { _ in
      var blocks: [Block] = [.paragraph(inlines())]
      if depth < 4, chance(1, in: 4) { blocks.append(.list(list(depth: depth + 2))) }
      return ListItem(checkbox: chance(1, in: 5) ? .checked : nil, blocks)
    }
    return List(chance(1, in: 2) ? .bullet : .ordered(start: number(in: 1...9)), items: items)
  }

  private mutating func definitions(depth: Int) -> [Definition] {
    (0..<number(in: 1...3)).map { _ in
      Definition(
        terms: (0..<number(in: 1...2)).map { _ in [.text(word()), .code(word())] },
        details: (0..<number(in: 1...2)).map { _ in blocks(depth: depth + 1) })
    }
  }

  private mutating func figure(depth: Int) -> Figure {
    let content: Block =
      switch number(in: 0...2) {
      case 0: .paragraph([.image(Image(source: "https://example.com/\(word()).png", alternative: word()))])
      case 1: .codeBlock(CodeBlock(code: "\(word())\n"))
      default: .table(table(depth: depth + 1))
      }
    return Figure([content], caption: [.text(word()), .code(word())])
  }

  // MARK: Tables

  private mutating func table(depth: Int) -> Table {
    let columns = number(in: 2...4)
    let rows = number(in: 2...5)
    var table = Table(
      columns: Array(repeating: nil, count: columns), headerRows: number(in: 0...1),
      rows: self.rows(columns: columns, count: rows, depth: depth))
    if chance(1, in: 2) { table.caption = [.text(word()), .link(Link(destination: "/x", [.text(word())]))] }
    return table
  }

  /// Rows whose cells span others here and there; one column spans none, so that no row is without cells.
  private mutating func rows(columns: Int, count: Int, depth: Int) -> [[TableCell]] {
    var isTaken = [[Bool]](repeating: Array(repeating: false, count: columns), count: count)
    return (0..<count).map { row in
      var cells: [TableCell] = []
      for column in 0..<columns where !isTaken[row][column] {
        var cell = row == 0 && cells.isEmpty ? TableCell(inlines()) : cell(depth: depth)
        let room = isTaken[row][column..<(columns - 1)].prefix { !$0 }.count
        if room > 0, row > 0, chance(1, in: 3) {
          cell.columns = number(in: 1...room)
          cell.rows = number(in: 1...(count - row))
        }
        for covered in row..<(row + cell.rows) {
          for place in column..<(column + cell.columns) { isTaken[covered][place] = true }
        }
        cells.append(cell)
      }
      return cells
    }
  }

  private mutating func cell(depth: Int) -> TableCell {
    switch number(in: 0...5) {
    case 0: TableCell()
    case 1 where depth < 3: TableCell(blocks: blocks(depth: depth + 1))
    case 2 where depth < 3: TableCell(blocks: [.list(list(depth: depth + 2))])
    case 3 where depth < 3: TableCell(blocks: [block(depth: depth + 2)])
    default: TableCell(inlines())
    }
  }

  // MARK: Text

  private mutating func inlines() -> [Inline] {
    switch number(in: 0...4) {
    case 0: [.text(word() + " "), .strong([.text(word())])]
    case 1: [.code(word()), .text(" " + word())]
    case 2: [.text(word()), .lineBreak, .text(word())]
    default: [.text("\(word()) \(word())")]
    }
  }

  private mutating func word() -> String {
    words += 1
    return "w\(words)"
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func chance(_ part: Int, in whole: Int) -> Bool { number(in: 1...whole) <= part }
}
