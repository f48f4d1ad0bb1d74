import Foundation
import TestSupport

/// Answers in the style of chats, from a seed: varied in length, language and structure, as models write Markdown.
struct ChatAnswers {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let nouns = [
    "cache", "ferry", "server", "recipe", "branch", "invoice", "garden", "query", "kernel", "contract",
    "lens",
    "Vertrag", "Überblick", "données", "résumé", "缓存", "договор", "budget", "thread", "palette",
  ]
  private static let verbs = [
    "depends on", "replaces", "extends", "explains", "slows down", "needs", "überprüft", "améliore",
    "returns",
  ]
  private static let languages = ["python", "swift", "bash", "sql", "js", "", "json", "rust"]
  private static let lines = [
    "for item in items:", "    print(item)", "let value = try load()", "SELECT id FROM users;",
    "git rebase -i HEAD~3",
    "const x = await fetch(url)", "# a comment", "return x * y", "{ \"a\": 1 }", "sudo apt install pb",
  ]

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }
  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }
  private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func words() -> String {
    "The \(pick(Self.nouns)) \(pick(Self.verbs)) the \(pick(Self.nouns))"
  }

  private mutating func sentence() -> String {
    switch count(0...9) {
    case 0: "\(words()): use `\(pick(Self.lines))` **first**."
    case 1:
      "**\(pick(Self.nouns).capitalized)** \(pick(Self.verbs)) the \(pick(Self.nouns)), see [the manual](https://example.org/\(count(1...99)))."
    case 2: "\(words()), but *not* always — it is $x_\(count(1...9))^2$ of `\(pick(Self.nouns))`."
    case 3: "✅ \(words())!"
    case 4: "\(words()) (about \(count(2...900)) ms)."
    default: "\(words()) if the \(pick(Self.nouns)) is ready."
    }
  }

  private mutating func paragraph() -> String {
    (0..<count(1...4)).map { _ in sentence() }.joined(separator: " ") + "\n"
  }

  /// A list with one of some marks for each item, or with numbers.
  private mutating func list(_ marks: [String]) -> String {
    let isLed = chance(60)
    return (1...count(2...6)).map { number in
      var item =
        (marks.isEmpty ? "\(number). " : pick(marks) + " ")
        + (isLed ? "**\(pick(Self.nouns).capitalized):** " : "") + sentence() + "\n"
      if chance(25) { item += "   - \(sentence())\n   - \(sentence())\n" }
      return item
    }.joined(separator: chance(20) ? "\n" : "")
  }

  private mutating func code() -> String {
    let lines = (0..<count(1...8)).map { _ in pick(Self.lines) }.joined(separator: "\n")
    return "```\(pick(Self.languages))\n\(lines)\n```\n"
  }

  private mutating func table() -> String {
    let columns = count(2...4)
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let head = (0..<columns).map { _ in pick(Self.nouns).capitalized }
    let rows = (0..<count(1...6)).map { _ in (0..<columns).map { _ in pick(Self.nouns) } }
    return row(head) + "|" + String(repeating: pick(["---|", ":--|", " --- |"]), count: columns) + "\n"
      + rows.map(row).joined()
  }

  private mutating func block() -> String {
    switch count(0...9) {
    case 0, 1: list([])
    case 2, 3: list(["-"])
    case 4: list(["*"])
    case 5: code()
    case 6: table()
    case 7: "> **Note:** \(sentence())\n"
    case 8: "$$\n\\int_0^\(count(1...9)) x\\,dx\n$$\n\n" + paragraph()
    default: list(["- [ ]", "- [x]"])
    }
  }

  /// The next answer.
  mutating func next() -> String {
    var parts: [String] = []
    if chance(75) { parts.append(paragraph()) }
    let sections = count(1...6)
    let hasHeadings = sections > 1 && chance(75)
    let level = pick(["##", "###", "#"])
    for number in 1...sections {
      if hasHeadings {
        parts.append("\(level) \(chance(40) ? "\(number). " : "")\(pick(Self.nouns).capitalized)\n")
      }
      if chance(70) { parts.append(paragraph()) }
      parts.append(block())
      if chance(15), number < sections { parts.append("---\n") }
    }
    if chance(50) { parts.append(paragraph()) }
    return parts.joined(separator: "\n")
  }
}
