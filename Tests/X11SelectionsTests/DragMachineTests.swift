import System
import Testing

@testable import X11Selections

/// The source of drags without a server: the traps S1 to S21 of targets, and every way out.
@Suite struct DragMachineTests {
  private typealias Action = DragMachine.Action

  private static let here = target(10)
  /// One that has a proxy.
  private static let there = target(20, by: 21)
  private static let copy = XAtom(rawValue: 1)
  private static let move = XAtom(rawValue: 2)

  private static func target(_ window: UInt32, by proxy: UInt32? = nil) -> DragTarget {
    let target = DragTarget(
      window: XWindow(rawValue: window), destination: proxy.map(XWindow.init), declaredVersion: 5)
    guard let target else { fatalError("version 5 is spoken here") }
    return target
  }

  private struct World {
    var machine = DragMachine()
    var now = MonotonicTime(nanoseconds: 1_000_000_000)

    mutating func tell(_ event: DragMachine.Event) -> [Action] {
      var actions: [Action] = []
      machine.handle(event, at: now, actions: &actions)
      return actions
    }

    mutating func point(_ x: Int, at target: DragTarget?) -> [Action] {
      tell(.pointer(XPoint(x, 0), XTimestamp(rawValue: UInt32(x)), target))
    }

    /// Moves onto a target that is described at once.
    mutating func enter(_ target: DragTarget, x: Int = 1) -> [Action] {
      point(x, at: target) + tell(.isDescribed(target.window))
    }

    mutating func status(_ accepts: Bool, from target: DragTarget = here) -> [Action] {
      tell(.message(.status(target: target.window, accepts: accepts, action: accepts ? copy : .none)))
    }

    mutating func finished(_ isAccepted: Bool, action: XAtom = copy, from target: DragTarget = here)
      -> [Action]
    {
      tell(.message(.finished(target: target.window, isAccepted: isAccepted, action: action)))
    }

    mutating func release() -> [Action] { tell(.released(XTimestamp(rawValue: 99))) }

    mutating func pass(_ time: Duration) -> [Action] {
      now = now + time
      return tell(.clock)
    }
  }

  private static func sent(_ message: DragMachine.Message, to target: DragTarget = here) -> Action {
    .send(message, to: target)
  }

  private static func position(_ x: Int) -> DragMachine.Message {
    .position(XPoint(x, 0), XTimestamp(rawValue: UInt32(x)))
  }

  private static let drop = sent(.drop(XTimestamp(rawValue: 99)))

  @Test("A whole drag: described, entered, told of the place, dropped, finished")
  func wholeDrag() {
    var world = World()
    #expect(world.point(1, at: Self.here) == [.watch(Self.here.window), .describe(Self.here)])
    #expect(world.tell(.isDescribed(Self.here.window)) == [Self.sent(.enter), Self.sent(Self.position(1))])
    #expect(world.status(true) == [.show(accepts: true)])
    #expect(world.release() == [Self.drop])
    #expect(world.finished(true) == [.end(.taken)])
    #expect(world.machine.nextDeadline == .never)
  }

  @Test("S1: a first refusal is asked again while the pointer rests")
  func firstRefusal() {
    var world = World()
    _ = world.enter(Self.here)
    #expect(world.status(false) == [])
    #expect(world.pass(.milliseconds(150)) == [.look])
    #expect(world.point(1, at: Self.here) == [Self.sent(Self.position(1))])
    #expect(world.status(true) == [.show(accepts: true)])
    #expect(world.release() == [Self.drop])
  }

  @Test("S1: a quick hand that lets go before the verdict still drops")
  func quickRelease() {
    var world = World()
    _ = world.enter(Self.here)
    #expect(world.release() == [])
    #expect(world.status(false) == [Self.sent(Self.position(1))], "asked once more")
    #expect(world.status(true) == [.show(accepts: true), Self.drop])
  }

  @Test("S1: one that stays with its refusal is left after a second, soon if it has had its time")
  func refusalStays() {
    var world = World()
    _ = world.enter(Self.here)
    _ = world.status(false)
    _ = world.release()
    var actions: [Action] = []
    for _ in 0..<7 { actions += world.pass(.milliseconds(150)) + world.status(false) }
    #expect(actions.suffix(3) == [Self.sent(.leave), .unwatch(Self.here.window), .end(.nowhere)])

    world = World()
    _ = world.enter(Self.here)
    world.now = world.now + .seconds(2)
    _ = world.status(false)
    _ = world.release()
    _ = world.status(false)
    #expect(world.pass(.milliseconds(300)).last == .end(.nowhere))
  }

  @Test("S2: one position is under way at a time, and the newest place counts")
  func oneAtATime() {
    var world = World()
    _ = world.enter(Self.here)
    for x in 2...9 { #expect(world.point(x, at: Self.here) == []) }
    #expect(world.pass(.milliseconds(200)) == [.look])
    #expect(world.status(true) == [.show(accepts: true), Self.sent(Self.position(9))])
  }

  @Test("A target that never answers is told where the pointer is now and then, and left in the end")
  func silentTarget() {
    var world = World()
    _ = world.enter(Self.here)
    world.now = world.now + .seconds(2)
    #expect(world.point(5, at: Self.here) == [Self.sent(Self.position(5))])
    #expect(world.release() == [])
    #expect(world.pass(.seconds(1)) == [Self.sent(.leave), .unwatch(Self.here.window), .end(.nowhere)])
  }

  @Test("S5: a drop without an answer ends after a while")
  func unanswered() {
    var world = World()
    _ = world.enter(Self.here)
    _ = world.status(true)
    _ = world.release()
    #expect(world.pass(.seconds(59)) == [])
    #expect(world.pass(.seconds(1)) == [.end(.unanswered)])
  }

  @Test("S6: of two answers to a drop the first counts")
  func finishedTwice() {
    var world = World()
    _ = world.enter(Self.here)
    _ = world.status(true)
    _ = world.release()
    #expect(world.finished(true) == [.end(.taken)])
    #expect(world.finished(false) == [])
    world = World()
    _ = world.enter(Self.here)
    _ = world.status(true)
    _ = world.release()
    #expect(world.finished(false) == [.end(.refused)])
  }

  @Test("S7: of several answers to one position the last counts, also after the button is let go")
  func threeStatuses() {
    var world = World()
    _ = world.enter(Self.here)
    _ = world.status(false)
    #expect(world.status(true) == [.show(accepts: true)])
    #expect(world.status(false) == [.show(accepts: false)])
    #expect(world.status(true) == [.show(accepts: true)])
    _ = world.point(2, at: Self.here)
    #expect(world.release() == [])
    #expect(world.status(false) == [.show(accepts: false), Self.sent(Self.position(2))])
    #expect(world.status(true) == [.show(accepts: true), Self.drop])
    #expect(world.status(false) == [], "after the drop it says nothing")
  }

  @Test("S8: nothing is sent before the list of types is written for the target")
  func describedFirst() {
    var world = World()
    _ = world.point(1, at: Self.here)
    #expect(world.point(2, at: Self.here) == [])
    #expect(
      world.point(3, at: Self.there) == [
        .unwatch(Self.here.window), .watch(Self.there.window), .describe(Self.there),
      ], "no Leave for what was never entered")
    #expect(world.tell(.isDescribed(Self.here.window)) == [])
    #expect(
      world.tell(.isDescribed(Self.there.window)) == [
        Self.sent(.enter, to: Self.there), Self.sent(Self.position(3), to: Self.there),
      ])
  }

  @Test("S8: a button that is let go meanwhile drops all the same")
  func releasedBeforeDescribed() {
    var world = World()
    _ = world.point(1, at: Self.here)
    #expect(world.release() == [])
    #expect(world.tell(.isDescribed(Self.here.window)) == [Self.sent(.enter), Self.sent(Self.position(1))])
    #expect(world.status(true) == [.show(accepts: true), Self.drop])
  }

  @Test("S10, S12: what was moved was taken, as what was copied")
  func moved() {
    var world = World()
    _ = world.enter(Self.here)
    _ = world.status(true)
    _ = world.release()
    #expect(world.finished(true, action: Self.move) == [.end(.taken)])
  }

  @Test("S15: every way out tells the target")
  func leavesAlways() {
    let leave = [Self.sent(.leave), .unwatch(Self.here.window)]
    var world = World()
    _ = world.enter(Self.here)
    #expect(world.tell(.cancelled) == leave + [.end(.cancelled)])
    world = World()
    _ = world.enter(Self.here)
    #expect(world.point(2, at: nil) == leave)
    #expect(world.release() == [.end(.nowhere)])
    world = World()
    _ = world.enter(Self.here)
    _ = world.release()
    #expect(world.tell(.cancelled) == leave + [.end(.cancelled)])
    world = World()
    _ = world.enter(Self.here)
    #expect(world.point(2, at: Self.there).prefix(2) == leave[...])
  }

  @Test("S20: the version is what both sides speak, and none below 3")
  func versions() {
    let window = XWindow(rawValue: 1)
    #expect(
      [3, 4, 5, 6, 99].map { DragTarget(window: window, declaredVersion: $0)?.version } == [3, 4, 5, 5, 5])
    #expect([0, 2].compactMap { DragTarget(window: window, declaredVersion: $0) } == [])
  }

  @Test("S21: an answer may come in the name of the proxy; those of windows left behind are ignored")
  func whoAnswers() {
    var world = World()
    _ = world.enter(Self.here)
    _ = world.enter(Self.there, x: 2)
    #expect(world.status(true, from: Self.here) == [])
    #expect(
      world.tell(.message(.status(target: Self.there.destination, accepts: true, action: Self.copy)))
        == [.show(accepts: true)])
  }

  @Test("T6: yes without an action is no")
  func yesWithoutAction() {
    var world = World()
    _ = world.enter(Self.here)
    #expect(world.tell(.message(.status(target: Self.here.window, accepts: true, action: .none))) == [])
  }

  @Test("A target that dies is no target any more, whenever it does")
  func targetDies() {
    var world = World()
    _ = world.enter(Self.here)
    _ = world.status(true)
    #expect(world.tell(.windowDestroyed(Self.here.window)) == [.show(accepts: false), .look])
    #expect(world.point(1, at: nil) == [])
    world = World()
    _ = world.enter(Self.here)
    _ = world.release()
    #expect(world.tell(.windowDestroyed(Self.here.window)) == [.end(.nowhere)])
    world = World()
    _ = world.enter(Self.here)
    _ = world.status(true)
    _ = world.release()
    #expect(world.tell(.windowDestroyed(Self.here.window)) == [.end(.unanswered)])
  }

  @Test("Messages read as they were written, damaged ones not at all")
  func messages() {
    let names = DragNames(numbered: 200)
    let window = XWindow(rawValue: 7)
    let messages: [DragMessage] = [
      .enter(source: window, version: 5, hasList: true, types: [Self.copy]),
      .position(source: window, point: XPoint(-3, 4000), time: XTimestamp(rawValue: 8), action: Self.move),
      .status(target: window, accepts: true, action: Self.copy), .leave(source: window),
      .drop(source: window, time: XTimestamp(rawValue: 9)),
      .finished(target: window, isAccepted: false, action: .none),
    ]
    for message in messages {
      var sent = message.encoded(for: XWindow(rawValue: 5), names)
      #expect(DragMessage(sent, names) == message)
      sent.format = 8
      #expect(DragMessage(sent, names) == nil)
    }
  }
}

extension DragNames {
  /// Atoms of consecutive numbers.
  init(numbered first: UInt32) {
    self.init { place in XAtom(rawValue: first + UInt32(place)) }
  }
}
