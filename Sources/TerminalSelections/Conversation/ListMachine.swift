/// Lists names (OSC 5522).
struct ListMachine: FencedMachine {
  let requests: Requests
  private let identifier: String
  private(set) var list = NameList()
  var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests, identifier: String) {
    (self.requests, self.identifier) = (requests, identifier)
  }

  mutating func take(_ reply: TerminalReply) {
    list.note(reply, identifier: identifier)
  }

  var isDone: Bool { isComplete && (list.status != nil || list.isDamaged) }
}
