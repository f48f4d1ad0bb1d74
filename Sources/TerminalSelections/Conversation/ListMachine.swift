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
    case .broken: isDamaged = isDamaged || isUnderWay
    case .command(let content):
      guard let packet = ClipboardPacket(content) else {
        let isPart = isUnderWay ? ClipboardPacket.begins(content) : ClipboardPacket.hasContent(content)
        isDamaged = isDamaged || list.status == nil && isPart
        return
      }
      list.note(packet, identifier: identifier)
    default: break
    }
  }

  private var isUnderWay: Bool { list.hasBegun && list.status == nil }

  var isDone: Bool { isComplete && (list.status != nil || isDamaged) }
}
