import BinaryText
import TestSupport
import Testing

@testable import TerminalSelections

@Suite("Terminals: what they send")
struct ReplyStreamTests {
  private func replies(_ text: String, limit: Int = 1000, by size: Int = .max) -> [TerminalReply] {
    var stream = ReplyStream(stringLimit: limit)
    var rest = Array(text.utf8)[...]
    var replies: [TerminalReply] = []
    while !rest.isEmpty {
      replies += stream.receive(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return replies
  }

  private func attributes(_ parameters: Int...) -> TerminalReply {
    .control(ControlSequence(mark: "?", parameters, final: "c"))
  }

  @Test func `Answers are the same in pieces of any size`() {
    let text = "a\u{1B}P>|foot(1.13.1)\u{1B}\\\u{1B}]52;c;QUJD\u{07}b\u{1B}[?64;52c\u{1B}[?5522;0$y"
    let expected: [TerminalReply] = [
      .key(0x61), .device(Array(">|foot(1.13.1)".utf8)), .command(Array("52;c;QUJD".utf8)), .key(0x62),
      attributes(64, 52),
      .control(ControlSequence(mark: "?", [5522, 0], intermediate: "$", final: "y")),
    ]
    for size in 1...text.utf8.count { #expect(replies(text, by: size) == expected, "\(size)") }
  }

  @Test func `An answer that is begun before another one ends after it`() {
    let text = "\u{1B}]52;c;\u{1B}[?62cQUJD\u{1B}\\"
    #expect(replies(text) == [attributes(62), .command(Array("52;c;QUJD".utf8))])
    var stream = ReplyStream(stringLimit: 100)
    _ = stream.receive(Array("\u{1B}]52;c;\u{1B}[?62c".utf8)[...])
    #expect(stream.isWithinString && stream.isWithinReply)
    _ = stream.receive(Array("QUJD\u{1B}\\".utf8)[...])
    #expect(!stream.isWithinReply)
  }

  @Test func `What is too long or has control characters in it is told, and nothing of it is kept`() {
    let long = "\u{1B}]52;c;" + String(repeating: "A", count: 2000) + "\u{1B}\\"
    #expect(replies(long, by: 7) == [.broken(tooLong: true)])
    // Such a character is a key that somebody pressed meanwhile.
    let broken: [TerminalReply] = [.key(0x0A), .broken(tooLong: false), attributes(1)]
    #expect(replies("\u{1B}]52;c;QU\nJD\u{07}\u{1B}[?1c") == broken)
    #expect(replies("\u{1B}]52;c;QU\u{3}JD\u{07}").first == .key(3))
    // Cancelled, or begun anew.
    #expect(replies("\u{1B}]52;c;QU\u{18}x") == [.key(0x18), .key(0x78)])
    #expect(replies("\u{1B}]52;c;QU\u{1B}]52;c;QUJD\u{07}") == [.command(Array("52;c;QUJD".utf8))])
    #expect(
      replies("\u{1B}[" + String(repeating: "9", count: 500) + "c").allSatisfy {
        if case .key = $0 { true } else { false }
      })
  }

  @Test func `What is typed between answers is known byte for byte, unless a string broke off`() {
    func typed(_ text: String, by size: Int) -> String {
      var stream = ReplyStream(stringLimit: 100)
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        _ = stream.receive(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      return String(decoding: stream.takeTyped(), as: UTF8.self)
    }
    let text =
      "l\u{1B}P>|foot\u{1B}\\s\u{1B}[A\u{1B}[?64;52c \u{1B}OB\u{1B}[1;5D\u{1B}]52;c;QUJD\u{07}\u{1B}[?5522;0$yé\r"
    for size in [1, 2, 3, 100] {
      #expect(typed(text, by: size) == "ls\u{1B}[A \u{1B}OB\u{1B}[1;5Dé\r", "\(size)")
      #expect(typed("ls\u{1B}]52;c;QU\u{18}rm -r x\r", by: size) == "")
      // The rest of the first string comes behind the second, and that of a sequence behind as much as one has.
      #expect(typed("ls\u{1B}]52;c;QU\u{1B}]11;rgb:0/0/0\u{07}rm -r x\r\u{1B}\\", by: size) == "")
      #expect(typed("ls\u{1B}[" + String(repeating: "1;", count: 150) + "rm -r x\r", by: size) == "")
    }
    // Answers in controls of one byte are not understood, and letters are none of them.
    var eightBit = ReplyStream(stringLimit: 100)
    _ = eightBit.receive(Array("ls é中😀\r".utf8)[...])
    #expect(eightBit.takeTyped() == Array("ls é中😀\r".utf8))
    _ = eightBit.receive(([0x9D] + Array("52;c;QUJD".utf8) + [0x9C])[...])
    #expect(eightBit.takeTyped().isEmpty)
    var stream = ReplyStream(stringLimit: 100)
    _ = stream.receive([UInt8](repeating: 0x61, count: 100_000)[...])
    let (kept, rest) = (stream.takeTyped(), stream.takeTyped())
    #expect(kept.count == 4000 && rest.isEmpty)
  }

  @Test func `Whatever comes, nothing is kept for ever and the next answer is understood`() {
    for seed in Seeds.few(300) {
      var generator = SeededGenerator(seed: seed)
      let alphabet = Array("\u{1B}\u{1B}\u{1B}[]P_\\?>;:=0152c$y\u{07}\u{18}AB+/=\n".utf8)
      let bytes = (0..<200).map { _ in
        alphabet.randomElement(using: &generator) ?? UInt8.random(in: 0...255, using: &generator)
      }
      var stream = ReplyStream(stringLimit: 64)
      _ = stream.receive(bytes[...])
      // A string ends whatever went before.
      let replies = stream.receive(Array("\u{18}\u{1B}\\\u{1B}]52;c;QUJD\u{07}".utf8)[...])
      #expect(replies.last == .command(Array("52;c;QUJD".utf8)), "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("", ""), ("TQ==", "M"), ("TWE=", "Ma"), ("TWFu", "Man"), ("TWE", "Ma"), ("TQ==TWFu", "MMan"),
    ("TWE=TWE=", "MaMa"),
  ])
  func `Base64 is read padded or not, in one piece or several`(text: String, bytes: String) {
    #expect(Base64.decode(pieces: Array(text.utf8)[...]) == Array(bytes.utf8))
  }

  @Test func `Base64 is strict about everything else`() {
    for text in ["T", "TWFuT", "TW u", "TW\nu", "TW-_", "é"] {
      #expect(Base64.decode(pieces: Array(text.utf8)[...]) == nil, "\(text)")
    }
    for count in 0..<50 {
      let bytes = Array(sampleBytes(count).prefix(count))
      #expect(Base64.decode(pieces: Array(Base64.encode(bytes).utf8)[...]) == bytes)
    }
  }

  @Test func `Packets are taken in any order of their keys, and refused where they break the rules`() throws {
    let packet = try #require(
      ClipboardPacket(Array("5522;status=DATA:mime=dGV4dC9odG1s:type=read;QUJD".utf8)))
    #expect(packet.name == "text/html" && packet.payload == Array("ABC".utf8) && packet.identifier == nil)
    #expect(ClipboardPacket(Array("5522;type=write:status=DONE:id=x".utf8))?.identifier == "x")
    for text in [
      "52;c;QUJD", "5522;type=read", "5522;type=read:status=DA TA", "5522;type=read:status=DATA;Q",
      "5522;type=read:status=DATA:mime=YSBi;QUJD", "5522;type=read:status=DATA:mime=YQBi", "5522;=:status=OK",
      "5522;type=read:status=DATA:mime=/w==;QUJD",
    ] {
      #expect(ClipboardPacket(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func `Lists of names have bounds, and no name twice`() {
    #expect(FormName.list(Array("text/html  a/b\ntext/html".utf8)) == ["text/html", "a/b"])
    #expect(FormName.list(Array(String(repeating: "x", count: 5000).utf8)) == [])
    let many = (0..<9000).map { "a/\($0)" }.joined(separator: " ")
    #expect(FormName.list(Array(many.utf8)).count == FormName.countLimit)
  }
}
