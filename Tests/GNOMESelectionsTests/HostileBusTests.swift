import DBus
import Exchange
import Glibc
import Synchronization
import System
import TestSupport
import Testing
import WaylandSelections

@testable import GNOMESelections

/// Buses, compositors and owners that do what they should not: nothing hangs, nothing is lost.
@Suite("GNOME: buses and compositors", .timeLimit(.minutes(2))) struct HostileBusTests {
  private static let content = Content(names: ["a/a"]) { _ in Representation(bytes: [1, 2]) }

  private static func manner(_ change: (inout FakeMutter.Manner) -> Void) -> FakeMutter.Manner {
    var manner = FakeMutter.Manner()
    change(&manner)
    return manner
  }

  private static func read(
    _ mutter: FakeMutter, _ name: String = "a/a", within timeout: Duration = .seconds(10)
  ) throws(ExchangeError) -> [UInt8] {
    try mutter.backend.read(.general, ReadOptions(timeout: timeout)).representation(name, unchanged: false)
      .bytes
  }

  /// The same by one who waits for a fifth of a second.
  private static func readSoon(_ mutter: FakeMutter) throws(ExchangeError) -> [UInt8] {
    let patience = Duration.milliseconds(200)
    let display = MutterDisplay(mutter.address, patience: patience)
    return try WaylandReader(.general, ReadOptions(timeout: patience), on: display)
      .representation("a/a", unchanged: false).bytes
  }

  @Test func `No session is ever started, and nothing else of a remote desktop is used`() throws {
    let mutter = try FakeMutter()
    let server = try mutter.backend.serve(.general, Self.content) {}
    #expect(try Self.read(mutter) == [1, 2])
    try mutter.backend.clear(.general)
    #expect(eventually { !server.isOwner })
    let allowed: Set = [
      "Hello", "GetConnectionUnixProcessID", "GetNameOwner", "CreateSession", "AddMatch", "EnableClipboard",
      "SetSelection", "SelectionRead", "SelectionWrite", "SelectionWriteDone", "Get",
    ]
    #expect(Set(mutter.calledMethods).isSubset(of: allowed))
  }

  @Test func `A bus without Mutter is not GNOME's, and a refusal is told in its own words`() throws {
    let none = try FakeMutter(Self.manner { $0.hasService = false })
    #expect(none.display.presence == .none(Mutter.absence))
    #expect(!none.backend.isPresent() && none.backend.statusDescription() == nil)
    let locked = try FakeMutter(
      Self.manner { $0.refusal = ("AccessDenied", "Session creation\u{1B}[31m inhibited") })
    let words =
      "GNOME does not share its clipboard while the screen is locked or a policy forbids it: "
      + "Session creation [31m inhibited"
    #expect(locked.display.presence == .refused(words))
    #expect(locked.backend.statusDescription() == words)
    let error = #expect(throws: ExchangeError.self) { try Self.read(locked) }
    #expect(error?.description == words)
    let old = try FakeMutter(Self.manner { $0.refusal = ("UnknownMethod", "No such method") })
    #expect(old.backend.statusDescription()?.hasPrefix("this version of GNOME") == true)
  }

  @Test func `The version is told`() throws {
    let mutter = try FakeMutter()
    #expect(
      mutter.backend.statusDescription() == "GNOME Shell 48.7 through Mutter's remote-desktop interface")
  }

  @Test func `What GNOME does not share goes another way, or is refused with a sentence`() throws {
    let mutter = try FakeMutter()
    let error = #expect(throws: ExchangeError.self) {
      try mutter.backend.read(.primary, ReadOptions())
    }
    #expect(
      error?.description
        == "GNOME shares only the clipboard; primary requires Xwayland, and DISPLAY is not set"
    )
    let both = Backend.gnome(bus: mutter.address, others: .memory())
    let primary = try both.serve(.primary, Self.content) {}
    #expect(try both.read(.primary, ReadOptions()).names() == ["a/a"])
    primary.stop(within: .seconds(5))
  }

  @Test(arguments: [true, false]) func `Messages may come byte by byte, and in the other order`(bytes: Bool)
    throws
  {
    let mutter = try FakeMutter(
      Self.manner {
        $0.sendsBytes = bytes
        $0.isBigEndian = true
      })
    let server = try mutter.backend.serve(.general, Self.content) {}
    #expect(try Self.read(mutter) == [1, 2])
    #expect(server.stop(within: .seconds(5)))
  }

  @Test(arguments: 1...8) func `A bus that hangs up ends what is under way`(count: Int) throws {
    let mutter = try FakeMutter(Self.manner { $0.hangsUpAfter = count })
    #expect(throws: ExchangeError.self) {
      let stop = StopSignal()
      stop.stop()
      _ = try Self.read(mutter)
      try mutter.backend.own(.general, Self.content, OwnOptions(stop: stop)) {}
    }
  }

  @Test(arguments: 0...7) func `A bus that falls silent is waited for no longer than is allowed`(count: Int)
    throws
  {
    let mutter = try FakeMutter(Self.manner { $0.answersUpTo = count })
    mutter.offer(["a/a": .bytes([1])])
    #expect(throws: ExchangeError.self) {
      _ = try Self.readSoon(mutter)
    }
  }

  @Test(arguments: [
    "REJECTED EXTERNAL\r\n", "OK 1\r\nERROR no descriptors\r\n", "HTTP/1.1 200 OK\r\n\r\n", "\0\0\0\0\r\n",
    String(repeating: "A", count: 5000),
  ]) func `Whoever is no bus is not talked to`(greeting: String) throws {
    let mutter = try FakeMutter(Self.manner { $0.greeting = greeting })
    #expect(throws: ExchangeError.self) { try Self.read(mutter) }
  }

  /// What a liar sends in place of an answer or a signal.
  static let lies: [(name: String, alter: @Sendable (BusMessage) -> BusMessage?)] = [
    ("a session of no path", { changing($0, where: isSession) { $0.body = [.string("u1")] } }),
    ("a session of nothing", { changing($0, where: isSession) { $0.body = [] } }),
    ("a session from another", { changing($0, where: isSession) { $0.sender = ":1.66" } }),
    ("an owner of the name that is none", { changing($0, where: isOwner) { $0.body = [.string("evil\n")] } }),
    ("an owner of the name that is a number", { changing($0, where: isOwner) { $0.body = [.uint32(1)] } }),
    ("a name that is none", { changing($0, where: { $0.replySerial == 1 }) { $0.body = [.string("me")] } }),
    ("answers to nobody", { changing($0, where: { $0.kind == .reply }) { $0.replySerial = 4_000_000_000 } }),
    ("descriptors far away", { changing($0, where: hasFile) { $0.body = [.descriptor(250)] } }),
    ("no descriptor", { changing($0, where: hasFile) { $0.body = [.string("fd")] } }),
    ("descriptors that are not there", { changing($0, where: hasFile) { $0.descriptorCount = 3 } }),
  ]

  private static func changing(
    _ message: BusMessage, where isMeant: (BusMessage) -> Bool, _ change: (inout BusMessage) -> Void
  ) -> BusMessage {
    var message = message
    if isMeant(message) { change(&message) }
    return message
  }

  private static func isSession(_ message: BusMessage) -> Bool {
    if case .objectPath? = message.body.first { true } else { false }
  }

  private static func isOwner(_ message: BusMessage) -> Bool {
    message.replySerial == 3 && message.sender == BusClient.bus
  }

  private static func hasFile(_ message: BusMessage) -> Bool {
    if case .descriptor? = message.body.first { true } else { false }
  }

  @Test(arguments: lies.indices) func `A bus that lies costs an error`(index: Int) throws {
    let mutter = try FakeMutter(Self.manner { $0.alter = Self.lies[index].alter })
    mutter.offer(["a/a": .bytes([1])])
    #expect(throws: ExchangeError.self, "\(Self.lies[index].name)") {
      try Self.readSoon(mutter)
    }
  }

  @Test func `Signals of others, of other sessions and of other forms are not believed`() throws {
    let mutter = try FakeMutter()
    let ended = Mutex(0)
    let server = try mutter.backend.serve(.general, Self.content) { ended.withLock { $0 += 1 } }
    let lost: [BusValue] = [.options([("mime-types", .structure([.strings(["x/x"])]))])]
    var other = FakeMutter.signal("SelectionOwnerChanged", lost)
    other.sender = ":1.99"
    mutter.say(other)
    other = FakeMutter.signal("SelectionOwnerChanged", lost)
    other.path = "/org/gnome/Mutter/RemoteDesktop/Session/u2"
    mutter.say(other)
    other = FakeMutter.signal("Closed")
    other.interface = "org.example.Other"
    mutter.say(other)
    for body: [BusValue] in [[], [.uint32(1)], [.string("a/a")], [.uint32(7), .string("a/a")]] {
      mutter.say(FakeMutter.signal("SelectionTransfer", body))
    }
    mutter.say(FakeMutter.signal("SelectionTransfer", [.string("a/a"), .uint32(12345)]))
    mutter.say(FakeMutter.signal("Unheard", [.variant(.strings([]))]))
    #expect(try Self.read(mutter) == [1, 2])
    #expect(try server.confirm())
    #expect(ended.withLock { $0 } == 0)
    server.stop(within: .seconds(5))
  }

  @Test func `An owner that is told it lost the clipboard ends`() throws {
    let mutter = try FakeMutter()
    let server = try mutter.backend.serve(.general, Self.content) {}
    mutter.offer(["b/b": .bytes([3])])
    #expect(eventually { !server.isOwner })
    #expect(eventually { mutter.clientCount == 0 })
    #expect(try Self.read(mutter, "b/b") == [3])
  }

  @Test func `A session that is closed is opened again, and what was owned is owned again`() throws {
    let mutter = try FakeMutter()
    let server = try mutter.backend.serve(.general, Self.content) {}
    mutter.change { $0.refusal = ("Failed", "Session creation inhibited") }
    mutter.say(FakeMutter.signal("Closed"))
    mutter.clear()
    try waitUntil { mutter.connectionCount > 1 }
    #expect(server.isOwner)
    mutter.change { $0.refusal = nil }
    #expect(eventually { mutter.names?.contains("a/a") == true })
    #expect(try Self.read(mutter) == [1, 2])
    #expect(try server.confirm())
    #expect(server.stop(within: .seconds(5)))
  }

  @Test func `What somebody copied while a session was closed stays there`() throws {
    let mutter = try FakeMutter()
    let server = try mutter.backend.serve(.general, Self.content) {}
    mutter.change { $0.refusal = ("Failed", "Session creation inhibited") }
    mutter.say(FakeMutter.signal("Closed"))
    mutter.offer(["b/b": .bytes([3])])
    mutter.change { $0.refusal = nil }
    #expect(eventually { !server.isOwner })
    #expect(try Self.read(mutter, "b/b") == [3])
  }

  @Test func `Mutter's own keeper is given text, and nothing of a secret`() throws {
    for isSensitive in [false, true] {
      let mutter = try FakeMutter()
      let rendered = Mutex(0)
      let content = Content(names: ["text/plain;charset=utf-8"], isSensitive: isSensitive) { _ in
        rendered.withLock { $0 += 1 }
        return Representation(bytes: [0x61])
      }
      let server = try mutter.backend.serve(.general, content) {}
      #expect(try Self.read(mutter, "text/plain;charset=utf-8") == [0x61])
      if isSensitive { #expect(rendered.withLock { $0 } == 1) }
      server.stop(within: .seconds(5))
      try waitUntil { mutter.clientCount == 0 }
      #expect(mutter.names?.contains("text/plain;charset=utf-8") ?? false == !isSensitive)
    }
  }

  @Test func `A request that another holds up is made through a session of its own`() throws {
    let mutter = try FakeMutter()
    mutter.offer(["a/a": .bytes([9])])
    mutter.change { $0.busyReads = 1 }
    #expect(try Self.read(mutter) == [9])
    mutter.change { $0.busyReads = 1000 }
    #expect(throws: ExchangeError.self) { try Self.read(mutter) }
  }

  @Test func `Descriptors that never close, stop or never end cost the time allowed`() throws {
    let mutter = try FakeMutter()
    mutter.offer(["a/never": .never, "b/stops": .stops([1, 2]), "c/endless": .endless])
    let reader = try mutter.backend.read(
      .general, ReadOptions(timeout: .milliseconds(200), byteLimit: 1 << 20))
    for name in ["a/never", "b/stops"] {
      let error = #expect(throws: ExchangeError.self) { try reader.representation(name, unchanged: false) }
      #expect(error?.code == .timedOut)
    }
    let error = #expect(throws: ExchangeError.self) {
      try reader.representation("c/endless", unchanged: false)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `Descriptors are closed on every way`() throws {
    func openFiles() -> Int { Directory.names(in: "/proc/self/fd", where: { _ in true }).count }
    let mutter = try FakeMutter()
    mutter.offer(["a/a": .bytes([9]), "a/never": .never])
    _ = try Self.read(mutter)
    try waitUntil { mutter.clientCount == 0 }
    let before = openFiles()
    for _ in 0..<20 {
      _ = try Self.read(mutter)
      _ = try? Self.read(mutter, "a/never", within: .milliseconds(1))
      let server = try mutter.backend.serve(.general, Self.content) {}
      server.stop(within: .seconds(5))
      mutter.offer(["a/a": .bytes([9])])
    }
    try waitUntil { mutter.clientCount == 0 }
    #expect(eventually { openFiles() <= before + 8 })
  }

  @Test func `Floods and huge messages end a connection, not the process`() throws {
    let mutter = try FakeMutter()
    let server = try mutter.backend.serve(.general, Self.content) {}
    let names = (0..<6000).map { "x/\($0)" }
    let huge = BusValue.options([
      ("mime-types", .structure([.strings(names)])), ("session-is-owner", .boolean(true)),
    ])
    for _ in 0..<20 { mutter.say(FakeMutter.signal("SelectionOwnerChanged", [huge])) }
    #expect(try Self.read(mutter) == [1, 2])
    mutter.say(bytes: [0x6C, 4, 0, 1, 0xFF, 0xFF, 0xFF, 0x7F, 1, 0, 0, 0, 0, 0, 0, 0])
    #expect(eventually { mutter.connectionCount > 2 })
    #expect(server.stop(within: .seconds(20)))
  }

  @Test func `A bus of another user is not asked, and none is an error`() throws {
    let nobody = Backend.gnome(bus: "unix:path=/nonexistent/bus")
    #expect(!nobody.isPresent())
    #expect(throws: ExchangeError.self) { try nobody.read(.general, ReadOptions()) }
    #expect(throws: ExchangeError.self) { try Backend.gnome(bus: "tcp:host=x").read(.general, ReadOptions()) }
  }
}
