/// A message on a bus, either way (D-Bus Specification, "Message Format").
package struct BusMessage: Hashable, Sendable {
  /// What a message is.
  package enum Kind: UInt8, Sendable {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  /// What a sender asks of the bus and the receiver.
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Nothing is to be answered.
    package static let noReply = Flags(rawValue: 1)
    /// No program is to be started for it.
    package static let noStart = Flags(rawValue: 2)
  }

  package var kind: Kind
  package var flags: Flags = []
  package var serial: UInt32 = 0
  package var path: String?
  package var interface: String?
  package var member: String?
  package var errorName: String?
  package var replySerial: UInt32?
  package var destination: String?
  package var sender: String?
  /// How many descriptors come with it.
  package var descriptorCount: UInt32 = 0
  package var body: [BusValue] = []

  /// A message of no content.
  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// A call of a method.
  package init(
    call member: String, _ interface: String, of path: String, at destination: String,
    _ body: [BusValue] = [], flags: Flags = []
  ) {
    self.init(.call)
    (self.member, self.interface, self.path, self.destination) = (member, interface, path, destination)
    (self.body, self.flags) = (body, flags)
  }

  /// The sentence of an error for people; its name if it has none.
  package var errorText: String {
    if case .string(let text)? = body.first, !text.isEmpty { return text }
    return errorName ?? ""
  }

  // MARK: Bytes

  private enum Field {
    static let path: UInt8 = 1
    static let interface: UInt8 = 2
    static let member: UInt8 = 3
    static let errorName: UInt8 = 4
    static let replySerial: UInt8 = 5
    static let destination: UInt8 = 6
    static let sender: UInt8 = 7
    static let signature: UInt8 = 8
    static let descriptorCount: UInt8 = 9
  }

  static let version: UInt8 = 1
  /// What comes before the fields of the header, their length included.
  package static let fixedSize = 16

  /// The message as it is sent.
  package func bytes(isLittleEndian: Bool = true) -> [UInt8] {
    var content = BusWriter(isLittleEndian: isLittleEndian)
    for value in body { content.append(value) }
    var fields: [(UInt8, BusValue)] = []
    if let path { fields.append((Field.path, .objectPath(path))) }
    if let interface { fields.append((Field.interface, .string(interface))) }
    if let member { fields.append((Field.member, .string(member))) }
    if let errorName { fields.append((Field.errorName, .string(errorName))) }
    if let replySerial { fields.append((Field.replySerial, .uint32(replySerial))) }
    if let destination { fields.append((Field.destination, .string(destination))) }
    if let sender { fields.append((Field.sender, .string(sender))) }
    if !body.isEmpty {
      let signature = String(decoding: body.flatMap(\.type.signature), as: UTF8.self)
      fields.append((Field.signature, .signature(signature)))
    }
    if descriptorCount > 0 { fields.append((Field.descriptorCount, .uint32(descriptorCount))) }
    var writer = BusWriter(isLittleEndian: isLittleEndian)
    writer.append(.byte(UInt8(ascii: isLittleEndian ? "l" : "B")))
    writer.append(.byte(kind.rawValue))
    writer.append(.byte(flags.rawValue))
    writer.append(.byte(Self.version))
    writer.append(UInt32(content.bytes.count))
    writer.append(serial)
    writer.append(
      .array(of: .structure([.byte, .variant]), fields.map { .structure([.byte($0), .variant($1)]) }))
    writer.align(8)
    return writer.bytes + content.bytes
  }

  /// How long the message is that begins with these bytes, of which there are 16 at least.
  package static func size(of bytes: ArraySlice<UInt8>) throws(BusError) -> Int {
    let head = Array(bytes.prefix(fixedSize))
    guard let isLittleEndian = byteOrder(head[0]) else { throw .malformed("a message of no byte order") }
    guard head[3] == version else { throw .malformed("a message of version \(head[3])") }
    var reader = BusReader(head, isLittleEndian: isLittleEndian, position: 4)
    let body = Int(try reader.number(UInt32.self))
    _ = try reader.number(UInt32.self)
    let fields = Int(try reader.number(UInt32.self))
    let size = fixedSize + (fields + 7) / 8 * 8 + body
    guard size <= BusLimit.message else { throw .malformed("a message of \(size) bytes") }
    return size
  }

  private static func byteOrder(_ byte: UInt8) -> Bool? {
    switch byte {
    case UInt8(ascii: "l"): true
    case UInt8(ascii: "B"): false
    default: nil
    }
  }

  /// The message that the bytes are, all of them; nil for one of a kind that this version does not know.
  package init?(_ bytes: [UInt8]) throws(BusError) {
    guard bytes.count >= Self.fixedSize, let isLittleEndian = Self.byteOrder(bytes[0]) else {
      throw .malformed("a message of no byte order")
    }
    guard try Self.size(of: bytes[...]) == bytes.count else { throw .malformed("a message of another size") }
    guard bytes[1] != 0 else { throw .malformed("a message of no kind") }
    var reader = BusReader(bytes, isLittleEndian: isLittleEndian, position: 8)
    let serial = try reader.number(UInt32.self)
    guard serial != 0 else { throw .malformed("a message without a number") }
    guard case .array(_, let fields) = try reader.value(.array(of: .structure([.byte, .variant]))) else {
      throw .malformed("a header without fields")
    }
    try reader.align(8)
    guard let kind = Kind(rawValue: bytes[1]) else { return nil }
    self.init(kind)
    self.serial = serial
    flags = Flags(rawValue: bytes[2])
    var signature = ""
    for case .structure(let pair) in fields {
      guard case .byte(let code)? = pair.first, case .variant(let value)? = pair.last else { continue }
      switch (code, value) {
      case (Field.path, .objectPath(let path)): self.path = path
      case (Field.interface, .string(let name)): interface = name
      case (Field.member, .string(let name)): member = name
      case (Field.errorName, .string(let name)): errorName = name
      case (Field.replySerial, .uint32(let number)): replySerial = number
      case (Field.destination, .string(let name)): destination = name
      case (Field.sender, .string(let name)): sender = name
      case (Field.signature, .signature(let text)): signature = text
      case (Field.descriptorCount, .uint32(let count)): descriptorCount = count
      case (Field.path...Field.descriptorCount, _): throw .malformed("a field of the header of another type")
      default: break
      }
    }
    guard descriptorCount <= BusLimit.descriptors else { throw .malformed("\(descriptorCount) descriptors") }
    try requireFields()
    var content = BusReader(
      Array(bytes[reader.position...]), isLittleEndian: isLittleEndian)
    body = try content.values(BusType.all(in: signature.utf8))
    guard content.isAtEnd else { throw .malformed("a body that is longer than its signature") }
  }

  private func requireFields() throws(BusError) {
    let isComplete =
      switch kind {
      case .call: path != nil && member != nil
      case .reply: replySerial != nil
      case .error: errorName != nil && replySerial != nil
      case .signal: path != nil && interface != nil && member != nil
      }
    guard isComplete else { throw .malformed("a header that lacks a field") }
  }
}
