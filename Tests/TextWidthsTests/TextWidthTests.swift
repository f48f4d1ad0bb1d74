import Foundation
import TestSupport
import Testing

@testable import TextWidths

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

  @Test(arguments: UInt64(0)..<50)
  func `A text is as wide as its characters together`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let scalars: [Unicode.Scalar] = [
      "a", "é", "\u{301}", "日", "한", "\u{1161}", "क", "\u{94D}", "😀", "👩", "❤", "1", "\u{200D}", "\u{FE0F}",
      "\u{20E3}", "\u{1F3FD}", "\u{1F1E9}", "\u{1F1EA}", "\u{3099}", "\u{302A}", "\u{AD}", "\u{600}",
    ]
    // Each seed another few, so that texts without pictures of several scalars are among them.
    let few = scalars.shuffled(using: &generator).prefix(Int.random(in: 1...8, using: &generator))
    var text = ""
    for _ in 0..<200 { text.unicodeScalars.append(few.randomElement(using: &generator) ?? "a") }
    #expect(TextWidth.of(text) == text.reduce(0) { $0 + TextWidth.of($1) }, "seed \(seed)")
  }

  @Test func `Marks take no room, and other characters one column or two`() {
    let wrong = (UInt32(0x300)...0x2FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: TextWidth.of(scalar) != 0
      // Some are drawn, and some letters of Hangul stand below others.
      case .format, .otherLetter, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: TextWidth.of(scalar) != (WideRanges.contains(scalar.value) ? 2 : 1)
      }
    }
    #expect(wrong == [])
  }

  @Test func `A prefix never takes more columns than there are`() {
    for columns in 0...12 {
      let prefix = TextWidth.prefix(of: "a日b😀e\u{301}한", columns: columns)
      #expect(prefix.columns <= columns && TextWidth.of(prefix.text) == prefix.columns)
    }
  }
}
