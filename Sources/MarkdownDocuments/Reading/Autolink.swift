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
