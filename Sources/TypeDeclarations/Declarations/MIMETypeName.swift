/// A media type with its parameters, in one spelling for all ways to write it (RFC 2045, section 5.1).
package struct MIMETypeName {
  /// Type and subtype in lower case.
  package let essence: String
  /// Essence and parameters, in lower case, without quotes and white space: `text/plain;charset=utf-8`.
  package let normalized: String

  /// Nil if the string is not of the form `type/subtype`; the subtype may be missing, as macOS lets it.
  package init?(_ string: String) {
    if Self.isNormalizedEssence(string) {
      essence = string
      normalized = string
      return
    }
    let parts = string.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Self.withoutSpaceAndQuotes($0) }
    let halves = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty else { return nil }
    essence = parts[0]
    normalized = parts.filter { !$0.isEmpty }.joined(separator: ";")
  }

  /// Whether a string is plain `type/subtype` already, as most are.
  private static func isNormalizedEssence(_ string: String) -> Bool {
    var slash: Int?
    var position = 0
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "+"):
        break
      case UInt8(ascii: "/") where slash == nil: slash = position
      default: return false
      }
      position += 1
    }
    return slash.map { 0 < $0 && $0 < position - 1 } ?? false
  }

  private static func withoutSpaceAndQuotes(_ part: Substring.UTF8View) -> String {
    let bytes = part.filter { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
    return TypeIdentifier.folded(String(decoding: bytes, as: UTF8.self))
  }
}
