import RichText

/// `file:` addresses (RFC 8089) of paths, byte for byte: names need not be UTF-8.
public enum FileAddress {
  /// The address of an absolute path, without a host, because some programs read a host as a part of the path.
  public static func encode(_ path: [UInt8]) -> String { "file://" + encoded(path) }

  /// A path, or a part of one, as it stands in an address.
  package static func encoded(_ path: [UInt8]) -> String { percentEncoded(path, leaving: [0x2F]) }

  /// Bytes of any meaning as they stand in an address.
  ///
  /// - Parameter signs: those that stand for themselves, beside what always does.
  package static func percentEncoded(_ bytes: [UInt8], leaving signs: [UInt8] = []) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var address: [UInt8] = []
    address.reserveCapacity(bytes.count + 16)
    for byte in bytes {
      if isUnreserved(byte) || signs.contains(byte) {
        address.append(byte)
      } else {
        address += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: address, as: UTF8.self)
  }

  /// The target of an address: the path of a `file:` address of this machine, else the address itself.
  ///
  /// Nil for what is no address, and for paths that no file can have: with `%00`, or `%2F` within a name.
  ///
  /// - Parameter host: the name of this machine, which `file:` addresses may hold.
  package static func entry(_ address: some Collection<UInt8>, host: String) -> FileList.Entry? {
    let address = Array(address)
    if address.first == 0x2F { return .path(address) }
    guard let colon = address.firstIndex(of: 0x3A), isScheme(address[..<colon]) else { return nil }
    guard colon == 4, address.starts(with: "file".utf8, by: { $0 | 0x20 == $1 }) else {
      return .address(String(decoding: address, as: UTF8.self))
    }
    var rest = address[(colon + 1)...]
    if rest.starts(with: [0x2F, 0x2F]) {
      let name = rest.dropFirst(2).prefix { $0 != 0x2F }
      let authority = String(decoding: name, as: UTF8.self).lowercased()
      guard authority.isEmpty || authority == "localhost" || authority == host.lowercased() else {
        return .address(String(decoding: address, as: UTF8.self))
      }
      rest = rest.dropFirst(2 + name.count)
    }
    guard rest.first == 0x2F, let path = decoded(rest) else { return nil }
    return .path(path)
  }

  /// The bytes with percent signs resolved, nil if one stands for what no name holds.
  package static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let path = text.percentDecoded
    let isHidden = [0, 0x2F].contains { byte in path.count { $0 == byte } != text.count { $0 == byte } }
    return isHidden ? nil : path
  }

  /// The bytes that stand for themselves everywhere (RFC 3986, 2.3).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  /// A letter, then letters, digits, plus, hyphen and full stop (RFC 3986, 3.1).
  private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, 0x41...0x5A ~= first || 0x61...0x7A ~= first else { return false }
    return text.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
      default: false
      }
    }
  }
}
