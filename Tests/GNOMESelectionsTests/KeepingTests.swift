import Exchange
import Synchronization
import System
import TestSupport
import Testing

/// A keeper beside Mutter, which keeps text by itself.
@Suite("GNOME: keeping copies", .timeLimit(.minutes(2))) struct GNOMEKeepingTests {
  private final class Policy: ClipboardManagerPolicy {
    let noted = Mutex<[[String]]>([])
    var snapshot: SnapshotPolicy { SnapshotPolicy { _ in true } }
    func note(_ copy: Snapshot) { noted.withLock { $0.append(copy.names) } }
    func isRemainder(_ copy: Snapshot, of earlier: Snapshot) -> Bool {
      copy.names.count < earlier.names.count
        && copy.names.allSatisfy { earlier.representations[$0]?.bytes == copy.representations[$0]?.bytes }
    }
  }

  private final class Keeper: Sendable {
    let stop = StopSignal()
    let policy = Policy()
    let thread: TestSupport.Thread<ManagerExit?>

    init(_ mutter: FakeMutter) throws {
      let ready = Flag()
      let (backend, stop, policy) = (mutter.backend, stop, policy)
      thread = Thread {
        try? backend.keep(
          ManagerOptions(policy: policy, replacesManager: true, held: nil, stop: stop) { ready.raise() })
      }
      try ready.wait()
    }

    deinit { stop.stop() }

    func end() throws -> Snapshot? {
      stop.stop()
      guard case .stopped(let snapshot)? = try thread.join() else { return nil }
      return snapshot
    }
  }

  private static let text = "text/plain;charset=utf-8"

  private static func pasted(_ mutter: FakeMutter, _ name: String) -> [UInt8]? {
    let reader = try? mutter.backend.read(.general, ReadOptions(timeout: .seconds(10)))
    return try? reader?.representation(name, unchanged: false).bytes
  }

  @Test func `All forms come back, not the text alone that Mutter keeps`() throws {
    let mutter = try FakeMutter()
    let keeper = try Keeper(mutter)
    let content = Content(names: [Self.text, "text/html"]) { Representation(bytes: Array($0.utf8)) }
    let server = try mutter.backend.serve(.general, content) {}
    try waitUntil { keeper.policy.noted.withLock { $0.count == 1 } }
    server.stop(within: .seconds(5))
    try waitUntil { Self.pasted(mutter, "text/html") == Array("text/html".utf8) }
    #expect(Self.pasted(mutter, Self.text) == Array(Self.text.utf8))
    #expect(try keeper.end()?.names.contains("text/html") == true)
  }

  @Test func `What Mutter keeps of a secret of others is not kept, and the next copy is`() throws {
    let mutter = try FakeMutter()
    let keeper = try Keeper(mutter)
    let hint = "x-kde-passwordManagerHint"
    let secret = Content(names: [Self.text, hint]) { name in
      Representation(bytes: Array((name == hint ? "secret" : "password").utf8))
    }
    let server = try mutter.backend.serve(.general, secret) {}
    // The keeper has read the mark, and the connection that it did so by is gone.
    try waitUntil { mutter.askedNames.contains(hint) && mutter.clientCount == 2 }
    server.stop(within: .seconds(5))
    try waitUntil { mutter.names == [Self.text] }
    mutter.offer(["b/b": .bytes([1]), "c/c": .bytes([2])])
    try waitUntil { keeper.policy.noted.withLock { $0 == [["b/b", "c/c"]] } }
    #expect(!mutter.askedNames.contains(Self.text))
    _ = try keeper.end()
  }

  @Test func `What a person copies next is not replaced, whatever it is`() throws {
    let mutter = try FakeMutter()
    let keeper = try Keeper(mutter)
    let content = Content(names: [Self.text, "text/html"]) { Representation(bytes: Array($0.utf8)) }
    let server = try mutter.backend.serve(.general, content) {}
    try waitUntil { keeper.policy.noted.withLock { $0.count == 1 } }
    mutter.change { $0.keepsText = false }
    mutter.clear()
    mutter.offer([Self.text: .bytes([0x62])])
    try waitUntil { keeper.policy.noted.withLock { $0.last == [Self.text] } }
    #expect(eventually { !server.isOwner })
    #expect(mutter.names == [Self.text])
    #expect(Self.pasted(mutter, Self.text) == [0x62])
    _ = try keeper.end()
  }

  @Test func `After Mutter was started again the copy that was there is there again`() throws {
    let mutter = try FakeMutter()
    let keeper = try Keeper(mutter)
    mutter.offer(["a/a": .bytes([1]), "b/b": .bytes([2])])
    try waitUntil { keeper.policy.noted.withLock { $0.count == 1 } }
    mutter.clear()
    try waitUntil { Self.pasted(mutter, "a/a") == [1] }
    mutter.hangUp()
    try waitUntil { Self.pasted(mutter, "b/b") == [2] }
    #expect(try keeper.end() != nil)
  }
}
