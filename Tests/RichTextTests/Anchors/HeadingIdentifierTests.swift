import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// What GitHub calls headings, by what it was seen to do.
@Suite struct HeadingIdentifierTests {
  @Test(
    "One heading",
    arguments: [
      ("Getting Started", "getting-started"),
      ("What's new, and why?", "whats-new-and-why"),
      ("`pb copy` & *friends*", "pb-copy--friends"),
      ("[a link](https://a.org) ![picture](b.png) here", "a-link--here"),
      ("1.2. C++ / C#", "12-c--c"),
      ("snake_case - and-hyphens", "snake_case---and-hyphens"),
      ("🎉 Party", "-party"),
      ("Über uns – Français", "über-uns--français"),
      ("ПРИВЕТ 你好 हिन्दी", "привет-你好-हिन्दी"),
      ("Ⅳ ½ x² ٣", "ⅳ--x-٣"),
      ("a<kbd>b</kbd> &amp; $x^2$", "ab--x2"),
      ("e\u{301}te\u{301}", "e\u{301}te\u{301}"),
      ("!!!", ""),
    ])
  func heading(markdown: String, expected: String) throws {
    #expect(try Self.identifiers(of: "# " + markdown) == [expected])
  }

  @Test(
    "Headings that are alike",
    arguments: [
      (["a", "A", "a!"], ["a", "a-1", "a-2"]),
      (["a", "a", "a 1", "a-1", "a"], ["a", "a-1", "a-1-1", "a-1-2", "a-2"]),
      (["a-1", "a", "a"], ["a-1", "a", "a-2"]),
      (["", "", "x"], ["", "-1", "x"]),
    ])
  func repeated(headings: [String], expected: [String]) throws {
    let markdown = headings.map { "# \($0)\n" }.joined()
    #expect(try Self.identifiers(of: markdown) == expected)
  }

  @Test func `Headings count wherever they stand, and where raw HTML has them`() throws {
    let markdown = """
      > # a

      - ## a

      <h1 align="center">a <b>b</b>&amp;</h1>

      # a[^1]

      [^1]: # a
      """
    #expect(try Self.identifiers(of: markdown) == ["a", "a-1", "a-b", "a1", "a-2"])
  }

  private static func identifiers(of markdown: String) throws -> [String] {
    AnchorFinder(try MarkdownReader().read(Array(markdown.utf8))).headings
  }
}
