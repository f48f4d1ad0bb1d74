public import Exchange
import System

extension XConnection {
  /// Says whose window it is. The notice of this change brings the server's time.
  mutating func introduce(_ window: XWindow, as name: WindowClass = .pasteboard) {
    let value = Array("\(name.instanceName)\0\(name.className)\0".utf8)
    changeProperty(.wmClass, of: window, to: PropertyValue(type: .string, format: 8, bytes: value))
  }

  /// Waits until the names that `atoms` has requested are known, and for the time at which the server
  /// changed `property` of our `window` (ICCCM 2.1: such a time is the one to take a selection with).
  mutating func awaitNamesAndTime(
    _ atoms: inout AtomTable, of property: XAtom, on window: XWindow, until deadline: MonotonicTime
  ) throws(ExchangeError) -> XTimestamp {
    var time: XTimestamp?
    while true {
      while let event = nextEvent() {
        if case .propertyChanged(window, property, let now) = event { time = now }
      }
      if atoms.collect(from: self), let time { return time }
      try waitForServer(until: deadline)
    }
  }

  /// Makes a window the owner of a selection, or nobody, and returns who the owner is then.
  mutating func setOwnerAndVerify(
    of selection: XAtom, to owner: XWindow, time: XTimestamp, until deadline: MonotonicTime
  ) throws(ExchangeError) -> XWindow {
    setOwner(of: selection, to: owner, time: time)
    return try awaitOwner(of: selection, until: deadline)
  }

  /// The owner of a selection.
  mutating func awaitOwner(of selection: XAtom, until deadline: MonotonicTime) throws(ExchangeError)
    -> XWindow
  {
    let ticket = selectionOwner(selection)
    guard let owner = try self.await(until: deadline, { $0.reply(to: ticket) }) else { throw .connectionLost }
    return owner
  }

  /// Waits until the server has read all that was sent.
  ///
  /// A connection that is closed with something unread in it takes its last requests with it.
  mutating func settle() {
    let ticket = selectionOwner(.primary)
    _ = try? self.await(until: .now + .seconds(2)) { $0.reply(to: ticket) }
  }
}

/// Clears a selection, so that it has no owner; returns when the server has confirmed it.
///
/// - Throws: `unavailable`, `overtaken` if another client took it at the same time, `timedOut`.
public func clearSelection(_ name: String, display: String? = nil) throws(ExchangeError) {
  let deadline = MonotonicTime.now + .seconds(5)
  var connection = try XConnection(display: display)
  var atoms = AtomTable()
  atoms.request([name], create: true, on: &connection)
  let window = connection.createWindow()
  connection.changeProperty(.wmName, of: window, to: PropertyValue(type: .string, format: 8, bytes: []))
  let time = try connection.awaitNamesAndTime(&atoms, of: .wmName, on: window, until: deadline)
  guard let selection = atoms[name] else { throw .connectionLost }
  let owner = try connection.setOwnerAndVerify(of: selection, to: .none, time: time, until: deadline)
  if owner != .none { throw .ownershipDenied(name) }
}
