package import Exchange
import Synchronization
import System

/// Owns a local board, and answers whoever asks, until another does or it is stopped.
package final class LocalOwnership: Ownership {
  private let boards = Backend.memory()
  private let owned: Board
  private let server: SocketServer
  private let ended = WakeUp()
  private let owns = Mutex(true)
  private let whenEnded: @Sendable () -> Void

  /// Takes the board; whoever owned it before is told.
  package init(
    _ board: LocalBoard, _ content: Content, whenEnded: @escaping @Sendable () -> Void = {}
  ) throws(ExchangeError) {
    (self.whenEnded, owned) = (whenEnded, board.board)
    let former = try? board.connection()
    var options = SocketServer.Configuration(boards)
    // It can be read and cleared; whoever wants to own it listens in its place.
    (options.rights, options.boards) = ([.paste, .secrets, .clear], [board.board])
    // What is asked for may be large: each question has a thread, and no more than these ask.
    options.clients = 16
    let left = WakeUp()
    _ = try boards.serve(board.board, content) { left.signal() }
    server = try SocketServer(at: board.path, options)
    let isWaiting = startThread { [self] in
      _ = left.wait(until: .never)
      end()
    }
    guard isWaiting else {
      server.stop(within: .seconds(1))
      throw ExchangeError(.unavailable, "could not create a thread")
    }
    if let former { try? board.clear(over: former) }
  }

  /// Its name is gone before anybody hears of the end.
  private func end() {
    owns.withLock { $0 = false }
    server.stop(within: .seconds(2))
    ended.signal()
    whenEnded()
  }

  package var isOwner: Bool { owns.withLock(\.self) }

  package func confirm() throws(ExchangeError) -> Bool { isOwner }

  @discardableResult
  package func stop(within limit: Duration) -> Bool {
    try? boards.clear(owned)
    return ended.wait(until: .now + limit)
  }
}
