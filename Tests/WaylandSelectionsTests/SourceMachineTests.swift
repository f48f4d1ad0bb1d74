import Exchange
import System
import Testing

@testable import WaylandSelections

/// What the owner of a source does, without a compositor.
@Suite("Wayland: the source's machine") struct SourceMachineTests {
  private static func time(_ seconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: seconds * 1_000_000_000)
  }

  private static func handle(
    _ machine: inout SourceMachine, _ event: SourceMachine.Event, at seconds: Int64 = 0
  ) -> [SourceMachine.Action] {
    var actions: [SourceMachine.Action] = []
    machine.handle(event, at: time(seconds), actions: &actions)
    return actions
  }

  @Test func `A form is rendered once, for all who ask`() {
    var machine = SourceMachine()
    #expect(Self.handle(&machine, .asked(1, rendering: "a/a")) == [.render("a/a")])
    #expect(Self.handle(&machine, .asked(2, rendering: "a/a")) == [])
    #expect(machine.content(for: 1) == nil)
    let opened = Self.handle(&machine, .rendered("a/a", Representation(bytes: [1, 2, 3])))
    #expect(Set(opened) == [.open(1), .open(2)])
    #expect(Self.handle(&machine, .wrote(1, 2)) == [])
    #expect(machine.content(for: 1)?.sent == 2)
    #expect(machine.content(for: 2)?.sent == 0)
    #expect(Self.handle(&machine, .wrote(1, 1)) == [.close(1)])
    #expect(Self.handle(&machine, .asked(3, rendering: "a/a")) == [.open(3)])
    #expect(!machine.isIdle)
  }

  @Test func `What changes is rendered anew when all who asked have it`() {
    var machine = SourceMachine(changing: ["a/a"])
    for delivery in 1...2 { _ = Self.handle(&machine, .asked(delivery, rendering: "a/a")) }
    _ = Self.handle(&machine, .rendered("a/a", Representation(bytes: [1, 2, 3])))
    #expect(Self.handle(&machine, .wrote(1, 3)) == [.close(1)])
    #expect(Self.handle(&machine, .asked(3, rendering: "a/a")) == [.open(3)])
    #expect(Self.handle(&machine, .readerGone(3)) == [.close(3)])
    #expect(Self.handle(&machine, .wrote(2, 3)) == [.close(2)])
    #expect(Self.handle(&machine, .asked(4, rendering: "a/a")) == [.render("a/a")])
    #expect(Self.handle(&machine, .readerGone(4)) == [.close(4)])
    // Nobody waits for it any more; the next one has it made again.
    #expect(Self.handle(&machine, .rendered("a/a", Representation(bytes: [1]))) == [])
    #expect(Self.handle(&machine, .asked(5, rendering: "a/a")) == [.render("a/a")])
    #expect(Self.handle(&machine, .rendered("a/a", nil)) == [.close(5)])
    #expect(machine.isIdle && Self.handle(&machine, .asked(6, rendering: "a/a")) == [.render("a/a")])
  }

  @Test func `What is not offered, refused or empty ends at once`() {
    var machine = SourceMachine()
    #expect(Self.handle(&machine, .asked(1, rendering: nil)) == [.close(1)])
    _ = Self.handle(&machine, .asked(2, rendering: "a/a"))
    #expect(Self.handle(&machine, .rendered("a/a", nil)) == [.close(2)])
    #expect(Self.handle(&machine, .asked(3, rendering: "a/a")) == [.close(3)])
    _ = Self.handle(&machine, .asked(4, rendering: "b/b"))
    #expect(Self.handle(&machine, .rendered("b/b", Representation(bytes: []))) == [.close(4)])
    #expect(machine.isIdle)
  }

  @Test func `A reader that takes nothing is let go, one that takes a little is not`() {
    var machine = SourceMachine()
    for delivery in 1...2 { _ = Self.handle(&machine, .asked(delivery, rendering: "a/a")) }
    _ = Self.handle(&machine, .rendered("a/a", Representation(bytes: [1, 2, 3])))
    #expect(machine.nextDeadline == Self.time(10))
    _ = Self.handle(&machine, .wrote(2, 1), at: 9)
    #expect(Self.handle(&machine, .clock, at: 10) == [.close(1)])
    #expect(machine.nextDeadline == Self.time(19))
    #expect(Self.handle(&machine, .readerGone(2), at: 12) == [.close(2)])
    #expect(machine.nextDeadline == .never)
  }

  @Test func `A rendering that never comes lets its readers go`() {
    var machine = SourceMachine()
    _ = Self.handle(&machine, .asked(1, rendering: "a/a"))
    #expect(Self.handle(&machine, .clock, at: 10) == [.close(1)])
    // What comes later serves the next one.
    #expect(Self.handle(&machine, .rendered("a/a", Representation(bytes: [1])), at: 11) == [])
    #expect(Self.handle(&machine, .asked(2, rendering: "a/a"), at: 12) == [.open(2)])
  }

  @Test func `Of too many readers the one that has waited longest is let go`() {
    var machine = SourceMachine(limits: SourceMachine.Limits(deliveries: 2))
    _ = Self.handle(&machine, .asked(1, rendering: "a/a"), at: 0)
    _ = Self.handle(&machine, .asked(2, rendering: "a/a"), at: 1)
    #expect(Self.handle(&machine, .asked(3, rendering: "a/a"), at: 2) == [.close(1)])
  }

  @Test func `What was asked for is delivered after the loss`() {
    var machine = SourceMachine()
    _ = Self.handle(&machine, .asked(1, rendering: "a/a"))
    _ = Self.handle(&machine, .lost)
    #expect(!machine.isFinished)
    _ = Self.handle(&machine, .rendered("a/a", Representation(bytes: [1])))
    #expect(Self.handle(&machine, .wrote(1, 1)) == [.close(1)])
    #expect(machine.isFinished)
  }
}
