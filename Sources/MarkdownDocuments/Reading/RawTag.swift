/// Tags of raw HTML (CommonMark 6.6).
enum RawTag {
  /// The position where an opening or closing tag ends that begins at `<`; nil if none does before the limit.
  static func end(_ text: Span<UInt8>, at start: Int, end limit: Int) -> Int? {
    guard start + 1 < limit else { return nil }
    if text[start + 1] == UInt8(ascii: "/") {
      guard let name = nameEnd(text, start + 2, limit) else { return nil }
      let end = text.skippingWhiteSpace(from: name, to: limit)
      return end < limit && text[end] == UInt8(ascii: ">") ? end + 1 : nil
    }
    guard var position = nameEnd(text, start + 1, limit) else { return nil }
    while true {
      let next = text.skippingWhiteSpace(from: position, to: limit)
      guard next < limit else { return nil }
      switch text[next] {
      case UInt8(ascii: ">"):
        return next + 1
      case UInt8(ascii: "/"):
        return next + 1 < limit && text[next + 1] == UInt8(ascii: ">") ? next + 2 : nil
      default:
        guard next > position, let end = attributeEnd(text, next, limit) else { return nil }
        position = end
      }
    }
  }

  private static func nameEnd(_ text: Span<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    guard start < limit, text[start].isASCIILetter else { return nil }
    var end = start + 1
    while end < limit, text[end].isASCIIAlphanumeric || text[end] == UInt8(ascii: "-") { end += 1 }
    return end
  }

  private static let nameStart = ASCIISet {
    $0.isASCIILetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ":")
  }
  private static let namePart = ASCIISet { $0.isASCIIAlphanumeric || "_:.-".utf8.contains($0) }
  private static let unquoted = ASCIISet {
    $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && !"\"'=<>`".utf8.contains($0)
  }

  private static func attributeEnd(_ text: Span<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    guard nameStart.contains(text[start]) else { return nil }
    var end = start + 1
    let parts = namePart
    while end < limit, parts.contains(text[end]) { end += 1 }
    let equals = text.skippingWhiteSpace(from: end, to: limit)
    guard equals < limit, text[equals] == UInt8(ascii: "=") else { return end }
    let value = text.skippingWhiteSpace(from: equals + 1, to: limit)
    guard value < limit else { return nil }
    let quote = text[value]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let close = ByteSearch.position(of: quote, in: text, from: value + 1, to: limit)
      return close < limit ? close + 1 : nil
    }
    end = value
    let plain = unquoted
    while end < limit, text[end] >= 0x80 || plain.contains(text[end]) { end += 1 }
    return end > value ? end : nil
  }
}
