import RichText
import TestSupport
import Testing

/// Tables of data that become Markdown without a document in between.
@Suite("Separated values as Markdown") struct DelimitedMarkdownTests {
  private func check(_ bytes: [UInt8], _ note: Comment, _ style: MarkdownStyle = MarkdownStyle()) throws {
    let direct = try DelimitedMarkdown.write(bytes, style: style)
    let byDocument = MarkdownWriter(style: style).write(try DelimitedReader().document(of: bytes))
    #expect(String(decoding: direct, as: UTF8.self) == String(decoding: byDocument, as: UTF8.self), note)
  }

  @Test("They are what the document of them becomes", arguments: 0..<10 as Range<UInt64>)
  func generated(batch: UInt64) throws {
    for seed in (batch * 50)..<(batch * 50 + 50) {
      var random = RandomTable(seed: seed)
      let rows = random.make().map { $0.map { Array($0.utf8)[...] } }
      let writer = DelimitedWriter(separator: UInt8(ascii: ","))
      let bytes = writer.write(rows)
      try check(bytes, "seed \(seed)")
      var compact = MarkdownStyle()
      compact.tables = .compact
      try check(bytes, "seed \(seed), compact", compact)
    }
  }

  @Test("So is text of any bytes", arguments: 0..<10 as Range<UInt64>)
  func noise(batch: UInt64) throws {
    let bytes: [UInt8] = Array(",;|\t\"\n\r a1*_ \\<b>.-\u{85}\u{2028}\u{0}é\u{7F}".utf8) + [0xFF]
    for seed in (batch * 50)..<(batch * 50 + 50) {
      var generator = SeededGenerator(seed: seed)
      let text = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        bytes[Int.random(in: 0..<bytes.count, using: &generator)]
      }
      try check(text, "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [
    "", "a", ",", ",\n1,2", "a,b\n1\n", "a\n1,2,3\n", "\n\na;b\n", " a , b \n 1 , 2 \n",
    "h\n\"x\ny\"\n\"\n\"\n",
    "wide,x\n\(String(repeating: "long ", count: 40)),1\n1,2\n",
  ])
  func `Headers without text, short rows and edges are as they would be`(text: String) throws {
    try check(Array(text.utf8), "\(text)")
  }

  @Test func `Its cost is that of its text`() throws {
    let line = "1,Anna Berg,\"needs *care*, a_b\",12.50,2024-01-02,Kraków\n"
    func time(_ count: Int) throws -> Duration {
      let text = Array(String(repeating: line, count: count).utf8)
      return try processorTime { _ = try DelimitedMarkdown.write(text) }
    }
    _ = try time(100)
    let (small, large) = (try time(2_000), try time(16_000))
    #expect(large < small * 24)
  }

  @Test func `Few long rows among many short ones are refused`() {
    let text = String(repeating: "x,", count: 20_000) + "\n" + String(repeating: "1\n", count: 1_000)
    #expect(throws: RichTextError.self) { try DelimitedMarkdown.write(Array(text.utf8)) }
  }
}
