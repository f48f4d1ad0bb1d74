import Foundation
import Testing

@testable import Terminal

@Suite("Width of text")
struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("👍🏽", 2), ("❤", 1), ("❤\u{FE0F}", 2),
    ("1\u{FE0F}\u{20E3}", 2), ("क्षि", 3), ("ä̈̈", 1), ("—…“”", 4), ("\u{FFFD}", 1), ("𝒳", 1), ("⌚", 2),
  ])
  func `Each character takes what terminals give it`(text: String, columns: Int) {
    #expect(TextWidth.of(text) == columns)
  }

  /// Facts of the installed Unicode data (package `unicode-data`), where it is there.
  @Test func `The wide characters are those of the Unicode data`() throws {
    let path = "/usr/share/unicode/EastAsianWidth.txt"
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(data: data, encoding: .utf8),
      text.hasPrefix("# EastAsianWidth-15.0")
    else { return }
    var count = 0
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.prefix { $0 != "#" }.split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let ends = fields[0].components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
      let isWide = ["W", "F"].contains(fields[1])
      for value in ends[0]...(ends.last ?? ends[0]) where WideRanges.contains(value) != isWide {
        count += 1
      }
    }
    #expect(count == 0)
    #expect(zip(WideRanges.all, WideRanges.all.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
  }

  @Test func `A prefix never takes more columns than there are`() {
    for columns in 0...12 {
      let prefix = TextWidth.prefix(of: "a日b😀e\u{301}한", columns: columns)
      #expect(prefix.columns <= columns && TextWidth.of(prefix.text) == prefix.columns)
    }
  }
}

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
