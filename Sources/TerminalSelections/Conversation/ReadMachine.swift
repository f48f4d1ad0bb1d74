/// Takes content under names (OSC 5522).
struct ReadMachine: FencedMachine {
  let requests: Requests
  private let identifier: String
  private let names: [String]
  private let byteLimit: Int
  private(set) var values: [String: [UInt8]] = [:]
  private(set) var byteCount = 0
  private(set) var status: String?
  private(set) var isTooLarge = false
  /// Whether a part of the answer could not be read: without it the rest is not what was copied.
  private(set) var isDamaged = false
  private var hasBegun = false
  var isComplete = false
  var isWithinReply = false

  init(_ requests: Requests, identifier: String, _ names: [String], byteLimit: Int) {
    (self.requests, self.identifier, self.names, self.byteLimit) = (requests, identifier, names, byteLimit)
  }

  mutating func take(_ reply: TerminalReply) {
    switch reply {
    case .broken(let tooLong):
      if tooLong { isTooLarge = true } else { isDamaged = isDamaged || isUnderWay }
    case .command(let content):
      guard let packet = ClipboardPacket(content) else {
        let isPart = isUnderWay ? ClipboardPacket.begins(content) : ClipboardPacket.hasContent(content)
        isDamaged = isDamaged || status == nil && isPart
        return
      }
      guard packet.type == "read", status == nil,
        packet.identifier == nil || packet.identifier == identifier
      else { return }
      take(packet)
    default: break
    }
  }

  /// What makes no sense before an answer begins, or behind it, is no part of it.
  private var isUnderWay: Bool { hasBegun && status == nil }

  private mutating func take(_ packet: ClipboardPacket) {
    hasBegun = true
    switch packet.status {
    case "OK": break
    case "DATA":
      // Of which form a part is that names none is known only where there is one.
      guard let name = packet.name ?? (names.count == 1 ? names[0] : nil) else {
        isDamaged = isDamaged || !packet.payload.isEmpty
        return
      }
      // What nobody asked for is not kept.
      guard names.contains(name) else { return }
      byteCount += packet.payload.count
      guard byteCount <= byteLimit else {
        isTooLarge = true
        values = [:]
        return
      }
      values[name, default: []] += packet.payload
    default: status = packet.status
    }
  }

  var isDone: Bool { isComplete && (status != nil || isTooLarge || isDamaged) }
  var isWaitingForPerson: Bool { isComplete && !hasBegun && !isWithinReply }
}
