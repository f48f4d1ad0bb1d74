import TestTraits
import Testing

@testable import RichText

/// The work on text of a terminal grows as the text does: counted in lines that are looked at, not in time.
@Suite("Work on text of terminals", .timeLimit(.minutes(2)), .stress)
struct TranscriptWorkTests {
  /// Makes the text of an attack of about so many lines.
  private struct Attack: Sendable {
    let name: String
    let text: @Sendable (Int) -> String

    init(_ name: String, _ text: @escaping @Sendable (Int) -> String) {
      (self.name, self.text) = (name, text)
    }

    /// The same lines again and again.
    init(_ name: String, _ lines: String, end: String = "") {
      self.init(name) { count in
        String(repeating: lines, count: max(1, count / max(1, lines.count { $0 == "\n" }))) + end
      }
    }
  }

  private static let attacks = [
    Attack("bars alone", "│\n"), Attack("bars with text", "│ a\n"), Attack("bars and lines", "│ a\nb\n"),
    Attack("bars at both sides", "│ a │\n"), Attack("frames that do not end", "╭──────╮\n│ a    │\n"),
    Attack("frames", "╭───╮\n│ a │\n╰───╯\n"), Attack("corners", "┌──┬──┐\n"), Attack("crosses", "+--+--+\n"),
    Attack("an open frame", { "╭─────╮\n" + String(repeating: "│ abc │\n", count: $0) }),
    Attack("frames within frames") { count in
      let inner = String(repeating: "│││││││││╭───╮│││││││││\n", count: count / 2)
      return "╭───────────────────────╮\n" + inner + "╰───────────────────────╯\n"
    },
    Attack("almost tables", "┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ a │\n"),
    Attack("tables", "┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ a │ b │\n└───┴───┘\n"),
    Attack("a file without end", { "──┬──\n" + String(repeating: "1 │ a\n", count: $0) }),
    Attack("files without end", "──┬──\n1 │ a\n"), Attack("numbers", "1 a\n2 b\n"),
    Attack("numbers that do not go on", "1 a\n5 a\n"),
    Attack("numbers with deeper lines", "1 a\n     7 b\n     9 c\n"),
    Attack("numbers ever deeper") { count in
      (0..<count).map { String(repeating: " ", count: $0 % 200) + "5 a\n" }.joined()
    },
    Attack("fences", "```\n"), Attack("fences with languages", "```a\nb\n"),
    Attack("lists", "  • a\n"), Attack("loose lists", "  • a\n\n"),
    Attack("lists with text", "  • a\n    b\n"),
    Attack("lists ever deeper") { count in
      (0..<count).map { String(repeating: " ", count: $0 % 200) + "• a\n" }.joined()
    },
    Attack("code in groups", "a = 1;\n\n", end: "(END)"), Attack("prompts", "jo@box:~$ ls\n"),
    Attack("prompts of two lines", "╭─jo@box ~\n╰─$ ls\nb\n"), Attack("a long command", "$ a \\\n> b \\\n"),
    Attack("answers", "● a\n\n  ⎿ b\n"), Attack("answers with tools", "● Bash(ls)\n  ⎿ b\n     c\n"),
    Attack(
      "a page of the manual", { "A(1) A(1)\n" + String(repeating: "NAME\n       -a  b\n", count: $0 / 2) }),
    Attack("empty lines", "\n", end: "│"), Attack("rules", "────────────\n", end: "(END)"),
  ]

  /// Lines are looked at once at each of nine depths, by five kinds of drawings.
  private static let looksPerLine = 60

  @Test(arguments: attacks.map(\.name))
  func `Each line is looked at a few times, however many there are`(name: String) throws {
    let attack = try #require(Self.attacks.first { $0.name == name })
    for count in [500, 4000] {
      let bytes = Array(attack.text(count).utf8)
      let work = LineWork()
      _ = TerminalTranscript.markdown(of: bytes, work)
      let lines = bytes.count { $0 == 0x0A } + 1
      #expect(work.count <= Self.looksPerLine * lines, "\(work.count) looks at \(lines) lines")
    }
  }

  @Test(arguments: attacks.map(\.name))
  func `Twice as many lines take twice as many looks`(name: String) throws {
    let attack = try #require(Self.attacks.first { $0.name == name })
    let counts = [2000, 4000].map { count in
      let work = LineWork()
      _ = TerminalTranscript.markdown(of: Array(attack.text(count).utf8), work)
      return work.count
    }
    #expect(counts[1] <= 3 * counts[0] + 1000, "\(counts)")
  }
}
