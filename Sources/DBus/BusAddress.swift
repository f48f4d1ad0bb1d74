/// Where a message bus listens (D-Bus Specification, "Server Addresses").
package struct BusAddress: Hashable, Sendable {
  /// The path of a socket in the file system, or the name of an abstract one.
  package let path: String
  /// Whether the name is in no file system (unix(7)).
  package let isAbstract: Bool

  /// A socket.
  package init(path: String, isAbstract: Bool = false) {
    (self.path, self.isAbstract) = (path, isAbstract)
  }

  /// The sockets of this machine that a list of addresses names, in its order; other transports are left out.
  package static func all(in list: String) -> [BusAddress] {
    list.utf8.split(separator: UInt8(ascii: ";")).compactMap { entry in
      guard entry.starts(with: "unix:".utf8) else { return nil }
      var values: [(key: String, value: String)] = []
      for pair in entry.dropFirst(5).split(separator: UInt8(ascii: ",")) {
        let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = unescaped(parts[1]) else { return nil }
        let key = String(decoding: Array(parts[0]), as: UTF8.self)
        guard !values.contains(where: { $0.key == key }) else { return nil }
        values.append((key, value))
      }
      // One that listens chooses between them; one that connects has exactly one.
      func value(of key: String) -> String? { values.first { $0.key == key }?.value }
      switch (value(of: "path"), value(of: "abstract")) {
      case (let path?, nil) where !path.isEmpty: return BusAddress(path: path)
      case (nil, let name?) where !name.isEmpty: return BusAddress(path: name, isAbstract: true)
      default: return nil
      }
    }
  }

  /// The text behind `%xx` for bytes; nil for what is none of a value's characters, and no UTF-8.
  private static func unescaped(_ value: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(value)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          return nil
        }
        guard high << 4 | low != 0 else { return nil }
        bytes.append(high << 4 | low)
      case 0, UInt8(ascii: "="): return nil
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
    default: nil
    }
  }
}
