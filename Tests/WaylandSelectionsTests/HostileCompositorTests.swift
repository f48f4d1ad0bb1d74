import Exchange
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import WaylandSelections

/// Compositors and owners that do what they should not: nothing hangs, nothing is lost.
@Suite("Wayland: compositors and owners", .timeLimit(.minutes(2))) struct HostileCompositorTests {
  private static let content = Content(names: ["a/a"]) { _ in Representation(bytes: [1, 2]) }

  private static func manner(_ change: (inout FakeCompositor.Manner) -> Void) -> FakeCompositor.Manner {
    var manner = FakeCompositor.Manner()
    change(&manner)
    return manner
  }

  private static func reader(
    _ compositor: FakeCompositor, _ terms: ReadOptions = ReadOptions(timeout: .milliseconds(200))
  ) throws -> WaylandReader {
    try WaylandReader(.general, terms, on: compositor.display)
  }

  @Test func `Reading takes two round trips`() throws {
    let compositor = try FakeCompositor()
    compositor.offer(["a/a": .bytes([1])])
    let reader = try Self.reader(compositor)
    #expect(try reader.names() == ["a/a"])
    #expect(try reader.representation("a/a", unchanged: false).bytes == [1])
    #expect(reader.roundTrips == 2)
  }

  @Test func `Much that an owner gave before it went away is not taken for all`() throws {
    let compositor = try FakeCompositor()
    let much = [UInt8](repeating: 1, count: 1 << 17)
    let marker = OwnerMarker().name
    compositor.offer(["a/a": .dies(much), marker: .bytes([])])
    let error = #expect(throws: ExchangeError.self) {
      try Self.reader(compositor, ReadOptions(timeout: .seconds(10))).representation("a/a", unchanged: false)
    }
    #expect(error?.code == .ownerVanished)
    // Little is there at once, and what is taken back after the first paste is all, as it may be of other programs.
    for forms in [
      ["a/a": .dies([1]), marker: .bytes([])], ["a/a": .dies(much)],
      ["a/a": .dies(much), marker: .bytes([]), "org.nspasteboard.TransientType": .bytes([])],
    ] as [[String: FakeCompositor.Form]] {
      compositor.offer(forms)
      let reader = try Self.reader(compositor, ReadOptions(timeout: .seconds(10)))
      #expect(try !reader.representation("a/a", unchanged: false).bytes.isEmpty)
    }
  }

  @Test func `Owning takes two round trips, and one more connection than was there costs nothing`() throws {
    let compositor = try FakeCompositor()
    let display = compositor.display
    #expect(display.presence == .present("ext_data_control_manager_v1"))
    let owner = try WaylandOwner.take(.general, Self.content, on: display)
    #expect(owner.roundTrips == 2)
    #expect(compositor.clientCount == 1)
  }

  @Test func `A compositor that says nothing of an empty board has an empty one`() throws {
    let compositor = try FakeCompositor(Self.manner { $0.tellsOfNothing = false })
    let reader = try Self.reader(compositor)
    #expect(#expect(throws: ExchangeError.self) { try reader.names() }?.code == .empty)
    let server = try WaylandServer(.primary, Self.content, on: compositor.display)
    #expect(try server.confirm())
    #expect(server.stop())
  }

  @Test func `A compositor without data control says so, and so does one without a seat`() throws {
    let none = try FakeCompositor(Self.manner { $0.globals = [("wl_seat", 7)] })
    #expect(none.display.presence == .absent("the compositor does not support data control"))
    #expect(#expect(throws: ExchangeError.self) { try Self.reader(none) }?.code == .unavailable)
    let seatless = try FakeCompositor(Self.manner { $0.globals = [("ext_data_control_manager_v1", 1)] })
    let error = #expect(throws: ExchangeError.self) { try Self.reader(seatless) }
    #expect(error?.description == "the compositor has no seat")
    let old = try FakeCompositor(
      Self.manner { $0.globals = [("wl_seat", 7), ("zwlr_data_control_manager_v1", 1)] })
    #expect(throws: ExchangeError.self) { try WaylandReader(.primary, ReadOptions(), on: old.display) }
    #expect(throws: Never.self) { try Self.reader(old) }
  }

  @Test func `Boards that Wayland lacks are refused with a sentence`() throws {
    let compositor = try FakeCompositor()
    let error = #expect(throws: ExchangeError.self) {
      try WaylandReader(.find, ReadOptions(), on: compositor.display)
    }
    #expect(error?.description.hasPrefix("Wayland has no pasteboard 'find'") == true)
  }

  @Test func `Events may come byte by byte`() throws {
    let compositor = try FakeCompositor(Self.manner { $0.sendsBytes = true })
    let server = try WaylandServer(.general, Self.content, on: compositor.display)
    let reader = try Self.reader(compositor, ReadOptions(timeout: .seconds(10)))
    #expect(try reader.representation("a/a", unchanged: false).bytes == [1, 2])
    #expect(server.stop())
  }

  @Test(arguments: 1...10) func `A compositor that hangs up ends what is under way`(requests: Int) throws {
    let compositor = try FakeCompositor(Self.manner { $0.hangsUpAfter = requests })
    let error = #expect(throws: ExchangeError.self) {
      let server = try WaylandServer(.general, Self.content, on: compositor.display)
      // What was owned is, once nobody is there to ask for it.
      defer { server.stop() }
      try waitUntil { !server.isOwner }
      throw ExchangeError(.unavailable, "lost")
    }
    #expect(error?.code == .unavailable)
  }

  @Test func `Owners that give nothing, or stop, are waited for no longer than is allowed`() throws {
    let compositor = try FakeCompositor()
    compositor.offer(["a/never": .never, "b/stops": .stops([1, 2, 3])])
    let reader = try Self.reader(compositor)
    for name in ["a/never", "b/stops"] {
      let start = ContinuousClock.now
      let error = #expect(throws: ExchangeError.self) { try reader.representation(name, unchanged: false) }
      #expect(error?.code == .timedOut)
      #expect(ContinuousClock.now - start < .seconds(10))
    }
  }

  @Test func `An owner without an end is cut off`() throws {
    let compositor = try FakeCompositor()
    compositor.offer(["a/endless": .endless])
    let reader = try Self.reader(compositor, ReadOptions(timeout: .seconds(30), byteLimit: 1 << 20))
    let error = #expect(throws: ExchangeError.self) {
      try reader.representation("a/endless", unchanged: false)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `Of what has no end the beginning comes in time, and of all else how much there is`() throws {
    let compositor = try FakeCompositor()
    let whole = sampleBytes(300_000)
    compositor.offer(["a/endless": .endless, "b/whole": .bytes(whole), "c/never": .never])
    let reader = try Self.reader(compositor)
    let start = ContinuousClock.now
    let endless = try reader.beginning(of: "a/endless", upTo: 1000)
    #expect(endless.representation.bytes.count == 1000 && endless.size == nil)
    #expect(ContinuousClock.now - start < .seconds(10))
    for count in [1000, 300_000, 300_001] {
      let beginning = try reader.beginning(of: "b/whole", upTo: count)
      #expect(beginning.representation.bytes == Array(whole.prefix(count)) && beginning.size == 300_000)
    }
    let error = #expect(throws: ExchangeError.self) { try reader.beginning(of: "c/never", upTo: 1000) }
    #expect(error?.code == .timedOut)
  }

  @Test func `What changes between the list and the question is asked for again`() throws {
    let compositor = try FakeCompositor()
    compositor.offer(["a/a": .bytes([1])])
    let reader = try Self.reader(compositor)
    #expect(try reader.names() == ["a/a"])
    compositor.offer(["a/a": .bytes([2])])
    #expect(try reader.representation("a/a", unchanged: false).bytes == [2])
    compositor.offer(["b/b": .bytes([3])])
    #expect(
      #expect(throws: ExchangeError.self) { try reader.representation("a/a", unchanged: false) }?.code
        == .refused)
    compositor.clear()
    #expect(#expect(throws: ExchangeError.self) { try reader.names() }?.code == .empty)
  }

  @Test func `A name that is not offered is not asked for`() throws {
    let compositor = try FakeCompositor()
    compositor.offer(["a/a": .bytes([1]), "x/empty": .bytes([])])
    let reader = try Self.reader(compositor)
    #expect(
      #expect(throws: ExchangeError.self) { try reader.representation("b/b", unchanged: false) }?.code
        == .refused)
    #expect(try reader.representation("x/empty", unchanged: false).bytes == [])
  }

  @Test func `A source that is refused before it is confirmed is an error`() throws {
    let compositor = try FakeCompositor(Self.manner { $0.refusesSources = true })
    let error = #expect(throws: ExchangeError.self) {
      try WaylandServer(.general, Self.content, on: compositor.display)
    }
    #expect(error?.description.contains("another program") == true)
  }

  @Test func `A compositor's error is what is told`() throws {
    let compositor = try FakeCompositor()
    let watch = try WaylandWatch([.general], on: compositor.display)
    compositor.offer(["a/a": .bytes([1])])
    compositor.say(WireMessage(1, 0, [.word(1), .word(2), .text(Array("no memory".utf8))]))
    let error = #expect(throws: ExchangeError.self) { try watch.changesSoFar() }
    #expect(error?.description == "the compositor ended the connection: no memory")
  }

  @Test func `A watch that was cut off goes on, and tells of a change`() throws {
    let compositor = try FakeCompositor()
    let watch = try WaylandWatch([.general], on: compositor.display)
    compositor.hangUp()
    compositor.offer(["a/a": .bytes([1])])
    #expect(try watch.next(until: nil) == [BoardChange(.general, hasOwner: true)])
    let seatGone = Thread { try? watch.next(until: nil) }
    try waitUntil { compositor.clientCount == 1 }
    compositor.sayToDevices(2)
    #expect(try seatGone.join() == [BoardChange(.general, hasOwner: true)])
  }

  @Test func `A selection that names nothing ends the connection, and nothing else`() throws {
    let compositor = try FakeCompositor()
    let reader = try Self.reader(compositor)
    compositor.sayToDevices(1, [.word(0xFF00_00AA)])
    let error = #expect(throws: ExchangeError.self) { try reader.representation("a/a", unchanged: false) }
    #expect(error?.code == .empty || error?.code == .unavailable)
    #expect(throws: ExchangeError.self) { try reader.names() }
  }

  @Test func `A compositor that answers nothing is waited for no longer than is allowed`() throws {
    let compositor = try FakeCompositor(Self.manner { $0.isSilent = true })
    let start = ContinuousClock.now
    #expect(throws: ExchangeError.self) { try Self.reader(compositor) }
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test func `Nobody there, and names that are no display's`() throws {
    for path in ["/nowhere/wayland-0", "/tmp", "/" + String(repeating: "x", count: 200)] {
      let error = #expect(throws: ExchangeError.self) {
        try WaylandReader(.general, ReadOptions(), on: WaylandDisplay(path))
      }
      #expect(error?.code == .unavailable)
    }
  }

  @Test(arguments: [3, 100]) func `A name that comes twice is listed once`(count: Int) throws {
    let compositor = try FakeCompositor()
    let names = (0..<count).map { "type/\($0)" }
    compositor.offer((names + names).map { (name: Array($0.utf8), form: .bytes([1])) })
    #expect(try Self.reader(compositor).names() == names)
  }

  @Test func `Thousands of names are read`() throws {
    let compositor = try FakeCompositor()
    let long = [UInt8](repeating: 0x78, count: WireMessage.textLimit)
    compositor.offer(
      (0..<5000).map { (name: Array("type/\($0)".utf8), form: .bytes([])) } + [
        (name: long, form: .bytes([1]))
      ])
    let reader = try Self.reader(compositor, ReadOptions(timeout: .seconds(10)))
    #expect(try reader.names().count == 4096)
    compositor.offer([(name: long, form: .bytes([1])), (name: [0xFF], form: .bytes([2]))])
    #expect(try reader.names() == [String(decoding: long, as: UTF8.self)])
    #expect(try reader.representation(reader.names()[0], unchanged: false).bytes == [1])
  }
}
