import BinaryText

/// What an address of the scheme `data` holds (RFC 2397).
package struct DataAddress: Sendable {
  /// The MIME type that the address declares, in lower case; empty for none.
  package let type: String
  /// The content itself.
  package let bytes: [UInt8]

  /// Decodes an address; nil for one of another scheme, and one that is damaged.
  package init?(_ address: String) {
    let scheme = "data:"
    guard address.utf8.startsIgnoringCase(with: scheme), let comma = address.utf8.firstIndex(of: 0x2C) else {
      return nil
    }
    let start = address.utf8.index(address.startIndex, offsetBy: scheme.utf8.count)
    let declared = address[start..<comma].lowercased()
    let content = address[address.utf8.index(after: comma)...]
    type = String(declared.prefix { $0 != ";" })
    guard declared.hasSuffix(";base64") else {
      bytes = Array(content.utf8)[...].percentDecoded
      return
    }
    if let decoded = Base64.decode(content.utf8) {
      bytes = decoded
    } else {
      guard let decoded = Base64.decode(Substring(content.percentDecoded).utf8) else { return nil }
      bytes = decoded
    }
  }
}
