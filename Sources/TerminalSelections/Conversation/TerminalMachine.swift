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
}

extension TerminalMachine {
  var isWaitingForPerson: Bool { false }
}
