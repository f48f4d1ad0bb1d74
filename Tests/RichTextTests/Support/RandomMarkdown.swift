import TestSupport

/// Makes texts of Markdown in which marks stand where they are most easily mistaken, the same for the same seed.
struct RandomMarkdown {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Marks of inlines, or lines with marks of blocks; definitions behind them now and then.
  mutating func make() -> String {
    var text = Bool.random(using: &generator) ? inlines() : blocks()
    if isOne(of: 3) { text += "\n[foo]: /f \"t\"\n" }
    if isOne(of: 4) { text += "\n[^n]: note\n" }
    return text
  }

  private mutating func inlines() -> String {
    (0..<Int.random(in: 3...20, using: &generator)).map { _ in pick(Self.inlinePieces) }.joined() + "\n"
  }

  private mutating func blocks() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 2...12, using: &generator) {
      for _ in 0..<max(0, Int.random(in: -2...3, using: &generator)) { text += pick(Self.prefixes) }
      text += isOne(of: 8) ? inlines() : pick(Self.lines) + "\n"
    }
    return text
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: choices.indices, using: &generator)]
  }

  private mutating func isOne(of count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

  private static let inlinePieces = [
    "*", "*", "**", "***", "_", "__", "~", "~~", "`", "``", "[", "[", "]", "](", "](/u)", "](<u v> \"t\")",
    "![",
    "[^n]", "[foo]", "[bar]", "][", "[]", "(", ")", "<", ">", "<a>", "</a>", "<a href=\"x\">", "<x y='z",
    "<?p?>",
    "<![CDATA[x]]>", "<http://a.b/c>", "<m@x.yz>", "&amp;", "&copy;", "&#35;", "&#x22;", "&nope;", "&", "\\",
    "\\*",
    "\\[", "\\\\", "!", "a", "b", "foo", " ", " ", "  ", "\n", "  \n", ".", ",", ":", ";", "\"", "'", "é",
    "日",
    "http://e.com/a", "https://x.org", "www.a.b", "www.a_b.c", "ftp://q", "m@x.yz", "mailto:m@x.yz", "://",
    "|", "-",
    "+", "#", "=", "1", "\t", "w", "@",
  ]

  private static let prefixes = [
    "> ", ">", "- ", "* ", "+ ", "1. ", "2) ", "10. ", "    ", "   ", "  ", " ", "\t", "# ", "## ", "-\t",
    ">\t",
    "-     ", "1.  ",
  ]

  private static let lines = [
    "a", "b c", "foo", "", "", "", "---", "===", "***", "- - -", "```", "~~~", "````", "``` py", "~~~ a`b",
    "# h",
    "## h ##", "#", "<div>", "</div>", "<pre>", "<?x", "?>", "<script>", ">", "| a | b |", "|a|b|",
    "a|b", "|-|-|", "|:-|-:|", "-|-", "|-|", "| c |", "|a\\|b|c|", "[foo]: /url", "[bar]: <u> \"t\"", "/url2",
    "[foo]",
    "[^n] and [^m]", "-", "+", "1.", "2.", "*", "foo\\", "foo  ", "    code", "\tcode", "- a", "1. b", "> q",
    "-|",
    "a *b", "c* d", "`x", "y`", "- [ ] t", "- [x] a", "  ", "\t", "======", "-- ", "_ _ _", "#tag", "1)",
    "9999999999. x", "0. z", "&amp;", "x\")",
  ]
}
