import TestSupport

/// Makes Markdown as people write it, in one of many styles; the same for the same seed.
struct MarkdownSourceGenerator {
  private var generator: SeededGenerator
  private let emphasis: String
  private let strong: String
  private let bullet: String
  private let delimiter: String
  private let fence: String
  private let hardBreak: String
  private let hasSetextHeadings: Bool
  private let wrapsLines: Bool
  private let hasReferenceLinks: Bool
  private let hasCompactTables: Bool
  private var definitions: [String] = []

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: 0..<elements.count, using: &generator)]
    }
    emphasis = pick(["*", "_"])
    strong = pick(["**", "__"])
    bullet = pick(["-", "*", "+"])
    delimiter = pick([".", ")"])
    fence = pick(["```", "~~~", "````"])
    hardBreak = pick(["\\\n", "  \n"])
    hasSetextHeadings = pick([true, false])
    wrapsLines = pick([true, false])
    hasReferenceLinks = pick([true, false])
    hasCompactTables = pick([true, false])
    self.generator = generator
  }

  mutating func make() -> String {
    var blocks = (0..<Int.random(in: 2...8, using: &generator)).map { _ in block(depth: 0) }
    if !definitions.isEmpty { blocks.append(definitions.joined(separator: "\n")) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private mutating func block(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 1 ? 6 : 14), using: &generator) {
    case 0...3: return paragraph()
    case 4: return codeBlock()
    case 5, 6: return heading()
    case 7: return table()
    case 8: return pick(["---", "***", "- - -"])
    case 9: return quoted(block(depth: depth + 1))
    default: return list(depth: depth)
    }
  }

  private mutating func heading() -> String {
    let text = inline()
    let level = Int.random(in: 1...6, using: &generator)
    if hasSetextHeadings && level < 3 { return text + "\n" + (level == 1 ? "=====" : "-----") }
    return String(repeating: "#", count: level) + " " + text
  }

  private mutating func paragraph() -> String {
    let sentences = (0..<Int.random(in: 1...4, using: &generator)).map { _ in inline() }
    return sentences.joined(separator: pick([wrapsLines ? "\n" : " ", " ", hardBreak]))
  }

  private mutating func codeBlock() -> String {
    let lines = ["let x = 1 < 2 && y", "    indented", "# no heading", "", "*no emphasis* &amp;", "end"]
    let code = (0..<Int.random(in: 1...4, using: &generator)).map { _ in pick(lines) } + ["last"]
    return fence + pick(["", "swift", "sh"]) + "\n" + code.joined(separator: "\n") + "\n" + fence
  }

  private mutating func table() -> String {
    let columns = Int.random(in: 2...4, using: &generator)
    let rows = (0..<Int.random(in: 2...4, using: &generator)).map { _ in
      (0..<columns).map { _ in pick(["1", "two", "\(strong)x\(strong)", "`c`", "Äpfel", ""]) }
    }
    let rule = (0..<columns).map { _ in pick(["---", ":--", "--:", ":-:"]) }
    func line(_ cells: [String]) -> String {
      hasCompactTables
        ? "|" + cells.joined(separator: "|") + "|" : "| " + cells.joined(separator: " | ") + " |"
    }
    let header = (0..<columns).map { "Head \($0)" }
    return ([line(header), line(rule)] + rows.map(line)).joined(separator: "\n")
  }

  private mutating func quoted(_ block: String) -> String {
    block.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n")
  }

  private mutating func list(depth: Int) -> String {
    let isOrdered = pick([true, false])
    let isTight = pick([true, true, false])
    let hasTasks = !isOrdered && pick([true, false, false, false])
    let start = pick([1, 1, 1, 7])
    let items = (0..<Int.random(in: 1...4, using: &generator)).map { index in
      let marker = isOrdered ? "\(start + index)\(delimiter) " : bullet + " "
      var content = (hasTasks ? pick(["[ ] ", "[x] "]) : "") + inline()
      if depth < 2 && pick([true, false, false, false]) {
        content += (isTight ? "\n" : "\n\n") + list(depth: depth + 1)
      }
      let indent = String(repeating: " ", count: marker.count)
      return marker
        + content.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .map { $0.offset == 0 || $0.element.isEmpty ? String($0.element) : indent + $0.element }
        .joined(separator: "\n")
    }
    return items.joined(separator: isTight ? "\n" : "\n\n")
  }

  private mutating func inline() -> String {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      switch Int.random(in: 0..<14, using: &generator) {
      case 0: "\(emphasis)\(words())\(emphasis)"
      case 1: "\(strong)\(words())\(strong)"
      case 2: "\(strong)\(emphasis)\(words())\(emphasis)\(strong)"
      case 3: "`\(pick(["code", "a * b", "<tag>", "x_y"]))`"
      case 4: link()
      case 5: "~~\(words())~~"
      case 6: pick(["2 \\* 3", "snake_case", "a < b", "AT&T", "C++", "#1", "\\# no", "1\\. no", "5 > 4"])
      default: words()
      }
    }.joined(separator: " ")
  }

  private mutating func link() -> String {
    let address = pick(["https://example.com/a_b?c=1&d=2", "https://x.org", "mailto:a@b.org", "/p/q"])
    if hasReferenceLinks {
      definitions.append("[ref \(definitions.count + 1)]: \(address)")
      return "[\(words())][ref \(definitions.count)]"
    }
    return pick(["[\(words())](\(address))", "<https://example.org/x>"])
  }

  private mutating func words() -> String {
    (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      pick(["some", "words", "of", "text", "größer", "naïve", "日本語", "it’s", "“quoted”", "😀", "end."])
    }.joined(separator: " ")
  }
}
