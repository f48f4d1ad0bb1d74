import RichText
import Testing

/// What HTML becomes as Markdown stays as it is when it goes through HTML once more.
@Suite struct SecondRoundTests {
  @Test(arguments: [
    ("<u>http://a.b/c</u>", "http://a.b/c"), ("<u>www.a.b</u> c", "www.a.b c"), ("<u>a@b.c</u>", "a@b.c"),
    ("<u>see http://a.b now</u>", "<u>see http://a.b now</u>"),
    ("<u><a href='c'>d</a></u>", "[d](c)"), ("<u>e <a href='c'>d</a> f</u>", "<u>e [d](c) f</u>"),
    ("<a href='c'><u>d</u></a>", "[d](c)"),
  ])
  func underlineAroundAddresses(html: String, expected: String) throws {
    let first = try markdown(ofHTML: html)
    #expect(first == expected)
    // A bare address is one in angle brackets then, which shows alike.
    #expect(try Self.shown(Self.secondRound(of: first)) == Self.shown(first))
  }

  @Test(arguments: ["<ul><li>", "<blockquote>", "<ol><li>", "<ul><li><blockquote>"])
  func nestingBeyondTheLimit(unit: String) throws {
    let text = String(repeating: "word ", count: 20_000)
    let first = try markdown(ofHTML: String(repeating: unit, count: 140) + text)
    #expect(try Self.secondRound(of: first) == first)
  }

  private static func secondRound(of markdown: String) throws -> String {
    try RichTextTests.markdown(ofHTML: shown(markdown))
  }

  private static func shown(_ markdown: String) throws -> [UInt8] {
    HTMLWriter().write(try MarkdownReader().read(Array(markdown.utf8)).normalized())
  }
}
