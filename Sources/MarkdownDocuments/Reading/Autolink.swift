/// Addresses between angle brackets (CommonMark 6.5).
enum Autolink {
  enum Kind { case uri, mail }

  /// What kind of address begins at `<`, and where it ends behind its `>`; nil if none does.
  static func end(_ text: Span<UInt8>, at start: Int, to limit: Int) -> (Kind, Int)? {
    if let end = uriEnd(text, start + 1, limit) { return (.uri, end) }
    if let end = mailEnd(text, start + 1, limit) { return (.mail, end) }
    return nil
  }

  private static func uriEnd(_ text: Span<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    guard start < limit, text[start].isASCIILetter else { return nil }
    var position = start + 1
    while position < limit, position - start < 33,
      text[position].isASCIIAlphanumeric || text[position] == UInt8(ascii: "+")
        || text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: ".")
    {
      position += 1
    }
    guard (2...32).contains(position - start), position < limit, text[position] == UInt8(ascii: ":") else {
      return nil
    }
    while position < limit {
      switch text[position] {
      case UInt8(ascii: ">"): return position + 1
      case UInt8(ascii: "<"), 0...0x20, 0x7F: return nil
      default: position += 1
      }
    }
    return nil
  }

  private static func mailEnd(_ text: Span<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    var position = start
    while position < limit, MarkdownEscape.isMailName(text[position]) || text[position] == UInt8(ascii: "&") {
      position += 1
    }
    guard position > start, position < limit, text[position] == UInt8(ascii: "@") else { return nil }
    repeat {
      let label = position + 1
      position = label
      while position < limit, text[position].isASCIIAlphanumeric || text[position] == UInt8(ascii: "-") {
        position += 1
      }
      guard (1...63).contains(position - label), position < limit, text[label] != UInt8(ascii: "-"),
        text[position - 1] != UInt8(ascii: "-")
      else { return nil }
    } while text[position] == UInt8(ascii: ".")
    return text[position] == UInt8(ascii: ">") ? position + 1 : nil
  }
}

/// Addresses that stand bare in a text, as GitHub finds them (GFM 6.9).
enum ExtendedAutolink {
  /// The address that begins with `www.` at a position; nil if none does.
  ///
  /// A domain with underscores at its end is none wherever it begins: `knownBad` is the place before which that is known.
  static func host(
    _ text: Span<UInt8>, at start: Int, within range: Range<Int>, knownBad: inout Int
  ) -> Range<Int>? {
    guard start >= knownBad else { return nil }
    if start > range.lowerBound {
      let before = text[start - 1]
      guard isSpace(before) || isEmphasisOrParenthesis.contains(before) else { return nil }
    }
    guard text.starts(with: "www.", at: start, end: range.upperBound) else { return nil }
    return address(text, start, domain: start, range.upperBound, needsStop: true, &knownBad)
  }

  /// The address whose scheme ends with a colon at a position; nil if there is none.
  static func uri(_ text: Span<UInt8>, colon: Int, within range: Range<Int>) -> Range<Int>? {
    guard text.starts(with: "://", at: colon, end: range.upperBound) else { return nil }
    var start = colon
    while start > range.lowerBound, text[start - 1].isASCIILetter, colon - start < 6 { start -= 1 }
    let domain = colon + 3
    guard domain < range.upperBound, text[domain].isASCIIAlphanumeric,
      schemes.contains(where: {
        $0.utf8.count == colon - start && text.startsIgnoringCase(with: $0, at: start, end: colon)
      })
    else { return nil }
    var knownBad = 0
    return address(text, start, domain: domain, range.upperBound, needsStop: false, &knownBad)
  }

  private static let schemes = ["http", "https", "ftp"]

  /// The text that follows the beginning of an address up to white space or a tag, without the punctuation that ends a sentence.
  private static func address(
    _ text: Span<UInt8>, _ start: Int, domain: Int, _ limit: Int, needsStop: Bool, _ knownBad: inout Int
  ) -> Range<Int>? {
    let found = Domain(text, domain, limit)
    guard !found.endsWithUnderscores else {
      knownBad = found.lastParts
      return nil
    }
    guard found.hasStop || !needsStop else { return nil }
    var end = found.end
    while end < limit, !isSpace(text[end]), text[end] != UInt8(ascii: "<") { end += 1 }
    end = withoutPunctuation(text, start, end)
    return end > start ? start..<end : nil
  }

  /// What a domain's characters are followed up to.
  private struct Domain {
    let end: Int
    let hasStop: Bool
    /// True if an underscore is in one of the last two parts.
    let endsWithUnderscores: Bool
    /// The position where the last two parts begin.
    let lastParts: Int

    init(_ text: Span<UInt8>, _ start: Int, _ limit: Int) {
      var position = start + 1
      // The beginnings of the last part and of the one before it, and the last underscore.
      var (part, partBefore, underscore) = (start, start, -1)
      var stops = 0
      while position < limit - 1 {
        let byte = text[position]
        if byte == UInt8(ascii: ".") {
          (partBefore, part) = (part, position + 1)
          stops += 1
        } else if byte == UInt8(ascii: "_") {
          underscore = position
        } else if !ExtendedAutolink.isOfDomain.contains(byte) {
          break
        }
        position += 1
      }
      end = position
      hasStop = stops > 0
      lastParts = partBefore
      endsWithUnderscores = underscore >= partBefore
    }
  }

  private static let isOfDomain = ASCIISet { byte in
    !byte.isHTMLSpace && (!byte.isASCIIPunctuation || byte == UInt8(ascii: "-"))
  }

  /// The end of an address without punctuation, closing parentheses that nothing opens, and character references.
  static func withoutPunctuation(_ text: Span<UInt8>, _ start: Int, _ addressEnd: Int) -> Int {
    var end = addressEnd
    // How many more parentheses are closed than opened, counted once there is one at the end.
    var surplus: Int?
    while end > start {
      switch text[end - 1] {
      case UInt8(ascii: ")"):
        if surplus == nil { surplus = surplusOfClosing(text, start, end) }
        guard let count = surplus, count > 0 else { return end }
        surplus = count - 1
        end -= 1
      case UInt8(ascii: ";"):
        var name = end - 2
        while name > start, text[name].isASCIILetter { name -= 1 }
        end = name < end - 2 && text[max(name, start)] == UInt8(ascii: "&") ? name : end - 1
      case let byte where isTrailing.contains(byte):
        end -= 1
      default:
        return end
      }
    }
    return end
  }

  private static func surplusOfClosing(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var surplus = 0
    for position in start..<end {
      if text[position] == UInt8(ascii: "(") { surplus -= 1 }
      if text[position] == UInt8(ascii: ")") { surplus += 1 }
    }
    return surplus
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte.isHTMLSpace || byte == 0x0B }

  private static let isEmphasisOrParenthesis = ASCIISet("*_~(")
  private static let isTrailing = ASCIISet("?!.,:*_~'\"")
}

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

  /// The text that stands before the sign.
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

  /// The position where the host ends whose name follows the sign.
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
