import Exchange
import System
import TestSupport
import Testing

@testable import WaylandSelections

/// Compositors that never stop talking, that end in the middle of something, or that let nobody stay.
@Suite("Wayland: restless compositors", .timeLimit(.minutes(2))) struct RestlessCompositorTests {
  private static let large = [UInt8](repeating: 0x61, count: 3 << 20)
  private static let content = Content(names: ["a/large"]) { _ in Representation(bytes: large) }

  /// Says the same again and again, until the last reference to it is gone.
  private final class Talker: Sendable {
    private let stop = StopSignal()

    init(_ compositor: FakeCompositor, _ message: WireMessage) {
      let stop = stop
      Thread<Void>.start {
        while !stop.wakeUp.wait(until: .now) { compositor.flood(message, times: 1000) }
      }
    }

    deinit { stop.stop() }
  }

  /// Why a form cannot be had; nil if it can.
  private static func failure(
    _ name: String, _ compositor: FakeCompositor, within timeout: Duration
  ) -> Thread<ExchangeError.Code?> {
    let display = compositor.display
    return Thread {
      do throws(ExchangeError) {
        let reader = try WaylandReader(.general, ReadOptions(timeout: timeout), on: display)
        _ = try reader.representation(name, unchanged: false)
        return nil
      } catch {
        return error.code
      }
    }
  }

  @Test func `What is waited for comes to its deadline while the compositor talks`() throws {
    let compositor = try FakeCompositor()
    compositor.offer(["a/never": .never])
    let start = MonotonicTime.now
    let thread = Self.failure("a/never", compositor, within: .seconds(1))
    try waitUntil { compositor.askedNames == ["a/never"] }
    let talker = Talker(compositor, WireMessage(2, 1, [.word(999)]))
    #expect(try thread.join() == .timedOut)
    #expect(MonotonicTime.now < start + .seconds(4))
    _ = talker
  }

  @Test func `Changes without an end are told of`() throws {
    let compositor = try FakeCompositor()
    let watch = try WaylandWatch([.general], on: compositor.display)
    let talker = Talker(compositor, WireMessage(try #require(compositor.devices.first), 1, [.word(0)]))
    let thread = Thread { try? watch.next(until: nil) }
    #expect(try thread.join() == [BoardChange(.general, hasOwner: false)])
    _ = talker
  }

  @Test func `Who may have been given up in the middle of much asks, and comes again`() throws {
    var manner = FakeCompositor.Manner()
    // What it takes to know what is on offer, and one question more.
    manner.answersUpTo = 7
    let compositor = try FakeCompositor(manner)
    let watch = try WaylandWatch([.general], on: compositor.display)
    let thread = Thread { try? watch.next(until: nil) }
    compositor.flood(WireMessage(2, 1, [.word(999)]), times: 5000)
    #expect(try thread.join() == [BoardChange(.general, hasOwner: false)])
    #expect(compositor.connectionCount == 2)
  }

  @Test func `What somebody has asked for is given to its end when the compositor is gone`() throws {
    let compositor = try FakeCompositor()
    let server = try WaylandServer(.general, Self.content, on: compositor.display)
    let (reading, writing) = try FileDescriptor.pipe()
    compositor.ask("a/large", into: OpenFile(writing))
    let file = FileDescriptor(number: reading)
    let first = try file.read(atMost: 1000, name: "pipe")
    compositor.hangUp()
    try waitUntil { !server.isOwner }
    let rest = try file.readToEnd(name: "pipe")
    #expect(first.count + rest.count == Self.large.count)
    #expect(server.stop())
  }

  @Test(arguments: [[], [1, 2, 3]] as [[UInt8]])
  func `What ends with the compositor is not taken for the whole`(beginning: [UInt8]) throws {
    let compositor = try FakeCompositor()
    compositor.offer(["a/a": .stops(beginning)])
    let thread = Self.failure("a/a", compositor, within: .seconds(10))
    try waitUntil { compositor.askedNames == ["a/a"] }
    compositor.hangUp()
    let code = try thread.join(timeout: .seconds(5))
    #expect(code == .unavailable)
  }

  @Test func `Who is sent away each time comes again, but not without a pause`() throws {
    var manner = FakeCompositor.Manner()
    // What it takes to know what is on offer.
    manner.answersUpTo = 6
    let compositor = try FakeCompositor(manner)
    let watch = try WaylandWatch([.general], on: compositor.display)
    let begin = MonotonicTime.now
    // What is told of comes now and then; those who come are counted.
    let stop = StopSignal()
    let thread = Thread { while !((try? watch.next(until: stop)) ?? []).isEmpty {} }
    try waitUntil { compositor.connectionCount >= 5 }
    #expect(MonotonicTime.now >= begin + .milliseconds(300))
    stop.stop()
    try thread.join()
  }
}
