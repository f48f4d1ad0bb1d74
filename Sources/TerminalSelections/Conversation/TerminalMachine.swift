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

/// Waits until the terminal has taken what was sent.
struct FenceMachine: TerminalMachine {
  private let requests: Requests
  private(set) var isDone = false
  var isWithinReply = false

  init(_ requests: Requests) {
    self.requests = requests
  }

  mutating func receive(_ reply: TerminalReply) {
    if case .control(let control) = reply, requests.isFence(control) { isDone = true }
  }
}

/// Puts content there, and waits for the terminal's word on it (OSC 5522).
struct WriteMachine: TerminalMachine {
  private let requests: Requests
  private let identifier: String
  /// `DONE` or an error; nil if nothing was said.
  private(set) var status: String?
  private(set) var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests, identifier: String) {
    (self.requests, self.identifier) = (requests, identifier)
  }

  mutating func receive(_ reply: TerminalReply) {
    switch reply {
    case .control(let control): if requests.isFence(control) { isComplete = true }
    case .command(let content):
      guard status == nil, let packet = ClipboardPacket(content), packet.type == "write",
        packet.identifier == nil || packet.identifier == identifier
      else { return }
      status = packet.status
    default: break
    }
  }

  /// The fence comes last, so that none is left for whoever reads the terminal next.
  var isDone: Bool { isComplete && status != nil }
}

/// Lists names (OSC 5522).
struct ListMachine: TerminalMachine {
  private let requests: Requests
  private let identifier: String
  private(set) var list = NameList()
  private(set) var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests, identifier: String) {
    (self.requests, self.identifier) = (requests, identifier)
  }

  mutating func receive(_ reply: TerminalReply) {
    switch reply {
    case .control(let control): if requests.isFence(control) { isComplete = true }
    case .command(let content):
      if let packet = ClipboardPacket(content) { list.note(packet, identifier: identifier) }
    default: break
    }
  }

  var isDone: Bool { isComplete && list.status != nil }
}
