/// A question and its answers, without input or output: takes replies until it is done.
protocol TerminalMachine {
  /// Takes an answer.
  mutating func receive(_ reply: TerminalReply)

  /// Whether an answer has begun whose end has not come.
  var isWithinReply: Bool { get set }

  /// Whether nothing more is to come.
  var isDone: Bool { get }

  /// Whether the terminal has answered all else, so that it may be asking its user.
  var isWaitingForPerson: Bool { get }

  /// Whether nothing that still comes is of use: more came than may be.
  var isTooLarge: Bool { get }
}

extension TerminalMachine {
  var isWaitingForPerson: Bool { false }
  var isTooLarge: Bool { false }
}

/// A question with one behind it that every terminal answers: the answer to that is the last.
protocol FencedMachine: TerminalMachine {
  var requests: Requests { get }
  /// Whether the answer to the last question has come.
  var isComplete: Bool { get set }

  /// Takes any other answer.
  mutating func take(_ reply: TerminalReply)
}

extension FencedMachine {
  mutating func receive(_ reply: TerminalReply) {
    if case .control(let control) = reply {
      if requests.isFence(control) { isComplete = true }
    } else {
      take(reply)
    }
  }
}
