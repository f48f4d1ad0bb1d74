import Exchange
import Synchronization
import System
import TestSupport
import Testing

@testable import SocketSelections

/// What a server keeps of copies whose clients have gone.
@Suite("Kept copies of clients", .timeLimit(.minutes(1)))
struct KeptCopyTests {
  /// An ownership that hears of its end when it is told.
  private final class FakeOwnership: Ownership {
    private let owns = Mutex(true)
    let name: String?

    init(_ name: String) { self.name = name }

    var isOwner: Bool { owns.withLock(\.self) }
    func confirm() throws(ExchangeError) -> Bool { isOwner }
    func lose() { owns.withLock { $0 = false } }
    func stop(within limit: Duration) -> Bool { true }
  }

  private func owned(_ text: String, _ ownership: FakeOwnership) -> SocketServerConnection.Owned {
    let request = OwnRequest(board: "primary", names: ["text/plain"], isSensitive: false, mayBeKept: true)
    let values = ["text/plain": Representation(bytes: Array(text.utf8))]
    let copy = ClientCopy(SocketServerMachine.Offer(request, values), from: "far") { _, _, _ in false }
    return SocketServerConnection.Owned(board: .primary, copy: copy, ownership: ownership)
  }

  @Test(arguments: [true, false])
  func `Of two copies that follow each other at once the one that owns the board counts`(isLast: Bool) throws
  {
    let boards = try SharedBoards()
    let (loser, winner) = (FakeOwnership("loser"), FakeOwnership("winner"))
    let copies = [owned("lost", loser), owned("there", winner)]
    // The thread of the loser may come last, and not have heard yet.
    for copy in isLast ? copies.reversed() : copies { boards.server.keep(copy) }
    loser.lose()
    let kept = try #require(boards.server.kept[.primary])
    #expect(kept.known("text/plain")?.bytes == Array("there".utf8))
    #expect(boards.server.nameOfKept(.primary) == "winner")
    winner.lose()
    #expect(boards.server.kept.isEmpty)
  }

  @Test func `What an earlier server kept is there again, but not in place of what was copied since`() throws
  {
    let boards = try SharedBoards()
    var snapshot = Snapshot()
    snapshot.names = ["text/plain"]
    snapshot.keep(Representation(bytes: Array("earlier".utf8)), as: "text/plain")
    boards.server.restore(snapshot, from: "far", on: .general)
    #expect(try boards.nearText() == "earlier" && boards.server.kept[.general]?.label == "far")
    try boards.copyNear("newer")
    boards.server.restore(snapshot, from: "far", on: .general)
    #expect(try boards.nearText() == "newer")
  }
}
