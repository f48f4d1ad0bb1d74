/// The names of what is there, as the answer to a question for them comes in.
struct NameList: Hashable, Sendable {
  private(set) var names: [String] = []
  /// How it ended: `DONE` or an error; nil as long as it has not.
  private(set) var status: String?
  /// Whether anything of an answer has come.
  private(set) var hasBegun = false

  mutating func note(_ packet: ClipboardPacket, identifier: String) {
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
