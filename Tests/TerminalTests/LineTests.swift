import TestSupport
import Testing
import TextWidths

@testable import Terminal

@Suite("Lines for a terminal")
struct LineTests {
  /// Text of letters, spaces, wide and combining characters, and what must not reach a terminal.
  static func hostileText(_ generator: inout SeededGenerator, length: Int) -> String {
    let pieces = [
      "a", "word", " ", "  ", "日本", "😀", "👩‍👩‍👧", "e\u{301}", "\u{1B}[2J", "\u{9B}", "\u{202E}", "\t", "\r\n",
      "\u{0}",
      "\u{1B}]52;c;x\u{7}", "한글", "\u{200B}", "https://example.org/a/very/long/address",
    ]
    return (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  static func isSafe(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) }
  }

  @Test(arguments: 0..<50)
  func `A line is as wide as it says, cut or fitted, and holds no control character`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var line = StyledLine(Self.hostileText(&generator, length: 12), .bold)
    line.append(Self.hostileText(&generator, length: 8), Style(.italic, color: .red))
    #expect(Self.isSafe(line.text) && line.width == line.spans.reduce(0) { $0 + TextWidth.of($1.text) })
    for columns in [0, 1, 2, 7, 20, 200] {
      #expect(line.truncated(to: columns).width <= columns)
      #expect(line.fitted(to: columns).width == columns)
    }
    #expect(line.encoded(color: false).allSatisfy { $0 != "\u{1B}" })
  }

  @Test(arguments: 0..<50)
  func `Filled lines hold all words in order and none is too wide`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let text = Self.hostileText(&generator, length: 60)
    for columns in [1, 2, 5, 17, 80] {
      var filler = LineFiller(columns: columns)
      filler.append(text)
      let lines = filler.finish()
      // A wide character cannot be cut.
      #expect(lines.allSatisfy { $0.width <= max(columns, 2) || $0.text.count == 1 })
      func letters(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
      let visible = StyledLine(String(text.map { $0.isWhitespace ? " " : $0 })).text
      #expect(letters(lines.map(\.text).joined()) == letters(visible), "seed \(seed), \(columns) columns")
    }
  }

  @Test func `Words stay whole where they fit`() {
    var filler = LineFiller(columns: 10)
    filler.append("the quick ")
    filler.append("brown", .bold)
    filler.append(" fox, jumped")
    #expect(filler.finish().map(\.text) == ["the quick", "brown fox,", "jumped"])
  }

  @Test func `Styles are set once and reset at the end`() {
    var line = StyledLine("a ")
    line.append("b", .bold)
    line.append("c", .bold)
    line.append("d", Style([.italic, .underline], color: .blue))
    #expect(line.encoded(color: true) == "a \u{1B}[0;1mbc\u{1B}[0;3;4;34md\u{1B}[0m")
    #expect(line.encoded(color: false) == "a bcd")
  }
}

@Suite("Keys")
struct KeyTests {
  @Test(
    arguments: [
      ("q", [.character("q")]), ("\u{1B}[A\u{1B}OB", [.up, .down]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
      ("\u{1B}[1~\u{1B}[H\u{1B}[4~", [.home, .home, .end]),
      ("\r\n\t\u{7F}", [.enter, .enter, .tab, .backspace]),
      ("\u{3}", [.control("c")]), ("é日😀", [.character("é"), .character("日"), .character("😀")]),
      ("\u{1B}[1;5Cx", [.right, .character("x")]), ("\u{1B}[38;5;200zq", [.character("q")]),
      ("\u{1B}x", [.escape, .character("x")]),
    ] as [(String, [Key])])
  func `Each is told from its bytes, whole or one at a time`(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: bytes.utf8) == keys)
    #expect(!decoder.isWaiting)
    var slow: [Key] = []
    for byte in bytes.utf8 { slow += decoder.keys(in: [byte]) }
    #expect(slow == keys)
  }

  @Test func `An escape byte alone is a key once nothing follows`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: [0x1B]).isEmpty && decoder.isWaiting)
    #expect(decoder.keys(in: [], isComplete: true) == [.escape])
  }

  @Test(arguments: 0..<20)
  func `No bytes break it`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var decoder = KeyDecoder()
    for _ in 0..<200 {
      let bytes = (0..<8).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = decoder.keys(in: bytes)
      _ = decoder.keys(in: [], isComplete: true)
      #expect(!decoder.isWaiting)
    }
  }
}

@Suite("Frames")
struct FrameTests {
  @Test func `Only the rows that changed are sent, between marks that keep them together`() {
    let first = Frame([StyledLine("a"), StyledLine("b")], columns: 10, rows: 3)
    let second = Frame([StyledLine("a"), StyledLine("c", .bold)], columns: 10, rows: 3)
    #expect(
      second.encoded(after: first, color: true)
        == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[0m\u{1B}[2K\u{1B}[0;1mc\u{1B}[0m\u{1B}[?2026l")
    #expect(second.encoded(after: second, color: true) == "")
    #expect(first.encoded(after: nil, color: true).contains("\u{1B}[2J"))
    #expect(first.lines.count == 3)
  }

  @Test func `A screen of another size is set anew`() {
    let small = Frame([], columns: 10, rows: 3)
    let large = Frame([], columns: 20, rows: 3)
    #expect(large.encoded(after: small, color: true).contains("\u{1B}[2J"))
  }
}

/// Content that would take for ever if its cost grew faster than it does.
@Suite("Cost of lines", .timeLimit(.minutes(1)))
struct LineCostTests {
  @Test(arguments: ["x", "word ", "日", "a\u{301}"])
  func `Long text is filled in a time that grows as it does`(piece: String) {
    var filler = LineFiller(columns: 80)
    filler.append(String(repeating: piece, count: 40_000))
    let lines = filler.finish()
    #expect(lines.count >= 40_000 / 80 && lines.allSatisfy { $0.width <= 80 })
  }
}
