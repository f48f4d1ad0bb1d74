/// Lists names (OSC 5522).
struct ListMachine: FencedMachine {
  let requests: Requests
  private let identifier: String
  private(set) var list = NameList()
  /// Whether a part of the answer could not be read: names are missing.
  private(set) var isDamaged = false
  var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests, identifier: String) {
    (self.requests, self.identifier) = (requests, identifier)
  }

  mutating func take(_ reply: TerminalReply) {
    switch reply {
    case .broken: isDamaged = true
    case .command(let content):
      guard let packet = ClipboardPacket(content) else {
        if ClipboardPacket.begins(content) { isDamaged = true }
        return
      }
      list.note(packet, identifier: identifier)
    default: break
    }
  }

  var isDone: Bool { isComplete && (list.status != nil || isDamaged) }
}
