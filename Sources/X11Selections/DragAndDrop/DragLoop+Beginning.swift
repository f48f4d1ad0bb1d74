import Exchange
import System

extension DragLoop {
  /// How often, and for how long, the pointer is tried to be had: a key that starts a program may still hold it.
  private static let grabPause = Duration.milliseconds(30)
  private static let grabTime = Duration.seconds(1)
  /// How long a form may take to be made.
  private static let answerTime = Duration.seconds(10)

  mutating func beginAtOnce() throws(SelectionError) {
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

  mutating func begin(_ index: Int, at place: XPoint, _ time: XTimestamp) {
    dragged = index
    (hasAsked, releaseTime, types) = (false, nil, [])
    directSave.hasSaved = false
    let thing = things[index]
    connection.setOwner(of: names.selection, to: source, time: time)
    var limits = OwnerMachine.Limits()
    limits.chunkSize = connection.maximumPropertyBytes & ~3
    (limits.sendsPieces, limits.checksTimes) = (false, false)
    // Who takes a drop waits, and takes nothing else where the first form is refused.
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
