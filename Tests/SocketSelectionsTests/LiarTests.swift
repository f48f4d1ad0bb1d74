import Exchange
import Foundation
import SocketSelections
import System
import TestSupport
import TestTraits
import Testing

/// The other side means ill.
@Suite("Socket protocol: liars", .timeLimit(.minutes(5)))
struct LiarTests {
  @Test(arguments: [
    "no-introduction", "another-protocol", "ssh", "huge-frame", "huge-value", "short-value", "long-value",
    "names-that-lie", "name-too-long", "twice-the-same", "commit-alone", "push-without-name",
    "piece-of-nothing",
    "answers-nobody-asked", "number-of-the-other-side", "number-in-use", "not-utf8", "near-message",
    "unknown-kind",
  ])
  func `A client that breaks a rule is cut off, and the clipboard stays`(trick: String) throws {
    let boards = try SharedBoards()
    try boards.copyNear("before")
    let peer = try ChildProcess.run(
      SharedBoards.peer("far-liar", [boards.path, trick]), timeout: .seconds(20))
    #expect(peer.text.contains("closed"))
    #expect(try boards.nearText() == "before")
    // Others are served as before.
    #expect(try boards.far.read(.general, ReadOptions()).names() == ["text/plain"])
  }

  @Test(.stress, arguments: ["silent", "half-a-frame"])
  func `A client that says nothing, or half of it, is let go in time`(trick: String) throws {
    let boards = try SharedBoards()
    try boards.copyNear("before")
    let peer = try ChildProcess.run(
      SharedBoards.peer("far-liar", [boards.path, trick]), timeout: .seconds(50))
    #expect(peer.text.contains("closed"))
    #expect(try boards.nearText() == "before")
  }

  @Test func `A client that takes the clipboard all the time does not keep it`() throws {
    let boards = try SharedBoards(keepsCopies: true)
    let flood = try ChildProcess(SharedBoards.peer("far-liar", [boards.path, "flood"]))
    try #require(flood.firstLine(timeout: .seconds(20)) == "sent")
    try waitUntil { (try? boards.nearText()) == "evil" }
    // What it was allowed is used up: from now on it is the person's again, while the flood goes on.
    try waitUntil {
      try boards.copyNear("mine")
      usleep(200_000)
      return try boards.nearText() == "mine"
    }
    #expect(flood.isRunning)
  }

  @Test func `A client that asks five thousand things waits for itself alone`() throws {
    let boards = try SharedBoards()
    try boards.copyNear("before")
    let peer = try ChildProcess(SharedBoards.peer("far-liar", [boards.path, "many-reads"]))
    for _ in 0..<20 {
      #expect(try boards.far.read(.general, ReadOptions(timeout: .seconds(10))).names() == ["text/plain"])
    }
    #expect(try boards.nearText() == "before")
    withExtendedLifetime(peer) {}
  }

  @Test func `The history is nobody's on another machine`() throws {
    let boards = try SharedBoards([.copy, .paste, .secrets])
    _ = try boards.near.serve(Board("pb.history"), content([("text/plain", [1])])) {}
    for board in [Board("pb.history"), .drag, Board("own")] {
      var failure: ExchangeError?
      do throws(ExchangeError) { _ = try boards.far.read(board, ReadOptions()).names() } catch {
        failure = error
      }
      #expect(failure?.code == .unavailable, "\(board)")
    }
  }

  @Test func `A secret is neither listed nor given, unless it is allowed`() throws {
    let names: [(String, [UInt8])] = [
      ("text/plain", Array("hunter2".utf8)), ("x-kde-passwordManagerHint", Array("secret".utf8)),
    ]
    for rights in [[.copy, .paste], [.copy, .paste, .secrets]] as [Rights] {
      let boards = try SharedBoards(rights)
      _ = try boards.near.serve(.general, content(names)) {}
      let reader = try boards.far.read(.general, ReadOptions())
      let listed = try? reader.names()
      let value = try? reader.representation("text/plain", unchanged: false).bytes
      #expect((listed != nil) == rights.contains(.secrets))
      #expect((value != nil) == rights.contains(.secrets))
    }
  }

  @Test(arguments: [
    ("another-protocol", 2), ("closes", 2), ("no-answer", 10), ("welcome-alone", 10), ("other-version", 2),
    ("huge-frame", 2), ("huge-value", 2), ("short-value", 2), ("long-value", 2), ("names-that-lie", 2),
    ("value-for-names", 2), ("escape", 2),
  ])
  func `A server that lies costs a bounded wait and one plain line`(trick: String, seconds: Int) throws {
    try tryNearLiar(trick)
  }

  @Test(.stress, arguments: ["asking-for-ever", "trickle"])
  func `A server that keeps one waiting is waited for no longer than a person`(trick: String) throws {
    try tryNearLiar(trick)
  }

  @Test func `Refusals that come in one piece are each heard`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/pb-liar-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let peer = try ChildProcess(SharedBoards.peer("near-liar", [path, "refuses-at-once"]))
    try #require(peer.firstLine(timeout: .seconds(20)) == "listening")
    let start = ContinuousClock.now
    let reader = try Backend.socket(path).read(.general, ReadOptions(timeout: .seconds(30)))
    #expect(try reader.names().count == 5)
    #expect(try reader.representation("text/plain", unchanged: false).bytes == Array("abc".utf8))
    #expect(ContinuousClock.now - start < .seconds(25))
  }

  private func tryNearLiar(_ trick: String) throws {
    let path = FileManager.default.temporaryDirectory.path + "/pb-liar-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let peer = try ChildProcess(SharedBoards.peer("near-liar", [path, trick]))
    try #require(peer.firstLine(timeout: .seconds(20)) == "listening")
    var failure: ExchangeError?
    do throws(ExchangeError) {
      let reader = try Backend.socket(path).read(.general, ReadOptions())
      _ = try reader.names()
      _ = try reader.representation("text/plain", unchanged: false)
    } catch {
      failure = error
    }
    let message = try #require(failure?.description, "\(trick)")
    #expect(
      message.utf8.count < 700 && message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
}
