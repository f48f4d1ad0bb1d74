import Exchange
import System

/// The source of drags: takes the pointer, tells windows what passes over them, and serves what is dropped.
///
/// One window that nobody sees owns the selection and sends the messages, as bridges to Wayland want it.
struct DragSource: ~Copyable, XEventLoop {
  var connection: XConnection
  var atoms: AtomTable
  let names: DragNames
  let things: [Draggable]
  let terms: DragTerms
  private let source: XWindow
  private var panel: Panel?
  private var early: [XEvent]
  private let cursors: [CursorShape: UInt32]
  private let escapes: Set<XKeyCode>
  private let started: XTimestamp
  private let deadline: MonotonicTime

  /// The drag under way, and what serves it; the service stays when the drag is over.
  private var machine: DragMachine?
  private var service: SelectionService?
  private var actions: [DragMachine.Action] = []
  private var dragged = 0
  private var types: [XAtom] = []
  private var search: TargetSearch?
  private var lookup: (target: DragTarget, lookup: PeerLookup)?
  private var directSave = DirectSave()
  private var pointer = (place: XPoint(0, 0), time: XTimestamp.current)
  /// Where the pointer was when it was last looked what is under it.
  private var isPointerBehind = false
  /// The person has let go, and what is under the pointer is being looked for.
  private var releaseTime: XTimestamp?
  /// A button was pressed in this row of the window, here.
  private var press: (row: Int, place: XPoint)?

  private var dropped: Set<Int> = []
  private var hasAsked = false
  /// What each row says at its end.
  private var details: [String]
  private var end: DragEnd?
  /// Until when programs may go on asking.
  private var graceEnd = MonotonicTime.never
  private var lastGrace = MonotonicTime.never
  private var isOver = false

  /// Moves of the pointer that are no drag yet.
  private static let threshold = 4
  /// Requests that follow one another keep the source there, though not for ever.
  private static let longestGrace = Duration.seconds(60)

  /// Opens the window, if it begins in one.
  ///
  /// - Throws: `noDisplay`, `timedOut`, `connectionLost`.
  init(display: String?, _ things: [Draggable], _ terms: DragTerms) throws(SelectionError) {
    let deadline = MonotonicTime.now + .seconds(5)
    var connection = try XConnection(display: display)
    var atoms = AtomTable()
    atoms.request(DragNames.all + Panel.names + PeerLookup.Names.all, create: true, on: &connection)
    atoms.request(["text/plain"], create: true, on: &connection)
    for thing in things {
      atoms.request(SelectionService.names(for: thing.content), create: true, on: &connection)
    }
    connection.prepareLargeRequests()
    connection.prepareClientProcesses()
    let source = connection.createWindow()
    connection.introduce(source)
    let started = try connection.awaitNamesAndTime(&atoms, of: .wmClass, on: source, until: deadline)
    connection.negotiateLargeRequests()
    var early: [XEvent] = []
    let keyboard = connection.keyboard()
    let keys = try connection.await(until: deadline, keeping: &early) { $0.reply(to: keyboard) } ?? [:]
    var panel: Panel?
    if terms.start == .window {
      let opened = try Panel(
        things.map { Panel.Row(title: $0.title, detail: $0.detail) },
        Panel.Style(title: terms.title, isFrameless: terms.isFrameless), atoms: atoms, on: &connection,
        until: deadline, keeping: &early)
      connection.map(opened.window)
      panel = opened
    }
    // Everything that can fail lies behind, as a part of `self` could not be taken back.
    cursors = [.carrying: connection.cursor(.carrying), .accepting: connection.cursor(.accepting)]
    escapes = Set(keys.filter { $0.value == .escape }.keys)
    details = things.map(\.detail)
    names = DragNames(atoms)
    self.started = started
    self.connection = connection
    self.atoms = atoms
    self.things = things
    self.terms = terms
    self.source = source
    self.panel = panel
    self.early = early
    self.deadline = terms.limit.map { .now + $0 } ?? .never
  }

  /// Goes on until all that there is to drag is dropped, and served for a while; returns how it ended.
  ///
  /// - Throws: `connectionLost`, `unsupported` if another program has the pointer.
  mutating func run() throws(SelectionError) -> DragEnd {
    if panel == nil { try beginAtOnce() }
    try runLoop()
    connection.settle()
    return end ?? .cancelled
  }
}

// MARK: Beginning

extension DragSource {
  /// How often, and for how long, the pointer is tried to be had: a key that starts a program may still hold it.
  private static let grabPause = Duration.milliseconds(30)
  private static let grabTime = Duration.seconds(1)

  private mutating func beginAtOnce() throws(SelectionError) {
    let limit = MonotonicTime.now + Self.grabTime
    let cursor = cursors[.carrying] ?? 0
    var isGranted = false
    while !isGranted {
      let ticket = connection.grabPointer(on: connection.root, cursor: cursor, time: .current)
      let reply = try connection.await(until: limit + .seconds(4), keeping: &early) { $0.reply(to: ticket) }
      isGranted = reply == .granted
      if isGranted { break }
      guard MonotonicTime.now < limit else {
        throw SelectionError(
          .unsupported, "another program has the pointer; --window drags from a window instead")
      }
      try pause()
    }
    // Without the keyboard the other button gives up.
    var hasKeyboard = false
    while !hasKeyboard, MonotonicTime.now < limit {
      let ticket = connection.grabKeyboard(on: connection.root, time: .current)
      let reply = try connection.await(until: limit + .seconds(4), keeping: &early) { $0.reply(to: ticket) }
      hasKeyboard = reply == .granted
      if !hasKeyboard { try pause() }
    }
    let ticket = connection.pointerPlace()
    let place = try connection.await(until: limit + .seconds(4), keeping: &early) { $0.reply(to: ticket) }
    begin(0, at: place ?? XPoint(0, 0), started)
  }

  private mutating func pause() throws(SelectionError) {
    let end = MonotonicTime.now + Self.grabPause
    while MonotonicTime.now < end {
      while let event = connection.nextEvent() { early.append(event) }
      _ = try connection.wait(until: end)
    }
  }

  private mutating func begin(_ index: Int, at place: XPoint, _ time: XTimestamp) {
    dragged = index
    (hasAsked, releaseTime, types) = (false, nil, [])
    let thing = things[index]
    connection.setOwner(of: names.selection, to: source, time: time)
    var limits = OwnerMachine.Limits()
    limits.chunkSize = connection.maximumPropertyBytes & ~3
    (limits.sendsPieces, limits.checksTimes) = (false, false)
    service = SelectionService(
      thing.content, of: names.selection, acquired: time, atoms: atoms, limits: limits)
    let actions = terms.mayMove ? [names.move, names.copy] : [names.copy]
    connection.changeProperty(
      names.actionList, of: source, to: PropertyValue(type: .atom, words: actions.map(\.rawValue)))
    machine = DragMachine(move: names.move)
    look(at: place, time)
  }

  /// Writes what a target is shown: its rule may hide types, which it must not be told of then.
  private mutating func describe(to peer: Peer?) {
    let thing = things[dragged]
    let content = thing.content
    let shown = peer.flatMap { content.view?($0).map(\.name) } ?? content.names
    types = shown.compactMap { atoms[$0] }
    if let name = thing.fileName {
      types.append(names.directSave)
      // PCManFM reads on to the next NUL.
      connection.changeProperty(
        names.directSave, of: source,
        to: PropertyValue(type: atoms["text/plain"] ?? .string, format: 8, bytes: name + [0]))
    }
    connection.changeProperty(
      names.typeList, of: source, to: PropertyValue(type: .atom, words: types.map(\.rawValue)))
  }
}

// MARK: The loop

extension DragSource {
  var isFinished: Bool { isOver }

  var nextDeadline: MonotonicTime {
    let own = end == nil ? deadline : service?.isIdle == false ? lastGrace : graceEnd
    return min(own, machine?.nextDeadline ?? .never, service?.nextDeadline ?? .never)
  }

  mutating func nextEvent() -> XEvent? { early.isEmpty ? connection.nextEvent() : early.removeFirst() }

  mutating func handle(_ event: XEvent, at now: MonotonicTime) {
    switch event {
    case .selectionRequest(let request) where request.target == names.directSave:
      noteRequest(now)
      directSave.take(request, of: source, names, on: &connection)
      return
    case .selectionRequest: noteRequest(now)
    case .message(let message) where message.window == source:
      if let message = DragMessage(message, names) { tell(.message(message), now) }
    case .windowDestroyed(let window): tell(.windowDestroyed(window), now)
    case .requestFailed(_, let resource): tell(.windowDestroyed(XWindow(rawValue: resource)), now)
    case .exposed(panel?.window, isLast: true): panel?.draw(on: &connection)
    case .selectionClear(names.selection, _): tell(.cancelled, now)
    default: follow(event, now)
    }
    service?.handle(event, at: now, on: &connection)
    if panel?.isClosed(by: event) == true, machine == nil {
      finish(dropped.isEmpty ? .cancelled : .dropped, now)
    }
  }

  mutating func takeResults(at now: MonotonicTime) -> Bool {
    var progress = service?.takeResults(at: now, atoms: &atoms, on: &connection) ?? false
    progress = directSave.advance(things[dragged], on: &connection) || progress
    if let peer = lookup?.lookup.advance(on: &connection), let target = lookup?.target {
      lookup = nil
      describe(to: peer)
      tell(.isDescribed(target.window), now)
      progress = true
    }
    if let found = search?.advance(on: &connection) {
      search = nil
      tell(.pointer(found.point, found.time, found.target), now)
      if isPointerBehind {
        look(at: pointer.place, pointer.time)
      } else if let time = releaseTime {
        releaseTime = nil
        tell(.released(time), now)
      }
      progress = true
    }
    return progress
  }

  mutating func expire(at now: MonotonicTime) {
    service?.expire(at: now, on: &connection)
    if let machine, machine.nextDeadline <= now { tell(.clock, now) }
    if end == nil, deadline <= now {
      tell(.cancelled, now)
      finish(.timedOut, now)
    }
    if end != nil, lastGrace <= now || graceEnd <= now && service?.isIdle != false { isOver = true }
  }

  mutating func wait(until deadline: MonotonicTime) throws(SelectionError) {
    let stop = terms.stop?.wakeUp.fileDescriptor ?? -1
    let woken = try connection.wait(
      until: deadline, or: service?.wakeUp.fileDescriptor ?? -1, directSave.wakeUp.fileDescriptor, stop)
    guard woken.contains(stop) else { return }
    tell(.cancelled, .now)
    finish(dropped.isEmpty ? .cancelled : .dropped, .now)
    isOver = true
  }

  private mutating func noteRequest(_ now: MonotonicTime) {
    hasAsked = true
    if end != nil { graceEnd = min(lastGrace, max(graceEnd, now + terms.aftermath)) }
  }
}

// MARK: The pointer

extension DragSource {
  private mutating func follow(_ event: XEvent, _ now: MonotonicTime) {
    switch event {
    case .pointerMoved(let pointer):
      if machine != nil, releaseTime == nil {
        look(at: pointer.root, pointer.time)
      } else if let press, isFar(pointer.root, from: press.place) {
        self.press = nil
        beginFromWindow(press.row, pointer)
      }
    case .buttonPressed(.first, let pointer):
      guard machine == nil, end == nil, let row = panel?.row(at: pointer.place) else { return }
      press = (row, pointer.root)
    case .buttonReleased(.first, let pointer):
      press = nil
      guard machine != nil, releaseTime == nil else { return }
      releaseTime = pointer.time
      look(at: pointer.root, pointer.time)
      connection.ungrab()
    case .buttonReleased(.third, _): tell(.cancelled, now)
    case .keyPressed(let key, _): if escapes.contains(key) { tell(.cancelled, now) }
    default: break
    }
  }

  private func isFar(_ place: XPoint, from other: XPoint) -> Bool {
    max(abs(place.x - other.x), abs(place.y - other.y)) >= Self.threshold
  }

  private mutating func beginFromWindow(_ row: Int, _ pointer: XPointerEvent) {
    guard let panel else { return }
    // The press holds the pointer already; this gives it its looks, and Escape. Nothing depends on the answers.
    let cursor = cursors[.carrying] ?? 0
    _ = connection.grabPointer(on: panel.window, cursor: cursor, time: pointer.time)
    _ = connection.grabKeyboard(on: panel.window, time: pointer.time)
    begin(row, at: pointer.root, pointer.time)
    showRows()
  }

  /// Looks what is under the pointer; one question is under way at a time.
  private mutating func look(at place: XPoint, _ time: XTimestamp) {
    pointer = (place, time)
    isPointerBehind = search != nil
    if search == nil { search = TargetSearch(at: place, time, names: names, on: &connection) }
  }
}

// MARK: What the machine asks for

extension DragSource {
  private mutating func tell(_ event: DragMachine.Event, _ now: MonotonicTime) {
    guard machine != nil else { return }
    machine?.handle(event, at: now, actions: &actions)
    let actions = actions
    self.actions.removeAll(keepingCapacity: true)
    for action in actions { perform(action, now) }
  }

  private mutating func perform(_ action: DragMachine.Action, _ now: MonotonicTime) {
    switch action {
    case .describe(let target):
      guard things[dragged].content.view != nil else {
        describe(to: nil)
        return tell(.isDescribed(target.window), now)
      }
      lookup = (target, PeerLookup(target.window, names: PeerLookup.Names(atoms), on: &connection))
    case .send(let message, let target):
      if case .drop = message { hasAsked = false }
      let message = encoded(message, for: target)
      connection.send(message.encoded(for: target.window, names), to: target.destination)
    case .watch(let window):
      service?.keepWatching(window)
      connection.observe(window, .destruction)
    case .unwatch(let window): connection.observe(window, .nothing)
    case .look: look(at: pointer.place, pointer.time)
    case .show(let accepts): connection.showCursor(cursors[accepts ? .accepting : .carrying] ?? 0)
    case .end(let outcome): conclude(outcome, now)
    }
  }

  private func encoded(_ message: DragMachine.Message, for target: DragTarget) -> DragMessage {
    switch message {
    case .enter:
      .enter(source: source, version: target.version, hasList: types.count > 3, types: Array(types.prefix(3)))
    case .position(let place, let time):
      .position(source: source, point: place, time: time, action: terms.mayMove ? names.move : names.copy)
    case .leave: .leave(source: source)
    case .drop(let time): .drop(source: source, time: time)
    }
  }

  // MARK: Ends

  private mutating func conclude(_ outcome: DragMachine.Outcome, _ now: MonotonicTime) {
    machine = nil
    (releaseTime, isPointerBehind, search, lookup) = (nil, false, nil, nil)
    connection.ungrab()
    let result: DragEnd =
      switch outcome {
      case .taken: .dropped
      // It is gone, or forgets to answer: what it asked for it has.
      case .unanswered: hasAsked ? .dropped : .refused
      case .refused: .refused
      case .nowhere: .nowhere
      case .cancelled: .cancelled
      }
    guard panel != nil else { return finish(result, now) }
    if result == .dropped { dropped.insert(dragged) }
    details[dragged] = Self.words(for: result) ?? things[dragged].detail
    showRows()
    let isDone =
      switch terms.ending {
      case .first: !dropped.isEmpty
      case .all: dropped.count == things.count
      case .never: false
      }
    if isDone { finish(.dropped, now) }
  }

  private static func words(for end: DragEnd) -> String? {
    switch end {
    case .dropped: "dropped"
    case .refused, .nowhere: "not taken"
    case .cancelled, .timedOut: nil
    }
  }

  private mutating func showRows() {
    let dragged = machine == nil ? nil : dragged
    let rows = things.indices.map {
      Panel.Row(title: things[$0].title, detail: details[$0], isActive: $0 == dragged)
    }
    panel?.show(rows, on: &connection)
  }

  private mutating func finish(_ result: DragEnd, _ now: MonotonicTime) {
    guard end == nil else { return }
    end = result
    if let panel { connection.unmap(panel.window) }
    guard result == .dropped || !dropped.isEmpty else {
      isOver = true
      return
    }
    graceEnd = now + terms.aftermath
    lastGrace = now + Self.longestGrace
  }
}
