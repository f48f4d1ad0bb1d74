/// Addresses of mail that stand bare in a text, as GitHub finds them (GFM 6.9).
struct MailAddress {
  let range: Range<Int>
  /// True if the text names no protocol.
  let needsProtocol: Bool

  /// The next address from a position on.
  init?(_ text: Span<UInt8>, from start: Int) {
    var start = start
    while true {
      let sign = ByteSearch.position(of: UInt8(ascii: "@"), in: text, from: start, to: text.count)
      guard sign < text.count else { return nil }
      let name = Name(text, endingAt: sign, from: start)
      guard name.start < sign else {
        start = sign + 1
        continue
      }
      let host = Self.hostEnd(text, sign, isMessaging: name.isMessaging)
      guard let end = Self.end(text, sign, host) else {
        start = sign + 1
        continue
      }
      range = name.start..<end
      needsProtocol = !name.hasProtocol
      return
    }
  }

  /// What stands before the sign.
  private struct Name {
    private(set) var start: Int
    private(set) var hasProtocol = false
    private(set) var isMessaging = false

    init(_ text: Span<UInt8>, endingAt sign: Int, from limit: Int) {
      start = sign
      while start > limit {
        let byte = text[start - 1]
        if byte.isASCIIAlphanumeric || ".+-_".utf8.contains(byte) {
          start -= 1
          continue
        }
        guard byte == UInt8(ascii: ":") else { return }
        if Self.ends(text, "mailto:", at: start, limit) {
          hasProtocol = true
        } else if Self.ends(text, "xmpp:", at: start, limit) {
          hasProtocol = true
          isMessaging = true
        } else {
          return
        }
        start -= 1
      }
    }

    private static func ends(_ text: Span<UInt8>, _ name: StaticString, at end: Int, _ limit: Int) -> Bool {
      let start = end - name.utf8CodeUnitCount
      guard start >= limit, text.starts(with: name, at: start, end: end) else { return false }
      return start == limit || !text[start - 1].isASCIIAlphanumeric
    }
  }

  /// Where the host ends whose name follows the sign.
  private static func hostEnd(_ text: Span<UInt8>, _ sign: Int, isMessaging: Bool) -> Int {
    var end = sign + 1
    while end < text.count {
      let byte = text[end]
      let isStop = byte == UInt8(ascii: ".") && end + 1 < text.count && text[end + 1].isASCIIAlphanumeric
      guard
        byte.isASCIIAlphanumeric || isStop || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || isMessaging && byte == UInt8(ascii: "/")
      else { break }
      end += 1
    }
    return end
  }

  private static func end(_ text: Span<UInt8>, _ sign: Int, _ host: Int) -> Int? {
    // What another sign follows is a name before that.
    guard host > sign + 1, host == text.count || text[host] != UInt8(ascii: "@"),
      text[host - 1].isASCIILetter || text[host - 1] == UInt8(ascii: "."),
      ByteSearch.position(of: UInt8(ascii: "."), in: text, from: sign, to: host) < host
    else { return nil }
    let end = ExtendedAutolink.withoutPunctuation(text, sign, host)
    return end > sign ? end : nil
  }
}
