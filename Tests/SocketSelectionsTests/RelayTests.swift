import Exchange
import Foundation
import SocketSelections
import Synchronization
import System
import TestSupport
import TestTraits
import Testing

/// What a network does to it: latency, little bandwidth, breaks, many at one time, much at one time.
@Suite("Socket protocol: networks", .timeLimit(.minutes(5)))
struct RelayTests {
  private static let texts: [(String, [UInt8])] = [
    ("text/markdown", Array("# Hello\n".utf8)), ("text/plain", Array("# Hello\n".utf8)),
    ("text/html", Array("<h1>Hello</h1>".utf8)), ("text/rtf", Array("{\\rtf1 Hello}".utf8)),
  ]

  @Test func `A copy takes two round trips, a paste of text three, a picture three`() throws {
    let boards = try SharedBoards(keepsCopies: true)
    let relay = try boards.relay("latency=100")
    // As 'pb copy' does it: the content stays there, and nobody has to stay for it.
    try relay.backend.own(.general, content(Self.texts), OwnOptions()) {}
    try waitUntil { relay.connections.count == 1 }
    #expect(relay.connections[0].trips <= 2)
    // As 'pb paste' does it: what is there, and then each form that it compares.
    do {
      let reader = try relay.backend.read(.general, ReadOptions(timeout: .seconds(10)))
      #expect(try reader.names() == Self.texts.map(\.0))
      for (name, bytes) in Self.texts.dropFirst() {
        #expect(try reader.representation(name, unchanged: false).bytes == bytes)
      }
    }
    try waitUntil { relay.connections.count == 2 }
    #expect(relay.connections[1].trips <= 3)
    let picture = sampleBytes(1_000_000)
    _ = try boards.near.serve(.general, content([("image/png", picture), ("image/bmp", picture)])) {}
    do {
      let reader = try relay.backend.read(.general, ReadOptions(timeout: .seconds(10)))
      #expect(try reader.names().contains("image/png"))
      #expect(hasSameBytes(try reader.representation("image/png", unchanged: false).bytes, picture))
    }
    try waitUntil { relay.connections.count == 3 }
    #expect(relay.connections[2].trips <= 3)
  }

  @Test func `At 300 ms and 10 kB a second everything comes`() throws {
    let boards = try SharedBoards()
    let relay = try boards.relay("latency=300", "rate=10000")
    let picture = sampleBytes(60_000)
    let ownership = try relay.backend.serve(.general, content([("image/png", picture)])) {}
    let reader = try boards.near.read(.general, ReadOptions(timeout: .seconds(30)))
    #expect(try reader.representation("image/png", unchanged: false).bytes == picture)
    #expect(ownership.isOwner)
    let far = try relay.backend.read(.general, ReadOptions())
    #expect(try far.representation("image/png", unchanged: false).bytes == picture)
    #expect(ownership.stop(within: .seconds(20)))
  }

  /// What becomes of the clipboard of the server and of an error when a connection breaks.
  private func copyBroken(after frames: Int, _ words: [String]) throws -> Bool {
    let boards = try SharedBoards(keepsCopies: true)
    try boards.copyNear("before")
    let relay = try SharedBoards.Relay(boards, ["break=\(frames)"] + words)
    var failure: ExchangeError?
    do throws(ExchangeError) {
      try relay.backend.own(.general, content(Self.texts), OwnOptions()) {}
    } catch {
      failure = error
      #expect(!error.description.contains("\n") && error.description.utf8.count < 200)
    }
    // Either nothing was copied, or all of it.
    let text = try boards.nearText()
    #expect(text == "before" || text == "# Hello\n", "\(frames)")
    if failure == nil { #expect(text == "# Hello\n", "\(frames)") }
    return failure != nil
  }

  @Test(arguments: [[], ["within"]]) func `A copy that breaks at any message leaves all or nothing`(
    words: [String]
  ) throws {
    var frames = 0
    // The introduction, four values of four frames, the names, the end, and two answers.
    while try copyBroken(after: frames, words) { frames += 1 }
    #expect(frames > 15)
  }

  @Test(arguments: [[], ["within"]]) func `A paste that breaks at any message is one error`(words: [String])
    throws
  {
    let boards = try SharedBoards()
    _ = try boards.near.serve(.general, content(Self.texts)) {}
    var frames = 0
    var isWhole = false
    while !isWhole {
      let relay = try SharedBoards.Relay(boards, ["break=\(frames)"] + words)
      do throws(ExchangeError) {
        let reader = try relay.backend.read(.general, ReadOptions())
        _ = try reader.names()
        isWhole = try reader.representation("text/html", unchanged: false).bytes == Self.texts[2].1
      } catch {
        #expect(!error.description.contains("\n"))
        #expect([.unavailable, .ownerVanished].contains(error.code), "\(error)")
      }
      frames += 1
    }
    #expect(frames > 6)
    #expect(try boards.nearText() == "# Hello\n")
  }

  @Test func `An owner that is cut off leaves what has come`() throws {
    let boards = try SharedBoards(keepsCopies: true)
    let relay = try boards.relay("late-close")
    // Too slow to go along, and never given: the desktop keeps the rest.
    let asked = Mutex(0)
    let small = Self.texts
    let offered = Content(names: small.map(\.0) + ["image/png"]) { name in
      if name == "image/png" {
        asked.withLock { $0 += 1 }
        sleep(30)
      }
      return small.first { $0.0 == name }.map { Representation(bytes: $0.1) }
    }
    let backend = relay.backend
    Foundation.Thread.detachNewThread {
      try? backend.own(.general, offered, OwnOptions()) {}
    }
    // Once for the copy, once for the desktop, which has taken it by then.
    try waitUntil(timeout: .seconds(20)) { asked.withLock { $0 } == 2 }
    relay.process.kill(SIGKILL)
    try waitUntil(timeout: .seconds(20)) {
      (try? boards.near.read(.general, ReadOptions()).names()) == small.map(\.0)
    }
    #expect(try boards.nearText() == "# Hello\n")
  }

  @Test func `Fifty at one time are served, and nobody waits for a slow one`() throws {
    let boards = try SharedBoards()
    let picture = sampleBytes(300_000)
    _ = try boards.near.serve(.general, content([("image/png", picture)])) {}
    // One that reads nothing.
    let slow = try SocketHolder(boards.path)
    try slow.send(SocketFrame(.hello(version: 1, label: "slow"), of: 0).bytes)
    for number in 1...20 {
      let read = ReadRequest("image/png", on: "general", limit: 1 << 20, timeout: 1000)
      try slow.send(SocketFrame(.read(read), of: UInt32(number)).bytes)
    }
    let wrong = Mutex<[String]>([])
    let path = boards.path
    DispatchQueue.concurrentPerform(iterations: 50) { number in
      do {
        let far = Backend.socket(path)
        let reader = try far.read(.general, ReadOptions(timeout: .seconds(30)))
        let names = try reader.names()
        let bytes = try reader.representation("image/png", unchanged: false).bytes
        if names != ["image/png"] || !hasSameBytes(bytes, picture) {
          wrong.withLock { $0.append("\(number)") }
        }
      } catch {
        wrong.withLock { $0.append("\(number): \(error)") }
      }
    }
    #expect(wrong.withLock(\.self) == [])
  }

  @Test func `Fifty that ask for much at one time wait for their turn`() throws {
    let boards = try SharedBoards()
    let kinds = ["plain", "html", "csv", "rtf", "markdown", "css", "xml", "calendar"].map { "text/\($0)" }
    _ = try boards.near.serve(.general, content(kinds.map { ($0, Array($0.utf8)) })) {}
    let wrong = Mutex<[String]>([])
    let path = boards.path
    DispatchQueue.concurrentPerform(iterations: 50) { number in
      do {
        let reader = try Backend.socket(path).read(.general, ReadOptions(timeout: .seconds(30)))
        _ = try reader.names()
        for kind in kinds {
          let bytes = try reader.representation(kind, unchanged: false).bytes
          if bytes != Array(kind.utf8) { wrong.withLock { $0.append("\(number) \(kind)") } }
        }
      } catch {
        wrong.withLock { $0.append("\(number): \(error)") }
      }
    }
    #expect(wrong.withLock(\.self) == [])
  }

  @Test func `More connections than there may be are refused with a reason, and places become free`() throws {
    let boards = try SharedBoards()
    try boards.copyNear("text")
    do {
      let silent = try (0..<64).map { _ in try SocketHolder(boards.path) }
      var failure: ExchangeError?
      do throws(ExchangeError) { _ = try boards.far.read(.general, ReadOptions()).names() } catch {
        failure = error
      }
      #expect(
        failure?.description.contains("too many clients are connected") == true,
        "\(String(describing: failure))")
      withExtendedLifetime(silent) {}
    }
    try waitUntil { (try? boards.far.read(.general, ReadOptions()).names()) == ["text/plain"] }
  }

  @Test(.stress) func `A gibibyte goes both ways, and a byte more is refused`() throws {
    let boards = try SharedBoards()
    let large = [UInt8](repeating: 7, count: 1 << 30)
    let ownership = try boards.near.serve(.general, content([("x/large", large), ("x/larger", large + [1])]))
    {}
    do {
      let reader = try boards.far.read(.general, ReadOptions(timeout: .seconds(60)))
      #expect(hasSameBytes(try reader.representation("x/large", unchanged: false).bytes, large))
      let error = #expect(throws: ExchangeError.self) {
        try reader.representation("x/larger", unchanged: false)
      }
      #expect(error?.code == .tooLarge)
    }
    ownership.stop(within: .seconds(5))
    let far = try boards.far.serve(.general, content([("x/large", large)])) {}
    let reader = try boards.near.read(.general, ReadOptions(timeout: .seconds(60)))
    #expect(hasSameBytes(try reader.representation("x/large", unchanged: false).bytes, large))
    far.stop(within: .seconds(5))
  }

  /// A connection that says what it is told to.
  final class SocketHolder {
    private let socket: Socket

    init(_ path: String) throws {
      let address = try #require(Socket.Address(file: path))
      socket = try Socket(connectingTo: [address], name: "peer", until: .now + .seconds(10))
    }

    func send(_ bytes: [UInt8]) throws { try socket.send(bytes, name: "peer", until: .now + .seconds(10)) }
  }
}
