import BinaryText

/// An answer of the protocol that carries any type (OSC 5522): `5522;key=value:key=value;base64`.
struct ClipboardPacket: Hashable, Sendable {
  /// `read` or `write`.
  var type: String
  var status: String
  /// The name that the data are of, or a period for a list of names.
  var name: String?
  /// What the request was called; terminals need not repeat it.
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
