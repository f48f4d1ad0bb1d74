import Exchange
import System

/// The source of drags: takes the pointer, tells windows what passes over them, and serves what is dropped.
///
/// One window that nobody sees owns the selection and sends the messages, as bridges to Wayland want it.
struct DragLoop: ~Copyable, XEventLoop {
  var connection: XConnection
  var atoms: AtomTable
  let names: DragNames
  let things: [Draggable]
  let terms: DragSourceOptions
  let source: XWindow
  var panel: Panel?
  let cursors: [CursorShape: UInt32]
  let escapes: Set<XKeyCode>
  let started: XTimestamp
  let deadline: MonotonicTime

  /// The drag under way, and what serves it; the service stays when the drag is over.
  var machine: DragMachine?
  var service: SelectionService?
  /// Whether programs of Wayland may be dropped on.
  let isBridged: Bool
  var actions: [DragMachine.Action] = []
  var dragged = 0
  var types: [XAtom] = []
  var search: TargetSearch?
  var lookup: (target: DragTarget, lookup: PeerLookup)?
  var directSave = DirectSave()
  /// Requests that are refused when those before them are answered.
  var postponed: [SelectionRequest] = []
  var pointer = (place: XPoint(0, 0), time: XTimestamp.current)
  /// Whether the pointer has moved since it was asked what is under it.
  var isPointerBehind = false
  /// The person has let go, and what is under the pointer is being looked for.
  var releaseTime: XTimestamp?
  /// A button was pressed in this row of the window, here.
  var press: (row: Int, place: XPoint)?

  /// The rows that were dropped.
  var dropped: Set<Int> = []
  /// Whether anything was asked for since the drop.
  var hasAsked = false
  /// The text at the end of each row.
  var details: [String]
  /// The pictures of rows, as far as they are made, and where their thread leaves the next.
  var thumbnails: [Int: Thumbnail] = [:]
  let made = Mailbox<(row: Int, picture: Thumbnail)>()
  var end: DragEnd?
  /// The times until which programs may go on asking: after the last question, and at the latest.
  var graceEnd = MonotonicTime.never
  var lastGrace = MonotonicTime.never
  var isOver = false

  /// Opens the window, if it begins in one.
  ///
  /// - Throws: `unavailable`, `timedOut`.
  init(display: String?, _ things: [Draggable], _ terms: DragSourceOptions) throws(ExchangeError) {
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
    var bridge = XwaylandProbe()
    bridge.prepare(on: &connection)
    let source = connection.createWindow()
    connection.introduce(source)
    let started = try connection.awaitNamesAndTime(&atoms, of: .wmClass, on: source, until: deadline)
    connection.negotiateLargeRequests()
    bridge.ask(&connection)
    let isBridged = try bridge.isBridged(&connection)
    let escapes = try connection.keys(for: .escape, until: deadline)
    var panel: Panel?
    if terms.start == .window {
      let opened = try Panel(
        things.map { Panel.Row(title: $0.title, detail: $0.detail) },
        Panel.Style(
          title: terms.title, isFrameless: terms.isFrameless,
          hasPictures: things.contains { $0.thumbnail != nil }), atoms: atoms, on: &connection,
        until: deadline)
      connection.map(opened.window)
      panel = opened
    }
    // Everything that can fail lies behind, as a part of `self` could not be taken back.
    cursors = [.carrying: connection.cursor(.carrying), .accepting: connection.cursor(.accepting)]
    self.escapes = escapes
    self.isBridged = isBridged
    details = things.map(\.detail)
    names = DragNames(atoms)
    self.started = started
    self.connection = connection
    self.atoms = atoms
    self.things = things
    self.terms = terms
    self.source = source
    self.panel = panel
    self.deadline = terms.limit.map { .now + $0 } ?? .never
  }

  /// Goes on until all that there is to drag is dropped, and served for a while; returns how it ended.
  ///
  /// - Throws: `unavailable` if another program has the pointer.
  mutating func run() throws(ExchangeError) -> DragEnd {
    if panel == nil { try beginAtOnce() } else { makeThumbnails() }
    try runLoop()
    connection.settle()
    return end ?? .cancelled
  }
}

// MARK: The loop

extension DragLoop {
  var isFinished: Bool { isOver }

  var nextDeadline: MonotonicTime {
    let own = end == nil ? dropDeadline : service?.isIdle == false ? lastGrace : graceEnd
    return min(own, machine?.nextDeadline ?? .never, service?.nextDeadline ?? .never)
  }

  mutating func nextEvent() -> XEvent? { connection.nextEvent() }

  mutating func handle(_ event: XEvent, at now: MonotonicTime) {
    let wasDragging = machine != nil
    switch event {
    case .selectionRequest(let request) where request.target == names.directSave:
      noteRequest(now)
      directSave.take(request, of: source, names, on: &connection)
      return
    case .selectionRequest(let request)
    where request.target == names.selection && service?.isIdle == false
      && postponed.count < Self.postponedLimit:
      // AbiWord asks for a target of this name beside what it wants, and takes its refusal for that of all.
      postponed.append(request)
      return
    case .selectionRequest: noteRequest(now)
    case .message(let message) where message.window == source:
      if let message = DragMessage(message, names) { tell(.message(message), now) }
    case .windowDestroyed(let window): tell(.windowDestroyed(window), now)
    case .requestFailed(_, let resource): tell(.windowDestroyed(XWindow(rawValue: resource)), now)
    case .exposed(panel?.window, isLast: true): panel?.draw(on: &connection)
    case .selectionClear(names.selection, _):
      // Another drag has begun, and nobody can ask any more.
      tell(.cancelled, now)
      graceEnd = min(graceEnd, now)
    default: follow(event, now)
    }
    service?.handle(event, at: now, on: &connection)
    guard panel?.isClosed(by: event, or: escapes) == true else { return }
    // Escape gives up a drag first, and closes the window the next time.
    if case .keyPressed = event, wasDragging { return }
    tell(.cancelled, now)
    finish(dropped.isEmpty ? .cancelled : .dropped, now)
  }

  mutating func takeResults(at now: MonotonicTime) -> Bool {
    var progress = service?.takeResults(at: now, atoms: &atoms, on: &connection) ?? false
    progress = directSave.advance(things[dragged], on: &connection) || progress
    progress = takeThumbnails() || progress
    if service?.isIdle == true, !postponed.isEmpty {
      for request in postponed { service?.handle(.selectionRequest(request), at: now, on: &connection) }
      postponed = []
      progress = true
    }
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
    if end == nil, dropDeadline <= now {
      finish(dropped.isEmpty ? .timedOut : .dropped, now)
      tell(.cancelled, now)
    }
    if end != nil, lastGrace <= now || graceEnd <= now && service?.isIdle != false { isOver = true }
  }

  mutating func wait(until deadline: MonotonicTime) throws(ExchangeError) {
    let stop = terms.stop?.wakeUp.fileDescriptor ?? -1
    let woken = try connection.wait(
      until: deadline, or: service?.wakeUp.fileDescriptor ?? -1, directSave.wakeUp.fileDescriptor,
      made.wakeUp.fileDescriptor, stop)
    guard woken.contains(stop) else { return }
    tell(.cancelled, .now)
    finish(dropped.isEmpty ? .cancelled : .dropped, .now)
    isOver = true
  }

  /// Drops that came in time are served to the end, however long that takes.
  private var dropDeadline: MonotonicTime { machine?.isDropped == true ? .never : deadline }

  private mutating func noteRequest(_ now: MonotonicTime) {
    hasAsked = true
    if end != nil { graceEnd = min(lastGrace, max(graceEnd, now + terms.aftermath)) }
  }
}

extension DragLoop {
  /// The number of tries to grab the pointer, and the pause between them: a key that starts a program may
  /// still hold it.
  private static let grabPause = Duration.milliseconds(30)
  private static let grabTime = Duration.seconds(1)
  /// The time within which a form must be rendered.
  private static let answerTime = Duration.seconds(10)
  /// The number of requests that may be postponed: AbiWord sends one.
  private static let postponedLimit = 16

  mutating func beginAtOnce() throws(ExchangeError) {
    let limit = MonotonicTime.now + Self.grabTime
    let cursor = cursors[.carrying] ?? 0
    var isGranted = false
    while !isGranted {
      let ticket = connection.grabPointer(on: connection.root, cursor: cursor, time: .current)
      let reply = try connection.await(until: limit + .seconds(4)) { $0.reply(to: ticket) }
      isGranted = reply == .granted
      if isGranted { break }
      guard MonotonicTime.now < limit else {
        throw ExchangeError(
          .unavailable, "another program has grabbed the pointer. Use --window to drag from a window.")
      }
      try pause()
    }
    // If the keyboard cannot be grabbed, the other button cancels the drag.
    var hasKeyboard = false
    while !hasKeyboard, MonotonicTime.now < limit {
      let ticket = connection.grabKeyboard(on: connection.root, time: .current)
      let reply = try connection.await(until: limit + .seconds(4)) { $0.reply(to: ticket) }
      hasKeyboard = reply == .granted
      if !hasKeyboard { try pause() }
    }
    let ticket = connection.pointerPlace()
    let place = try connection.await(until: limit + .seconds(4)) { $0.reply(to: ticket) }
    begin(0, at: place ?? XPoint(0, 0), started)
  }

  private mutating func pause() throws(ExchangeError) {
    let end = MonotonicTime.now + Self.grabPause
    while MonotonicTime.now < end {
      connection.keepEvents()
      _ = try connection.wait(until: end)
    }
  }

  mutating func begin(_ index: Int, at place: XPoint, _ time: XTimestamp) {
    dragged = index
    (hasAsked, releaseTime, types) = (false, nil, [])
    directSave.begin()
    let thing = things[index]
    connection.setOwner(of: names.selection, to: source, time: time)
    var limits = OwnerMachine.Limits()
    limits.chunkSize = connection.maximumPropertyBytes & ~3
    (limits.sendsPieces, limits.checksTimes) = (false, false)
    // Targets wait for a drop's content, and try no other form where the first one is refused.
    limits.answerTime = Self.answerTime
    service = SelectionService(
      thing.content, of: names.selection, acquired: time, atoms: atoms, limits: limits)
    if isBridged { service?.serveBridge() }
    let actions = terms.mayMove ? [names.move, names.copy] : [names.copy]
    connection.changeProperty(
      names.actionList, of: source, to: PropertyValue(type: .atom, words: actions.map(\.rawValue)))
    machine = DragMachine()
    look(at: place, time)
  }

  /// Writes what a target is shown: its rule may hide types, which it must not be told of then.
  mutating func describe(to peer: Peer?) {
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
