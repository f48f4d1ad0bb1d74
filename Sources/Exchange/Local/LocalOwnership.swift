import Synchronization
import System

/// Owns a local board, and answers whoever asks, until another does or it is stopped.
package final class LocalOwnership: Ownership {
  private let board: LocalBoard
  private let content: Content
  private let stopSignal = WakeUp()
  private let ended = WakeUp()
  private let owns = Mutex(true)
  /// How many are being answered; each has a thread.
  private let answering = Mutex(0)

  /// More than this at one time are no readers.
  private static let answeredAtOnce = 16

  /// Takes the board; whoever owned it before is told.
  package init(
    _ board: LocalBoard, _ content: Content, whenEnded: @escaping @Sendable () -> Void = {}
  ) throws(ExchangeError) {
    (self.board, self.content) = (board, content)
    guard let thread = ReservedThread() else {
      throw ExchangeError(.unavailable, "there can be no further thread")
    }
    let deadline = MonotonicTime.now + LocalBoard.patience
    let former = try? board.connect(until: deadline)
    let listener = try rethrowing(as: { ExchangeError(.unavailable, "\($0)") }) { () throws(SystemError) in
      try ListeningSocket(at: board.path)
    }
    if let former { _ = try? board.ask(.leave, over: former, byteLimit: 0, until: deadline) }
    thread.run(owning: listener) { listener in
      while let socket = listener.next(until: self.stopSignal) { self.answer(socket) }
      self.owns.withLock { $0 = false }
      // Its name is gone before anybody hears of the end.
      _ = consume listener
      self.ended.signal()
      whenEnded()
    }
  }

  package var isOwner: Bool { owns.withLock(\.self) }

  package func confirm() throws(ExchangeError) -> Bool { isOwner }

  @discardableResult
  package func stop(within limit: Duration) -> Bool {
    stopSignal.signal()
    return ended.wait(until: .now + limit)
  }

  /// In a thread of its own: who asks may be slow, and so may be what is asked for.
  private func answer(_ socket: consuming sending Socket) {
    guard answering.withLock({ $0 < Self.answeredAtOnce }) else { return }
    answering.withLock { $0 += 1 }
    runInThreadIfPossible(owning: socket) { socket in
      try? self.serve(socket)
      self.answering.withLock { $0 -= 1 }
    }
  }

  private func serve(_ socket: borrowing Socket) throws(SystemError) {
    let deadline = MonotonicTime.now + LocalBoard.patience
    let head = try socket.receive(9, name: board.path, until: deadline)
    let count = LocalBoard.count(head[1...])
    guard let question = LocalBoard.Question(rawValue: head[0]), (0...LocalBoard.nameLimit).contains(count)
    else { return }
    let name = try socket.receive(count, name: board.path, until: deadline)
    let answer = answer(question, String(decoding: name, as: UTF8.self))
    let size = answer?.count ?? 0
    try socket.send(
      [answer == nil ? 0 : 1] + LocalBoard.bytes(of: size), name: board.path, until: deadline)
    guard let answer else { return }
    try socket.send(answer, name: board.path, until: .now + LocalBoard.patience(for: size))
  }

  private func answer(_ question: LocalBoard.Question, _ name: String) -> [UInt8]? {
    let offered = content.view?(Peer(className: Peer.ownClass)) ?? content.names.map { Content.Offered($0) }
    switch question {
    case .names: return Array(offered.map(\.name).joined(separator: "\n").utf8)
    case .form:
      let rendering = offered.first { $0.name == name }?.rendering
      return rendering.flatMap { content.render($0)?.bytes }
    case .leave:
      owns.withLock { $0 = false }
      stopSignal.signal()
      return []
    }
  }
}
