import System
import TestSupport
import Testing

@testable import X11Selections

/// The owner without a server: any order of events, checked for what must hold in each.
@Suite struct OwnerMachineTests {
  @Test(
    "Every request is answered once, no byte is lost, nothing is kept for ever", arguments: Seeds.few(200))
  func anyOrderOfEvents(seed: UInt64) throws {
    var world = OwnerWorld(seed: seed)
    for _ in 0..<400 { world.step() }
    world.end()
    #expect(world.machine.isFinished, "seed \(seed)")
    #expect(world.machine.nextDeadline == .never, "seed \(seed)")
    #expect(world.wronglyAnswered == [], "seed \(seed)")
    #expect(world.damaged == [], "seed \(seed)")
    #expect(world.alarmsWhileIdle == 0, "seed \(seed)")
    #expect(world.received > 0, "seed \(seed)")
  }

  @Test("Trap 4: a transfer that nobody takes is forgotten after a while, and a late deletion ignored")
  func stalledTransferEnds() {
    var world = OwnerWorld(seed: 1)
    world.ask(target: OwnerWorld.large)
    world.render()
    #expect(!world.machine.isIdle)
    world.pass(.seconds(9))
    #expect(!world.machine.isIdle)
    world.pass(.seconds(2))
    #expect(world.machine.isIdle)
    var actions: [OwnerMachine.Action] = []
    world.machine.handle(.propertyDeleted(world.lastTransfer), at: world.now, actions: &actions)
    #expect(actions == [])
  }

  @Test("A transfer that is taken a piece at a time, each in the last moment, ends too")
  func slowTransferEnds() {
    var world = OwnerWorld(seed: 1)
    world.ask(target: OwnerWorld.large)
    world.render()
    var pieces = 0
    while !world.machine.isIdle && pieces < 1000 {
      world.pass(.milliseconds(9900))
      var actions: [OwnerMachine.Action] = []
      world.machine.handle(.propertyDeleted(world.lastTransfer), at: world.now, actions: &actions)
      pieces += 1
    }
    #expect(pieces < 100)
  }

  @Test(arguments: [5, 0, .max - 1] as [UInt32])
  func `A deletion counts from the request on that wrote what is deleted`(written: UInt32) {
    var world = OwnerWorld(seed: 1)
    world.ask(target: OwnerWorld.large)
    world.render()
    func isFollowed(after sequence: UInt32) -> Bool {
      var actions: [OwnerMachine.Action] = []
      let deletion = OwnerMachine.Event.propertyDeleted(
        world.lastTransfer, after: XSequence(rawValue: sequence))
      world.machine.handle(deletion, at: world.now, actions: &actions)
      return !actions.isEmpty
    }
    world.machine.note(XSequence(rawValue: written), for: world.lastTransfer)
    #expect(!isFollowed(after: written &- 1))
    #expect(isFollowed(after: written))
    world.machine.note(XSequence(rawValue: written &+ 2), for: world.lastTransfer)
    #expect(!isFollowed(after: written &+ 1))
    #expect(isFollowed(after: written &+ 3))
  }

  @Test("An idle owner has nothing to wake up for")
  func idleOwnerSleeps() {
    var world = OwnerWorld(seed: 1)
    #expect(world.machine.isIdle)
    #expect(world.machine.nextDeadline == .never)
    world.ask(target: OwnerWorld.small)
    #expect(world.machine.nextDeadline != .never)
    world.render()
    #expect(world.machine.isIdle)
    #expect(world.machine.nextDeadline == .never)
  }

  @Test(arguments: [true, false])
  func `What changes is rendered for each who asks, also where only some see it`(isChanging: Bool) {
    let (selection, window) = (XAtom(rawValue: 100), XWindow(rawValue: 7))
    let (target, property) = (XAtom(rawValue: 201), XAtom(rawValue: 202))
    func view(_ renderings: [XAtom: Int], changing: [Int] = []) -> OwnerMachine.View {
      let list = PropertyValue(type: .atom, words: renderings.keys.map(\.rawValue))
      return OwnerMachine.View(list: list, renderings: renderings, changing: changing)
    }
    var machine = OwnerMachine(
      selection: selection, acquired: XTimestamp(rawValue: 1), names: OwnerMachine.Names(AtomTable()),
      view: view([:]), dependsOnPeer: true)
    func actions(_ event: OwnerMachine.Event) -> [OwnerMachine.Action] {
      var actions: [OwnerMachine.Action] = []
      machine.handle(event, at: MonotonicTime(nanoseconds: 0), actions: &actions)
      return actions
    }
    let request = SelectionRequest(
      requestor: window, selection: selection, target: target, property: property,
      time: XTimestamp(rawValue: 2))
    #expect(actions(.request(request)).contains(.describePeer(window)))
    let seen = view([target: 0], changing: isChanging ? [0] : [])
    #expect(actions(.peerDescribed(window, seen)).contains(.render(0)))
    let value = PropertyValue(type: target, format: 8, bytes: [1])
    #expect(actions(.rendered(0, value)).contains(.notify(request, property: property)))
    #expect(actions(.request(request)).contains(.render(0)) == isChanging)
  }

  @Test func `Few windows are looked up at a time, and others have the answer for all`() {
    let (selection, target) = (XAtom(rawValue: 100), XAtom(rawValue: 201))
    let list = PropertyValue(type: .atom, words: [target.rawValue])
    let limits = OwnerMachine.Limits()
    var names = OwnerMachine.Names(AtomTable())
    names.targets = XAtom(rawValue: 300)
    var machine = OwnerMachine(
      selection: selection, acquired: XTimestamp(rawValue: 1), names: names,
      view: OwnerMachine.View(list: list, renderings: [:]), dependsOnPeer: true)
    var actions: [OwnerMachine.Action] = []
    for window in 1...UInt32(1000) {
      let request = SelectionRequest(
        requestor: XWindow(rawValue: window), selection: selection, target: names.targets,
        property: XAtom(rawValue: 7), time: .current)
      machine.handle(.request(request), at: MonotonicTime(nanoseconds: 0), actions: &actions)
    }
    #expect(actions.count { if case .describePeer = $0 { true } else { false } } == limits.peers)
    #expect(actions.count { if case .write(list, _, _) = $0 { true } else { false } } == 1000 - limits.peers)
  }

  @Test func `A requestor that asks without end is refused, and others are not`() {
    let (selection, target) = (XAtom(rawValue: 100), XAtom(rawValue: 201))
    let limits = OwnerMachine.Limits()
    var machine = OwnerMachine(
      selection: selection, acquired: XTimestamp(rawValue: 1), names: OwnerMachine.Names(AtomTable()),
      view: OwnerMachine.View(list: PropertyValue(type: .atom, words: []), renderings: [target: 0]))
    func refusals(of window: UInt32, times: Int) -> Int {
      var actions: [OwnerMachine.Action] = []
      for property in 0..<UInt32(times) {
        let request = SelectionRequest(
          requestor: XWindow(rawValue: window), selection: selection, target: target,
          property: XAtom(rawValue: 1 + property), time: .current)
        machine.handle(.request(request), at: MonotonicTime(nanoseconds: 0), actions: &actions)
      }
      return actions.count { if case .notify(_, property: .none) = $0 { true } else { false } }
    }
    #expect(refusals(of: 7, times: limits.pendingOfPeer) == 0)
    #expect(refusals(of: 7, times: 10) == 10)
    #expect(refusals(of: 8, times: limits.pendingOfPeer) == 0)
    #expect(refusals(of: 9, times: 2 * limits.pending) > limits.pending)
    #expect(refusals(of: 10, times: 1) == 0)
  }
}

/// Requestors, renderings and a clock around an owner's machine.
struct OwnerWorld {
  typealias Transfer = OwnerMachine.Transfer

  static let selection = XAtom(rawValue: 100)
  static let small = XAtom(rawValue: 201)
  static let large = XAtom(rawValue: 202)
  static let failing = XAtom(rawValue: 203)
  static let unknown = XAtom(rawValue: 204)
  private static let targets = XAtom(rawValue: 301)
  private static let multiple = XAtom(rawValue: 302)
  private static let timestamp = XAtom(rawValue: 303)
  private static let saveTargets = XAtom(rawValue: 304)
  private static let incremental = XAtom(rawValue: 305)
  private static let null = XAtom(rawValue: 306)

  private static let values: [PropertyValue?] = [
    PropertyValue(type: small, format: 8, bytes: [1, 2, 3]),
    PropertyValue(type: large, format: 8, bytes: (0..<1003).map { UInt8(truncatingIfNeeded: $0) }),
    nil,
  ]

  var machine: OwnerMachine
  private var generator: SeededGenerator
  private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
  private var serial: UInt32 = 1000

  private var properties: [Transfer: PropertyValue] = [:]
  /// What arrives where; nil for a value that was taken in one piece.
  private var arriving: [Transfer: (target: XAtom, bytes: [UInt8], isIncremental: Bool)] = [:]
  private var toRender: [Int] = []
  private var toRead: [(ticket: Int, pairs: PropertyValue?)] = []
  private var toDescribe: [XWindow] = []
  private var answers: [UInt32: Int] = [:]
  /// The requests under way, with the places that they will write to.
  private var pending: [UInt32: [Transfer]] = [:]
  /// Requests whose window has gone: they may stay without an answer.
  private var excused: Set<UInt32> = []
  private var dependsOnPeer: Bool

  private(set) var lastTransfer = Transfer(window: .none, property: .none)
  private(set) var damaged: [String] = []
  private(set) var received = 0
  /// How often the machine wanted to be woken though nothing was under way.
  private(set) var alarmsWhileIdle = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    dependsOnPeer = seed % 3 == 2
    var atoms = OwnerMachine.Names(AtomTable())
    atoms.targets = Self.targets
    atoms.multiple = Self.multiple
    atoms.timestamp = Self.timestamp
    atoms.saveTargets = Self.saveTargets
    atoms.incremental = Self.incremental
    atoms.null = Self.null
    machine = OwnerMachine(
      selection: Self.selection, acquired: XTimestamp(rawValue: 1000), names: atoms, view: Self.view,
      dependsOnPeer: dependsOnPeer, limits: OwnerMachine.Limits(chunkSize: 100))
  }

  private static var view: OwnerMachine.View {
    OwnerMachine.View(
      list: PropertyValue(type: .atom, words: [small, large, failing].map(\.rawValue)),
      renderings: [small: 0, large: 1, failing: 2])
  }

  /// Requests that were answered more than once, or never though their window lives.
  var wronglyAnswered: [UInt32] {
    answers.filter { $1 > 1 || ($1 == 0 && !excused.contains($0)) }.map(\.key)
  }

  // MARK: What happens

  mutating func step() {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<4: ask(target: targets.randomElement(using: &generator) ?? Self.small)
    case 4: askForSeveral()
    case 5: render()
    case 6: readPairs()
    case 7: describePeer()
    case 8: destroyWindow()
    case 9: pass(.milliseconds(Int.random(in: 0..<300, using: &generator)))
    default: takePiece()
    }
  }

  private var targets: [XAtom] {
    [
      Self.small, Self.large, Self.large, Self.failing, Self.unknown, Self.targets, Self.timestamp,
      Self.saveTargets,
    ]
  }

  /// Lets everything come that is still to come, and then the end of the ownership.
  mutating func end() {
    while !toRead.isEmpty { readPairs() }
    while !toDescribe.isEmpty { describePeer() }
    while !toRead.isEmpty { readPairs() }
    send(.ownershipLost)
    ask(target: Self.small)
    for _ in 0..<10_000 where !arriving.isEmpty { takePiece() }
    pass(.seconds(3600))
    pass(.seconds(3600))
  }

  mutating func ask(target: XAtom) {
    guard let place = freePlaces().randomElement(using: &generator) else { return }
    lastTransfer = place
    abandon(place)
    request(target, place, writingTo: [place])
  }

  private mutating func askForSeveral() {
    let places = freePlaces().filter { arriving[$0] == nil }.shuffled(using: &generator)
    guard let list = places.first else { return }
    let others = places.dropFirst().filter { $0.window == list.window }
    var words: [UInt32] = []
    for place in others {
      words += [(targets + [Self.multiple]).randomElement(using: &generator) ?? Self.small, place.property]
        .map(\.rawValue)
    }
    properties[list] = PropertyValue(type: .atom, words: words)
    request(Self.multiple, list, writingTo: [list] + others)
  }

  /// Whoever asks anew for what is still arriving gives that up.
  private mutating func abandon(_ place: Transfer) {
    guard arriving.removeValue(forKey: place) != nil else { return }
    if properties.removeValue(forKey: place) != nil { send(.propertyDeleted(place)) }
  }

  private mutating func request(_ target: XAtom, _ place: Transfer, writingTo places: [Transfer]) {
    serial += 1
    answers[serial] = 0
    pending[serial] = places
    send(
      .request(
        SelectionRequest(
          requestor: place.window, selection: Self.selection, target: target, property: place.property,
          time: XTimestamp(rawValue: serial))))
  }

  mutating func render() {
    guard let index = toRender.popLast() else { return }
    send(.rendered(index, Self.values[index]))
  }

  private mutating func readPairs() {
    guard let (ticket, pairs) = toRead.popLast() else { return }
    send(.pairsRead(ticket: ticket, pairs))
  }

  private mutating func describePeer() {
    guard let window = toDescribe.popLast() else { return }
    send(.peerDescribed(window, Self.view))
  }

  private mutating func destroyWindow() {
    let window = XWindow(rawValue: UInt32.random(in: 1...4, using: &generator))
    for (serial, places) in pending where places.contains(where: { $0.window == window }) {
      excused.insert(serial)
      pending[serial] = nil
    }
    properties = properties.filter { $0.key.window != window }
    arriving = arriving.filter { $0.key.window != window }
    send(.windowDestroyed(window))
  }

  mutating func pass(_ duration: Duration) {
    now = now + duration
    if machine.nextDeadline <= now { send(.clock) }
  }

  /// A requestor takes what lies in its property.
  private mutating func takePiece() {
    let waiting = allPlaces.filter { arriving[$0] != nil && properties[$0] != nil }
    guard let transfer = waiting.randomElement(using: &generator),
      let piece = properties.removeValue(forKey: transfer), let state = arriving[transfer]
    else { return }
    if piece.type == Self.incremental {
      arriving[transfer]?.isIncremental = true
    } else if state.isIncremental && !piece.bytes.isEmpty {
      arriving[transfer]?.bytes += piece.bytes
    } else {
      arriving[transfer] = nil
      check(state.target, state.isIncremental ? state.bytes : piece.bytes)
    }
    send(.propertyDeleted(transfer))
  }

  private mutating func check(_ target: XAtom, _ bytes: [UInt8]) {
    received += 1
    switch target {
    case Self.small where bytes != Self.values[0]?.bytes: damaged.append("small")
    case Self.large where bytes != Self.values[1]?.bytes: damaged.append("large")
    case Self.failing, Self.unknown: damaged.append("a value of nothing")
    default: break
    }
  }

  private var allPlaces: [Transfer] {
    (UInt32(1)...4).flatMap { window in
      (UInt32(1)...3).map { Transfer(window: XWindow(rawValue: window), property: XAtom(rawValue: $0 * 7)) }
    }
  }

  /// Where no answer is awaited.
  private func freePlaces() -> [Transfer] {
    let awaited = Set(pending.values.joined())
    return allPlaces.filter { !awaited.contains($0) }
  }

  // MARK: What the machine does

  private mutating func send(_ event: OwnerMachine.Event) {
    var actions: [OwnerMachine.Action] = []
    machine.handle(event, at: now, actions: &actions)
    if machine.isIdle && machine.nextDeadline != .never { alarmsWhileIdle += 1 }
    for action in actions { perform(action) }
  }

  private mutating func perform(_ action: OwnerMachine.Action) {
    switch action {
    case .write(let value, let range, let transfer):
      properties[transfer] = PropertyValue(
        type: value.type, format: value.format, bytes: Array(value.bytes[range]))
    case .notify(let request, let property):
      answers[request.time.rawValue, default: 0] += 1
      pending[request.time.rawValue] = nil
      if excused.contains(request.time.rawValue) { damaged.append("an answer to the dead") }
      let place = Transfer(window: request.requestor, property: property)
      if request.target == Self.multiple && property != .none {
        receiveSeveral(place)
      } else if property != .none {
        arriving[place] = (request.target, [], false)
      }
    case .readPairs(let ticket, let place): toRead.append((ticket, properties[place]))
    case .describePeer(let window): toDescribe.append(window)
    case .render(let index): toRender.append(index)
    case .watch, .unwatch: break
    }
  }

  private mutating func receiveSeveral(_ list: Transfer) {
    let words = properties.removeValue(forKey: list)?.words ?? []
    for pair in 0..<(words.count / 2) where words[2 * pair + 1] != 0 {
      let place = Transfer(window: list.window, property: XAtom(rawValue: words[2 * pair + 1]))
      arriving[place] = (XAtom(rawValue: words[2 * pair]), [], false)
    }
  }
}
