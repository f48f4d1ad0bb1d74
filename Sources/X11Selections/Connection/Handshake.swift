import CX11
import Exchange
import Glibc
import System

/// The beginning of a connection, up to where requests can be sent (X protocol, section 8).
///
/// XCB waits for ever for a server that is silent, and trusts what it says. So this reaches the server, shows the key
/// and reads the greeting itself, within a time, and hands XCB a connection whose beginning lies behind it.
struct Handshake: ~Copyable {
  private let socket: Socket
  let greeting: [UInt8]
  private let named: String
  private let screen: Int

  /// A `nil` name means the environment's `DISPLAY`. Throws `unavailable`, `timedOut`.
  init(display: String?, within limit: Duration) throws(ExchangeError) {
    let given = display.flatMap { $0.isEmpty ? nil : $0 }
    guard let named = given ?? Environment.value("DISPLAY") else { throw .noDisplayNamed }
    guard let name = DisplayName(named) else {
      throw .cannotConnect(to: named, "it is not the name of a display")
    }
    let begin = MonotonicTime.now
    let end = CommandDeadline.end(of: limit)
    do throws(SystemError) {
      self = try Self.repeatedly(with: name, named, until: end)
    } catch {
      if error.kind == .call(ETIMEDOUT) {
        let tenths = max(0, end.nanoseconds - begin.nanoseconds) / 100_000_000
        throw .isSilent(named, after: min(limit, .milliseconds(tenths * 100)))
      }
      throw .cannotConnect(to: named, error.reason)
    }
  }

  /// The time that a server takes to restart, and the pause between two tries meanwhile.
  private static let renewal = Duration.seconds(2)
  private static let pause: UInt32 = 20_000

  /// Tries again where a server of this machine hangs up.
  ///
  /// One whose last client has left begins anew, unless it was told not to, and hangs up on whoever comes just then; then
  /// nobody listens for a moment.
  private static func repeatedly(
    with name: DisplayName, _ named: String, until deadline: MonotonicTime
  ) throws(SystemError) -> Handshake {
    let end = min(deadline, .now + renewal)
    var hasHungUp = false
    while true {
      do throws(SystemError) {
        return try Handshake(with: name, named, until: deadline)
      } catch {
        let hangsUp = [.call(ECONNRESET), .call(EPIPE)].contains(error.kind)
        let isAbsent = [.call(ECONNREFUSED), .call(ENOENT)].contains(error.kind)
        hasHungUp = hasHungUp || hangsUp
        guard hangsUp || isAbsent && hasHungUp, name.isOnThisMachine, .now < end else { throw error }
        usleep(pause)
      }
    }
  }

  private init(with name: DisplayName, _ named: String, until deadline: MonotonicTime) throws(SystemError) {
    let addresses = try name.addresses(until: deadline)
    let socket = try Socket(connectingTo: addresses, name: named, until: deadline)
    let key = AuthorityFile.key(for: AuthorityFile.Host(of: socket.peer), display: name.number)
    try socket.send(Self.request(showing: key), name: named, until: deadline)
    greeting = try Self.greeting(from: socket, name: named, until: deadline)
    self.socket = socket
    self.named = named
    screen = name.screen
  }

  /// The server's answer. Throws `unavailable` if it refuses, or is none.
  func setup() throws(ExchangeError) -> ServerSetup {
    if let refusal = Self.refusal(in: greeting) { throw .cannotConnect(to: named, refusal) }
    guard greeting[0] == 1, let setup = ServerSetup(greeting, screen: screen) else {
      throw .cannotConnect(to: named, "the program that answered is not an X server")
    }
    return setup
  }

  // XCB reads the header by itself and the rest in one more call: the two must arrive as two packets.
  private static let headerSize = 8
  private static let isLittleEndian = UInt16(littleEndian: 1) == 1

  private static func request(showing key: AuthorityFile.Key?) -> [UInt8] {
    var bytes: [UInt8] = [isLittleEndian ? 0x6C : 0x42, 0]
    let (method, secret) = (key?.method ?? [], key?.secret ?? [])
    for number in [11, 0, UInt16(method.count), UInt16(secret.count), 0] {
      unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
    }
    for part in [method, secret] {
      bytes += part
      while bytes.count % 4 != 0 { bytes.append(0) }
    }
    return bytes
  }

  private static func greeting(
    from socket: borrowing Socket, name: String, until deadline: MonotonicTime
  ) throws(SystemError) -> [UInt8] {
    let header = try socket.receive(headerSize, name: name, until: deadline)
    let (first, second) = (Int(header[6]), Int(header[7]))
    let words = isLittleEndian ? first | second << 8 : second | first << 8
    return try socket.receive(4 * words, behind: header, name: name, until: deadline)
  }

  /// The reason for which the server refuses us, in its words; nil if it accepts, or is no X server.
  private static func refusal(in greeting: [UInt8]) -> String? {
    // 0: refused, with the length of the words; 2: not before it has been shown more.
    guard greeting[0] == 0 || greeting[0] == 2 else { return nil }
    let length = greeting[0] == 0 ? Int(greeting[1]) : 255
    let words = greeting.dropFirst(headerSize).prefix(length).filter { (0x20...0x7E).contains($0) }
    return "the server refused: \(String(decoding: words, as: UTF8.self))"
  }

  /// The connection for XCB; nil if it cannot be made.
  ///
  /// XCB begins with a socket whose other end has the greeting ready. Then the server's takes its number.
  @unsafe consuming func handOver() -> OpaquePointer? {
    var ends: [Int32] = [-1, -1]
    // In packets: XCB may look for what has come while it still writes, and would take more than the header for
    // a reply.
    let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    let stage = FileDescriptor(number: ends[1])
    let isReady = unsafe greeting.withUnsafeBytes { bytes in
      // Neither waits for room: there is some, and nobody would make more.
      let (flags, rest) = (Int32(MSG_DONTWAIT), bytes.count - Self.headerSize)
      return unsafe send(stage.number, bytes.baseAddress, Self.headerSize, flags) == Self.headerSize
        && send(stage.number, bytes.baseAddress.map { unsafe $0 + Self.headerSize }, rest, flags) == rest
    }
    guard isReady, let connection = unsafe xcb_connect_to_fd(ends[0], nil) else {
      close(ends[0])
      return nil
    }
    guard unsafe xcb_connection_has_error(connection) == 0, socket.replace(ends[0]) else {
      unsafe xcb_disconnect(connection)
      return nil
    }
    return unsafe connection
  }
}

/// The data that an X server sends to a new client, as far as used here (X protocol, section 8).
struct ServerSetup: Hashable {
  let resourceBase: UInt32
  let resourceMask: UInt32
  /// The root window of the screen asked for, or of the last one.
  let root: XWindow

  /// Reads a greeting with the header before it; nil if it makes no sense.
  ///
  /// Every length in it must be right, as XCB reads it as well, and believes them.
  init?(_ bytes: [UInt8], screen: Int) {
    let greeting = Greeting(bytes: bytes)
    guard let base = greeting.word(12), let mask = greeting.word(16), let vendor = greeting.half(24),
      let largest = greeting.half(26), let screens = greeting.byte(28), let formats = greeting.byte(29)
    else { return nil }
    // A client needs numbers for its windows, and no server may accept less than 4096 words.
    guard mask.nonzeroBitCount >= 18, base & mask == 0, largest >= 4096, screens > 0 else { return nil }
    var offset = 40 + (vendor + 3) & ~3 + 8 * formats
    var root: UInt32?
    for index in 0..<screens {
      guard let window = greeting.word(offset), let end = greeting.endOfScreen(at: offset) else { return nil }
      if index <= screen { root = window }
      offset = end
    }
    guard let root, root != 0 else { return nil }
    resourceBase = base
    resourceMask = mask
    self.root = XWindow(rawValue: root)
  }

  /// Numbers in the byte order of this machine, which is the one that was asked for.
  private struct Greeting {
    let bytes: [UInt8]

    func byte(_ offset: Int) -> Int? { offset < bytes.count ? Int(bytes[offset]) : nil }

    func half(_ offset: Int) -> Int? { load(offset, as: UInt16.self).map(Int.init) }

    func word(_ offset: Int) -> UInt32? { load(offset, as: UInt32.self) }

    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as: Number.Type) -> Number?
    {
      guard offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
      return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }

    /// A screen has depths, and each of them visuals.
    func endOfScreen(at offset: Int) -> Int? {
      guard let depths = byte(offset + 39) else { return nil }
      var end = offset + 40
      for _ in 0..<depths {
        guard let visuals = half(end + 2) else { return nil }
        end += 8 + 24 * visuals
      }
      return end <= bytes.count ? end : nil
    }
  }
}
