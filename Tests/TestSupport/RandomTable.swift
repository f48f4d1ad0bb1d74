/// Makes tables of text at random, the same for the same seed; of what formats of tables and Markdown give a meaning to
/// there is far more than people write.
package struct RandomTable {
  private var generator: SeededGenerator

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// A header and rows of one length.
  package mutating func make() -> [[String]] {
    let width = Int.random(in: 1...6, using: &generator)
    let kinds = (0..<width).map { _ in Int.random(in: 0..<4, using: &generator) }
    let header = (0..<width).map { "\(value(0, mayBeEmpty: false)) \($0)" }
    let rows = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
      kinds.map { value($0, mayBeEmpty: true) }
    }
    return [header] + rows
  }

  private mutating func value(_ kind: Int, mayBeEmpty: Bool) -> String {
    if mayBeEmpty, Int.random(in: 0..<8, using: &generator) == 0 { return "" }
    switch kind {
    case 0: return text(lines: 1)
    case 1: return text(lines: Int.random(in: 1...3, using: &generator))
    case 2: return pick(["0", "-7", "12", "1.50", "1,50", "007", "1e3", "12345678901234567890", "-0", "5 %"])
    default: return pick(["true", "false", "null", "NULL", "[]", "{}", "-", "2024-01-02", "=1+1", "\\N"])
    }
  }

  private mutating func text(lines: Int) -> String {
    (0..<lines).map { _ in
      let words = (0..<Int.random(in: 1...4, using: &generator)).map { _ in pick(Self.words) }
      return words.joined(separator: pick([" ", "", ", "]))
    }.joined(separator: "\n")
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }

  private static let words = [
    "a", "word", "Müller", "日本語", "👩‍👩‍👧", "\"", "\"\"", "'", ",", ";", "|", "\\", "\\|", "`", "``", "*", "**",
    "_a_", "~~",
    "<b>", "&amp;", "&", "<", "[x](y)", "![", "$x$", "www.example.org", "https://example.org/a_b", "#", "- x",
    "1. y",
    "sep=;", ":---:", "<br>", "€", "\u{A0}x", "e\u{301}", "{", "}", "[", "]", ":", "//", "/*",
  ]
}
