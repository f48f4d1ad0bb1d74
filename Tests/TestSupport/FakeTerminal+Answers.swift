/// A sequence, or text that is shown.
enum DecodedSequence: Hashable, Sendable {
  case text(UInt8)
  /// Between `ESC [` and the last byte, which it includes.
  case control(String)
  /// The content of strings.
  case command([UInt8])
  case device([UInt8])
}

/// Takes what programs write apart.
struct SequenceDecoder: Sendable {
  private var pending: [UInt8] = []

  mutating func receive(_ bytes: ArraySlice<UInt8>) -> [DecodedSequence] {
    pending += bytes
    var (found, place) = ([DecodedSequence](), 0)
    while place < pending.count {
      guard pending[place] == 0x1B else {
        found.append(.text(pending[place]))
        place += 1
        continue
      }
      guard let (sequence, end) = sequence(from: place) else { break }
      if let sequence { found.append(sequence) }
      place = end
    }
    pending.removeFirst(place)
    return found
  }

  /// Nil if its end has not come.
  private func sequence(from begin: Int) -> (DecodedSequence?, end: Int)? {
    guard begin + 1 < pending.count else { return nil }
    switch pending[begin + 1] {
    case UInt8(ascii: "["):
      guard let end = pending[(begin + 2)...].firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
      return (.control(String(decoding: pending[(begin + 2)...end], as: UTF8.self)), end + 1)
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      var place = begin + 2
      while place < pending.count {
        let isBell = pending[place] == 0x07
        let isEnd = pending[place] == 0x1B && place + 1 < pending.count && pending[place + 1] == 0x5C
        if isBell || isEnd {
          let content = Array(pending[(begin + 2)..<place])
          let sequence =
            pending[begin + 1] == UInt8(ascii: "]") ? DecodedSequence.command(content) : .device(content)
          return (sequence, place + (isBell ? 1 : 2))
        }
        place += 1
      }
      return nil
    case UInt8(ascii: "("), UInt8(ascii: ")"): return begin + 2 < pending.count ? (nil, begin + 3) : nil
    default: return (nil, begin + 2)
    }
  }
}

extension FakeTerminal.State {
  mutating func receive(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    if manner.skims, let board = write?.board { return skim(bytes, of: board) }
    var answer: [UInt8] = []
    for sequence in decoder.receive(bytes) {
      let reply: String
      switch sequence {
      case .text(let byte):
        shown.append(byte)
        continue
      case .control(let control):
        sequences.append("CSI \(control)")
        reply = manner.isSilent ? "" : controlAnswer(control)
      case .device(let content):
        sequences.append("DCS \(String(decoding: content.prefix(40), as: UTF8.self))")
        reply = content == Array("+q4d73".utf8) && manner.hasCopying ? "\u{1B}P1+r4d73=1b5d\u{1B}\\" : ""
      case .command(let content):
        sequences.append("OSC \(String(decoding: content.prefix(60), as: UTF8.self))")
        reply = manner.isSilent ? "" : commandAnswer(content)
      }
      if !reply.isEmpty { answer += Array((manner.garbage + reply).utf8) }
    }
    return answer
  }

  /// Looks for the end of a write, and answers what is asked after it.
  private mutating func skim(_ bytes: ArraySlice<UInt8>, of board: String) -> [UInt8] {
    let end = Array("5522;type=wdata\u{1B}\\\u{1B}[c".utf8)
    tail = tail.suffix(end.count) + bytes.suffix(end.count)
    // Nothing follows before it is answered.
    guard tail.suffix(end.count) == end[...] else { return [] }
    (tail, write) = ([], nil)
    return Array((status("write", nil, "DONE") + controlAnswer("c")).utf8)
  }

  private mutating func controlAnswer(_ control: String) -> String {
    switch control {
    case "c", "0c":
      // The rest of what was begun before.
      let rest = String(decoding: begun, as: UTF8.self)
      begun = []
      return (manner.attributes.map { "\u{1B}[?" + $0.map(String.init).joined(separator: ";") + "c" } ?? "")
        + rest
    case ">c", ">0c": return manner.kind.map { "\u{1B}[>\($0);1000;0c" } ?? ""
    case ">q", ">0q": return manner.version.map { "\u{1B}P>|\($0)\u{1B}\\" } ?? ""
    default:
      guard manner.reportsModes, control.hasPrefix("?"), control.hasSuffix("$p") else { return "" }
      return "\u{1B}[\(control.dropLast(2));0$y"
    }
  }

  private mutating func commandAnswer(_ content: [UInt8]) -> String {
    let parts = content.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
    let words = parts.map { String(decoding: $0, as: UTF8.self) }
    switch words[0] {
    case "60": return manner.allowed.map { "\u{1B}]60;\($0)\u{1B}\\" } ?? ""
    case "52" where words.count == 3: return textAnswer(words[1].isEmpty ? "c" : words[1], words[2])
    case "5522" where manner.takesPackets && words.count > 1:
      return packetAnswer(words[1], FakeBase64.decode(words.count > 2 ? words[2] : "") ?? [])
    default: return ""
    }
  }

  // MARK: Text alone

  private mutating func textAnswer(_ board: String, _ data: String) -> String {
    guard data == "?" else {
      if manner.takesText {
        boards[board] = FakeBase64.decode(data).map { [FakeTerminal.Form(name: "text/plain", bytes: $0)] }
      }
      return ""
    }
    guard manner.givesText else { return "" }
    if let excess = manner.excess {
      excessLeft = excess.count
      return "\u{1B}]52;\(board);"
    }
    let text = boards[board]?.first { $0.name == "text/plain" }?.bytes ?? []
    let (begin, rest) = ("\u{1B}]52;\(manner.answersUnder ?? board);", FakeBase64.encode(text) + "\u{1B}\\")
    if manner.asksPerson {
      held += Array((begin + rest).utf8)
      return ""
    }
    guard manner.interleaves else { return begin + rest }
    begun = Array(rest.utf8)
    return begin
  }

  // MARK: Any type

  private mutating func packetAnswer(_ metadata: String, _ payload: [UInt8]) -> String {
    var values: [String: String] = [:]
    for pair in metadata.split(separator: ":") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    let board = values["loc"] == "primary" ? "p" : "c"
    let name = values["mime"].flatMap(FakeBase64.decode).map { String(decoding: $0, as: UTF8.self) }
    switch values["type"] {
    case "read": return readAnswer(board, values["id"], String(decoding: payload, as: UTF8.self))
    case "write": write = FakeTerminal.PacketWrite(board: board, identifier: values["id"])
    case "wdata":
      if let name {
        add(payload, to: name)
      } else if let done = write {
        if manner.writeStatus == "DONE" { boards[done.board] = done.forms.isEmpty ? nil : done.forms }
        write = nil
        return status("write", done.identifier, manner.writeStatus)
      }
    case "walias":
      guard let name, let form = write?.forms.first(where: { $0.name == name }) else { break }
      for alias in String(decoding: payload, as: UTF8.self).split(separator: " ") {
        write?.forms.append(FakeTerminal.Form(name: String(alias), bytes: form.bytes))
      }
    default: break
    }
    return ""
  }

  private mutating func add(_ bytes: [UInt8], to name: String) {
    if let index = write?.forms.firstIndex(where: { $0.name == name }) {
      write?.forms[index].bytes += bytes
    } else {
      write?.forms.append(FakeTerminal.Form(name: name, bytes: bytes))
    }
  }

  private func status(_ type: String, _ identifier: String?, _ status: String, _ more: String = "") -> String
  {
    let name = manner.listsSingly ? "" : identifier.map { ":id=\($0)" } ?? ""
    return "\u{1B}]5522;type=\(type)\(name):status=\(status)\(more)\u{1B}\\"
  }

  private mutating func readAnswer(_ board: String, _ identifier: String?, _ names: String) -> String {
    let forms = boards[board] ?? []
    func data(_ name: String, _ bytes: some Collection<UInt8>, hasPayload: Bool = true) -> String {
      let payload = hasPayload ? ";" + FakeBase64.encode(Array(bytes)) : ""
      return status("read", identifier, "DATA", ":mime=" + FakeBase64.encode(Array(name.utf8)) + payload)
    }
    var answer = status("read", identifier, "OK")
    if names == "." {
      if manner.listsSingly {
        for form in forms { answer += data(form.name, [], hasPayload: false) }
      } else if !forms.isEmpty {
        answer += data(".", forms.map(\.name).joined(separator: " ").utf8)
      }
      return answer + status("read", identifier, "DONE")
    }
    guard manner.readStatus == "DONE" else { return status("read", identifier, manner.readStatus) }
    if let excess = manner.excess {
      excessLeft = excess.count
      return answer
    }
    for name in names.split(separator: " ") {
      var packets = 0
      var rest = (forms.first { $0.name == name }?.bytes ?? [])[...]
      while !rest.isEmpty {
        packets += 1
        let isDamaged = packets == 2 && manner.damage != nil
        answer += isDamaged ? manner.damage ?? "" : data(String(name), rest.prefix(manner.packet))
        rest = rest.dropFirst(manner.packet)
      }
    }
    answer += status("read", identifier, "DONE")
    guard manner.asksPerson else { return answer }
    held += Array(answer.utf8)
    return ""
  }
}
