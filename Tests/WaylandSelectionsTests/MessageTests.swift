import TestSupport
import Testing

@testable import WaylandSelections

@Suite("Wayland: messages") struct MessageTests {
  @Test func `What a client says first is what other clients say`() {
    let machine = DataControlClient()
    let said = machine.outgoing.parts.flatMap(\.bytes)
    #expect(said == [1, 0, 0, 0, 1, 0, 12, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 12, 0, 3, 0, 0, 0])
  }

  @Test func `Messages come out as they went in, wherever they are split`() throws {
    var generator = SeededGenerator(seed: 19)
    let messages = (0..<200).map { _ in
      let count = Int.random(in: 0...40, using: &generator)
      let text = (0..<count).map { _ in UInt8.random(in: 1...255, using: &generator) }
      return WireMessage(
        UInt32.random(in: 0 ... .max, using: &generator), UInt16.random(in: 0 ... .max, using: &generator),
        [.word(UInt32.random(in: 0 ... .max, using: &generator)), .text(text), .word(7)])
    }
    let bytes = messages.flatMap(\.bytes)
    for size in [1, 3, 4, 7, 64, bytes.count] {
      var stream = MessageStream()
      var found: [WireMessage] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        stream.append(Array(bytes[start..<min(start + size, bytes.count)]))
        while let message = try stream.next() { found.append(message) }
      }
      #expect(found == messages, "in pieces of \(size)")
    }
  }

  @Test func `Arguments come out as they went in`() throws {
    for text in [[], Array("a".utf8), Array("abc".utf8), Array("abcd".utf8), [0xFF, 0xFE]] {
      var reader = ArgumentReader(WireMessage(3, 1, [.word(.max), .text(text), .word(5)]))
      #expect(try reader.word() == .max)
      #expect(try reader.text() == text)
      #expect(try reader.word() == 5)
      #expect(throws: WireError.self) { try reader.word() }
    }
    var none = ArgumentReader(WireMessage(3, 1, [.word(0)]))
    #expect(try none.text() == nil)
  }

  @Test func `The longest name just fits into a message`() {
    let name = [UInt8](repeating: 0x61, count: WireMessage.textLimit)
    #expect(WireMessage(3, 0, [.text(name)]).bytes.count == WireMessage.sizeLimit)
  }

  @Test(arguments: [0, 4, 7, 9, 13])
  func `A size that no message can have is an error`(size: UInt32) {
    var stream = MessageStream()
    var bytes = WireMessage(1, 0).bytes
    (bytes[6], bytes[7]) = (UInt8(size), 0)
    stream.append(bytes)
    #expect(throws: WireError.self) { try stream.next() }
  }

  @Test(arguments: [[UInt32](), [9], [.max], [2, 0x6161], [1, 0x61]])
  func `A text that its message does not hold, or that does not end, is an error`(words: [UInt32]) {
    var reader = ArgumentReader(WireMessage(1, 0, words.map { .word($0) }))
    #expect(throws: WireError.self) { try reader.text() }
  }
}
