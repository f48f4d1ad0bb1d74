import System

/// Asks the owner of a local board.
package final class LocalReader: Reader {
  private let board: LocalBoard
  private var terms: ReadTerms

  package init(_ board: LocalBoard, _ terms: ReadTerms) {
    (self.board, self.terms) = (board, terms)
  }

  package var onProgress: (@Sendable (Int) -> Void)?

  package func names() throws(ExchangeError) -> [String] {
    let bytes = try answer(.names) ?? []
    return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  package func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    guard let bytes = try answer(.form, name) else {
      throw ExchangeError(.refused, "the owner of \(board.board) does not give \(name)")
    }
    onProgress?(bytes.count)
    return Representation(bytes: bytes)
  }

  package func allow(_ timeout: Duration) { terms.timeout = timeout }

  /// None but this project's own programs know of it.
  package func owner() -> Peer? { Peer(className: Peer.ownClass) }

  private func answer(_ question: LocalBoard.Question, _ name: String = "") throws(ExchangeError) -> [UInt8]?
  {
    let deadline = MonotonicTime.now + terms.timeout
    while true {
      do throws(ExchangeError) {
        let socket = try board.connect(until: deadline)
        return try board.ask(question, name, over: socket, byteLimit: terms.byteLimit, until: deadline)
      } catch {
        // Another owner has taken its place meanwhile.
        guard error.code == .ownerVanished, deadline > .now else { throw error }
      }
    }
  }
}
