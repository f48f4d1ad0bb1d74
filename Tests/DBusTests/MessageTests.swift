import DBus
import TestSupport
import TestTraits
import Testing

@Suite("D-Bus: messages") struct BusMessageTests {
  @Test(arguments: Seeds.few(400)) func `Messages come out as they went in, in both byte orders`(seed: UInt64)
    throws
  {
    var generated = GeneratedMessages(seed: seed)
    let message = generated.message()
    for isLittleEndian in [true, false] {
      #expect(try BusMessage(message.bytes(isLittleEndian: isLittleEndian)) == message, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.few(2000)) func `No damage breaks the reader, and what it reads it can write`(
    seed: UInt64
  ) throws {
    var generated = GeneratedMessages(seed: seed)
    let damaged = generated.damaged(generated.message().bytes(isLittleEndian: seed.isMultiple(of: 2)))
    guard damaged.count >= BusMessage.fixedSize else { return }
    do throws(BusError) {
      guard let message = try BusMessage(damaged) else { return }
      #expect(try BusMessage(message.bytes()) == message, "seed \(seed)")
    } catch {
      #expect(!error.description.isEmpty)
    }
  }

  @Test func `A call has the bytes that the specification says`() {
    var call = BusMessage(call: "Hello", BusClient.bus, of: "/org/freedesktop/DBus", at: BusClient.bus)
    call.serial = 1
    let bytes = call.bytes()
    #expect(bytes.prefix(16) == [0x6C, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 109, 0, 0, 0])
    // The first field: its code, a signature of one letter, then the path with its length.
    #expect(Array(bytes[16..<32]) == [1, 1, 0x6F, 0, 21, 0, 0, 0] + Array("/org/fre".utf8))
    #expect(bytes.count == 128)
  }

  @Test func `What GLib writes is read, and what is written GLib reads`() throws {
    let python = "/usr/bin/python3"
    guard (try? ChildProcess([python, "-c", "import gi"]).wait().status) == 0 else {
      Issue.record("needs python3-gi, of the Debian package of that name")
      return
    }
    var messages: [BusMessage] = []
    for seed in Seeds.few(300) {
      var generated = GeneratedMessages(seed: seed)
      let message = generated.message()
      // GLib 2.74 counts the padding before the first element of an array to its length, and loses a last element
      // that is as short.
      let isLost = ["a(", "a{y", "a{g", "a{n", "a{q"].contains { part in
        Self.signature(message).contains(part)
      }
      if !isLost { messages.append(message) }
    }
    let lines = messages.enumerated().map { index, message in
      message.bytes(isLittleEndian: index.isMultiple(of: 2)).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
    }
    let peer = try ChildProcess(
      [python, Self.peer], input: Array((lines.joined(separator: "\n") + "\n").utf8))
    let result = try peer.wait()
    #expect(result.status == 0, "\(result.errors)")
    let answers = result.text.split(separator: "\n")
    #expect(answers.count == messages.count)
    for (message, answer) in zip(messages, answers) {
      let parts = answer.split(separator: "\t", omittingEmptySubsequences: false)
      let digits = Array(parts[0].utf8)
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
      }
      #expect(try BusMessage(bytes) == message)
      #expect(parts[1] == "(\(Self.signature(message)))")
    }
    #expect(messages.count > 100)
  }

  private static func signature(_ message: BusMessage) -> String {
    String(decoding: message.body.flatMap(\.type.signature), as: UTF8.self)
  }

  private static let peer =
    String(#filePath.dropLast("DBusTests/MessageTests.swift".count)) + "Peers/gdbus-codec.py"

  static let refused: [(String, [UInt8])] = [
    ("nesting variants", nested(80)),
    ("an array that is longer than its message", body("ay", [0xFF, 0xFF, 0xFF, 0x0F])),
    ("an element that is longer than its array", body("as", [5, 0, 0, 0, 4, 0, 0, 0, 97, 97, 97, 97, 0])),
    ("a text with a zero", body("s", [3, 0, 0, 0, 97, 0, 97, 0])),
    ("a text that is no UTF-8", body("s", [1, 0, 0, 0, 0xFF, 0])),
    ("a truth value of 2", body("b", [2, 0, 0, 0])),
    ("padding", body("yu", [1, 9, 9, 9, 1, 0, 0, 0])),
    ("a signature that is none", body("v", [1, 0x7B, 0, 0])),
    ("a body that is longer", body("y", [1, 2])),
    ("an empty structure", body("()", [])), ("a path", body("o", [2, 0, 0, 0, 0x2F, 0x2F, 0])),
  ]

  private static func body(_ signature: String, _ bytes: [UInt8]) -> [UInt8] {
    var message = BusMessage(.reply)
    (message.serial, message.replySerial) = (1, 1)
    // As many bytes as a text of this length takes, with the signature put in its place.
    var writer = BusWriter()
    for byte: UInt8 in [0x6C, 2, 0, 1] { writer.append(.byte(byte)) }
    writer.append(UInt32(bytes.count))
    writer.append(UInt32(1))
    writer.append(
      .array(
        of: .structure([.byte, .variant]),
        [
          .structure([.byte(5), .variant(.uint32(1))]),
          .structure([.byte(8), .variant(.signature(signature))]),
        ]))
    writer.align(8)
    return writer.bytes + bytes
  }

  private static func nested(_ depth: Int) -> [UInt8] {
    body("v", (0..<depth).flatMap { _ in [1, 0x76, 0] as [UInt8] } + [1, 0x79, 0, 7])
  }

  @Test(arguments: refused) func `What the specification forbids is refused`(name: String, bytes: [UInt8]) {
    #expect(throws: BusError.self, "\(name)") { try BusMessage(bytes) }
  }

  @Test func `Signatures nest no deeper than is allowed`() throws {
    let deep = [UInt8](repeating: UInt8(ascii: "a"), count: 32) + Array("y".utf8)
    #expect(try BusType.all(in: deep).count == 1)
    for signature in [
      "a" + String(decoding: deep, as: UTF8.self), String(repeating: "y", count: 256), "(", "a", "{sv}",
      "a{vs}", "a{s}", "r",
    ] {
      #expect(throws: BusError.self, "\(signature)") { try BusType.all(in: signature.utf8) }
    }
  }
}
