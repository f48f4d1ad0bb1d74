import Exchange
import Glibc
import TestSupport
import Testing
import WaylandSelections

@testable import FocusedSelections

/// The client of the core protocol, beside a compositor that is written out.
@Suite("Wayland: with the focus") struct FocusedClientTests {
  /// Numbers that the client gives its objects, in the order in which it makes them.
  private enum Number {
    static let registry: UInt32 = 2
    static let greeting: UInt32 = 3
    static let compositor: UInt32 = 4
    static let seat: UInt32 = 6
    static let manager: UInt32 = 7
    static let windows: UInt32 = 8
    static let device: UInt32 = 9
    static let surface: UInt32 = 10
    static let windowSurface: UInt32 = 11
    static let window: UInt32 = 12
    static let offer: UInt32 = 0xFF00_0000
  }

  private static let interfaces = [
    "wl_compositor", "wl_shm", "wl_seat", "wl_data_device_manager", "xdg_wm_base",
  ]

  /// A client that the compositor has told what it has.
  private static func client(_ interfaces: [String] = interfaces) throws -> FocusedClient {
    var client = FocusedClient()
    for (name, interface) in interfaces.enumerated() {
      client.append(
        WireMessage(
          Number.registry, 0, [.word(UInt32(name + 1)), .text(Array(interface.utf8)), .word(9)]
        ).bytes)
    }
    client.append(WireMessage(Number.greeting, 0, [.word(0)]).bytes)
    #expect(try events(of: &client) == ["done \(client.greeting)"])
    return client
  }

  /// What comes out, in words.
  private static func events(
    of client: inout FocusedClient, file: Int32? = nil
  ) throws -> [String] {
    var files = DescriptorQueue()
    if let file { files.append(file) }
    var words: [String] = []
    while let event = try client.nextEvent(&files, nil) {
      switch event {
      case .done(let number): words.append("done \(number)")
      case .changed: words.append("changed")
      case .asked(let source, let name, _): words.append("asked \(source) \(name)")
      case .cancelled(let source): words.append("cancelled \(source)")
      default: words.append("other")
      }
    }
    return words
  }

  /// The requests that were sent, as objects and opcodes.
  private static func requests(of client: FocusedClient) throws -> [String] {
    var stream = MessageStream()
    for part in client.outgoing.parts { stream.append(part.bytes) }
    var requests: [String] = []
    while let message = try stream.next() { requests.append("\(message.object).\(message.opcode)") }
    return requests
  }

  /// Tells the client of its window's size, of an offer and of the focus, which comes last.
  private static func giveFocus(_ client: inout FocusedClient, _ names: [String]) {
    client.append(WireMessage(Number.seat, 0, [.word(3)]).bytes)
    client.append(WireMessage(Number.windowSurface, 0, [.word(77)]).bytes)
    client.append(WireMessage(Number.device, 0, [.word(Number.offer)]).bytes)
    for name in names { client.append(WireMessage(Number.offer, 0, [.text(Array(name.utf8))]).bytes) }
    client.append(WireMessage(Number.device, 5, [.word(Number.offer)]).bytes)
  }

  @Test(arguments: interfaces) func `A compositor that lacks something says so, and no window is opened`(
    missing: String
  ) throws {
    var client = try Self.client(Self.interfaces.filter { $0 != missing })
    #expect(client.lack == "this compositor has no \(missing)")
    let before = try Self.requests(of: client).count
    #expect(throws: ExchangeError.self) { try client.requireControl(of: .copied) }
    #expect(try Self.requests(of: client).count == before)
  }

  @Test func `Mutter is known by what it alone has`() throws {
    #expect(try Self.client(Self.interfaces + ["gtk_shell1"]).isMutter)
    #expect(try !Self.client().isMutter)
  }

  @Test func `What is asked for waits for the focus, and is done then`() throws {
    var client = try Self.client()
    #expect(throws: ExchangeError.self) { try client.requireControl(of: .selected) }
    try client.requireControl(of: .copied)
    let selected = client.select(["a/a"], .copied, isSensitive: false)
    let source = try #require(selected)
    let sync = client.sync()
    let sent = try Self.requests(of: client)
    #expect(sent.contains("\(Number.windows).2") && sent.contains("\(Number.surface).6"))
    #expect(!sent.contains("\(Number.device).1"))
    Self.giveFocus(&client, ["x/x", "y/y"])
    #expect(try Self.events(of: &client) == ["changed"])
    #expect(client.offer(.copied)?.names == ["x/x", "y/y"] && client.offer(.selected) == nil)
    // The keyboard is the object behind the source; pool and buffer came with the size.
    let keyboard = source + 1
    client.append(WireMessage(keyboard, 1, [.word(55), .word(Number.surface), .word(0)]).bytes)
    #expect(try Self.events(of: &client) == [])
    let after = try Self.requests(of: client)
    let set = try #require(after.firstIndex(of: "\(Number.device).1"))
    // The window is gone, and behind that the compositor says when it has come to it.
    #expect(
      after[(set + 1)...].prefix(4) == [
        "\(Number.window).0", "\(Number.windowSurface).0", "\(Number.surface).0", "1.0",
      ])
    client.append(WireMessage(keyboard + 3, 0, [.word(0)]).bytes)
    #expect(try Self.events(of: &client) == ["done \(sync)"])
  }

  @Test func `A size is answered, and a ping`() throws {
    var client = try Self.client()
    try client.requireControl(of: .copied)
    client.append(WireMessage(Number.windows, 0, [.word(5)]).bytes)
    client.append(WireMessage(Number.windowSurface, 0, [.word(77)]).bytes)
    client.append(WireMessage(Number.windowSurface, 0, [.word(78)]).bytes)
    _ = try Self.events(of: &client)
    let sent = try Self.requests(of: client)
    #expect(sent.contains("\(Number.windows).3"))
    #expect(sent.filter { $0 == "\(Number.windowSurface).4" }.count == 2)
    // It is drawn once.
    #expect(sent.filter { $0 == "\(Number.surface).1" }.count == 1)
  }

  @Test func `An owner is asked, and told that it lost`() throws {
    var client = try Self.client()
    try client.requireControl(of: .copied)
    let selected = client.select(["a/a"], .copied, isSensitive: false)
    let source = try #require(selected)
    let ends = try DescriptorPassing.pipe()
    client.append(WireMessage(source, 1, [.text(Array("a/a".utf8))]).bytes)
    client.append(WireMessage(source, 2).bytes)
    #expect(
      try Self.events(of: &client, file: dup(ends.writing.number)) == [
        "asked \(source) a/a", "cancelled \(source)",
      ])
  }

  static let lies: [(name: String, message: WireMessage)] = [
    ("an unknown object", WireMessage(4000, 0)),
    ("an error", WireMessage(1, 0, [.word(1), .word(2), .text([0x78])])),
    ("an offer of a client's number", WireMessage(Number.device, 0, [.word(5)])),
    ("a selection of no offer", WireMessage(Number.device, 5, [.word(0xFF00_0009)])),
    ("the end of no object", WireMessage(1, 1, [.word(900)])),
    ("a selection without an offer", WireMessage(Number.device, 5)),
  ]

  @Test(arguments: lies.indices) func `A compositor that breaks the protocol costs an error`(index: Int)
    throws
  {
    var client = try Self.client()
    try client.requireControl(of: .copied)
    client.append(Self.lies[index].message.bytes)
    var files = DescriptorQueue()
    #expect(throws: WireError.self, "\(Self.lies[index].name)") { try client.nextEvent(&files, nil) }
  }

  @Test(arguments: Seeds.few(200)) func `Whatever comes, it is read or refused`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var client = try Self.client()
    try client.requireControl(of: .copied)
    for _ in 0..<30 {
      let body = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        WireMessage.Argument.word(UInt32.random(in: 0...20, using: &generator))
      }
      let isOffer = Int.random(in: 0..<4, using: &generator) == 0
      let object = UInt32.random(in: 1...20, using: &generator) + (isOffer ? 0xFF00_0000 : 0)
      client.append(WireMessage(object, UInt16.random(in: 0...7, using: &generator), body).bytes)
    }
    var files = DescriptorQueue()
    do { while try client.nextEvent(&files, nil) != nil {} } catch { #expect(!"\(error)".isEmpty) }
  }
}
