import Glibc
import System

/// The X server that a name means: `:0`, `host:10.0`, `unix/:1`, `[::1]:0`, `/path/to/socket` (X(7),
/// "Display names").
struct DisplayName: Hashable {
  enum Server: Hashable {
    /// The one of this number on this machine.
    case local
    /// The one that listens at a path.
    case socket(path: String)
    case host(String)
  }

  let server: Server
  let number: Int
  let screen: Int

  /// Nil if it is no such name.
  init?(_ name: String) {
    if let socket = Self.socket(name) {
      (server, number, screen) = (.socket(path: socket.path), 0, socket.screen)
      return
    }
    let bytes = Array(name.utf8)
    guard let colon = bytes.lastIndex(of: 0x3A) else { return nil }
    let slash = bytes.firstIndex(of: 0x2F)
    let dot = bytes[colon...].firstIndex(of: 0x2E) ?? bytes.endIndex
    let start = slash.map { $0 + 1 } ?? 0
    guard start <= colon, let number = Self.number(bytes[(colon + 1)..<dot]),
      let screen = dot == bytes.endIndex ? 0 : Self.number(bytes[(dot + 1)...]),
      let server = Self.server(slash.map { bytes[..<$0] }, bytes[start..<colon])
    else { return nil }
    (self.server, self.number, self.screen) = (server, number, screen)
  }

  /// The same name without a screen: all screens of a server have its selections.
  static func ofServer(_ name: String) -> String {
    guard let display = DisplayName(name), let colon = name.utf8.lastIndex(of: 0x3A),
      let dot = name.utf8[colon...].firstIndex(of: 0x2E)
    else { return name }
    if case .socket = display.server { return name }
    return String(name[..<dot])
  }

  private static func server(_ scheme: ArraySlice<UInt8>?, _ place: ArraySlice<UInt8>) -> Server? {
    if place.isEmpty && scheme == nil { return .local }
    let scheme = scheme.map { String(decoding: $0, as: UTF8.self) }
    let host = String(decoding: place, as: UTF8.self)
    if scheme == "unix" || host == "unix" { return .local }
    // A second colon means DECnet.
    guard [nil, "tcp", "inet", "inet6"].contains(scheme), !host.isEmpty, !host.hasSuffix(":") else {
      return nil
    }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    return .host(isBracketed ? String(host.dropFirst().dropLast()) : host)
  }

  /// A socket that is there, with or without the number of a screen behind a dot.
  private static func socket(_ name: String) -> (path: String, screen: Int)? {
    guard name.hasPrefix("/") || name.hasPrefix("unix:/") else { return nil }
    let path = name.hasPrefix("/") ? name : String(name.dropFirst("unix:".count))
    if (try? FileKind(path)) != nil { return (path, 0) }
    guard let dot = path.utf8.lastIndex(of: 0x2E),
      let screen = number(Array(path.utf8[dot...].dropFirst())[...]),
      (try? FileKind(String(path[..<dot]))) != nil
    else { return nil }
    return (String(path[..<dot]), screen)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count < 10 else { return nil }
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }

  // MARK: Where it listens

  /// Whether it is reached by a socket of this machine.
  var isOnThisMachine: Bool { if case .host = server { false } else { true } }

  /// The addresses at which it may listen, in the order in which to try them. Throws if the host is unknown.
  func addresses(until deadline: MonotonicTime) throws(SystemError) -> [Socket.Address] {
    switch server {
    case .socket(let path):
      return [Socket.Address(path: path)]
    case .local:
      let path = "/tmp/.X11-unix/X" + String(number)
      return [Socket.Address(path: path, isAbstract: true), Socket.Address(path: path)]
    case .host(let host):
      return try HostLookup.addresses(of: host, port: 6000 + number, until: deadline)
    }
  }
}

/// The file in which a user's keys to X servers are (Xsecurity(7)).
///
/// Read here rather than by the library for it, which reads a device without end as well.
enum AuthorityFile {
  /// The credentials that are shown to the server.
  struct Key: Hashable {
    var method: [UInt8]
    var secret: [UInt8]
  }

  /// The host of a server, as the file names it.
  struct Host: Hashable {
    var family: Int
    var address: [UInt8]

    // FamilyLocal and FamilyWild of Xauth.h: they are no families of sockets, but of this file alone.
    private static let local = 256
    fileprivate static let any = 0xFFFF

    static var thisMachine: Host { Host(family: local, address: Array((ThisProcess.hostName ?? "").utf8)) }

    private init(family: Int, address: [UInt8]) {
      self.family = family
      self.address = address
    }

    /// The host of a connection; this machine if it has no address, or one by which it reaches itself.
    init(of address: Socket.Address?) {
      guard var host = address?.host else {
        self = .thisMachine
        return
      }
      let isMapped = host.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
      if host.count == 16, isMapped { host.removeFirst(12) }
      let isLoopback = host == [127, 0, 0, 1] || host == [UInt8](repeating: 0, count: 15) + [1]
      self = isLoopback ? .thisMachine : Host(family: host.count == 4 ? 0 : 6, address: host)
    }
  }

  private static let method = Array("MIT-MAGIC-COOKIE-1".utf8)
  // Files have a few entries of a hundred bytes; a pipe or a device in its place would have no end.
  private static let sizeLimit = 1 << 20

  /// The key for a server; nil if there is none.
  static func key(for host: Host, display: Int) -> Key? {
    guard
      let path = Environment.value("XAUTHORITY") ?? Environment.value("HOME").map({ $0 + "/.Xauthority" }),
      let bytes = try? RegularFile.bytes(of: path, limit: sizeLimit)
    else { return nil }
    return key(in: bytes, for: host, display: display)
  }

  /// Each entry: the host's family and address, the display's number, the method, the secret; all but the first
  /// behind their lengths.
  static func key(in bytes: [UInt8], for host: Host, display: Int) -> Key? {
    var rest = bytes[...]
    func number() -> Int? {
      guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
      return Int(high) << 8 | Int(low)
    }
    func part() -> ArraySlice<UInt8>? {
      guard let count = number(), count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    let wanted = Array("\(display)".utf8)
    while let family = number(), let address = part(), let number = part(), let method = part(),
      let secret = part()
    {
      let isHost = family == Host.any || family == host.family && address.elementsEqual(host.address)
      guard isHost, number.isEmpty || number.elementsEqual(wanted), method.elementsEqual(Self.method) else {
        continue
      }
      return Key(method: Self.method, secret: Array(secret))
    }
    return nil
  }
}
