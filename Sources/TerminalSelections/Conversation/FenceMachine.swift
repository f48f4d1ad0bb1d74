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
