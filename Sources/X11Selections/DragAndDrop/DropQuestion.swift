import Exchange
import System

/// A question about what was dropped, on its way through the loop that has the connection.
struct DropQuestion: Sendable {
  /// What is asked for.
  let target: String
  /// Whether the value is a list of names (`TARGETS`).
  let isList: Bool
  let answer = Mailbox<Result<DropAnswer, SelectionError>>()

  func end(_ result: Result<DropAnswer, SelectionError>) { answer.post(result) }
}

/// The answer to a question about what was dropped.
enum DropAnswer: Sendable {
  case value(Representation)
  case names([String])
}

/// What the loop of a target is told by those who hold it.
enum DropOrder: Sendable {
  case ask(DropQuestion)
  case end(isTaken: Bool)
  case close
}

/// What the loop of a target tells those who hold it.
enum DropNotice: Sendable {
  case dropped(names: [String], fileName: [UInt8]?, source: Peer?)
  case closed
  case failed(SelectionError)
}
