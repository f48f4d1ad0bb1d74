import DBus
import TestSupport
import Testing

@Suite("D-Bus: a client") struct BusClientTests {
  private static let accepted = Array("OK 0123456789abcdef\r\nAGREE_UNIX_FD\r\n".utf8)

  private static func reply(_ serial: UInt32, _ body: [BusValue]) -> BusMessage {
    var message = BusMessage(.reply)
    (message.serial, message.replySerial, message.sender, message.body) = (
      serial, serial, BusClient.bus, body
    )
    return message
  }

  @Test func `The proof, the greeting and the first calls go in one piece`() {
    var client = BusClient()
    let sent = client.begin(user: 1000)
    #expect(sent.starts(with: [0] + Array("AUTH EXTERNAL 31303030\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\nl".utf8)))
  }

  @Test(arguments: [1, 2, 5, 16, 1000]) func `Answers come in any pieces`(size: Int) throws {
    var client = BusClient()
    _ = client.begin(user: 0)
    let (serial, _) = client.callBus("GetId")
    var signal = BusMessage(.signal)
    (signal.path, signal.interface, signal.member, signal.serial) = ("/a", "a.b", "C", 9)
    let bytes =
      Self.accepted + Self.reply(1, [.string(":1.7")]).bytes()
      + signal.bytes(isLittleEndian: false) + Self.reply(serial, [.string("id")]).bytes()
      + Self.reply(77, []).bytes()
    var found: [BusClient.Incoming] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      client.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let (incoming, answer) = try client.next() {
        found.append(incoming)
        #expect(answer.isEmpty)
      }
    }
    #expect(client.name == ":1.7")
    #expect(
      found == [
        .other(Self.reply(1, [.string(":1.7")])), .signal(signal),
        .answer(to: serial, Self.reply(serial, [.string("id")])), .other(Self.reply(77, [])),
      ])
    #expect(!client.hasMessage)
  }

  @Test(arguments: [
    "REJECTED EXTERNAL\r\n", "OK 1\r\nERROR\r\n", "AGREE_UNIX_FD\r\n", "DATA\r\n", "\r\n", "OK 1\r\nOK 1\r\n",
    String(repeating: "x", count: 2000),
  ]) func `A bus that does not accept the proof is not talked to`(answer: String) {
    var client = BusClient()
    _ = client.begin(user: 0)
    client.append(Array(answer.utf8))
    #expect(throws: BusError.self) { try client.next() }
  }

  @Test func `Whoever calls this client is told that it has no objects`() throws {
    var client = BusClient()
    _ = client.begin(user: 0)
    var call = BusMessage(call: "Ping", "org.freedesktop.DBus.Peer", of: "/", at: ":1.7")
    (call.serial, call.sender) = (5, ":1.3")
    client.append(Self.accepted + call.bytes())
    let next = try #require(try client.next())
    let answer = try #require(try BusMessage(next.answer))
    #expect(answer.kind == .error && answer.replySerial == 5 && answer.destination == ":1.3")
  }

  @Test func `A message that is too long is refused before it is there`() {
    var client = BusClient()
    _ = client.begin(user: 0)
    client.append(Self.accepted + [0x6C, 1, 0, 1, 0xFF, 0xFF, 0xFF, 0x7F, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect(client.hasMessage)
    #expect(throws: BusError.self) { try client.next() }
  }

  @Test func `Addresses are read as the specification has them`() {
    #expect(
      BusAddress.all(in: "tcp:host=a,port=1;unix:path=/run/user/1000/bus,guid=ab;unix:abstract=/tmp/x%2cy")
        == [BusAddress(path: "/run/user/1000/bus"), BusAddress(path: "/tmp/x,y", isAbstract: true)])
    for text in [
      "", "unix:", "unix:path=", "unix:path=/a,abstract=b", "unix:path=/a%0", "unix:path=/%00",
      "unix:path=/a,path=/b", "unix:dir=/tmp",
    ] {
      #expect(BusAddress.all(in: text) == [], "\(text)")
    }
  }
}
