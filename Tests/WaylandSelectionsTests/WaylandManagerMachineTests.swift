import Exchange
import System
import Testing

@testable import WaylandSelections

/// What a keeper of copies does, without a compositor.
@Suite("Wayland: the keeper's machine") struct WaylandManagerMachineTests {
  private static func time(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: 1_000_000_000 + milliseconds * 1_000_000)
  }

  private static let snapshot: Snapshot = {
    var snapshot = Snapshot()
    snapshot.names = ["a/a"]
    snapshot.representations = ["a/a": Representation(bytes: [1])]
    return snapshot
  }()

  private static func captured(_ ticket: Int, mayTakeOver: Bool = false) -> WaylandManagerMachine.Event {
    .captured(ticket: ticket, snapshot, mayTakeOver: mayTakeOver)
  }

  @Test func `What was read is owned when nothing has been copied for a while`() {
    var machine = WaylandManagerMachine()
    #expect(machine.handle(.copied(isOwn: false), at: Self.time(0)) == [.capture(ticket: 1)])
    #expect(machine.handle(Self.captured(1), at: Self.time(5)) == [])
    #expect(machine.nextDeadline == .never)
    #expect(machine.handle(.cleared, at: Self.time(10)) == [])
    #expect(machine.nextDeadline == Self.time(110))
    #expect(machine.handle(.clock, at: Self.time(109)) == [])
    #expect(machine.handle(.clock, at: Self.time(110)) == [.confirm])
    #expect(machine.nextDeadline == .never)
    #expect(machine.handle(.confirmed, at: Self.time(111)) == [.own(Self.snapshot)])
  }

  @Test(arguments: [(20 as Int64, true), (1500, false)])
  func `What another manager keeps of a copy gives way to all of it`(moment: Int64, givesWay: Bool) {
    var machine = WaylandManagerMachine()
    _ = machine.handle(.copied(isOwn: false), at: Self.time(0))
    _ = machine.handle(Self.captured(1), at: Self.time(5))
    _ = machine.handle(.cleared, at: Self.time(10))
    _ = machine.handle(.copied(isOwn: false), at: Self.time(moment))
    #expect((machine.former == Self.snapshot) == givesWay)
    let text = WaylandManagerMachine.Event.captured(
      ticket: 2, Self.snapshot, mayTakeOver: false, isRemainder: machine.former != nil)
    _ = machine.handle(.clock, at: Self.time(moment + 30))
    #expect(machine.handle(text, at: Self.time(moment + 40)) == (givesWay ? [.own(Self.snapshot)] : []))
  }

  @Test(arguments: [20 as Int64, 110, 112])
  func `A program that copies anew after it let go keeps what it copied`(moment: Int64) {
    var machine = WaylandManagerMachine()
    _ = machine.handle(.copied(isOwn: false), at: Self.time(0))
    _ = machine.handle(Self.captured(1), at: Self.time(5))
    _ = machine.handle(.cleared, at: Self.time(10))
    if moment > 110 { #expect(machine.handle(.clock, at: Self.time(110)) == [.confirm]) }
    #expect(machine.handle(.copied(isOwn: false), at: Self.time(moment)) == [.capture(ticket: 2)])
    #expect(machine.handle(.confirmed, at: Self.time(200)) == [])
    #expect(machine.handle(.clock, at: Self.time(300)) == [])
  }

  @Test func `What is marked is not kept, nor what was copied before it`() {
    var machine = WaylandManagerMachine()
    _ = machine.handle(.copied(isOwn: false), at: Self.time(0))
    _ = machine.handle(Self.captured(1), at: Self.time(5))
    #expect(machine.handle(.copied(isOwn: false), at: Self.time(30)) == [.capture(ticket: 2)])
    _ = machine.handle(.captured(ticket: 2, nil, mayTakeOver: false), at: Self.time(40))
    _ = machine.handle(.cleared, at: Self.time(50))
    #expect(machine.nextDeadline == .never)
  }

  @Test func `An owner that goes while it is read loses nothing`() {
    var machine = WaylandManagerMachine()
    _ = machine.handle(.copied(isOwn: false), at: Self.time(0))
    _ = machine.handle(.cleared, at: Self.time(1))
    #expect(machine.handle(Self.captured(1, mayTakeOver: true), at: Self.time(5)) == [])
    #expect(machine.handle(.clock, at: Self.time(105)) == [.confirm])
    #expect(machine.handle(.confirmed, at: Self.time(106)) == [.own(Self.snapshot)])
  }

  @Test func `What it owns itself is neither read nor, once it is cleared, owned again`() {
    var machine = WaylandManagerMachine()
    _ = machine.handle(.copied(isOwn: false), at: Self.time(0))
    #expect(machine.handle(Self.captured(1, mayTakeOver: true), at: Self.time(5)) == [.takeOver(ticket: 1)])
    #expect(machine.handle(.copied(isOwn: true), at: Self.time(6)) == [])
    #expect(machine.handle(.cleared, at: Self.time(10)) == [])
    #expect(machine.nextDeadline == .never)
  }

  @Test func `Of copies in quick succession the last is read, and one that hangs is given up`() {
    var machine = WaylandManagerMachine()
    #expect(machine.handle(.copied(isOwn: false), at: Self.time(0)) == [.capture(ticket: 1)])
    for moment in 1...50 as ClosedRange<Int64> {
      #expect(machine.handle(.copied(isOwn: false), at: Self.time(moment)) == [])
    }
    #expect(machine.nextDeadline == Self.time(101))
    #expect(machine.handle(.clock, at: Self.time(101)) == [.capture(ticket: 2)])
    #expect(machine.handle(Self.captured(1), at: Self.time(102)) == [])
    _ = machine.handle(Self.captured(2), at: Self.time(103))
    #expect(machine.handle(.copied(isOwn: false), at: Self.time(104)) == [])
    #expect(machine.nextDeadline == Self.time(121))
    #expect(machine.handle(.clock, at: Self.time(121)) == [.capture(ticket: 3)])
  }

  @Test func `What an earlier manager held comes back only where nothing is copied`() {
    var machine = WaylandManagerMachine()
    #expect(machine.handle(.restored(Self.snapshot), at: Self.time(0)) == [.own(Self.snapshot)])
    var other = WaylandManagerMachine()
    _ = other.handle(.copied(isOwn: false), at: Self.time(0))
    #expect(other.handle(.restored(Self.snapshot), at: Self.time(1)) == [])
  }
}
