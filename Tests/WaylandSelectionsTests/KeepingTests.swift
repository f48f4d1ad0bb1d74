import Exchange
import Synchronization
import System
import TestSupport
import Testing

@testable import WaylandSelections

/// A keeper beside a compositor.
@Suite("Wayland: keeping copies", .timeLimit(.minutes(2))) struct KeepingTests {
  /// Wants no more than a name, and remembers what it is told of.
  private final class Policy: ClipboardManagerPolicy {
    let noted = Mutex<[[String]]>([])
    let byteLimit: Int

    init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

    var snapshot: SnapshotPolicy { SnapshotPolicy { _ in true } }

    func snapshot(of names: [String]) -> SnapshotPolicy {
      var policy = SnapshotPolicy(byteLimit: byteLimit) { $0 != "x/unwanted" }
      policy.comesLast = { $0 == "a/last" }
      return policy
    }

    func note(_ copy: Snapshot) { noted.withLock { $0.append(copy.names) } }
  }

  /// A keeper at work, until the last reference to it is gone.
  private final class Keeper: Sendable {
    let stop = StopSignal()
    let thread: TestSupport.Thread<ManagerExit?>

    init(
      _ compositor: FakeCompositor, held: Snapshot? = nil, policy: Policy = Policy(),
      replacesManager: Bool = false
    ) throws {
      let ready = Flag()
      let (backend, stop) = (compositor.backend, stop)
      thread = Thread {
        try? backend.keep(
          ManagerOptions(
            policy: policy, replacesManager: replacesManager, held: held, stop: stop
          ) { ready.raise() })
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

  private static func content(_ names: [String]) -> Content {
    Content(names: names) { Representation(bytes: Array($0.utf8)) }
  }

  /// What a program would paste.
  private static func pasted(_ compositor: FakeCompositor, _ name: String) -> [UInt8]? {
    let reader = try? compositor.backend.read(.general, ReadOptions(timeout: .seconds(10)))
    return try? reader?.representation(name, unchanged: false).bytes
  }

  @Test func `What its owner leaves is kept, byte for byte, and what is not wanted is not`() throws {
    let compositor = try FakeCompositor()
    let keeper = try Keeper(compositor)
    let server = try compositor.backend.serve(.general, Self.content(["a/a", "x/unwanted", "TARGETS"])) {}
    // The keeper reads over a connection that ends when it has read.
    try waitUntil { compositor.askedNames.contains("a/a") && compositor.clientCount == 2 }
    #expect(server.stop(within: .seconds(5)))
    try waitUntil { Self.pasted(compositor, "a/a") == Array("a/a".utf8) }
    #expect(compositor.names()?.contains("x/unwanted") == false)
    #expect(!compositor.askedNames.contains("TARGETS"))
    #expect(try keeper.end()?.names == ["a/a"])
  }

  @Test func `Each copy is noted once, in its owner's order, what comes last read last`() throws {
    let compositor = try FakeCompositor()
    let policy = Policy()
    let keeper = try Keeper(compositor, policy: policy)
    compositor.offer(["a/last": .bytes([1]), "b/b": .bytes([2]), "x/unwanted": .bytes([3])])
    try waitUntil { policy.noted.withLock { $0 == [["a/last", "b/b"]] } }
    #expect(compositor.askedNames == ["b/b", "a/last"])
    compositor.offer(["c/c": .bytes([4])])
    try waitUntil { policy.noted.withLock { $0.last == ["c/c"] } }
    _ = try keeper.end()
  }

  @Test func `What is the same under many names is kept under each, up to the limit`() throws {
    let compositor = try FakeCompositor()
    let policy = Policy(byteLimit: 1000)
    let keeper = try Keeper(compositor, policy: policy)
    let text = FakeCompositor.Form.bytes(sampleBytes(696))
    compositor.offer([
      "a/a": text, "b/other": .bytes(sampleBytes(696, seed: 2)), "c/c": text,
      "d/small": .bytes(sampleBytes(296, seed: 3)),
    ])
    try waitUntil { policy.noted.withLock { !$0.isEmpty } }
    #expect(policy.noted.withLock { $0 } == [["a/a", "c/c", "d/small"]])
    _ = try keeper.end()
  }

  /// A keeper that has what an earlier one held, under the name `a/a`.
  private static func keeperHolding(_ byte: UInt8, _ compositor: FakeCompositor) throws -> Keeper {
    var held = Snapshot()
    held.names = ["a/a"]
    held.representations = ["a/a": Representation(bytes: [byte])]
    let keeper = try Keeper(compositor, held: held)
    try waitUntil { pasted(compositor, "a/a") == [byte] }
    return keeper
  }

  @Test func `There is one keeper only, and what it holds goes on to the one that takes its place`() throws {
    let compositor = try FakeCompositor()
    let keeper = try Self.keeperHolding(7, compositor)
    let refused = try compositor.backend.keep(
      ManagerOptions(policy: Policy(), replacesManager: false, held: nil, stop: StopSignal()) {
        Issue.record("a second keeper is at work")
      })
    guard case .occupied = refused else { return #expect(Bool(false), "a second keeper was not refused") }

    let next = try Keeper(compositor, replacesManager: true)
    guard case .replaced? = try keeper.thread.join() else {
      return #expect(Bool(false), "the first keeper was not replaced")
    }
    try waitUntil { Self.pasted(compositor, "a/a") == [7] }
    #expect(try next.end()?.names == ["a/a"])
    // A place that was left is free.
    let last = try Keeper(compositor)
    #expect(try last.end() == nil)
  }

  @Test func `Secrets are not read, and what is cleared stays so`() throws {
    let compositor = try FakeCompositor()
    let keeper = try Keeper(compositor)
    let secret = try compositor.backend.serve(
      .general, Self.content(["a/a", "org.nspasteboard.ConcealedType"])
    ) {}
    let watch = try compositor.backend.watch([.general])
    #expect(secret.stop(within: .seconds(5)))
    #expect(try watch.next(until: nil) == [BoardChange(.general, hasOwner: false)])
    #expect(!compositor.askedNames.contains("a/a"))
    let server = try compositor.backend.serve(.general, Self.content(["b/b"])) {}
    try waitUntil { compositor.askedNames.contains("b/b") && compositor.clientCount == 3 }
    try compositor.backend.clear(.general)
    try waitUntil { !server.isOwner }
    // A keeper would be back within its time of doubt.
    let doubt = MonotonicTime.now + WaylandManagerMachine.settlingTime + .milliseconds(200)
    while MonotonicTime.now < doubt { #expect(compositor.names() == nil) }
    #expect(try keeper.end() == nil)
  }

  @Test func `What an earlier keeper held is there again, also after the compositor cut everybody off`()
    throws
  {
    let compositor = try FakeCompositor()
    let keeper = try Self.keeperHolding(7, compositor)
    compositor.hangUp()
    try waitUntil { Self.pasted(compositor, "a/a") == [7] }
    #expect(try keeper.end()?.names == ["a/a"])
  }

  @Test func `What was copied after what it held is there when the compositor cuts everybody off`() throws {
    let compositor = try FakeCompositor()
    let policy = Policy()
    var snapshot = Snapshot()
    snapshot.names = ["a/a"]
    snapshot.keep(Representation(bytes: Array("a/a".utf8)), as: "a/a")
    let keeper = try Keeper(compositor, held: snapshot, policy: policy)
    try waitUntil { compositor.names()?.contains("a/a") == true }
    let server = try compositor.backend.serve(.general, Self.content(["b/b"])) {}
    try waitUntil { policy.noted.withLock { $0.contains(["b/b"]) } }
    compositor.hangUp()
    try waitUntil { Self.pasted(compositor, "b/b") == Array("b/b".utf8) }
    #expect(compositor.names()?.contains("a/a") == false)
    #expect(server.stop(within: .seconds(5)))
    #expect(try keeper.end()?.names == ["b/b"])
  }

  @Test func `What an owner gave before it went away is not kept if it may be cut off`() throws {
    let compositor = try FakeCompositor()
    let policy = Policy()
    let keeper = try Keeper(compositor, policy: policy)
    compositor.offer(["a/a": .dies([UInt8](repeating: 1, count: 1 << 17))])
    // The keeper reads over a connection that ends when it has read.
    try waitUntil { compositor.askedNames.contains("a/a") && compositor.clientCount == 1 }
    compositor.offer(["b/b": .dies([2])])
    try waitUntil { policy.noted.withLock { !$0.isEmpty } && compositor.names() != nil }
    #expect(Self.pasted(compositor, "b/b") == [2])
    #expect(policy.noted.withLock { $0 } == [["b/b"]])
    #expect(try keeper.end()?.names == ["b/b"])
  }

  @Test func `A snapshot holds forms of one copy alone, also if another with the same names follows`() throws
  {
    let compositor = try FakeCompositor()
    compositor.offer(["a/one": .bytes([1]), "a/two": .bytes([2])])
    let keeping = try WaylandReader(.general, ReadOptions(), on: compositor.display)
    let pasting = try WaylandReader(.general, ReadOptions(), on: compositor.display)
    #expect(try keeping.names() == pasting.names())
    let owner = keeping.owner()
    keeping.pin()
    #expect(try keeping.representation("a/one", unchanged: true).bytes == [1])
    compositor.offer(["a/one": .bytes([11]), "a/two": .bytes([12])])
    do throws(ExchangeError) {
      let value = try keeping.representation("a/two", unchanged: true)
      Issue.record("the snapshot was given \(value.bytes)")
    } catch {
      #expect(error.code == .overtaken)
    }
    #expect(try keeping.names() == ["a/one", "a/two"] && keeping.owner() != owner)
    // A person pastes what is there.
    #expect(try pasting.representation("a/two", unchanged: true).bytes == [12])
  }

  @Test func `An owner that hangs does not keep it from the next copy`() throws {
    let compositor = try FakeCompositor()
    let keeper = try Keeper(compositor)
    compositor.offer(["a/never": .never])
    try waitUntil { compositor.askedNames.contains("a/never") }
    compositor.offer(["b/b": .bytes([1])])
    try waitUntil { compositor.askedNames.contains("b/b") }
    try waitUntil { compositor.clientCount <= 2 }
    compositor.clear()
    try waitUntil { Self.pasted(compositor, "b/b") == [1] }
    #expect(try keeper.end()?.names == ["b/b"])
  }
}
