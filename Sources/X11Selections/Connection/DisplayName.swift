import System

/// Which X server a name means: `:0`, `host:10.0`, `unix/:1`, `[::1]:0`, `/path/to/socket` (X(7), "Display names").
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
