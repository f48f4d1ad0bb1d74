/// Finds out what a terminal can do.
struct ProbeMachine: TerminalMachine {
  private let requests: Requests
  private let identifier: String
  private(set) var answers = ProbeAnswers()
  var isWithinReply = false

  init(_ requests: Requests, identifier: String) {
    (self.requests, self.identifier) = (requests, identifier)
  }

  mutating func receive(_ reply: TerminalReply) {
    answers.note(reply, identifier: identifier, isFence: requests.isFence)
  }

  var isDone: Bool { answers.isComplete }
}
