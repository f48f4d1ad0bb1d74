/// A client's side of a connection to a message bus.
///
/// A pure state machine: bytes go in, messages come out, and what is to be sent is returned. Nothing is waited for:
/// the proof of who this is, the greeting and the first calls may go in one piece, which saves two round trips.
package struct BusClient: Sendable {
  /// What has come, of which somebody need know.
  package enum Incoming: Hashable, Sendable {
    /// The answer to a call of this client: a reply or an error.
    case answer(to: UInt32, BusMessage)
    case signal(BusMessage)
    /// A message that nobody waits for; the descriptors that came with it have to be let go.
    case other(BusMessage)
  }

  /// The name and the path of the bus itself, and the interface of both.
  package static let bus = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"

  private var buffer: [UInt8] = []
  private var start = 0
  /// What of the proof has been answered: nothing, `OK`, and descriptors.
  private var authentication = Authentication.started
  private var lastSerial: UInt32 = 0
  private var pending: [UInt32] = []
  private var greeting: UInt32 = 0
  /// The name that the bus gave this client.
  package private(set) var name: String?

  private enum Authentication { case started, accepted, done }
  /// A line of the proof is no longer than this.
  private static let lineLimit = 1 << 10

  package init() {}

  /// What is sent first: the proof that this is a process of the user, and the greeting.
  package mutating func begin(user: UInt32) -> [UInt8] {
    // The identity is checked by the kernel; its digits go as hexadecimal bytes (SASL EXTERNAL, RFC 4422).
    let digits = Array(String(user).utf8).flatMap { Array(String($0, radix: 16).utf8) }
    let proof =
      [0] + Array("AUTH EXTERNAL ".utf8) + digits + Array("\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8)
    let hello = callBus("Hello")
    greeting = hello.serial
    return proof + hello.bytes
  }

  /// A call, as it is sent, and the number that its answer will have.
  package mutating func call(_ message: BusMessage) -> (serial: UInt32, bytes: [UInt8]) {
    var message = message
    lastSerial = lastSerial == .max ? 1 : lastSerial + 1
    message.serial = lastSerial
    if !message.flags.contains(.noReply) { pending.append(lastSerial) }
    return (lastSerial, message.bytes())
  }

  /// A call of the bus itself.
  package mutating func callBus(
    _ member: String, _ body: [BusValue] = []
  ) -> (serial: UInt32, bytes: [UInt8]) {
    call(BusMessage(call: member, Self.bus, of: Self.busPath, at: Self.bus, body))
  }

  /// Takes bytes that have come.
  package mutating func append(_ received: [UInt8]) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: received)
  }

  /// Whether there is something that nobody has taken.
  package var hasMessage: Bool {
    guard authentication == .done else { return buffer[start...].contains(0x0A) }
    guard buffer.count - start >= BusMessage.fixedSize else { return false }
    guard let size = try? BusMessage.size(of: buffer[start...]) else { return true }
    return buffer.count - start >= size
  }

  /// The next message that is whole, with what to send in answer; nil if there is none.
  package mutating func next() throws(BusError) -> (incoming: Incoming, answer: [UInt8])? {
    while true {
      guard authentication == .done else {
        guard try takeLine() else { return nil }
        continue
      }
      guard buffer.count - start >= BusMessage.fixedSize else { return nil }
      let size = try BusMessage.size(of: buffer[start...])
      guard buffer.count - start >= size else { return nil }
      defer { start += size }
      // One of a kind that is not known is passed over (D-Bus Specification, "Message Types").
      guard let message = try BusMessage(Array(buffer[start..<start + size])) else { continue }
      return try handle(message)
    }
  }

  private mutating func handle(_ message: BusMessage) throws(BusError) -> (Incoming, [UInt8]) {
    switch message.kind {
    case .signal: return (.signal(message), [])
    case .reply, .error:
      guard let serial = message.replySerial, let index = pending.firstIndex(of: serial) else {
        return (.other(message), [])
      }
      pending.remove(at: index)
      guard serial == greeting else { return (.answer(to: serial, message), []) }
      guard message.kind == .reply, case .string(let name)? = message.body.first, BusName.isUnique(name)
      else {
        throw .rejected(message.errorText)
      }
      self.name = name
      return (.other(message), [])
    case .call:
      // This client has no objects.
      guard !message.flags.contains(.noReply), let sender = message.sender else {
        return (.other(message), [])
      }
      var refusal = BusMessage(.error)
      refusal.errorName = "org.freedesktop.DBus.Error.UnknownObject"
      (refusal.replySerial, refusal.destination) = (message.serial, sender)
      refusal.flags = .noReply
      return (.other(message), call(refusal).bytes)
    }
  }

  /// Takes a line of the proof's answers; false if none is whole.
  private mutating func takeLine() throws(BusError) -> Bool {
    guard let end = buffer[start...].firstIndex(of: 0x0A) else {
      guard buffer.count - start <= Self.lineLimit else { throw .malformed("a line without an end") }
      return false
    }
    guard end - start <= Self.lineLimit else { throw .malformed("a line that is too long") }
    let line = String(decoding: buffer[start..<end].filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
    start = end + 1
    switch (authentication, line.split(separator: " ").first) {
    case (.started, "OK"): authentication = .accepted
    case (.accepted, "AGREE_UNIX_FD"): authentication = .done
    case (.started, "REJECTED"): throw .rejected("it does not know this user")
    case (.accepted, "ERROR"): throw .rejected("it passes no descriptors")
    default: throw .malformed("'\(line.prefix(80))' where an answer to the greeting is due")
    }
    return true
  }
}
