import Foundation
import TestSupport
import Testing

@testable import X11Selections

/// Text as it was before Unicode.
@Suite(.timeLimit(.minutes(3))) struct CompoundTextTests {
  private func encode(_ text: String) -> [UInt8] {
    CompoundText.encode(Array(text.utf8))
  }

  private func decode(_ bytes: [UInt8]) -> String {
    String(decoding: CompoundText.decode(bytes), as: UTF8.self)
  }

  @Test(
    "What is written is read again",
    arguments: [
      "", "plain", "Grüße, ça va?", "Привет", "日本語と中文", "한국어", "🙂 and ☃", "tab\tand\nline", "one\0two\0",
      "\0",
    ])
  func roundTrip(text: String) {
    #expect(decode(encode(text)) == text)
  }

  @Test("ASCII and Latin-1 are themselves")
  func latin1IsItself() {
    #expect(encode("abc") == Array("abc".utf8))
    #expect(encode("é") == [0xE9])
    #expect(decode([0x61, 0xE9]) == "aé")
  }

  /// Recorded from programs: ISO 8859-2 and -5, Japanese in JIS X 0208, and UTF-8; and what the standard has besides.
  @Test(
    "What other programs write is read",
    arguments: [
      ([0x1B, 0x2D, 0x42, 0xE8], "č"),
      ([0x1B, 0x2D, 0x4C, 0xBF, 0xE0, 0xD8], "При"),
      ([0x1B, 0x24, 0x28, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42, 0x21], "日本!"),
      ([0x61, 0x1B, 0x25, 0x47, 0xE2, 0x98, 0x83, 0x1B, 0x25, 0x40, 0x62], "a☃b"),
      ([0x1B, 0x24, 0x29, 0x43, 0xC7, 0xD1, 0x61], "한a"),
      ([0x1B, 0x24, 0x28, 0x41, 0x56, 0x50, 0x1B, 0x28, 0x42, 0x61, 0xE9], "中aé"),
      ([0x1B, 0x29, 0x49, 0xB1], "ｱ"), ([0x9B, 0x31, 0x5D, 0x61, 0x9B, 0x5D, 0x62], "ab"),
      ([0x1B, 0x25, 0x2F, 0x31, 0x80, 0x89] + Array("koi8-r".utf8) + [0x02, 0xF0, 0xD2, 0x21], "Пр!"),
      ([0x61, 0x1B], "a"), ([0x61, 0x1B, 0x24], "a"), ([0x61, 0x1B, 0x24, 0x28], "a"),
    ] as [([UInt8], String)])
  func readsOthers(bytes: [UInt8], text: String) {
    #expect(decode(bytes) == text)
  }

  @Test("Nonsense does no harm", arguments: UInt64(0)..<20)
  func nonsense(seed: UInt64) {
    var bytes = sampleBytes(200, seed: seed)
    // Escape sequences are where a reader can go wrong.
    for index in stride(from: 0, to: bytes.count, by: 7) { bytes[index] = 0x1B }
    _ = CompoundText.decode(bytes)
    _ = CompoundText.encode(bytes)
  }

  @Test("The fixtures' COMPOUND_TEXT says what their UTF8_STRING says", arguments: ["minutes", "report"])
  func fixtures(document: String) throws {
    for program in ["abiword", "firefox"] {
      let folder = "\(Self.fixtures)/clipboards/\(document)/\(program)"
      let compound = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/COMPOUND_TEXT")))
      let plain = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/UTF8_STRING")))
      // Programs end text with a NUL, or not, and not the same way for each target.
      let decoded = CompoundText.decode(compound)
      #expect(decoded.split(separator: 0) == plain.split(separator: 0), "\(program)")
    }
  }

  private static var fixtures: String {
    #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Fixtures"
  }

  @Test(
    "Long texts are converted",
    arguments: [" ", "\n", "", "\0"])
  func longTexts(separator: String) {
    var generator = SeededGenerator(seed: 7)
    let words = ["Grüße", "Привет", "日本語と中文", "한국어", "🙂", "☃", "plain", "e", "ａ", "繁體"]
    var text = ""
    while text.utf8.count < 9 << 18 { text += (words.randomElement(using: &generator) ?? "") + separator }
    text += "end"
    let bytes = encode(text)
    #expect(bytes.count > 3 << 19)
    #expect(decode(bytes) == text)
  }

  @Test("What ends within a character loses that only")
  func cutOff() {
    #expect(decode(encode("abc 日本").dropLast(1)) == "abc 日")
  }
}
