package import Exchange
import System

/// Asks the owner of a local board, over a connection for each question: owners may follow each other.
package final class LocalReader: Reader {
  private let board: LocalBoard
  private var terms: ReadOptions

  package init(_ board: LocalBoard, _ terms: ReadOptions) {
    (self.board, self.terms) = (board, terms)
  }

  package var onProgress: (@Sendable (Int) -> Void)?

  package func names() throws(ExchangeError) -> [String] {
    try asking { reader throws(ExchangeError) in try reader.names() }
  }

  package func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    try asking { reader throws(ExchangeError) in try reader.representation(name, unchanged: unchanged) }
  }

  package func allow(_ timeout: Duration) { terms.timeout = timeout }

  /// None but this project's own programs know of it.
  package func owner() -> Peer? { Peer(className: Peer.ownClass) }

  private func asking<Answer>(
    _ question: (SocketReader) throws(ExchangeError) -> Answer
  ) throws(ExchangeError) -> Answer {
    let deadline = MonotonicTime.now + terms.timeout
    while true {
      do throws(ExchangeError) {
        let reader = try SocketReader(board.place, board.board, terms)
        reader.onProgress = onProgress
        return try question(reader)
      } catch {
        // Another owner has taken its place meanwhile: this one is going, or has nothing any more.
        let mayHaveNext = error.code == .ownerVanished || error.code == .empty && board.hasOwner
        guard mayHaveNext, deadline > .now else { throw error }
      }
    }
  }
}
