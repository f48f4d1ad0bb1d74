import Exchange
import System

extension DragLoop {
  /// Moves of the pointer that are no drag yet.
  private static let threshold = 4

  mutating func follow(_ event: XEvent, _ now: MonotonicTime) {
    switch event {
    case .pointerMoved(let pointer):
      if let press {
        guard isFar(pointer.root, from: press.place) else { return }
        // A target that has not said that it is done with the last one has no claim on the next.
        if machine?.isDropped == true { conclude(.unanswered, now) }
        guard machine == nil, end == nil else { return }
        self.press = nil
        beginFromWindow(press.row, pointer)
      } else if machine != nil, releaseTime == nil {
        look(at: pointer.root, pointer.time)
      }
    case .buttonPressed(.first, let pointer):
      guard end == nil, let panel, pointer.window == panel.window, let row = panel.row(at: pointer.place)
      else { return }
      press = (row, pointer.root)
      // The end of the drag before may take the pointer away from this press, which came while it still held it.
      _ = connection.grabPointer(on: panel.window, cursor: 0, time: pointer.time)
    case .buttonReleased(.first, let pointer):
      press = nil
      guard machine?.isDropped == false, releaseTime == nil else {
        if panel != nil { release(pointer.time) }
        return
      }
      releaseTime = pointer.time
      look(at: pointer.root, pointer.time)
      release(pointer.time)
    case .buttonReleased(.third, _): tell(.cancelled, now)
    case .keyPressed(let key, let time):
      guard escapes.contains(key) else { return }
      pointer.time = time
      tell(.cancelled, now)
    default: break
    }
  }

  /// Gives the pointer back, unless the next press in a window has taken it since.
  mutating func release(_ time: XTimestamp) {
    guard press == nil else { return }
    connection.ungrab(asOf: panel == nil ? .current : time)
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
  mutating func look(at place: XPoint, _ time: XTimestamp) {
    pointer = (place, time)
    isPointerBehind = search != nil
    if search == nil { search = TargetSearch(at: place, time, names: names, on: &connection) }
  }
}

extension DragLoop {
  mutating func tell(_ event: DragMachine.Event, _ now: MonotonicTime) {
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
      if case .drop = message {
        hasAsked = false
        directSave.allow()
      }
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

  /// Requests that follow one another keep the source there, though not for ever.
  private static let longestGrace = Duration.seconds(60)

  mutating func conclude(_ outcome: DragMachine.Outcome, _ now: MonotonicTime) {
    machine = nil
    (releaseTime, isPointerBehind, search, lookup) = (nil, false, nil, nil)
    release(pointer.time)
    let result: DragEnd =
      switch outcome {
      case .taken: .dropped
      // It is gone, or forgets to answer: what it asked for it has.
      case .unanswered: hasAsked ? .dropped : .refused
      // Caja and Nemo refuse what was dropped when they are told that their file is there.
      case .refused: directSave.hasSaved ? .dropped : .refused
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

  mutating func finish(_ result: DragEnd, _ now: MonotonicTime) {
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

/// The rows of the window that things are dragged from.
extension DragLoop {
  static func words(for end: DragEnd) -> String? {
    switch end {
    case .dropped: "dropped"
    case .refused, .nowhere: "not taken"
    case .cancelled, .timedOut: nil
    }
  }

  mutating func showRows() {
    let dragged = machine == nil ? nil : dragged
    let rows = things.indices.map {
      Panel.Row(
        title: things[$0].title, detail: details[$0], picture: thumbnails[$0], isActive: $0 == dragged)
    }
    panel?.show(rows, on: &connection)
  }

  /// Has pictures made one after the other, as reading them takes longer than a window may.
  func makeThumbnails() {
    let makers = things.indices.compactMap { row in things[row].thumbnail.map { (row, $0) } }
    guard !makers.isEmpty else { return }
    let (made, size) = (made, Panel.pictureSize)
    // If there is no thread for the pictures, rows show text.
    _ = startThread {
      for (row, make) in makers {
        if let picture = make(size.x, size.y) { made.post((row, picture)) }
      }
    }
  }

  mutating func takeThumbnails() -> Bool {
    let new = made.take()
    guard !new.isEmpty else { return false }
    for (row, picture) in new { thumbnails[row] = picture }
    showRows()
    return true
  }
}
