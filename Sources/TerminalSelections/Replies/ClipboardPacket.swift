import BinaryText
import Exchange

/// An answer of the protocol that carries any type (OSC 5522): `5522;key=value:key=value;base64`.
struct ClipboardPacket: Hashable, Sendable {
  /// `read` or `write`.
  var type: String
  var status: String
  /// The name that the data are of, or a period for a list of names.
  var name: String?
  /// The identifier of the request; terminals need not repeat it.
  var identifier: String?
  var payload: [UInt8]

  private static let introducer = Array("5522;".utf8)

  /// Whether a command is meant as one, be it whole or not.
  static func begins(_ command: [UInt8]) -> Bool { command.starts(with: introducer) }

  /// Whether a command is meant as one that carries content.
  static func hasContent(_ command: [UInt8]) -> Bool {
    guard begins(command) else { return false }
    let payload = command.dropFirst(introducer.count).drop { $0 != UInt8(ascii: ";") }.dropFirst()
    return !payload.isEmpty
  }

  /// Nil for what is no such answer, or none that follows the rules.
  init?(_ command: [UInt8]) {
    guard command.starts(with: Self.introducer) else { return nil }
    let rest = command.dropFirst(Self.introducer.count)
    let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
    var values: [String: ArraySlice<UInt8>] = [:]
    for pair in rest[..<end].split(separator: UInt8(ascii: ":")) {
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), sign > pair.startIndex else { return nil }
      values[String(decoding: pair[..<sign], as: UTF8.self)] = pair[(sign + 1)...]
    }
    guard let type = values["type"], let status = values["status"], !status.isEmpty,
      type.allSatisfy(Self.isOfWord), status.allSatisfy(Self.isOfWord),
      let payload = Base64.decode(pieces: rest[end...].dropFirst())
    else { return nil }
    self.type = String(decoding: type, as: UTF8.self)
    self.status = String(decoding: status, as: UTF8.self)
    self.payload = payload
    identifier = values["id"].map { String(decoding: $0, as: UTF8.self) }
    guard let encoded = values["mime"] else { return }
    guard let bytes = Base64.decode(pieces: encoded), let name = FormName.checked(bytes[...]) else {
      return nil
    }
    self.name = name
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: false
    }
  }
}

/// Names of forms, as sequences carry them: separated by spaces.
enum FormName {
  /// More are not taken, nor longer ones.
  static let countLimit = 4096
  static let lengthLimit = 4096

  /// Whether a name can be told from its neighbours, and shown.
  static func isExpressible(_ name: String) -> Bool { checked(Array(name.utf8)[...]) != nil }

  /// The name that bytes hold; nil if it is none.
  static func checked(_ bytes: ArraySlice<UInt8>) -> String? {
    guard !bytes.isEmpty, bytes.count <= lengthLimit, !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F })
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The names in a list, each once.
  static func list(_ bytes: [UInt8]) -> [String] {
    var (seen, isQuoted): (Set<String>, Bool) = ([], false)
    return bytes.split { $0 <= 0x20 }.prefix(countLimit)
      .filter { part in
        let wasQuoted = isQuoted
        for byte in part where byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return !wasQuoted && !isQuoted
      }
      .compactMap(checked).filter { seen.insert($0).inserted }
  }
}

/// The names of what is there, as the answer to a question for them comes in.
struct NameList: Hashable, Sendable {
  private(set) var names: [String] = []
  /// The end: `DONE` or an error; nil before it.
  private(set) var status: String?
  /// Whether anything of an answer has come.
  private(set) var hasBegun = false
  /// Whether a part of the answer could not be read: names are missing.
  private(set) var isDamaged = false

  /// Takes a reply that may be a part of the answer.
  mutating func note(_ reply: TerminalReply, identifier: String) {
    // Packets that make no sense before an answer or behind it are not part of it.
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

/// The clipboards that terminals know.
enum ClipboardLocation: Hashable, Sendable, CaseIterable {
  case copied, selected

  /// The location of a board; an error tells what there is no such thing of.
  init(_ board: Board) throws(ExchangeError) {
    switch board {
    case .general: self = .copied
    case .primary: self = .selected
    default:
      throw ExchangeError(
        .unavailable, "a terminal has no pasteboard '\(board)'. Use general or primary.")
    }
  }

  /// The letter of it (OSC 52).
  var letter: String { self == .copied ? "c" : "p" }

  /// Whether an answer under these letters may be about this location: some terminals leave them out or use others
  /// (`s`), but an answer that names only the other location is not about this one.
  func mayBeNamed(by letters: some Sequence<UInt8>) -> Bool {
    let letters = String(decoding: Array(letters), as: UTF8.self)
    return letters.contains(letter) || !Self.allCases.contains { letters.contains($0.letter) }
  }
}
