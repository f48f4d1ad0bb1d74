/// Waits until the terminal has taken what was sent.
struct FenceMachine: FencedMachine {
  let requests: Requests
  var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests) {
    self.requests = requests
  }

  mutating func take(_ reply: TerminalReply) {}

  var isDone: Bool { isComplete }
}
