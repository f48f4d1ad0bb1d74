import RichText
import TestSupport
import TestTraits
import Testing

/// Reading takes no more than its share of time, whatever is repeated.
///
/// Every search of the reader is bounded in another way, and has its row here.
@Suite(.stress)
struct MarkdownGrowthTests {
  private static let patterns: [(start: String, unit: String, end: String)] = [
    ("", "*a **a ", ""), ("", "_*a*", ""), ("", "*a*", ""), ("", "*a_ ", ""), ("", "**x*y", ""),
    ("", "~a~~b", ""),
    ("", "[", ""), ("", "![", ""), ("", "[a](b", ""), ("", "[a](<b", ""), ("", "[a](b \"", ""),
    ("", "](", ""),
    (String(repeating: "![", count: 9000), "[a](b)", ""), ("[x]: /u\n\n", "[x][", ""), ("", "[^a", ""),
    ("", "[^a]: b [^a]\n\n", ""), ("", "[a]: b \"\n", ""), ("[", "\\]", ""), ("", "`a``b```", ""),
    ("", "<a b='", ""), ("", "<a  ", ""), ("", "<!A", ""), ("", "<?", ""), ("", "<!--a", ""),
    ("", "<![CDATA[", ""),
    ("", "<u>", ""), ("", "<u><b></u>", ""), ("", "www.a_", ""), ("www.a", ")", ""),
    ("", "http://a.b&amp;", ""),
    ("", "a@b.", ""), ("", "mailto:a@", ""), ("", "a|b\n-|-\n", ""), ("|a|\n|-|\n|", "||", "|\n"),
    ("|a|\n|-|\n|", "_*a*", "|\n"), ("", "a\n", "===\n"), ("", "- - ", ""), ("", "> ", ""),
    ("", "- a\n\n", ""),
    (String(repeating: "- ", count: 100) + "a\n", "\n", ""), ("", "[^a]: ", ""), ("", "&amp;", ""),
    ("", "    a\n\n", ""),
    ("", "*[a](b)", ""), ("", "http://a.b<u>", ""), ("", "<http://a>", ""), ("", "a<?", ""), ("", "<!A ", ""),
    ("", "*\n", ""), ("", "\t", ""), ("", "\r", ""), ("", "\0", ""),
  ]

  @Test(arguments: patterns.indices)
  func isLinear(index: Int) throws {
    let (start, unit, end) = Self.patterns[index]
    func time(_ count: Int) throws -> Duration {
      let text = Array((start + String(repeating: unit, count: max(1, count / unit.utf8.count)) + end).utf8)
      return try processorTime { _ = try MarkdownReader().read(text) }
    }
    // Beside what takes its share, the start of a pattern and the pauses of the machine count for nothing.
    let short = try time(10_000) + .milliseconds(20)
    let long = try min(time(80_000), time(80_000))
    #expect(long < short * 20, "\(unit.debugDescription): \(short), eight times as much \(long)")
  }
}
