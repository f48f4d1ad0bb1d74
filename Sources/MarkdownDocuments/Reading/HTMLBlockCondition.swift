/// What begins and ends a block of raw HTML (CommonMark 4.6).
enum HTMLBlockCondition: UInt8 {
  case preformatted = 1, comment, instruction, declaration, section, blockTag, completeTag

  /// The condition that a line meets whose content begins with `<`; nil if none.
  init?(_ text: Span<UInt8>, at start: Int, end: Int) {
    guard start + 1 < end else { return nil }
    switch text[start + 1] {
    case UInt8(ascii: "?"):
      self = .instruction
    case UInt8(ascii: "!"):
      if text.starts(with: "<!--", at: start, end: end) {
        self = .comment
      } else if text.starts(with: "<![CDATA[", at: start, end: end) {
        self = .section
      } else if start + 2 < end, text[start + 2].isASCIILetter {
        self = .declaration
      } else {
        return nil
      }
    case let second where second == UInt8(ascii: "/") || second.isASCIILetter:
      self.init(tag: text, at: start, end: end)
    default:
      return nil
    }
  }

  private init?(tag text: Span<UInt8>, at start: Int, end: Int) {
    let isEnd = text[start + 1] == UInt8(ascii: "/")
    let first = start + (isEnd ? 2 : 1)
    var position = first
    var name: [UInt8] = []
    while position < end, text[position].isASCIIAlphanumeric, position - first < 11 {
      name.append(text[position].lowercased)
      position += 1
    }
    let next = position < end ? text[position] : 0x0A
    let endsName = next == 0x20 || next == 0x09 || next == 0x0A || next == UInt8(ascii: ">")
    let endsTag = next == UInt8(ascii: "/") && position + 1 < end && text[position + 1] == UInt8(ascii: ">")
    let tag = String(decoding: name, as: UTF8.self)
    if !isEnd, endsName, Self.preformattedNames.contains(tag) {
      self = .preformatted
    } else if endsName || endsTag, HTMLBlockStart.isBlockName(tag) {
      self = .blockTag
    } else if let tagEnd = RawTag.end(text, at: start, end: end),
      text.isBlank(from: tagEnd, to: end)
    {
      self = .completeTag
    } else {
      return nil
    }
  }

  /// True if the block ends before a blank line; others end with a line that says so.
  var endsAtBlankLine: Bool { self == .blockTag || self == .completeTag }

  /// True if the line holds what ends the block.
  func isEnded(by text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    switch self {
    case .preformatted:
      var position = start
      while let tag = text.position(of: "</", from: position, to: end) {
        for name in Self.preformattedNames where text.startsIgnoringCase(with: name, at: tag + 2, end: end) {
          let close = tag + 2 + name.utf8.count
          if close < end, text[close] == UInt8(ascii: ">") { return true }
        }
        position = tag + 2
      }
      return false
    case .comment: return text.position(of: "-->", from: start, to: end) != nil
    case .instruction: return text.position(of: "?>", from: start, to: end) != nil
    case .declaration: return text.position(of: ">", from: start, to: end) != nil
    case .section: return text.position(of: "]]>", from: start, to: end) != nil
    case .blockTag, .completeTag: return false
    }
  }

  /// True for a block of raw HTML that nothing ends, so that whatever comes below it belongs to it.
  static func isOpen(_ block: Block?) -> Bool {
    guard case .html(let html)? = block else { return false }
    let text = html.utf8Span.span
    var start = 0
    while start < text.count, text[start] == 0x20 { start += 1 }
    guard start < text.count, text[start] == UInt8(ascii: "<"),
      let condition = HTMLBlockCondition(
        text, at: start, end: text.position(of: "\n", from: start, to: text.count) ?? text.count)
    else { return false }
    return !condition.endsAtBlankLine && !condition.isEnded(by: text, from: start, to: text.count)
  }

  private static let preformattedNames = ["script", "pre", "style", "textarea"]
}
