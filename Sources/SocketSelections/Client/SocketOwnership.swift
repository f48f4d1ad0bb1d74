import Exchange
import Synchronization
import System

/// A board of a desktop that a thread of this process owns through a socket.
final class SocketOwnership: Ownership {
  private let stopSignal = WakeUp()
  private let ended = WakeUp()
  private let owns = Mutex(true)
  private let patience: Duration
  private let questions = Mailbox<ConfirmQuestion>()

  init(
    _ place: SocketEndpoint, _ board: Board, _ content: Content, _ whenEnded: @escaping @Sendable () -> Void
  ) throws(ExchangeError) {
    guard let thread = ReservedThread() else {
      throw ExchangeError(.unavailable, "could not create a thread")
    }
    patience = place.grace
    let owner = try SocketOwner(place, board, content, mayBeKept: false)
    thread.run(owning: owner) { owner in
      var owner = owner
      // A connection that breaks is the end, too: the desktop owns nothing for this process then.
      _ = try? owner.serve(until: [self.stopSignal], or: .never, self.questions)
      _ = consume owner
      self.owns.withLock { $0 = false }
      for question in self.questions.take() { question.answer(false) }
      self.ended.signal()
      whenEnded()
    }
  }

  var isOwner: Bool { owns.withLock(\.self) }

  func confirm() throws(ExchangeError) -> Bool {
    guard isOwner else { return false }
    let question = ConfirmQuestion()
    questions.post(question)
    if let answer = question.wait(until: .now + patience) { return answer && isOwner }
    guard isOwner else { return false }
    throw ExchangeError(.timedOut, "your desktop did not answer in time")
  }

  @discardableResult
  func stop(within limit: Duration) -> Bool {
    stopSignal.signal()
    return ended.wait(until: .now + limit)
  }
}
