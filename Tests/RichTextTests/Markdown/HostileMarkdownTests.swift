import RichText
import TestTraits
import Testing

/// Texts that are short, and that parsers or writers have been known to take minutes or gigabytes for.
///
/// A debug build is some twenty times slower than what people run: the bound is a hang, not a second.
@Suite(.timeLimit(.minutes(1)), .stress)
struct HostileMarkdownTests {
  private static let texts: [(name: String, text: String)] = [
    ("nested quotes", String(repeating: "> ", count: 50_000) + "a"),
    ("nested lists", String(repeating: "- ", count: 50_000) + "a"),
    (
      "nested lists and blank lines",
      String(repeating: "- ", count: 20_000) + "a\n" + String(repeating: "\n", count: 50_000)
    ),
    (
      "nested footnotes",
      String(repeating: "[^a]: ", count: 20_000) + "x\n" + String(repeating: "\n", count: 20_000)
    ),
    (
      "nested emphasis",
      String(repeating: "*a **b ", count: 10_000) + "c" + String(repeating: "** *", count: 10_000)
    ),
    ("nested links", String(repeating: "[a ", count: 10_000) + String(repeating: "](b)", count: 10_000)),
    (
      "a wide table of short rows",
      String(repeating: "|a", count: 5000) + "|\n" + String(repeating: "|-", count: 5000) + "|\n"
        + String(repeating: "|b|\n", count: 20_000)
    ),
    ("a row of many cells", "| a |\n|-|\n| " + String(repeating: "||", count: 50_000) + "\n"),
    ("a header of many cells", String(repeating: "|a", count: 50_000) + "\n|-|\n"),
    ("a delimiter row below a long paragraph", String(repeating: "a\n", count: 50_000) + "|-|\n"),
    (
      "references to a long address",
      "[a]: " + String(repeating: "x", count: 50_000) + "\n\n" + String(repeating: "[a] ", count: 50_000)
    ),
    ("brackets", String(repeating: "[", count: 50_000) + "a" + String(repeating: "]", count: 50_000)),
    ("parentheses behind an address", "www.a.b" + String(repeating: ")", count: 100_000)),
    ("mail addresses in each other", String(repeating: "a@b.", count: 50_000)),
    ("delimiters that find no partner", String(repeating: "*_[", count: 30_000)),
    ("delimiters that open and close", String(repeating: "*a*b", count: 20_000)),
    ("backticks of all lengths", (1..<800).map { "e" + String(repeating: "`", count: $0) }.joined()),
    ("comments that do not end", String(repeating: "<!--", count: 50_000)),
    (
      "tags that do not end",
      String(repeating: "<u>", count: 20_000) + String(repeating: "</u>", count: 20_000)
    ),
    ("emphasis between delimiters", String(repeating: "_*a*", count: 25_000)),
    ("a heading of many lines", String(repeating: "a\n", count: 25_000) + "===\n"),
    ("addresses side by side", String(repeating: "<http://a>", count: 10_000)),
    ("addresses in each other", String(repeating: "www.a_", count: 30_000)),
    ("addresses that tags end", String(repeating: "http://a.b<u>", count: 15_000)),
    ("instructions that do not end", String(repeating: "a<?", count: 60_000)),
    ("declarations that do not end", String(repeating: "<!A ", count: 50_000)),
    ("sections that do not end", "a" + String(repeating: "<![CDATA[", count: 20_000)),
    ("links between delimiters", String(repeating: "*[a](b)", count: 25_000)),
    ("backslashes", String(repeating: "\\", count: 100_000)),
    ("boxes in quotes", String(repeating: "> - [ ] a\n", count: 5000)),
    ("carriage returns", String(repeating: "\r", count: 100_000)),
    ("zeros", String(repeating: "\0", count: 100_000)),
  ]

  @Test(arguments: texts.map(\.name))
  func staysBounded(name: String) throws {
    let text = try #require(Self.texts.first { $0.name == name }?.text)
    let document = try MarkdownReader().read(Array(text.utf8))
    let written = MarkdownWriter().write(document)
    #expect(written.count <= 4 * text.utf8.count + 1000)
    #expect(PlainTextWriter().write(document).count <= 4 * text.utf8.count + 1000)
    #expect(Self.depth(of: document.blocks) <= 210)
  }

  @Test func textSurvivesTooDeepNesting() throws {
    for text in [String(repeating: "> ", count: 500) + "kept", String(repeating: "- ", count: 500) + "kept"] {
      let document = try MarkdownReader().read(Array(text.utf8))
      #expect(String(decoding: PlainTextWriter().write(document), as: UTF8.self).contains("kept"))
    }
    let nested = String(repeating: "*a **b ", count: 200) + "kept" + String(repeating: "** *", count: 200)
    let document = try MarkdownReader().read(Array(nested.utf8))
    #expect(String(decoding: PlainTextWriter().write(document), as: UTF8.self).contains("kept"))
  }

  @Test(arguments: ["*", "_", "~", "`", "[", "*a", "_ a_", "](", "&amp;", "http://a*", "*_["])
  func escapingIsLinear(piece: String) {
    let text = String(repeating: piece, count: 20_000)
    let written = MarkdownWriter().write(Document([.paragraph([.text(text)])]))
    #expect(written.count <= 2 * text.utf8.count + 1)
  }

  private static func depth(of blocks: [Block]) -> Int {
    var deepest = 0
    for block in blocks {
      switch block {
      case .blockQuote(let inner): deepest = max(deepest, 1 + depth(of: inner))
      case .list(let list): for item in list.items { deepest = max(deepest, 2 + depth(of: item.blocks)) }
      default: break
      }
    }
    return deepest
  }
}
