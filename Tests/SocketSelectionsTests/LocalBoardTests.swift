import Exchange
import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import SocketSelections

/// Boards that this project's processes have among themselves.
@Suite("Local boards", .timeLimit(.minutes(1)))
struct LocalBoardTests {
  /// A board in a folder of its own, which goes with it.
  private final class Place {
    let folder = FileManager.default.temporaryDirectory.path + "/pb-local-\(UUID().uuidString.prefix(8))"
    var board: LocalBoard { LocalBoard(Board("test.own"), of: "wayland-1", in: folder) }

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    func reader(limit: Int = 1 << 30) -> LocalReader {
      LocalReader(board, ReadOptions(timeout: .seconds(10), byteLimit: limit))
    }
  }

  private func content(_ values: [String: [UInt8]]) -> Content {
    Content(names: values.keys.sorted() + ["refused"]) { name in
      values[name].map { Representation(bytes: $0) }
    }
  }

  private func code(_ body: () throws -> Void) -> ExchangeError.Code? {
    #expect(throws: ExchangeError.self, performing: body)?.code
  }

  @Test func `What is owned is read byte for byte, and a refusal is one`() throws {
    let place = try Place()
    let values: [String: [UInt8]] = [
      "text/plain": Array("Grüße".utf8), "application/x-empty": [], "a name; with=é": [0, 1],
      "application/x-large": (0..<(9 << 20)).map { UInt8(truncatingIfNeeded: $0 * 7 >> 3) },
    ]
    let ownership = try LocalOwnership(place.board, content(values))
    #expect(ownership.isOwner)
    #expect(try place.reader().names() == values.keys.sorted() + ["refused"])
    for (name, bytes) in values {
      #expect(try place.reader().representation(name, unchanged: false).bytes == bytes, "\(name)")
    }
    #expect(code { _ = try place.reader().representation("refused", unchanged: true) } == .refused)
    #expect(code { _ = try place.reader().representation("none", unchanged: true) } == .refused)
    let short = place.reader(limit: 1000)
    #expect(code { _ = try short.representation("application/x-large", unchanged: true) } == .tooLarge)
    #expect(ownership.stop(within: .seconds(10)))
  }

  @Test func `Nobody owns it before, after a stop, and where an owner was killed`() throws {
    let place = try Place()
    #expect(code { _ = try place.reader().names() } == .empty)
    try place.board.clear()
    #expect(!place.board.hasOwner)
    let ownership = try LocalOwnership(place.board, content([:]))
    #expect(place.board.hasOwner)
    // Nobody else may connect to it.
    let attributes = try FileManager.default.attributesOfItem(atPath: place.board.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(place.files == [URL(filePath: place.board.path).lastPathComponent])
    #expect(ownership.stop(within: .seconds(10)))
    #expect(place.files.isEmpty && !ownership.isOwner)
    // What a killed process leaves is a name.
    #expect(FileManager.default.createFile(atPath: place.board.path, contents: nil))
    #expect(!place.board.hasOwner)
    #expect(code { _ = try place.reader().names() } == .empty)
    let next = try LocalOwnership(place.board, content(["a/a": [1]]))
    #expect(try place.reader().representation("a/a", unchanged: true).bytes == [1])
    next.stop(within: .seconds(10))
  }

  @Test func `Another takes it, and clearing ends the ownership`() throws {
    let place = try Place()
    let ended = Mutex(0)
    let count: @Sendable () -> Void = { ended.withLock { $0 += 1 } }
    let first = try LocalOwnership(place.board, content(["a/a": [1]]), whenEnded: count)
    let second = try LocalOwnership(place.board, content(["a/a": [2]]), whenEnded: count)
    // The first hears of it in its own thread.
    #expect(eventually { !first.isOwner } && second.isOwner)
    #expect(first.stop(within: .seconds(10)))
    while ended.withLock({ $0 }) != 1 { #expect(first.stop(within: .seconds(10))) }
    // The end of the first takes nothing from the second.
    #expect(try place.reader().representation("a/a", unchanged: true).bytes == [2])
    try place.board.clear()
    #expect(second.stop(within: .seconds(10)) && !second.isOwner)
    #expect(code { _ = try place.reader().names() } == .empty)
  }

  @Test func `It is there at every moment while owners follow each other`() throws {
    let place = try Place()
    let isOver = Mutex(false)
    let failures = Mutex<[String]>([])
    let board = place.board
    let reading = Thread {
      let reader = LocalReader(board, ReadOptions(timeout: .seconds(10)))
      while !isOver.withLock(\.self) {
        do { _ = try reader.names() } catch { failures.withLock { $0.append("\(error)") } }
      }
    }
    var ownership = try LocalOwnership(place.board, content([:]))
    reading.start()
    for number in 0..<200 {
      ownership = try LocalOwnership(place.board, content(["a/\(number)": []]))
    }
    isOver.withLock { $0 = true }
    while !reading.isFinished { sched_yield() }
    #expect(failures.withLock(\.self) == [])
    ownership.stop(within: .seconds(10))
  }

  @Test func `Who asks nonsense, or nothing, keeps nobody waiting`() throws {
    let place = try Place()
    let ownership = try LocalOwnership(place.board, content(["a/a": [1]]))
    let address = try #require(Socket.Address(file: place.board.path))
    let silent = try (0..<8).map { _ in
      try SocketBox(Socket(connectingTo: [address], name: "silent", until: .now + .seconds(5)))
    }
    for request in [[0x66] + [UInt8](repeating: 0xFF, count: 8), [UInt8](repeating: 0, count: 9)] {
      let socket = try Socket(connectingTo: [address], name: "hostile", until: .now + .seconds(5))
      try socket.send(request, name: "hostile", until: .now + .seconds(5))
      #expect(throws: SystemError.self) { try socket.receive(1, name: "hostile", until: .now + .seconds(5)) }
    }
    #expect(try place.reader().representation("a/a", unchanged: true).bytes == [1])
    withExtendedLifetime(silent) {}
    ownership.stop(within: .seconds(10))
  }

  private final class SocketBox {
    let socket: Socket
    init(_ socket: consuming Socket) { self.socket = socket }
  }

  @Test func `A path that is too long is said to be`() {
    let board = LocalBoard(Board("test.own"), of: "x", in: "/tmp/" + String(repeating: "x", count: 120))
    #expect(code { _ = try LocalOwnership(board, content([:])) } == .unavailable)
  }
}
