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
