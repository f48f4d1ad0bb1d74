import Exchange
import TestSupport
import Testing

@testable import X11Selections

/// The owner, asked by clients that break every rule (traps 1 to 14 of X11 selections).
@Suite(.timeLimit(.minutes(1))) struct HostileRequestorTests {
  let server: PrivateXServer
  private static let sample = sampleBytes(3_000_000)
  private var big: [UInt8] { Self.sample }

  init() throws {
    server = try PrivateXServer()
  }

  private func serveSample() throws -> ServedSelection {
    try ServedSelection(on: server, ["UTF8_STRING": Array("text".utf8), "big": big, "other": big.reversed()])
  }

  @Test("Trap 1: a requestor that dies before it is answered")
  func requestorDiesBeforeAnswer() throws {
    let rendering = HeldRendering()
    let served = try ServedSelection(on: server, content: rendering.content(names: ["slow", "UTF8_STRING"]))
    let next = try RawClient(display: server.display)
    let dying = try RawClient(display: server.display)
    dying.convert("CLIPBOARD", to: "slow")
    try rendering.waitUntilAsked()
    dying.disconnect()
    rendering.letGoOn()
    for target in ["slow", "UTF8_STRING"] {
      #expect(try next.fetch("CLIPBOARD", target)?.bytes == Array(target.utf8))
    }
    #expect(next.owner(of: "CLIPBOARD") != 0)
    #expect(served.isServing)
  }

  @Test("Trap 1: a requestor that dies in the middle of a transfer")
  func requestorDiesHalfWay() throws {
    let served = try serveSample()
    for _ in 0..<10 {
      let dying = try RawClient(display: server.display)
      let property = dying.atom("P")
      dying.convert("CLIPBOARD", to: "big", property: "P")
      #expect(try dying.waitForAnswer() == property)
      dying.deleteProperty(property)
      try dying.waitForPropertyChange(property, isDeleted: false)
      dying.disconnect()
    }
    let next = try RawClient(display: server.display)
    #expect(try next.fetch("CLIPBOARD", "big")?.bytes == big)
    #expect(served.isServing)
  }

  @Test("Trap 2: a window number that is given away again")
  func windowNumberIsReused() throws {
    let served = try serveSample()
    let first = try RawClient(display: server.display)
    let window = first.window
    first.convert("CLIPBOARD", to: "big", property: "P")
    _ = try first.waitForAnswer()
    first.disconnect()
    var heir: RawClient?
    try waitUntil {
      heir = try RawClient(display: server.display)
      return heir?.window == window
    }
    let next = try #require(heir)
    // An old transfer must not take the heir's first deletion for its own.
    #expect(try next.fetch("CLIPBOARD", "UTF8_STRING", property: "P")?.bytes == Array("text".utf8))
    #expect(try next.fetch("CLIPBOARD", "big", property: "P")?.bytes == big)
    #expect(served.isServing)
  }

  @Test("Trap 2: the heir of a window gets no answer that was meant for the dead")
  func heirGetsNoAnswer() throws {
    let rendering = HeldRendering()
    let served = try ServedSelection(on: server, content: rendering.content(names: ["slow", "UTF8_STRING"]))
    let first = try RawClient(display: server.display)
    let window = first.window
    first.convert("CLIPBOARD", to: "slow", property: "P")
    try rendering.waitUntilAsked()
    // By an answer to another the server knows that the owner watches the first.
    let other = try RawClient(display: server.display)
    #expect(try other.fetch("CLIPBOARD", "TIMESTAMP") != nil)
    first.disconnect()
    var connected: RawClient?
    try waitUntil {
      connected = try RawClient(display: server.display)
      return connected?.window == window
    }
    let heir = try #require(connected)
    // By its answer the owner has heard of the end of the first.
    #expect(try heir.fetch("CLIPBOARD", "UTF8_STRING")?.bytes == Array("UTF8_STRING".utf8))
    rendering.letGoOn()
    #expect(try heir.fetch("CLIPBOARD", "slow", property: "Q")?.bytes == Array("slow".utf8))
    #expect(heir.property(heir.atom("P")) == nil)
    #expect(served.isServing)
  }

  @Test("Trap 3: a requestor in the owner's own process")
  func requestorInOwnProcess() throws {
    let served = try serveSample()
    var requestor = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    #expect(try requestor.property("big", of: "CLIPBOARD").bytes == big)
    #expect(served.isServing)
  }

  @Test("Trap 4: a requestor that never takes what it asked for")
  func requestorStalls() throws {
    let served = try serveSample()
    let stalled = try RawClient(display: server.display)
    stalled.convert("CLIPBOARD", to: "big")
    _ = try stalled.waitForAnswer()
    let next = try RawClient(display: server.display)
    #expect(try next.fetch("CLIPBOARD", "big")?.bytes == big)
    // Late, but it gets everything.
    #expect(try stalled.receive(stalled.atom("RAW_CLIENT"))?.bytes == big)
    #expect(served.isServing)
  }

  @Test("Trap 5: transfers to two windows under one property, and to one window under two")
  func transfersCross() throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    let second = client.createWindow()
    let (p, q) = (client.atom("P"), client.atom("Q"))
    client.convert("CLIPBOARD", to: client.atom("big"), property: p)
    client.convert("CLIPBOARD", to: client.atom("other"), property: p, of: second)
    client.convert("CLIPBOARD", to: client.atom("other"), property: q)
    let received = try client.receiveInterleaved([
      .init(window: client.window, property: p), .init(window: second, property: p),
      .init(window: client.window, property: q),
    ])
    #expect(received == [big, big.reversed(), big.reversed()])
    #expect(served.isServing)
  }

  @Test("Trap 5: a deletion from before the announcement asks for no piece")
  func deletesBeforeAnnouncement() throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    let (p, q) = (client.atom("P"), client.atom("Q"))
    // By this transfer the owner hears of what is deleted in the window, and has the value ready.
    client.convert("CLIPBOARD", to: client.atom("big"), property: q)
    #expect(try client.waitForAnswer() == q)
    client.setProperty(p, type: client.atom("STRING"), bytes: [1])
    client.withServerGrabbed {
      client.convert("CLIPBOARD", to: client.atom("big"), property: p)
      client.deleteProperty(p)
    }
    #expect(try client.waitForAnswer() == p)
    // By this answer the owner has seen the deletion.
    #expect(try client.fetch("CLIPBOARD", "UTF8_STRING", property: "R")?.bytes == Array("text".utf8))
    #expect(client.property(p)?.type == client.atom("INCR"))
    #expect(try client.receive(p)?.bytes == big)
    #expect(try client.receive(q)?.bytes == big)
    #expect(served.isServing)
  }

  @Test("Trap 6: the selection is lost in the middle of a transfer")
  func selectionIsLostHalfWay() throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    client.convert("CLIPBOARD", to: "big")
    _ = try client.waitForAnswer()
    let thief = try RawClient(display: server.display)
    #expect(try thief.own("CLIPBOARD"))
    #expect(try client.receive(client.atom("RAW_CLIENT"))?.bytes == big)
    #expect(try served.waitForEnd() == nil)
  }

  @Test("Trap 6: new content of our own in the middle of a transfer")
  func contentChangesHalfWay() throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    client.convert("CLIPBOARD", to: "big")
    _ = try client.waitForAnswer()
    let successor = try ServedSelection(on: server, ["big": Array("new".utf8)])
    #expect(try client.fetch("CLIPBOARD", "big", property: "Q")?.bytes == Array("new".utf8))
    #expect(try client.receive(client.atom("RAW_CLIENT"))?.bytes == big)
    #expect(try served.waitForEnd() == nil)
    #expect(successor.isServing)
  }

  @Test(
    "Trap 7: what is not offered is refused, once",
    arguments: ["x-nonsense", "text/html", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY", "INCR", "ATOM"])
  func refusesWhatIsNotOffered(target: String) throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    client.convert("CLIPBOARD", to: target)
    #expect(try client.waitForAnswer() == 0)
    _ = try client.fetch("CLIPBOARD", "TIMESTAMP", property: "Q")
    #expect(client.property(client.atom("RAW_CLIENT")) == nil)
    #expect(!client.pendingEvents().contains { if case .notify = $0 { true } else { false } })
    #expect(served.isServing)
  }

  @Test("Trap 8: obsolete requestors name no property")
  func propertyIsNone() throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    let target = client.atom("UTF8_STRING")
    client.convert("CLIPBOARD", to: target, property: 0)
    #expect(try client.waitForAnswer() == target)
    #expect(client.property(target)?.bytes == Array("text".utf8))
    client.convert("CLIPBOARD", to: client.atom("MULTIPLE"), property: 0)
    #expect(try client.waitForAnswer() == 0)
    #expect(served.isServing)
  }

  @Test("Trap 9: requests from before the ownership")
  func requestsAreTooOld() throws {
    let before = try RawClient(display: server.display).serverTime()
    let client = try RawClient(display: server.display)
    try waitUntil { try client.serverTime() > before &+ 1 }
    let served = try serveSample()
    let timestamp = try #require(try client.fetch("CLIPBOARD", "TIMESTAMP"))
    #expect(client.name(of: timestamp.type) == "INTEGER")
    #expect(timestamp.format == 32)
    let time = try #require(timestamp.words.first)
    #expect(time > before)
    #expect(try client.fetch("CLIPBOARD", "UTF8_STRING", time: before) == nil)
    #expect(try client.fetch("CLIPBOARD", "UTF8_STRING", time: time &- 1) == nil)
    #expect(try client.fetch("CLIPBOARD", "UTF8_STRING", time: time) != nil)
    #expect(try client.fetch("CLIPBOARD", "UTF8_STRING", time: time &+ 1000) != nil)
    #expect(try client.fetch("CLIPBOARD", "UTF8_STRING") != nil)
    #expect(served.isServing)
  }

  @Test("Trap 9: times are compared in a circle")
  func timesWrapAround() {
    func isEarlier(_ one: UInt32, _ other: UInt32) -> Bool {
      XTimestamp(rawValue: one).isEarlier(than: XTimestamp(rawValue: other))
    }
    #expect(isEarlier(1, 2))
    #expect(!isEarlier(2, 2))
    #expect(!isEarlier(2, 1))
    #expect(isEarlier(.max - 5, 10))
    #expect(!isEarlier(10, .max - 5))
  }

  @Test("Trap 10: several targets in one request", arguments: ["ATOM_PAIR", "ATOM", "_PRIVATE_TYPE"])
  func multiple(type: String) throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    let names = [
      "UTF8_STRING", "A", "nonsense", "B", "MULTIPLE", "C", "big", "D", "other", "E", "TARGETS", "F",
    ]
    // At the end a property without a target, a target without a property, and half a pair.
    let pairs =
      names.map(client.atom) + [0, client.atom("G"), client.atom("UTF8_STRING"), 0, client.atom("H")]
    let list = client.atom("LIST")
    client.setProperty(list, type: client.atom(type), words: pairs)
    client.convert("CLIPBOARD", to: client.atom("MULTIPLE"), property: list)
    #expect(try client.waitForAnswer() == list)
    let result = try #require(client.property(list))
    #expect(client.name(of: result.type) == type)
    var expected = pairs
    for failed in [3, 5] { expected[failed] = 0 }
    expected[13] = 0
    #expect(result.words == expected)
    #expect(client.property(client.atom("A"))?.bytes == Array("text".utf8))
    #expect(client.property(client.atom("F"))?.words.count == 7)
    for absent in ["B", "C", "G", "H"] { #expect(client.property(client.atom(absent)) == nil) }
    let received = try client.receiveInterleaved([
      .init(window: client.window, property: client.atom("D")),
      .init(window: client.window, property: client.atom("E")),
    ])
    #expect(received == [big, big.reversed()])
    #expect(!client.pendingEvents().contains { if case .notify = $0 { true } else { false } })
    #expect(served.isServing)
  }

  @Test("Trap 10: a request for several targets without a list, with a wrong one, with too long a one")
  func multipleWithoutList() throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    let list = client.atom("LIST")
    func ask() throws -> UInt32 {
      client.convert("CLIPBOARD", to: client.atom("MULTIPLE"), property: list)
      return try client.waitForAnswer()
    }
    #expect(try ask() == 0)
    client.setProperty(list, type: client.atom("ATOM_PAIR"), format: 8, bytes: [1, 2, 3])
    #expect(try ask() == 0)
    client.setProperty(list, type: client.atom("ATOM_PAIR"), words: Array(repeating: list, count: 100_000))
    #expect(try ask() == 0)
    client.setProperty(list, type: client.atom("ATOM_PAIR"), words: [])
    #expect(try ask() == list)
    client.setProperty(list, type: client.atom("ATOM_PAIR"), words: [0xFFFF_FFF0, 0xFFFF_FFF1])
    #expect(try ask() == list)
    #expect(client.property(list)?.words == [0xFFFF_FFF0, 0])
    #expect(served.isServing)
  }

  @Test("Trap 10: a pair whose property is no atom comes back without it")
  func multipleWithoutAtom() throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    let list = client.atom("LIST")
    let (text, big, property) = (client.atom("UTF8_STRING"), client.atom("big"), client.atom("A"))
    let (unknown, other): (UInt32, UInt32) = (0x7FFF_FFF0, 0x7FFF_FFF1)
    client.setProperty(
      list, type: client.atom("ATOM_PAIR"), words: [text, unknown, text, property, big, other])
    client.convert("CLIPBOARD", to: client.atom("MULTIPLE"), property: list)
    #expect(try client.waitForAnswer() == list)
    #expect(client.property(list)?.words == [text, 0, text, property, big, 0])
    #expect(client.property(property)?.bytes == Array("text".utf8))
    #expect(served.isServing)
  }

  @Test(
    "Trap 11: sizes at the edges of a piece",
    arguments: [0, 1, 2, 3].flatMap { pieces in [-1, 0, 1].map { (pieces, $0) } })
  func sizesAtTheEdges(pieces: Int, difference: Int) throws {
    let bytes = sampleBytes(max(0, pieces << 20 + difference))
    let served = try ServedSelection(on: server, ["UTF8_STRING": bytes])
    let client = try RawClient(display: server.display)
    #expect(try client.fetch("CLIPBOARD", "UTF8_STRING")?.bytes == bytes)
    var requestor = try SelectionRequestor(display: server.display, timeout: .seconds(10))
    #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == bytes)
    let copied = try ChildProcess.run(
      ["xclip", "-o", "-selection", "clipboard", "-t", "UTF8_STRING"], environment: server.environment)
    #expect(copied.output == bytes)
    #expect(served.isServing)
  }

  @Test("Trap 11: xsel reads what is sent in pieces")
  func xselReadsPieces() throws {
    let text = Array(String(repeating: "Grüße aus der Zwischenablage\n", count: 100_000).utf8)
    let served = try ServedSelection(on: server, ["UTF8_STRING": text])
    let copied = try ChildProcess.run(["xsel", "-b", "-o"], environment: server.environment)
    #expect(copied.output == text)
    #expect(served.isServing)
  }

  @Test("Trap 12: a server that takes small requests only", arguments: [1, 2])
  func requestsAreLimited(megabytes: Int) throws {
    let server = try PrivateXServer(options: ["-maxbigreqsize", "\(megabytes)"])
    let bytes = sampleBytes(5_000_000)
    let served = try ServedSelection(on: server, ["big": bytes])
    let client = try RawClient(display: server.display)
    #expect(try client.fetch("CLIPBOARD", "big")?.bytes == bytes)
    #expect(served.isServing)
  }

  @Test("Trap 12: more than any request can hold")
  func moreThanARequestHolds() throws {
    let bytes = sampleBytes(17 << 20)
    let served = try ServedSelection(on: server, ["big": bytes])
    let client = try RawClient(display: server.display)
    #expect(try client.fetch("CLIPBOARD", "big")?.bytes == bytes)
    #expect(served.isServing)
  }

  @Test("Trap 13: the value is there when it is announced")
  func valueIsThereWhenAnnounced() throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    for _ in 0..<200 {
      client.convert("CLIPBOARD", to: "UTF8_STRING")
      let property = try client.waitForAnswer()
      #expect(client.property(property, delete: true)?.bytes == Array("text".utf8))
    }
    #expect(served.isServing)
  }

  @Test("Trap 13: a property or a window that cannot be written to")
  func cannotBeWritten() throws {
    let served = try serveSample()
    let client = try RawClient(display: server.display)
    let owner = client.owner(of: "CLIPBOARD")
    for (window, property) in [(0xDEAD, 1), (client.window, 0xFFFF_FFF0), (0, 0xFFFF_FFF0)]
      as [(UInt32, UInt32)]
    {
      for target in ["TARGETS", "big", "MULTIPLE"] {
        client.sendRequest(
          .init(
            requestor: window, selection: client.atom("CLIPBOARD"), target: client.atom(target),
            property: property, time: 0), to: owner)
      }
    }
    #expect(try client.fetch("CLIPBOARD", "big", property: "Q")?.bytes == big)
    #expect(served.isServing)
  }

  @Test("What another client says in the server's name is not believed")
  func forgedEvents() throws {
    let served = try serveSample()
    let forger = try RawClient(display: server.display)
    let owner = forger.owner(of: "CLIPBOARD")
    let selection = forger.atom("CLIPBOARD")
    let (destroyNotify, propertyNotify, selectionClear) = (Int32(17), Int32(28), Int32(29))
    forger.forge(selectionClear, [try forger.serverTime(), owner, selection], to: owner)
    forger.forge(destroyNotify, [owner, owner], to: owner)
    // A piece that the requestor has not taken is not followed by the next.
    forger.convert("CLIPBOARD", to: "big", property: "P")
    let property = try forger.waitForAnswer()
    forger.forge(propertyNotify, [forger.window, property, 0, 1], to: owner)
    forger.sync()
    let next = try RawClient(display: server.display)
    #expect(try next.fetch("CLIPBOARD", "big")?.bytes == big)
    #expect(next.owner(of: "CLIPBOARD") == owner)
    #expect(forger.property(property)?.type == forger.atom("INCR"))
    #expect(served.isServing)
  }

  @Test("Trap 14: lists of atoms hold 32 bits for each")
  func atomsHave32Bits() throws {
    let served = try serveSample()
    let names = ["TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "UTF8_STRING", "big", "other"]
    let client = try RawClient(display: server.display)
    let list = try #require(try client.fetch("CLIPBOARD", "TARGETS"))
    #expect(client.name(of: list.type) == "ATOM")
    #expect(list.words.map { client.name(of: $0) } == names)
    let listed = try ChildProcess.run(
      ["xclip", "-o", "-selection", "clipboard", "-t", "TARGETS"], environment: server.environment)
    #expect(listed.text.split(separator: "\n").map(String.init) == names)
    #expect(served.isServing)
  }
}
