import Exchange
import System

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
