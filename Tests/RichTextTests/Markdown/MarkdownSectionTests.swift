import TestSupport
import Testing

@testable import RichText

/// A text that is read in sections is the same document as one that is read at once.
struct MarkdownSectionTests {
  private static let lines = [
    "text", "# heading", "more *text*", "- item", "  continued", "    deep", "1. one", "2. two", "10) ten",
    "   three",
    "> quote", "> - in quote", "```", "~~~", "  ```", "   ~~~~", "- ```", "    ```", "<!-- a", "b -->",
    "<!-- c -->",
    "<div>", "</div>", "<pre>", "</pre>", "---", "***", "- - -", "===", "-", "+", "[a]: /u", "[a]: /v",
    "[b]: /w \"t\"",
    "\"title\"", "[a] and [b]", "- [a]: /x", "> [b]: /y", "|a|b|", "|-|-|", "\tcode", "Émile", "- [ ] task",
    "<?php",
    "?>", " # h", "  - sub", "     five", "*emphasis", "end*", "\\", "-   wide", "[c",
  ]

  @Test(arguments: 0..<20)
  func generatedLines(block: UInt64) throws {
    var cut = 0
    for seed in block * 50..<(block + 1) * 50 {
      var generator = SeededGenerator(seed: seed)
      let kinds = Int.random(in: 3...12, using: &generator)
      let chosen = (0..<kinds).map { _ in Self.lines[Int.random(in: 0..<Self.lines.count, using: &generator)]
      }
      var text = ""
      for _ in 0..<40 {
        text += chosen[Int.random(in: 0..<kinds, using: &generator)] + "\n"
        if Int.random(in: 0..<3, using: &generator) == 0 { text += "\n" }
        if Int.random(in: 0..<6, using: &generator) == 0 { text += "\nplain text\n" }
      }
      let bytes = Array(text.utf8)
      let whole = try MarkdownReader(linksBareAddresses: true, sectionLength: .max / 4).read(bytes)
      let parts = try MarkdownReader(linksBareAddresses: true, sectionLength: 30).read(bytes)
      if MarkdownSections(bytes[...], length: 30).starts.count > 1 { cut += 1 }
      let isSame = whole == parts
      try #require(isSame, "seed \(seed):\n\(text)")
    }
    #expect(cut > 0, "no text was cut")
  }
}
