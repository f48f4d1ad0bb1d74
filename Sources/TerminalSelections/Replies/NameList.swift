/// The names of what is there, as the answer to a question for them comes in.
struct NameList: Hashable, Sendable {
  private(set) var names: [String] = []
  /// How it ended: `DONE` or an error; nil as long as it has not.
  private(set) var status: String?
  /// Whether anything of an answer has come.
  private(set) var hasBegun = false
  /// Whether a part of the answer could not be read: names are missing.
  private(set) var isDamaged = false

  /// Takes a reply that may be a part of the answer.
  mutating func note(_ reply: TerminalReply, identifier: String) {
    // What makes no sense before an answer begins, or behind it, is no part of it.
    let isUnderWay = hasBegun && status == nil
    switch reply {
    case .broken: isDamaged = isDamaged || isUnderWay
    case .command(let content):
      guard let packet = ClipboardPacket(content) else {
        let isPart = isUnderWay ? ClipboardPacket.begins(content) : ClipboardPacket.hasContent(content)
        isDamaged = isDamaged || status == nil && isPart
        return
      }
      note(packet, identifier: identifier)
    default: break
    }
  }

  private mutating func note(_ packet: ClipboardPacket, identifier: String) {
    guard packet.type == "read", packet.identifier == nil || packet.identifier == identifier, status == nil
    else { return }
    hasBegun = true
    switch packet.status {
    case "OK": break
    case "DATA":
      // Some give each name by itself, in place of the period that stands for the list.
      let further = packet.name == "." ? FormName.list(packet.payload) : packet.name.map { [$0] } ?? []
      for name in further where !names.contains(name) && names.count < FormName.countLimit {
        names.append(name)
      }
    default: status = packet.status
    }
  }
}
