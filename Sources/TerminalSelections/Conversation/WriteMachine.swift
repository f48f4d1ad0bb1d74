/// Puts content there, and waits for the terminal's word on it (OSC 5522).
struct WriteMachine: FencedMachine {
  let requests: Requests
  private let identifier: String
  /// `DONE` or an error; nil if nothing was said.
  private(set) var status: String?
  var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests, identifier: String) {
    (self.requests, self.identifier) = (requests, identifier)
  }

  mutating func take(_ reply: TerminalReply) {
    guard case .command(let content) = reply, status == nil, let packet = ClipboardPacket(content),
      packet.type == "write", packet.identifier == nil || packet.identifier == identifier
    else { return }
    status = packet.status
  }

  /// The fence comes last, so that none is left for whoever reads the terminal next.
  var isDone: Bool { isComplete && status != nil }
}
