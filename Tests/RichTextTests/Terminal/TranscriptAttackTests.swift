import RichText
import TestTraits
import Testing

/// Text that was made to break what restores a terminal's.
///
/// A debug build is some twenty times slower than what people run: the bound is a hang, not a second.
@Suite("Hostile text of terminals", .timeLimit(.minutes(1)), .stress)
struct TranscriptAttackTests {
  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  private static let attacks: [(name: String, text: String)] = [
    ("a line of a megabyte", times(60_000, "word ")),
    ("a megabyte of box drawing", times(500, times(100, "─┼│") + "\n")),
    ("frames that do not end", times(3000, "╭──────╮\n│ a    │\n")),
    (
      "frames within frames",
      (0..<100).map { times($0, "│") + "╭" + times(200 - 2 * $0, "─") + "╮" + times($0, "│") + "\n" }.joined()
    ),
    ("the corners of tables", times(3000, "┌──┬──┐\n")),
    ("rules of a file that does not end", times(4000, "───┬───\n   │ a\n")),
    ("bars with an end", times(4000, "│ a │\n")),
    ("escapes that do not end", times(100_000, "\u{1B}[") + times(50_000, "\u{1B}]8;;")),
    ("movements far to the right", times(5000, "\u{1B}[4096Ca\n")),
    (
      "movements beyond all numbers",
      times(1000, "\u{1B}[99999999999999999999Ca\u{1B}[99999999999G\u{1B}[99999999999D")
    ),
    ("overprinted lines", times(10_000, "abc\rde\u{8}\u{8}\u{8}\u{8}f") + "\n"),
    ("zeros and bells", times(50_000, "\0\u{7}a")),
    ("marks of direction", times(30_000, "\u{202E}a\u{2066}b\u{2069}")),
    ("marks on one letter", "  a" + times(100_000, "\u{301}") + "\n  b\n"),
    ("prompts", times(5000, "jo@box:~$ ls\n")),
    ("prompts that are almost some", times(5000, "/a b c d e>\n~ $\n")),
    ("answers without text", times(5000, "● \n  ⎿ \n")),
    ("lists within lists", (0..<600).map { times($0, " ") + "• a\n" }.joined()),
    ("fences that do not end", "  " + times(30_000, "```a\n  ")),
    ("numbers of lines", (1..<8000).map { "\($0) a\n" }.joined()),
    ("a paragraph of many lines", times(4000, "  " + times(10, "wrapped ") + "\n")),
    ("a page of the manual without end", "A(1) A(1)\n" + times(3000, "NAME\n       -a  b\n")),
    ("padding", times(800, "a" + times(300, " ") + "\n")),
  ]

  @Test(arguments: attacks.map(\.name))
  func `An attack ends, and no control character is left of it`(name: String) throws {
    let text = try #require(Self.attacks.first { $0.name == name }).text
    let bytes = Array(text.utf8)
    guard let restored = TerminalTranscript.markdown(of: bytes) else { return }
    #expect(String(validating: restored, as: UTF8.self) != nil)
    #expect(!restored.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F })
    // Movements may make a megabyte of spaces, and tables pad their cells.
    #expect(restored.count <= 4 * bytes.count + (2 << 20))
  }

  @Test func `Bytes that are not text stay as they are`() {
    #expect(TerminalTranscript.markdown(of: [0xFF, 0xFE, 0x20, 0x0A, 0x20, 0xC3]) == nil)
  }

  @Test func `Of a text that is too large only escapes are removed`() {
    let text = Array(String(repeating: "  wide text\n", count: TerminalTranscript.sizeLimit / 12 + 1).utf8)
    #expect(TerminalTranscript.markdown(of: text) == nil)
    #expect(TerminalTranscript.markdown(of: Array("\u{1B}[1m".utf8) + text) == text)
  }
}
