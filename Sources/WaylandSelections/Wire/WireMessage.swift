/// One message of the Wayland protocol, either way: an object, what is said of it, and the arguments' bytes.
package struct WireMessage: Hashable, Sendable {
  /// The number of the object that it is about.
  package var object: UInt32
  /// The number of the request or event in the object's interface.
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

  /// An argument of a message; descriptors go beside the bytes.
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

/// Takes the arguments of a message one after the other.
package struct ArgumentReader {
  private let bytes: [UInt8]
  private var position = 0

  /// The arguments of a message.
  package init(_ message: WireMessage) {
    bytes = message.body
  }

  /// A number, an object, or the number of a new one.
  package mutating func word() throws(WireError) -> UInt32 {
    guard bytes.count - position >= 4 else { throw .malformed("an argument is missing") }
    defer { position += 4 }
    return bytes.word(at: position)
  }

  /// The bytes of a text without the NUL that ends it; nil for none.
  package mutating func text() throws(WireError) -> [UInt8]? {
    let count = Int(try word())
    if count == 0 { return nil }
    let padded = (count + 3) & ~3
    guard padded <= bytes.count - position else { throw .malformed("a text is longer than its message") }
    guard bytes[position + count - 1] == 0 else { throw .malformed("a text does not end") }
    defer { position += padded }
    return Array(bytes[position..<position + count - 1])
  }
}

extension Collection where Element == UInt8, Index == Int {
  /// A word in this machine's byte order; there must be four bytes.
  func word(at index: Int) -> UInt32 {
    var word: UInt32 = 0
    for offset in 0..<4 {
      #if _endian(little)
      word |= UInt32(self[index + offset]) << UInt32(8 * offset)
      #else
      word = word << 8 | UInt32(self[index + offset])
      #endif
    }
    return word
  }
}

/// The reason why a connection to a compositor cannot go on.
package enum WireError: Error, Hashable, Sendable {
  /// The bytes are not a message, or not one that can come here.
  case malformed(String)
  /// The compositor has ended the connection, for the reason that it gives.
  case refused(String)
  /// The other side does not hand out what is copied, for the reason that this sentence gives.
  case unavailable(String)
  /// The same for as long as something holds that may end, as a locked screen.
  case forbidden(String)

  /// The description, in one line without a full stop.
  var words: String {
    switch self {
    case .malformed(let what): "the compositor broke the protocol: \(what)"
    case .refused(let why): "the compositor ended the connection: \(why)"
    case .unavailable(let sentence), .forbidden(let sentence): sentence
    }
  }
}

/// Makes messages of bytes, wherever these are split.
package struct MessageStream: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  /// A stream of which nothing has come.
  package init() {}

  /// Takes what has come.
  package mutating func append(_ received: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: received)
  }

  /// True if there is a message that nobody has taken, or what is none.
  package var hasMessage: Bool {
    let left = bytes.count - start
    return left >= WireMessage.headerSize && left >= Int(bytes.word(at: start + 4) >> 16)
  }

  /// The next message; nil if it is not whole yet.
  package mutating func next() throws(WireError) -> WireMessage? {
    let left = bytes.count - start
    guard left >= WireMessage.headerSize else { return nil }
    let second = bytes.word(at: start + 4)
    let size = Int(second >> 16)
    guard size >= WireMessage.headerSize, size.isMultiple(of: 4) else {
      throw .malformed("a message of \(size) bytes")
    }
    guard left >= size else { return nil }
    defer { start += size }
    return WireMessage(
      object: bytes.word(at: start), opcode: UInt16(truncatingIfNeeded: second),
      body: Array(bytes[start + WireMessage.headerSize..<start + size]))
  }
}
