import Testing

@testable import Terminal

@Suite("What reaches a terminal")
struct VisibleTextTests {
  @Test(arguments: [
    ("plain\ttext\n日本 😀", "plain\ttext\n日本 😀"),
    ("\u{1B}]0;title\u{07}", "␛]0;title␇"),
    ("a\u{202E}b", "a\\u{202E}b"),
    ("\u{9B}31m", "\\u{9B}31m"),
    ("a\u{200B}b\u{200F}", "a\\u{200B}b\\u{200F}"),
    ("👩‍👧", "👩‍👧"),
  ])
  func `Control characters are shown, not sent`(text: String, expected: String) {
    #expect(VisibleText.escaping(text) == expected)
  }

  @Test func `A preview is one line of a bounded width`() {
    #expect(VisibleText.preview("  a\n\n b\tc", length: 40) == "a b c")
    #expect(VisibleText.preview(String(repeating: "x", count: 50), length: 10) == "xxxxxxxxxx…")
    #expect(VisibleText.preview("日本日本日本", length: 5) == "日本…")
    #expect(VisibleText.preview("", length: 10) == "")
  }
}
