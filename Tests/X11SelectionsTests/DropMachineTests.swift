import System
import Testing

@testable import X11Selections

/// The target of drags without a server: the traps T1 to T14 of sources, and the ends that a drop may come to.
@Suite struct DropMachineTests {
  private typealias Action = DropMachine.Action

  private static let window = XWindow(rawValue: 10)
  private static let source = XWindow(rawValue: 20)
  private static let other = XWindow(rawValue: 30)
  private static let copy = XAtom(rawValue: 1)
  private static let move = XAtom(rawValue: 2)
  private static let (html, text, image, uris) = (
    XAtom(rawValue: 101), XAtom(rawValue: 102), XAtom(rawValue: 103), XAtom(rawValue: 104)
  )

  private struct World {
    var machine = DropMachine(window: window, copy: copy)
    var now = MonotonicTime(nanoseconds: 1_000_000_000)

    mutating func tell(_ event: DropMachine.Event) -> [Action] {
      var actions: [Action] = []
      machine.handle(event, at: now, actions: &actions)
      return actions
    }

    mutating func say(_ message: DragMessage) -> [Action] { tell(.message(message)) }

    mutating func enter(_ types: [XAtom] = [html, text], version: Int = 5, from source: XWindow = source)
      -> [Action]
    {
      say(.enter(source: source, version: version, hasList: false, types: types))
    }

    mutating func position(action: XAtom = copy, from source: XWindow = source) -> [Action] {
      say(.position(source: source, point: XPoint(1, 2), time: XTimestamp(rawValue: 5), action: action))
    }

    mutating func drop(time: UInt32 = 7, from source: XWindow = source) -> [Action] {
      say(.drop(source: source, time: XTimestamp(rawValue: time)))
    }

    mutating func pass(_ time: Duration) -> [Action] {
      now = now + time
      return tell(.clock)
    }
  }

  private static func status(_ accepts: Bool, to source: XWindow = source) -> Action {
    .send(.status(target: window, accepts: accepts, action: accepts ? copy : .none), to: source)
  }

  private static func finished(_ isAccepted: Bool, to source: XWindow = source) -> Action {
    .send(
      .finished(target: window, isAccepted: isAccepted, action: isAccepted ? copy : .none), to: source)
  }

  private static func receive(_ types: [XAtom], time: UInt32 = 7) -> Action {
    .receive(source: source, types: types, time: XTimestamp(rawValue: time))
  }

  @Test("A drop is shown, accepted, read with its own time and finished once")
  func wholeDrop() {
    var world = World()
    #expect(world.enter() == [.watch(Self.source), .show([Self.html, Self.text])])
    #expect(world.position() == [Self.status(true)])
    #expect(world.drop() == [Self.receive([Self.html, Self.text])])
    #expect(world.tell(.isTaken(true)) == [Self.finished(true), .unwatch(Self.source)])
    #expect(world.machine.nextDeadline == .never)
    #expect(world.pass(.seconds(60)) == [])
  }

  @Test("T2: Finished goes out within a second though the work goes on, and not while something is asked")
  func finishesInTime() {
    var world = World()
    _ = world.enter()
    _ = world.drop()
    _ = world.tell(.questionBegan)
    #expect(world.machine.nextDeadline == .never)
    #expect(world.pass(.milliseconds(900)) == [])
    _ = world.tell(.questionEnded)
    #expect(world.pass(.milliseconds(50)) == [])
    #expect(world.pass(.milliseconds(60)) == [Self.finished(true), .unwatch(Self.source)])
    #expect(world.tell(.isTaken(true)) == [])
  }

  @Test("T3: whatever time a drop has is handed on as it is", arguments: [0, 1, 0xFFFF_FFFF] as [UInt32])
  func anyTime(time: UInt32) {
    var world = World()
    _ = world.enter()
    #expect(world.drop(time: time) == [Self.receive([Self.html, Self.text], time: time)])
  }

  @Test("T5, T6: Copy is the answer, whatever is suggested; yes and the action go together")
  func copiesAlways() {
    var world = World()
    _ = world.enter()
    #expect(world.position(action: Self.move) == [Self.status(true)])
    #expect(world.position(action: .none) == [Self.status(true)])
    // A position of a source that has not entered.
    #expect(world.position(from: Self.other) == [Self.status(false, to: Self.other)])
  }

  @Test("T7: each drop is finished, the unexpected too")
  func everyDropIsFinished() {
    var world = World()
    #expect(world.drop() == [Self.finished(false)])
    _ = world.enter()
    _ = world.drop()
    // A second one while the first is at work.
    _ = world.enter(from: Self.other)
    #expect(world.position(from: Self.other) == [Self.status(false, to: Self.other)])
    #expect(world.drop(from: Self.other) == [Self.finished(false, to: Self.other)])
    #expect(world.drop() == [Self.finished(false)])
    #expect(world.tell(.isTaken(false)) == [Self.finished(false), .unwatch(Self.source)])
  }

  @Test("T9: a drop after a refusal, or without any position, is read")
  func dropsUnasked() {
    var world = World()
    _ = world.enter()
    #expect(world.drop() == [Self.receive([Self.html, Self.text])])
  }

  @Test("T10: a Leave right after the drop changes nothing")
  func leaveAfterDrop() {
    var world = World()
    _ = world.enter()
    _ = world.drop()
    #expect(world.say(.leave(source: Self.source)) == [])
    #expect(world.tell(.isTaken(true)) == [Self.finished(true), .unwatch(Self.source)])
  }

  @Test("T10: so does one that comes while the list of types is on its way")
  func leaveBeforeList() {
    var world = World()
    _ = world.say(.enter(source: Self.source, version: 5, hasList: true, types: []))
    #expect(world.drop() == [])
    #expect(world.say(.leave(source: Self.source)) == [])
    let types = [Self.uris, Self.html, Self.text, Self.image]
    #expect(world.tell(.typesRead(source: Self.source, types)) == [.show(types), Self.receive(types)])
  }

  @Test("T11, T14: the list counts, without it the types in the message, without these none")
  func listOfTypes() {
    for (inline, list, expected) in [
      ([], [Self.html, Self.text, Self.image, Self.uris], [Self.html, Self.text, Self.image, Self.uris]),
      ([Self.html, Self.text, Self.image], nil, [Self.html, Self.text, Self.image]),
      ([Self.html], [], [Self.html]), ([], nil, []),
    ] as [([XAtom], [XAtom]?, [XAtom])] {
      var world = World()
      let entered = world.say(.enter(source: Self.source, version: 5, hasList: true, types: inline))
      #expect(entered == [.watch(Self.source), .readTypes(of: Self.source)])
      #expect(world.position() == [Self.status(true)], "an answer waits for nothing")
      #expect(world.tell(.typesRead(source: Self.source, list)) == [.show(expected)])
      #expect(world.drop() == [Self.receive(expected)])
    }
  }

  @Test("A list that never comes is not waited for when something is dropped")
  func silentList() {
    var world = World()
    _ = world.say(.enter(source: Self.source, version: 5, hasList: true, types: [Self.html]))
    _ = world.drop()
    #expect(world.pass(.milliseconds(500)) == [.show([Self.html]), Self.receive([Self.html])])
  }

  @Test("A source that dies is forgotten, and another may come")
  func sourceDies() {
    var world = World()
    _ = world.enter()
    #expect(world.tell(.windowDestroyed(Self.source)) == [.show(nil)])
    #expect(world.enter(from: Self.other) == [.watch(Self.other), .show([Self.html, Self.text])])
  }

  @Test("A new drag ends one that was forgotten")
  func secondEnter() {
    var world = World()
    _ = world.enter()
    #expect(
      world.enter([Self.image], from: Self.other) == [
        .unwatch(Self.source), .show(nil), .watch(Self.other), .show([Self.image]),
      ])
    #expect(world.say(.leave(source: Self.source)) == [])
    #expect(world.say(.leave(source: Self.other)) == [.unwatch(Self.other), .show(nil)])
  }

  @Test("Versions that nobody speaks any more get no answer")
  func oldVersions() {
    var world = World()
    #expect(world.enter(version: 2) == [])
    #expect(world.enter(version: 6) == [.watch(Self.source), .show([Self.html, Self.text])])
  }

  @Test("When this program is told to end, what is owed is sent")
  func stopping() {
    var world = World()
    _ = world.enter()
    #expect(world.tell(.stopped) == [])
    _ = world.enter()
    _ = world.drop()
    #expect(world.tell(.stopped) == [Self.finished(false), .unwatch(Self.source)])
    #expect(world.machine.nextDeadline == .never)
  }
}
