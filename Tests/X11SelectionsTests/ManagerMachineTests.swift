import Exchange
import System
import TestSupport
import Testing

@testable import X11Selections

/// The two sides of handing over, and the watcher's pauses, without a server.
@Suite struct ManagerMachineTests {
  @Test("Handing over asks once and ends in time", arguments: Seeds.few(100))
  func handOverEnds(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var now = MonotonicTime(nanoseconds: 0)
    var handOver = SaveRequest(at: now)
    let events: [SaveRequest.Event] = [
      .managerFound(XWindow(rawValue: 5)), .managerFound(XWindow(rawValue: 6)), .answered(false), .clock,
      .clock,
      .answered(true), .managerVanished, .ownershipLost, .managerFound(.none),
    ]
    var requests = 0
    // The sooner events are the likelier, so that some sequences get far.
    for _ in 0..<100 {
      now = now + .milliseconds(50)
      let wasFinished = handOver.isFinished
      let likely = events.prefix(Int.random(in: 1...events.count, using: &generator))
      let action = handOver.handle(likely.randomElement(using: &generator) ?? .clock, at: now)
      if wasFinished { #expect(action == nil, "seed \(seed)") }
      if action != nil { requests += 1 }
    }
    _ = handOver.handle(.clock, at: now)
    #expect(handOver.isFinished, "seed \(seed)")
    #expect(requests <= 1, "seed \(seed)")
  }

  @Test(
    "A manager answers every request to save once, and owns only what nobody owns", arguments: Seeds.few(200)
  )
  func managerKeepsItsRules(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var world = ManagerWorld(seed: seed)
    for _ in 0..<200 { world.go(on: &generator) }
    world.endCaptures()
    #expect(world.answers.values.allSatisfy { $0 == 1 }, "seed \(seed)")
  }

  /// How long after an owner has vanished another one has the clipboard, and whether that may be what is left of the copy.
  @Test(
    "What another manager keeps of a copy gives way to all of it",
    arguments: [(10, true, true), (10, false, false), (1500, true, false)])
  func remainder(milliseconds: Int, hasVanished: Bool, givesWay: Bool) {
    var machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: true)
    var (kept, text) = (Snapshot(), Snapshot())
    (kept.names, text.names) = (["text/html", "UTF8_STRING"], ["UTF8_STRING"])
    let start = MonotonicTime(nanoseconds: 0)
    let later = start + .milliseconds(milliseconds)
    _ = machine.handle(.ownerChanged(XWindow(rawValue: 1), hasVanished: false), at: start)
    _ = machine.handle(.captured(ticket: 1, kept), at: start)
    _ = machine.handle(.ownerChanged(.none, hasVanished: hasVanished), at: start)
    _ = machine.handle(.ownerChanged(XWindow(rawValue: 2), hasVanished: false), at: later)
    _ = machine.handle(.clock, at: later + .milliseconds(20))
    #expect((machine.former == kept) == givesWay)
    let isRemainder = machine.former != nil
    let actions = machine.handle(
      .captured(ticket: 2, text, isRemainder: isRemainder), at: later + .milliseconds(30))
    #expect(actions == (givesWay ? [.own(kept, asOf: .current)] : []))
  }

  @Test("What was saved comes back when its owner goes, and only then", arguments: [false, true])
  func managerRestores(hasVanished: Bool) {
    var machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: true)
    var kept = Snapshot()
    kept.names = ["UTF8_STRING"]
    let owner = XWindow(rawValue: 1)
    let now = MonotonicTime(nanoseconds: 0)
    #expect(
      machine.handle(.ownerChanged(owner, hasVanished: false), at: now) == [.capture(ticket: 1, targets: nil)]
    )
    #expect(machine.handle(.captured(ticket: 1, kept), at: now) == [])
    let end = machine.handle(.ownerChanged(.none, hasVanished: hasVanished), at: now)
    #expect(end == (hasVanished ? [.own(kept, asOf: .current)] : []))
  }

  @Test(
    "What its owner lets go because it was read comes back, and what is cleared later does not",
    arguments: [(5, 10, true), (60, 10, true), (111, 10, false)]
      as [(cleared: Int, ended: Int, isBack: Bool)], [false, true])
  func managerRestoresWhatReadingSpent(times: (cleared: Int, ended: Int, isBack: Bool), endsWhenRead: Bool) {
    var machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: true)
    var kept = Snapshot()
    kept.names = ["x-special/gnome-copied-files"]
    let start = MonotonicTime(nanoseconds: 1_000_000_000)
    let copied = machine.handle(.ownerChanged(XWindow(rawValue: 1), hasVanished: false), at: start)
    #expect(copied == [.capture(ticket: 1, targets: nil)])
    let events: [(time: Int, event: ClipboardManagerMachine.Event)] = [
      (times.cleared, .ownerChanged(.none, hasVanished: false)),
      (times.ended, .captured(ticket: 1, kept, endsWhenRead: endsWhenRead)),
    ]
    var actions: [ClipboardManagerMachine.Action] = []
    for (time, event) in events.sorted(by: { $0.time < $1.time }) {
      actions += machine.handle(event, at: start + .milliseconds(time))
    }
    #expect(actions == (times.isBack && endsWhenRead ? [.own(kept, asOf: .current)] : []))
    // Whoever clears what came back wants it empty.
    let own = XWindow(rawValue: 2)
    _ = machine.handle(.owning(own), at: start + .milliseconds(120))
    #expect(machine.handle(.ownerChanged(.none, hasVanished: false), at: start + .milliseconds(130)) == [])
  }

  @Test("Who asks to save what cannot be had is refused, and what was read before is kept")
  func managerRefusesWhatItDoesNotKeep() {
    var machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: true)
    var kept = Snapshot()
    kept.names = ["UTF8_STRING"]
    let owner = XWindow(rawValue: 1)
    let wanted = [XAtom(rawValue: 300)]
    let now = MonotonicTime(nanoseconds: 0)
    func saving(_ time: UInt32) -> SelectionRequest {
      SelectionRequest(
        requestor: owner, selection: .none, target: .none, property: .none, time: XTimestamp(rawValue: time))
    }
    let copied = machine.handle(.ownerChanged(owner, hasVanished: false), at: now)
    #expect(copied == [.capture(ticket: 1, targets: nil)])
    #expect(machine.handle(.captured(ticket: 1, kept), at: now) == [])
    for (ticket, snapshot) in [(2, Snapshot()), (3, nil), (4, kept)] as [(Int, Snapshot?)] {
      let request = saving(UInt32(ticket))
      let begin = machine.handle(.saveRequested(request, targets: wanted), at: now)
      #expect(begin == [.capture(ticket: ticket, targets: wanted)])
      let end = machine.handle(.captured(ticket: ticket, snapshot), at: now)
      #expect(end == [.answer(request, saved: ticket == 4)])
      guard ticket == 2 else { continue }
      var copy = machine
      #expect(copy.handle(.ownerChanged(.none, hasVanished: true), at: now) == [.own(kept, asOf: .current)])
    }
  }

  @Test("Of copies that follow each other quickly the last is read, by the same owner too")
  func managerTakesItsTime() {
    var machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: true)
    var now = MonotonicTime(nanoseconds: 1)
    var captures = 0
    for copy in 0..<1000 {
      now = now + .milliseconds(1)
      var actions = machine.handle(
        .ownerChanged(XWindow(rawValue: 7), hasVanished: false, time: XTimestamp(rawValue: UInt32(copy))),
        at: now)
      if machine.nextDeadline <= now { actions += machine.handle(.clock, at: now) }
      for case .capture(let ticket, _, _) in actions {
        captures += 1
        #expect(machine.handle(.captured(ticket: ticket, Snapshot()), at: now) == [])
      }
    }
    #expect((2...51).contains(captures))
    // The last copy is read when the pause is over, and may be taken over unless there is a later one.
    #expect(machine.nextDeadline > now)
    now = machine.nextDeadline
    guard case .capture(let ticket, _, _) = machine.handle(.clock, at: now).first else {
      return #expect(Bool(false), "the last copy was not read")
    }
    #expect(machine.nextDeadline == .never)
    let end = machine.handle(.captured(ticket: ticket, Snapshot(), mayTakeOver: true), at: now)
    #expect(end == [.takeOver(ticket: ticket, asOf: XTimestamp(rawValue: 999))])
  }

  @Test("An owner that hangs does not cost the next one its copy")
  func managerGivesUpWhatNobodyAnswers() {
    var machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: true)
    var now = MonotonicTime(nanoseconds: 1_000_000_000)
    func owner(_ number: UInt32) -> ClipboardManagerMachine.Event {
      .ownerChanged(XWindow(rawValue: number), hasVanished: false)
    }
    #expect(machine.handle(owner(1), at: now) == [.capture(ticket: 1, targets: nil)])
    now = now + .seconds(1)
    #expect(machine.handle(owner(2), at: now) == [])
    #expect(machine.nextDeadline == now + CaptureScheduler.grace)
    now = machine.nextDeadline
    #expect(machine.handle(.clock, at: now) == [.capture(ticket: 2, targets: nil)])
    var snapshot = Snapshot()
    snapshot.names = ["STRING"]
    #expect(machine.handle(.captured(ticket: 2, snapshot), at: now) == [])
    #expect(machine.handle(.captured(ticket: 1, Snapshot()), at: now) == [])
    let end = machine.handle(.ownerChanged(.none, hasVanished: true), at: now)
    #expect(end == [.own(snapshot, asOf: .current)])

    // However many of them hang, readings are few.
    var readings = 0
    for number in UInt32(3)..<100 {
      var actions = machine.handle(owner(number), at: now)
      now = now + .seconds(1)
      actions += machine.handle(.clock, at: now)
      readings += actions.count
    }
    #expect(readings == CaptureScheduler.abandonedLimit + 1)
  }

  @Test("A copy is read as of the time when it was made, so that a later one refuses")
  func managerReadsAsOf() {
    let now = MonotonicTime(nanoseconds: 1)
    let (owner, time) = (XWindow(rawValue: 1), XTimestamp(rawValue: 77))
    var machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: true)
    let actions = machine.handle(.ownerChanged(owner, hasVanished: false, time: time), at: now)
    #expect(actions == [.capture(ticket: 1, targets: nil, asOf: time)])
  }

  @Test("What a new copy has overtaken is not taken over")
  func managerTakesOverTheLatest() {
    var machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: true)
    let now = MonotonicTime(nanoseconds: 1)
    let first = machine.handle(.ownerChanged(XWindow(rawValue: 1), hasVanished: false), at: now)
    #expect(first == [.capture(ticket: 1, targets: nil)])
    #expect(machine.handle(.ownerChanged(XWindow(rawValue: 2), hasVanished: false), at: now) == [])
    #expect(machine.handle(.captured(ticket: 1, Snapshot(), mayTakeOver: true), at: now) == [])
  }

  @Test("What an earlier manager held comes back only if nobody owns the clipboard")
  func managerHoldsAgain() {
    let now = MonotonicTime(nanoseconds: 1)
    var held = Snapshot()
    held.names = ["UTF8_STRING"]
    var machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: true)
    #expect(machine.handle(.restored(held), at: now) == [.own(held, asOf: .current)])
    machine = ClipboardManagerMachine(owner: XWindow(rawValue: 3), capturesEveryCopy: true)
    #expect(machine.handle(.restored(held), at: now) == [])
    // What is on the clipboard at the start is read as any copy is.
    #expect(machine.handle(.clock, at: now) == [.capture(ticket: 1, targets: nil)])
  }

  @Test("Changes are told after a pause, or after a while without one")
  func coalescerPauses() {
    var coalescer = ChangeCoalescer(pause: .milliseconds(50))
    let start = MonotonicTime(nanoseconds: 0)
    func change(_ selection: UInt32, _ owner: UInt32) -> OwnerChange {
      OwnerChange(
        selection: XAtom(rawValue: selection), owner: XWindow(rawValue: owner), hasVanished: false,
        selectionTime: .current)
    }
    #expect(coalescer.deadline == .never)
    coalescer.add(change(1, 1), at: start)
    coalescer.add(change(2, 1), at: start + .milliseconds(10))
    coalescer.add(change(1, 2), at: start + .milliseconds(20))
    #expect(coalescer.take(at: start + .milliseconds(69)) == [])
    #expect(coalescer.take(at: start + .milliseconds(70)) == [change(2, 1), change(1, 2)])
    #expect(coalescer.deadline == .never)

    var told = 0
    for tick in 0..<1000 {
      let now = start + .milliseconds(100 + tick * 10)
      coalescer.add(change(1, UInt32(tick)), at: now)
      told += coalescer.take(at: now).count
    }
    #expect((10...25).contains(told))
  }
}
