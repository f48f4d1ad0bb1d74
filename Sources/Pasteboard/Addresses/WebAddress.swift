/// An address of the web (RFC 3986) that is all of a text, but for white space around it.
package struct WebAddress: Sendable {
  /// The white space before and behind the address.
  private let start, end: ArraySlice<UInt8>
  private let address: ArraySlice<UInt8>

  /// The longest address, in bytes: browsers show 32 KiB.
  private static let sizeLimit = 64 << 10

  /// Nil for a text that is not one address of the schemes http and https.
  package init?(_ text: [UInt8]) {
    guard text.count <= Self.sizeLimit, TextEncoding.isValid(text) else { return nil }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    guard let first = text.firstIndex(where: { !isSpace($0) }),
      let last = text.lastIndex(where: { !isSpace($0) })
    else { return nil }
    (start, address, end) = (text[..<first], text[first...last], text[(last + 1)...])
    let scalars = String(decoding: address, as: UTF8.self).unicodeScalars
    let isPlain = scalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
        && !"\"<>".unicodeScalars.contains(scalar)
    }
    guard isPlain, !host.isEmpty else { return nil }
  }

  /// The same text without its tracking parameters; nil if it has none.
  package var withoutTracking: [UInt8]? {
    let fragment = address.firstIndex(of: UInt8(ascii: "#")) ?? address.endIndex
    guard let mark = address[..<fragment].firstIndex(of: UInt8(ascii: "?")) else { return nil }
    let host = host
    let parameters = address[(mark + 1)..<fragment].split(
      separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let kept = parameters.filter { !Self.isTracking($0, at: host) }
    guard kept.count < parameters.count else { return nil }
    let query = kept.isEmpty ? [] : [UInt8(ascii: "?")] + kept.joined(separator: [UInt8(ascii: "&")])
    return Array(start + address[..<mark]) + query + address[fragment...] + end
  }

  private static func isTracking(_ parameter: ArraySlice<UInt8>, at host: String) -> Bool {
    let name = String(decoding: parameter.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).lowercased()
    return TrackingParameter.all.contains { $0.matches(name, at: host) }
  }

  /// The host in lower case, without a port; empty for an address of another scheme.
  private var host: String {
    let text = String(decoding: address, as: UTF8.self).lowercased()
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return "" }
    let authority = text.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let name = place.hasPrefix("[") ? place.prefix { $0 != "]" } : place.prefix { $0 != ":" }
    return String(name.hasSuffix(".") ? name.dropLast() : name)
  }
}
