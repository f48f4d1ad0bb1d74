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

  /// What follows the beginning of an address up to white space or a tag, without the punctuation that ends a sentence.
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
    /// Where the last two parts begin.
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
