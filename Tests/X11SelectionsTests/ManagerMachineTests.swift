import TestSupport
import Testing

@testable import X11Selections

/// The two sides of handing over, and the watcher's pauses, without a server.
@Suite struct ManagerMachineTests {
  @Test("Handing over asks once and ends in time", arguments: UInt64(0)..<100)
  func handOverEnds(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var now = MonotonicTime(nanoseconds: 0)
    var handOver = HandOver(at: now)
    let events: [HandOver.Event] = [
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
    "A manager answers every request to save once, and owns only what nobody owns", arguments: UInt64(0)..<200
  )
  func managerKeepsItsRules(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var machine = ManagerMachine(owner: .none, capturesEveryCopy: seed % 2 == 0)
    var owner = XWindow.none
    var captures: [(ticket: Int, owner: XWindow)] = []
    var copies = 0
    var copyOfCapture: [Int: Int] = [:]
    var answers: [UInt32: Int] = [:]
    var serial: UInt32 = 0

    func snapshot(_ copy: Int) -> SelectionSnapshot {
      var snapshot = SelectionSnapshot()
      snapshot.targets = ["\(copy)"]
      snapshot.properties = ["\(copy)": SelectionProperty(type: "STRING", bytes: [])]
      return snapshot
    }

    func perform(_ actions: [ManagerMachine.Action]) {
      for action in actions {
        switch action {
        case .capture(let ticket, _):
          #expect(captures.isEmpty, "two readings at a time, seed \(seed)")
          captures.append((ticket, owner))
          copyOfCapture[ticket] = copies
        case .answer(let request, _): answers[request.time.rawValue, default: 0] += 1
        case .own(let snapshot):
          #expect(owner == .none, "seed \(seed)")
          #expect(snapshot.targets == ["\(copies)"], "an older copy came back, seed \(seed)")
          owner = XWindow(rawValue: 99)
          perform(machine.handle(.owning(owner)))
          perform(machine.handle(.ownerChanged(owner, hasVanished: false)))
        }
      }
    }

    for _ in 0..<200 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0:
        copies += 1
        owner = XWindow(rawValue: UInt32(copies) + 100)
        perform(machine.handle(.ownerChanged(owner, hasVanished: false)))
      case 1 where owner != .none:
        owner = .none
        perform(machine.handle(.ownerChanged(.none, hasVanished: Bool.random(using: &generator))))
      case 2:
        serial += 1
        answers[serial] = 0
        let request = SelectionRequest(
          requestor: owner, selection: .none, target: .none, property: .none,
          time: XTimestamp(rawValue: serial))
        perform(machine.handle(.saveRequested(request, targets: nil)))
      default:
        guard !captures.isEmpty else { continue }
        let capture = captures.remove(at: Int.random(in: 0..<captures.count, using: &generator))
        let copy = copyOfCapture[capture.ticket] ?? 0
        let isReadable = capture.owner != .none && Bool.random(using: &generator)
        perform(machine.handle(.captured(ticket: capture.ticket, isReadable ? snapshot(copy) : nil)))
      }
    }
    while let capture = captures.popLast() { perform(machine.handle(.captured(ticket: capture.ticket, nil))) }
    #expect(answers.values.allSatisfy { $0 == 1 }, "seed \(seed)")
  }

  @Test("What was saved comes back when its owner goes, and only then", arguments: [false, true])
  func managerRestores(hasVanished: Bool) {
    var machine = ManagerMachine(owner: .none, capturesEveryCopy: true)
    var kept = SelectionSnapshot()
    kept.targets = ["UTF8_STRING"]
    let owner = XWindow(rawValue: 1)
    #expect(
      machine.handle(.ownerChanged(owner, hasVanished: false)) == [.capture(ticket: 1, targets: nil)])
    #expect(machine.handle(.captured(ticket: 1, kept)) == [])
    let end = machine.handle(.ownerChanged(.none, hasVanished: hasVanished))
    #expect(end == (hasVanished ? [.own(kept)] : []))
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
