import RichText
import Testing

/// Markdown is written without a document as it is written with one.
struct DirectHTMLTests {
  private static func written(_ text: String) throws -> [UInt8] {
    var writer = HTMLWriter()
    writer.identified = .linked
    return writer.write(try MarkdownReader().read(Array(text.utf8)))
  }

  private static func expectSame(_ text: String) throws {
    let (reader, bytes) = (MarkdownReader(), Array(text.utf8))
    if let html = try reader.html(bytes) {
      #expect(
        String(decoding: html, as: UTF8.self) == String(decoding: try written(text), as: UTF8.self),
        "\(text.debugDescription)")
    }
    if let blocks = try reader.blocks(of: bytes), let rtf = RTFWriter().write(blocks) {
      #expect(rtf == RTFWriter().write(try reader.read(bytes)), "\(text.debugDescription)")
    }
  }

  @Test("Generated texts are the same with a document and without", arguments: 0..<4)
  func generatedTexts(part: UInt64) throws {
    for seed in 0..<UInt64(500) {
      var random = RandomMarkdown(seed: part * 500 + seed)
      try Self.expectSame(random.make())
    }
  }

  @Test(arguments: [
    // Directions
    "שלום\n", "# 1 שלום\n", "- שלום\n- a\n", "> 1. שלום\n", "| 1 | שלום |\n|--|--|\n| a | b |\n",
    "- `שלום` a\n", "- [![א](b)](c) a\n", "- 1\n- 2\n- שלום\n", "- $א$ b\n", "- <b>א</b>\n", "- &#x5d0; a\n",
    "- 中 א\n",
    "- 1\n\n- 2\n", "- [1](x)\n- [2](y)\n",
    // Blocks
    "```math\nx^2\n```\n", "- a\n  ~~~math\n  x\n  ~~~\n  b\n", "- a\n  ~~~math\n\n  ~~~\n",
    "> [!NOTE]\n> a\n",
    "> \\[!TIP]\n> a\n", "> &#91;!TIP]\n", "- [ ] a\n- [x] b\n", "3) a\n4) b\n", "    a\n\n\tb\n",
    "- \ta\n\n\t\tb\n", "``` c++ x\n<&>\n",
    "~~~\na", "- a\n\n  b\n- c\n", "a\n===\n\n***\n", "<div>\n<b>\n</div>\n",
    "[a]: /u 't'\n\n[a] [A][] [b][a]\n",
    // Tables
    "|a|b|\n|:-|-:|\n|`x\\|y`|\n|1|2|3|\n", "| a |\n| :-: |\n", "> | a |\n> |--|\n> | *b* |\n",
    // Inlines
    "a  \nb\\\nc\nd\n", "` a ` `` ` `` `a\nb` `  `\n", "*a **b** ~~c~~*\n", "<b>a</b> <i>b <u>c</u>\n",
    "a@b.cd, <m@x.yz>\n",
    "<https://a.b/?c&d=\"> www.a.de https://x.y/z_\n", "[a](<b c> \"d \\\" & e\") [](x)\n",
    "![a *b*](c 'd') ![](e)\n",
    "\\<a> &lt;b> &copy; \"q\" & é\n", "$a_b$ and $$c$$ $5\n",
  ])
  func texts(text: String) throws {
    _ = try #require(try MarkdownReader().html(Array(text.utf8)))
    try Self.expectSame(text)
    try Self.expectSame(
      "> " + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n> "))
  }

  @Test func `Emphasis that is too deep is text`() throws {
    let text = String(repeating: "*a _b ", count: 40) + String(repeating: "c_ d*", count: 40)
    try Self.expectSame(text)
  }

  @Test func `Cells that are made up have their bound`() throws {
    let row = String(repeating: "|-", count: 900) + "\n"
    try Self.expectSame(
      String(repeating: "|a", count: 900) + "\n" + row + String(repeating: "|\n|b\n", count: 60))
  }

  @Test(arguments: [
    "a[^n]\n\n[^n]: b\n", "# A\n\n[b](#a)\n", "<a href=\"#a\">b</a>\n",
    "<div>\n<a href=\"#a\">b</a>\n</div>\n",
    "- <b>[a](#b)</b>\n",
  ])
  func `Notes and links to places need the document`(text: String) throws {
    #expect(try MarkdownReader().html(Array(text.utf8)) == nil)
  }
}
