import System

extension Backend {
  /// Boards of this process alone, for tests and previews: nothing of them is seen outside.
  ///
  /// Each has boards of its own. There is no clipboard manager.
  public static func memory() -> Backend {
    let boards = MemoryBoards()
    return Backend(
      name: "memory", place: "\(ObjectIdentifier(boards))", isPresent: { true },
      read: { board, terms throws(ExchangeError) in MemoryReader(boards, board, terms) },
      own: { board, content, terms, ready throws(ExchangeError) in
        let ownership = boards.take(board, content)
        ready()
        let deadline = terms.lifetime.map { MonotonicTime.now + $0 } ?? .never
        ownership.wait(until: deadline, or: terms.stop)
        boards.release(ownership)
      },
      serve: { board, content, ended throws(ExchangeError) in boards.take(board, content, ended) },
      watch: { observed throws(ExchangeError) in MemoryWatch(boards, observed) },
      clear: { board throws(ExchangeError) in boards.clear(board) },
      keep: { _ throws(ExchangeError) in
        throw ExchangeError(.unavailable, "what is in memory needs no clipboard manager")
      })
  }
}
