/// One message of the Wayland protocol, either way: an object, what is said of it, and the arguments' bytes.
package struct WireMessage: Hashable, Sendable {
  /// The number of the object that it is about.
  package var object: UInt32
  /// Which of the requests or events of the object's interface it is.
  package var opcode: UInt16
  /// The arguments, without the header.
  package var body: [UInt8]

  /// A message with the arguments given.
  package init(_ object: UInt32, _ opcode: UInt16, _ arguments: [Argument] = []) {
    self.object = object
    self.opcode = opcode
    body = []
    for argument in arguments {
      switch argument {
      case .word(let word): body.append(word: word)
      case .text(let text): body.append(text: text)
      }
    }
  }

  init(object: UInt32, opcode: UInt16, body: [UInt8]) {
    self.object = object
    self.opcode = opcode
    self.body = body
  }

  /// What a message carries; descriptors go beside the bytes.
  package enum Argument: Sendable {
    /// A number, an object or the number of a new one.
    case word(UInt32)
    /// Text, which ends with a NUL on the wire.
    case text([UInt8])
  }

  /// Servers cut off whoever sends a message that is longer (libwayland's buffer).
  static let sizeLimit = 4096
  static let headerSize = 8
  /// The bytes of the longest text that is the only argument of a message: with its length and a NUL, padded.
  package static let textLimit = sizeLimit - headerSize - 4 - 1

  /// The message as it is sent.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerSize + body.count)
    bytes.append(word: object)
    bytes.append(word: UInt32(Self.headerSize + body.count) << 16 | UInt32(opcode))
    bytes.append(contentsOf: body)
    return bytes
  }
}

extension [UInt8] {
  /// Words are in this machine's byte order.
  fileprivate mutating func append(word: UInt32) {
    #if _endian(little)
    let order: [UInt32] = [0, 8, 16, 24]
    #else
    let order: [UInt32] = [24, 16, 8, 0]
    #endif
    for shift in order { append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  fileprivate mutating func append(text: [UInt8]) {
    append(word: UInt32(text.count + 1))
    append(contentsOf: text)
    append(0)
    while !count.isMultiple(of: 4) { append(0) }
  }
}
