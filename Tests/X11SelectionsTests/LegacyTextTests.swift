import Exchange
import TestSupport
import Testing

@testable import X11Selections

@Suite("Text older than UTF-8", .timeLimit(.minutes(1)))
struct LegacyTextTests {
  private static let scalars: [Unicode.Scalar] = [
    "a", "\n", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "é", "ÿ", "\u{100}", "ł", "日", "\u{FFFD}", "😀",
    "\u{301}",
  ]

  @Test(arguments: 0..<40)
  func `STRING has a byte for each character, and a question mark for those that Latin-1 lacks`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<Int.random(in: 0..<60, using: &random) {
      text.unicodeScalars.append(try #require(Self.scalars.randomElement(using: &random)))
    }
    let latin1 = text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    #expect(LegacyText.string.property(of: Array(text.utf8)).bytes == latin1, "seed \(seed)")
    let fits = text.unicodeScalars.allSatisfy { $0.value < 0x80 || 0xA0...0xFF ~= $0.value }
    let choice = LegacyText.text.property(of: Array(text.utf8))
    #expect(choice.declared == (fits ? "STRING" : "COMPOUND_TEXT"), "seed \(seed)")
    if fits { #expect(choice.bytes == latin1, "seed \(seed)") }
  }
}
