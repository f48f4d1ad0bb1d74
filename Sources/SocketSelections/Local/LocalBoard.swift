package import Exchange
import System

/// A board of this project's own processes, where a display system has no boards but its own: a socket at which its
/// owner is asked, by the protocol that clients speak, too.
package struct LocalBoard: Sendable {
  let board: Board
  let path: String

  /// The board of a display, in a folder that is the person's alone.
  package init(_ board: Board, of display: String, in folder: String) {
    let name = "pasteboard-\(board)-\(display)".utf8.map { byte -> UInt8 in byte == 0x2F ? 0x5F : byte }
    self.board = board
    path = folder + "/" + String(decoding: name, as: UTF8.self)
  }

  /// How long the owner may take to say a little.
  static let patience = Duration.seconds(2)

  /// The socket of the owner; without one nobody owns the board.
  var place: SocketEndpoint {
    SocketEndpoint(
      path, of: "the owner of \(board)", grace: .zero,
      whenAbsent: ExchangeError(.empty, "\(board.noun) is empty"))
  }

  /// A connection to the owner; throws `.empty` if there is none.
  func connection() throws(ExchangeError) -> SocketClientConnection {
    try SocketClientConnection(place, until: .now + Self.patience)
  }

  /// Whether somebody owns it.
  package var hasOwner: Bool { (try? connection()) != nil }

  /// Makes nobody the owner.
  package func clear() throws(ExchangeError) {
    do throws(ExchangeError) {
      try clear(over: try connection())
    } catch {
      guard error.code == .empty else { throw error }
    }
  }

  /// Asks an owner to leave; one that leaves at once may not answer any more.
  func clear(over connection: consuming SocketClientConnection) throws(ExchangeError) {
    let request = connection.machine.clear(board)
    do throws(ExchangeError) {
      _ = try connection.answer(to: request, within: Self.patience)
    } catch {
      guard error.code == .ownerVanished else { throw error }
    }
  }
}
