import RichText
import TestSupport
import Testing

/// Text that nobody declared: Markdown is found, and nothing else is taken for it.
///
/// `Tests/Detection/corpus` measures the same over thousands of files of a machine.
@Suite("Markdown detection", .timeLimit(.minutes(1)))
struct MarkdownDetectionTests {
  struct Sample: CustomTestStringConvertible {
    let name: String
    let text: String
    var testDescription: String { name }

    init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  @Test(arguments: MarkdownSamples.markdown) func `Markdown is found`(sample: Sample) {
    #expect(MarkdownDetection.isMarkdown(Array(sample.text.utf8)))
  }

  @Test(arguments: MarkdownSamples.markdown) func `Line endings and marks change nothing`(sample: Sample) {
    let returns = sample.text.split(separator: "\n", omittingEmptySubsequences: false).joined(
      separator: "\r\n")
    #expect(MarkdownDetection.isMarkdown(Array(returns.utf8)))
    #expect(MarkdownDetection.isMarkdown([0xEF, 0xBB, 0xBF] + Array(sample.text.utf8)))
  }

  @Test(arguments: MarkdownSamples.others) func `What is not Markdown stays plain`(sample: Sample) {
    #expect(!MarkdownDetection.isMarkdown(Array(sample.text.utf8)))
  }

  @Test func `The beginning of long text decides, in whole lines`() {
    let prose = String(repeating: "The ferry leaves at nine and is back before it is dark.\n", count: 20_000)
    #expect(!MarkdownDetection.isMarkdown(Array(prose.utf8)))
    #expect(!MarkdownDetection.isMarkdown(Array((prose + MarkdownSamples.readme).utf8)))
    let notes = String(repeating: MarkdownSamples.readme + "\n", count: 1000)
    #expect(MarkdownDetection.isMarkdown(Array(notes.utf8)))
  }

  @Test func `One sign in a long text is chance`() {
    let prose = String(repeating: "The ferry leaves at nine and is back before it is dark.\n", count: 200)
    #expect(MarkdownDetection.isMarkdown(Array("It leaves at **nine**.\n".utf8)))
    #expect(!MarkdownDetection.isMarkdown(Array((prose + "It leaves at **nine**.\n" + prose).utf8)))
  }

  /// Each would take hours if a mark were looked for from every other one.
  @Test(
    arguments: [
      "[", "](", "[a](", "![", "[a](b", "`", "`a``", "*a ", "**a", "_a*", "~~a", "<", "<!--", "/*", "# a\n",
      "```a\n",
      "````\n```a\n", "~~~a\n`", "- ", "- a\n  ", "> ", "|-", "|a|\n|-|\n", "[a]: b\n", "a\n-\n", "\\", "\n",
      "\r",
      "a::\n", "1. ", "a:1", "\"", "\u{0}", "é", " ", "\t",
    ])
  func `Hostile text takes no longer than any other`(pattern: String) {
    let count = 800_000 / pattern.utf8.count
    _ = MarkdownDetection.isMarkdown(Array(String(repeating: pattern, count: count).utf8))
  }

  @Test func `Bytes of any kind are looked at`() {
    var generator = SeededGenerator(seed: 7)
    for length in [0, 1, 2, 3, 100, 5000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = MarkdownDetection.isMarkdown(bytes)
    }
    #expect(!MarkdownDetection.isMarkdown([]))
  }
}
