package import Exchange
package import SocketSelections

/// A session whose selections are reached over connections of a `SelectionClient`.
package protocol SelectionDisplay: AnyObject, Sendable {
  /// What tells it from other sessions.
  var place: String { get }
  /// Whether it can be connected to more than once.
  var canReconnect: Bool { get }
  /// The board that the clipboard manager of the session owns; nil where other processes have no way to it.
  var managerBoard: LocalBoard? { get }
  /// Whether the session itself keeps one form of a copy whose owner is gone, and offers that alone.
  var keepsOneForm: Bool { get }
  /// Whether a connection may end while the session goes on, as when GNOME's screen is locked: what was owned through it
  /// is owned again afterwards.
  var mayPause: Bool { get }

  /// A connection, whose client may have learnt nothing but what the other side has.
  func open() throws(ExchangeError) -> WaylandConnection
  /// A connection that knows what is on offer in these slots.
  func connect(for slots: [Slot]) throws(ExchangeError) -> WaylandConnection
  /// Takes back a connection that is not used any more.
  func takeBack(_ connection: consuming WaylandConnection)
  /// A board of this project's own processes in the session.
  func local(_ board: Board) throws(ExchangeError) -> LocalBoard
}

extension SelectionDisplay {
  package var keepsOneForm: Bool { false }
  package var mayPause: Bool { false }

  /// A connection that knows what is on offer.
  package func connect(for slot: Slot = .copied) throws(ExchangeError) -> WaylandConnection {
    try connect(for: [slot])
  }
}
