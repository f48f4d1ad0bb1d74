import RichText
import TestSupport

/// Makes documents of every construct at random, the same for the same seed.
///
/// The text is made of what Markdown, HTML and RTF give a meaning to, far more often than people write it.
struct RandomDocument {
  /// Which parts of the model are used.
  struct Features: OptionSet {
    let rawValue: Int
    static let footnotes = Features(rawValue: 1)
    static let math = Features(rawValue: 2)
    static let rawHTML = Features(rawValue: 4)
    /// Text in which single characters with a meaning abound.
    static let punctuation = Features(rawValue: 8)
    static let all: Features = [.footnotes, .math, .rawHTML, .punctuation]
  }

  private var generator: SeededGenerator
  private let features: Features
  private var references = 0

  init(seed: UInt64, features: Features = [.footnotes, .punctuation]) {
    generator = SeededGenerator(seed: seed)
    self.features = features
  }

  mutating func make() -> Document {
    references = 0
    var document = Document(blocks(depth: 0, count: 1...4))
    var made = 0
    while made < references {
      made += 1
      document.footnotes.append(Footnote(label: "note \(made)", blocks: blocks(depth: 2, count: 1...2)))
    }
    return document
  }

  // MARK: Blocks

  mutating func blocks(depth: Int, count: ClosedRange<Int>) -> [Block] {
    (0..<Int.random(in: count, using: &generator)).map { _ in block(depth: depth) }
  }

  private mutating func block(depth: Int) -> Block {
    switch Int.random(in: 0..<(depth > 3 ? 12 : 20), using: &generator) {
    case 0...5: return .paragraph(inlines(depth: 0))
    case 6...7: return .heading(level: Int.random(in: 1...6, using: &generator), inlines(depth: 0))
    case 8: return .thematicBreak
    case 9: return codeBlock()
    case 10: return .table(table())
    case 11:
      guard features.contains(.rawHTML) else { return .paragraph(inlines(depth: 0)) }
      return .html(pick(["<div>\n*a*\n</div>", "<!-- b -->", "<hr>"]))
    case 12...14: return .blockQuote(blocks(depth: depth + 1, count: 0...3))
    default: return .list(list(depth: depth))
    }
  }

  private mutating func codeBlock() -> Block {
    let lines = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      pick(["", "let x = 1", "    deep", "```", "~~~~", "\ttab", "- a", "> b", "a  ", "&amp; \\*"]) + "\n"
    }
    return .codeBlock(
      CodeBlock(info: pick(["", "swift", "c++ x=1", "a`b", "\\*", "&lt;"]), code: lines.joined()))
  }

  private mutating func table() -> Table {
    let columns = Int.random(in: 1...4, using: &generator)
    let alignments: [Table.Alignment?] = [nil, .left, .center, .right]
    return Table(
      columns: (0..<columns).map { _ in pick(alignments) }, header: row(columns),
      rows: (0..<Int.random(in: 0...3, using: &generator)).map { _ in row(columns) })
  }

  private mutating func row(_ columns: Int) -> [TableCell] {
    (0..<columns).map { _ in TableCell(chance(1, in: 5) ? [] : inlines(depth: 1)) }
  }

  private mutating func list(depth: Int) -> List {
    let kind: List.Kind = chance(1, in: 2) ? .bullet : .ordered(start: pick([0, 1, 2, 9, 99, 999_999_999]))
    let items = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      ListItem(
        checkbox: chance(1, in: 6) ? (chance(1, in: 2) ? .checked : .unchecked) : nil,
        blocks(depth: depth + 1, count: 0...3))
    }
    return List(kind, isTight: chance(1, in: 2), items: items)
  }

  // MARK: Inlines

  mutating func inlines(depth: Int) -> [Inline] {
    (0..<Int.random(in: 1...(depth > 2 ? 2 : 4), using: &generator)).map { _ in inline(depth: depth) }
  }

  private mutating func inline(depth: Int) -> Inline {
    switch Int.random(in: 0..<(depth > 3 ? 14 : 30), using: &generator) {
    case 0...7: return .text(text())
    case 8: return .softBreak
    case 9: return .lineBreak
    case 10:
      return .code(pick(["x", "`", "a`b", "``", " a", " a ", "a|b", "\\", "\\|", "<b>", " ", "&amp;"]))
    case 11:
      return .image(Image(source: destination(), title: title(), alternative: text()))
    case 12:
      guard features.contains(.footnotes), references < 4 else { return .text(text()) }
      // Some references share a note.
      if references == 0 || chance(2, in: 3) { references += 1 }
      return .footnoteReference(label: "note \(references)")
    case 13:
      if features.contains(.math), chance(1, in: 2) {
        return .math(pick(["x_1", "a*b*c", "\\frac12"]), display: false)
      }
      guard features.contains(.rawHTML) else { return .text(text()) }
      return .html(pick(["<span class=\"*\">", "</span>"]))
    case 14...18: return .emphasis(inlines(depth: depth + 1))
    case 19...23: return .strong(inlines(depth: depth + 1))
    case 24: return .strikethrough(inlines(depth: depth + 1))
    case 25: return .underline(inlines(depth: depth + 1))
    case 26:
      return chance(1, in: 2)
        ? .superscript(inlines(depth: depth + 1)) : .subscript(inlines(depth: depth + 1))
    case 27:
      return chance(1, in: 2) ? .highlight(inlines(depth: depth + 1)) : .keyboard(inlines(depth: depth + 1))
    default:
      let destination = destination()
      if chance(1, in: 4) { return .link(Link(destination: destination, [.text(destination)])) }
      return .link(Link(destination: destination, title: title(), inlines(depth: depth + 1)))
    }
  }

  mutating func text() -> String {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      features.contains(.punctuation) && chance(1, in: 2) ? pick(Self.hazards) : pick(Self.words)
    }.joined(separator: chance(1, in: 2) ? " " : "")
  }

  private mutating func destination() -> String {
    pick([
      "https://example.com/a_b?c=1&d=2", "/u", "#f", "mailto:a@b.c", "a b", "(", "a(b)c", "<x>", "\\",
      "&amp;", "",
      "x\\*", "http://x/`", "é", "a|b", "ftp:x*y*",
    ])
  }

  private mutating func title() -> String {
    chance(2, in: 3) ? "" : pick(["T", "a \"q\"", "\\", "&lt;", "'", "(", "a|b", "`"])
  }

  private static let words = [
    "a", "word", "two words", "x", "1", "Ä", "中", "文。", "é́", "😀", "“q.”", "€", "\u{A0}", "end.", "snake_case",
    "it's",
    "\u{3000}", "AT&T", "a < b", "2 * 3", "don’t", "z\u{200D}",
  ]

  private static let hazards = [
    "*", "**", "_", "__", "~", "~~", "`", "``", "```", "[", "]", "(", ")", "](", "[x]", "[ ] ", "![", "!",
    "<", ">",
    "<b>", "</b>", "<!--", "<http://x>", "&", "&amp;", "&#1;", "&copy", "#", "##", "# ", "-", "- ", "+ ",
    "--", "---", "===",
    "=", "1.", "1. ", "12) ", "|", "|-|", ":-:", "\\", "\\\\", ":", "]: ", "[a]: b", "[^1]", "[^1]: ", "~~~",
    "***",
    "* ", "_a_", "*a*", "2*3*4", "a_b_c", "http://x/a_b", "www.x.y/_a_", "https://x.y/*a*", "a@b.c", "$",
    "==", "^", "\"",
    "'", "@", "/", "{", "}", "%", ";", "?", ",", ".", "\t", "  ", "\u{2028}", "www.", "://", "http:",
  ]

  // MARK: Chance

  private mutating func chance(_ hits: Int, in all: Int) -> Bool {
    Int.random(in: 0..<all, using: &generator) < hits
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }
}
