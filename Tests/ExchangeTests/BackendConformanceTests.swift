import Exchange
import Foundation
import GNOMESelections
import SocketSelections
import Synchronization
import System
import TerminalSelections
import TestSupport
import Testing
import WaylandSelections
import X11Selections

/// What every way to a desktop's pasteboards has to do: a further row of the table is tested by being a row here.
@Suite("Backends", .timeLimit(.minutes(2)))
struct BackendConformanceTests {
  /// A backend with what keeps it going.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The boards that it has.
    var boards = [Board.general, .primary, .secondary, .find, .drag, Board("test.own")]
    /// Whether it can tell a refusal from content that is empty, and one program from another.
    var tellsRefusals = true
    var tellsPeers = true
    /// Whether a process owns what is there, for as long as it is there.
    var hasOwners = true
    /// Whether any text may be the name of a form.
    var takesAnyName = true
    let begin: @Sendable () throws -> (backend: Backend, held: (any Sendable)?)
  }

  static let rows: [Row] = [
    Row(testDescription: "memory") { (.memory(), nil) },
    Row(testDescription: "x11") {
      let server = try PrivateXServer()
      return (.x11(display: server.display), server)
    },
    wayland("ext_data_control_manager_v1", 1), wayland("zwlr_data_control_manager_v1", 2),
    // Programs of the desktop see the views of the desktop's rules.
    Row(testDescription: "socket", boards: [.general, .primary, .secondary, .find], tellsPeers: false) {
      let shared = try SharedMemory()
      return (.socket(shared.path), shared)
    },
    Row(testDescription: "gnome", boards: [.general], tellsRefusals: false, tellsPeers: false) {
      let mutter = try FakeMutter()
      // The primary selection is Xwayland's: here it is in memory.
      return (.gnome(bus: mutter.address, others: .memory()), mutter)
    },
  ]

  /// Boards in memory, shared at a socket.
  private final class SharedMemory: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/pb-\(UUID().uuidString.prefix(8)).sock"
    private let server: SocketServer

    init() throws {
      var options = SocketServer.Configuration(.memory())
      options.rights = [.copy, .paste]
      server = try SocketServer(at: path, options)
    }

    deinit { server.stop(within: .seconds(5)) }
  }

  /// What keeps content by itself, too.
  static let all =
    rows + [
      Row(
        testDescription: "terminal", boards: [.general, .primary], tellsRefusals: false, tellsPeers: false,
        hasOwners: false, takesAnyName: false
      ) {
        let terminal = try FakeTerminal(.kitty)
        return (.terminal(device: terminal.path), terminal)
      }
    ]

  /// Through a compositor with this protocol.
  private static func wayland(_ interface: String, _ version: UInt32) -> Row {
    Row(
      testDescription: interface, boards: [.general, .primary], tellsRefusals: false, tellsPeers: false
    ) {
      var manner = FakeCompositor.Manner()
      manner.globals = [("wl_seat", 7), (interface, version)]
      let compositor = try FakeCompositor(manner)
      return (compositor.backend, compositor)
    }
  }

  private func with(_ row: Row, _ body: (Backend) throws -> Void) throws {
    let (backend, held) = try row.begin()
    try body(backend)
    withExtendedLifetime(held) {}
  }

  @Test(arguments: all) func `What is owned is read byte for byte, whatever it is`(row: Row) throws {
    try with(row) { backend in
      var generator = SeededGenerator(seed: 7)
      let values: [String: [UInt8]] = [
        "text/plain;charset=utf-8": Array("Grüße, 日本".utf8), "application/x-empty": [],
        "application/x-binary": (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &generator) },
        row.takesAnyName ? "name with spaces; a=é" : "name;a=é": [0],
        "image/png": [UInt8](repeating: 0x89, count: 3 << 20),
      ]
      let content = Content(names: values.keys.sorted()) { name in
        values[name].map { Representation(bytes: $0) }
      }
      let ownership = try backend.serve(.general, content) {}
      let reader = try backend.read(.general, ReadOptions(timeout: .seconds(10)))
      #expect(try reader.names().filter { values[$0] != nil } == values.keys.sorted())
      for (name, bytes) in values {
        #expect(try reader.representation(name, unchanged: false).bytes == bytes, "\(name)")
        let beginning = try reader.beginning(of: name, upTo: 1000)
        #expect(beginning.size == bytes.count && bytes.starts(with: beginning.representation.bytes))
        #expect(beginning.representation.bytes.count >= min(1000, bytes.count))
      }
      #expect(try ownership.confirm() && ownership.isOwner)
      #expect(reader.owner()?.isOurs == true || !row.hasOwners)
      ownership.stop(within: .seconds(5))
    }
  }

  @Test(arguments: rows) func `Nothing is rendered before it is asked for, and a refusal is one`(row: Row)
    throws
  {
    try with(row) { backend in
      let asked = Mutex<[String]>([])
      let content = Content(names: ["text/html", "text/rtf"]) { name in
        asked.withLock { $0.append(name) }
        return name == "text/html" ? Representation(bytes: [1]) : nil
      }
      let board = row.boards.contains(.primary) ? Board.primary : .general
      let ownership = try backend.serve(board, content) {}
      let reader = try backend.read(board, ReadOptions(timeout: .seconds(10)))
      _ = try reader.names()
      #expect(asked.withLock { $0 } == [])
      #expect(try reader.representation("text/html", unchanged: false).bytes == [1])
      if !row.tellsRefusals {
        #expect(try reader.representation("text/rtf", unchanged: false).bytes == [])
      }
      for name in row.tellsRefusals ? ["text/rtf", "text/none"] : ["text/none"] {
        let error = #expect(throws: ExchangeError.self) { try reader.representation(name, unchanged: false) }
        #expect(error?.code == .refused)
      }
      // The owner renders formats of one message at the same time.
      #expect(asked.withLock { $0.sorted() } == ["text/html", "text/rtf"])
      ownership.stop(within: .seconds(5))
    }
  }

  @Test(arguments: rows) func `An empty board, a cleared one, and one that another takes`(row: Row) throws {
    try with(row) { backend in
      let reader = try backend.read(.general, ReadOptions())
      #expect(#expect(throws: ExchangeError.self) { try reader.names() }?.code == .empty)
      let ended = Mutex(0)
      let first = try backend.serve(.general, Content(names: ["a/a"]) { _ in Representation(bytes: [1]) }) {
        ended.withLock { $0 += 1 }
      }
      let second = try backend.serve(.general, Content(names: ["b/b"]) { _ in Representation(bytes: [2]) }) {
        ended.withLock { $0 += 1 }
      }
      #expect(try !first.confirm() && second.confirm())
      #expect(try reader.names().contains("b/b"))
      #expect(eventually { ended.withLock { $0 } == 1 })
      try backend.clear(.general)
      #expect(#expect(throws: ExchangeError.self) { try reader.names() }?.code == .empty)
      #expect(eventually { ended.withLock { $0 } == 2 && !second.isOwner })
    }
  }

  @Test(arguments: all) func `Boards do not mix`(row: Row) throws {
    try with(row) { backend in
      let boards = row.boards
      for (index, board) in boards.enumerated() {
        _ = try backend.serve(
          board, Content(names: ["x/x"]) { _ in Representation(bytes: [UInt8(index)]) }
        ) {}
      }
      for (index, board) in boards.enumerated() {
        let reader = try backend.read(board, ReadOptions(timeout: .seconds(10)))
        #expect(try reader.representation("x/x", unchanged: false).bytes == [UInt8(index)])
      }
    }
  }

  @Test(arguments: rows) func `Changes are told and counted, and a stop ends the wait`(row: Row) throws {
    try with(row) { backend in
      let watch = try backend.watch([.general])
      let counter = try backend.watch([.general])
      #expect(try counter.changesSoFar() == 0)
      let content = Content(names: ["a/a"]) { _ in Representation(bytes: [1]) }
      _ = try backend.serve(.general, content) {}
      #expect(try watch.next(until: nil) == [BoardChange(.general, hasOwner: true)])
      #expect(try counter.changesSoFar() == 1)
      _ = try backend.serve(.primary, content) {}
      #expect(try counter.changesSoFar() == 0)
      try backend.clear(.general)
      #expect(try watch.next(until: nil) == [BoardChange(.general, hasOwner: false)])
      let stop = StopSignal()
      stop.stop()
      #expect(try watch.next(until: stop) == [])
    }
  }

  @Test(arguments: all) func `A lifetime ends by itself, and a stop at once`(row: Row) throws {
    try with(row) { backend in
      let content = Content(names: ["a/a"]) { _ in Representation(bytes: [1]) }
      let ready = Mutex(0)
      try backend.own(.general, content, OwnOptions(lifetime: .milliseconds(1))) {
        ready.withLock { $0 += 1 }
      }
      let stop = StopSignal()
      stop.stop()
      try backend.own(.general, content, OwnOptions(stop: stop)) { ready.withLock { $0 += 1 } }
      #expect(ready.withLock { $0 } == 2)
    }
  }

  @Test(arguments: all) func `More than is accepted is an error`(row: Row) throws {
    try with(row) { backend in
      let content = Content(names: ["a/a"]) { _ in Representation(bytes: [UInt8](repeating: 1, count: 5000)) }
      let ownership = try backend.serve(.general, content) {}
      let reader = try backend.read(.general, ReadOptions(timeout: .seconds(10), byteLimit: 1000))
      let error = #expect(throws: ExchangeError.self) { try reader.representation("a/a", unchanged: false) }
      #expect(error?.code == .tooLarge)
      ownership.stop(within: .seconds(5))
    }
  }

  @Test(arguments: rows.filter(\.tellsPeers)) func `A program under a rule sees its own view`(row: Row) throws
  {
    try with(row) { backend in
      let content = Content(
        names: ["text/html", "text/plain"],
        view: { peer in
          peer.className == "Editor" && peer.instanceName == Peer.standInInstance
            ? [Content.Offered("text/plain", rendering: "other")]
            : [Content.Offered("text/html"), Content.Offered("text/plain")]
        }, render: { Representation(bytes: Array($0.utf8)) })
      let ownership = try backend.serve(.general, content) {}
      let editor = try backend.read(.general, ReadOptions(timeout: .seconds(10), application: "Editor"))
      #expect(try editor.names().filter { $0.contains("/") } == ["text/plain"])
      #expect(try editor.representation("text/plain", unchanged: false).bytes == Array("other".utf8))
      let stranger = try backend.read(.general, ReadOptions(timeout: .seconds(10)))
      #expect(try stranger.names().filter { $0.contains("/") } == ["text/html", "text/plain"])
      ownership.stop(within: .seconds(5))
    }
  }

  @Test(arguments: rows) func `Many read at once while one renders slowly`(row: Row) throws {
    try with(row) { backend in
      let mayGoOn = Mutex(false)
      let content = Content(names: ["quick/x", "slow/x"]) { name in
        if name == "slow/x" { while !mayGoOn.withLock(\.self) { sched_yield() } }
        return Representation(bytes: Array(name.utf8))
      }
      let ownership = try backend.serve(.general, content) {}
      let slow = DispatchQueue.global()
      let done = DispatchSemaphore(value: 0)
      slow.async {
        _ = try? backend.read(.general, ReadOptions(timeout: .milliseconds(200))).representation(
          "slow/x", unchanged: false)
        done.signal()
      }
      for _ in 0..<8 {
        let reader = try backend.read(.general, ReadOptions(timeout: .seconds(10)))
        #expect(try reader.representation("quick/x", unchanged: false).bytes == Array("quick/x".utf8))
      }
      mayGoOn.withLock { $0 = true }
      done.wait()
      ownership.stop(within: .seconds(5))
    }
  }
}

/// The messages that all backends share.
@Suite struct ExchangeErrorTests {
  @Test(arguments: [
    (1 << 30, "text/html is larger than 1024 MiB"), (64 << 20, "text/html is larger than 64 MiB"),
    (1000, "text/html is larger than 1000 bytes"),
  ])
  func `A limit is in MiB, as people read it`(limit: Int, message: String) {
    let error = ExchangeError.tooLarge("text/html", limit: limit)
    #expect(error.code == .tooLarge && error.description == message)
  }
}
