import Glibc
import System

/// The file in which a user's keys to X servers are (Xsecurity(7)).
///
/// Read here rather than by the library for it, which reads a device without end as well.
enum AuthorityFile {
  /// What is shown to the server.
  struct Key: Hashable {
    var method: [UInt8]
    var secret: [UInt8]
  }

  /// The host of a server, as the file names it.
  struct Host: Hashable {
    var family: Int
    var address: [UInt8]

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
