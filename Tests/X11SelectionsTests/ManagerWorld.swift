import Exchange
import System
import TestSupport
import Testing

@testable import X11Selections

/// A manager among owners that copy, vanish and ask it to save, as chance has it.
struct ManagerWorld {
  /// How many answers each request to save got, by its time.
  private(set) var answers: [UInt32: Int] = [:]
  private let seed: UInt64
  private var machine: ClipboardManagerMachine
  private var owner = XWindow.none
  private var captures: [(ticket: Int, owner: XWindow)] = []
  private var copies = 0
  private var copyOfCapture: [Int: Int] = [:]
  private var serial: UInt32 = 0
  private var now = MonotonicTime(nanoseconds: 0)

  init(seed: UInt64) {
    self.seed = seed
    machine = ClipboardManagerMachine(owner: .none, capturesEveryCopy: seed % 2 == 0)
  }

  mutating func go(on generator: inout SeededGenerator) {
    now = now + .milliseconds(20)
    if machine.nextDeadline <= now { perform(machine.handle(.clock, at: now)) }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      copies += 1
      owner = XWindow(rawValue: UInt32(copies) + 100)
      perform(machine.handle(.ownerChanged(owner, hasVanished: false), at: now))
    case 1 where owner != .none:
      owner = .none
      perform(machine.handle(.ownerChanged(.none, hasVanished: Bool.random(using: &generator)), at: now))
    case 2:
      serial += 1
      answers[serial] = 0
      let request = SelectionRequest(
        requestor: owner, selection: .none, target: .none, property: .none,
        time: XTimestamp(rawValue: serial))
      perform(machine.handle(.saveRequested(request, targets: nil), at: now))
    default:
      guard !captures.isEmpty else { return }
      let capture = captures.remove(at: Int.random(in: 0..<captures.count, using: &generator))
      let copy = copyOfCapture[capture.ticket] ?? 0
      let isReadable = capture.owner != .none && Bool.random(using: &generator)
      let end = ClipboardManagerMachine.Event.captured(
        ticket: capture.ticket, isReadable ? Self.snapshot(copy) : nil,
        endsWhenRead: Bool.random(using: &generator))
      perform(machine.handle(end, at: now))
    }
  }

  /// No reading that is still going on brings anything.
  mutating func endCaptures() {
    while let capture = captures.popLast() {
      perform(machine.handle(.captured(ticket: capture.ticket, nil), at: now))
    }
  }

  private static func snapshot(_ copy: Int) -> Snapshot {
    var snapshot = Snapshot()
    snapshot.names = ["\(copy)"]
    snapshot.representations = ["\(copy)": Representation(declared: "STRING", bytes: [])]
    return snapshot
  }

  private mutating func perform(_ actions: [ClipboardManagerMachine.Action]) {
    for action in actions {
      switch action {
      case .capture(let ticket, _, _):
        #expect(
          captures.count <= CaptureScheduler.abandonedLimit, "too many readings at a time, seed \(seed)")
        captures.append((ticket, owner))
        copyOfCapture[ticket] = copies
      case .answer(let request, _): answers[request.time.rawValue, default: 0] += 1
      case .takeOver: Issue.record("nothing is to be taken over")
      case .own(let snapshot, _):
        #expect(owner == .none, "seed \(seed)")
        #expect(snapshot.names == ["\(copies)"], "an older copy came back, seed \(seed)")
        owner = XWindow(rawValue: 99)
        perform(machine.handle(.owning(owner), at: now))
        perform(machine.handle(.ownerChanged(owner, hasVanished: false), at: now))
      }
    }
  }
}
