/// The destinations and titles of links (CommonMark 6.3).
enum LinkParts {
  /// More parentheses within each other are no destination.
  private static let maximumDepth = 32

  /// The destination that begins at a position: what is in it, and where it ends; nil if there is none.
  static func destination(
    _ text: Span<UInt8>, at start: Int, to limit: Int
  ) -> (content: Range<Int>, end: Int)? {
    guard start < limit, text[start] == UInt8(ascii: "<") else {
      return bareDestination(text, at: start, to: limit)
    }
    var position = start + 1
    while position < limit {
      switch text[position] {
      case UInt8(ascii: ">"): return (start + 1..<position, position + 1)
      case UInt8(ascii: "<"), 0x0A: return nil
      case UInt8(ascii: "\\") where position + 1 < limit && text[position + 1].isASCIIPunctuation:
        position += 2
      default: position += 1
      }
    }
    return nil
  }

  private static func bareDestination(
    _ text: Span<UInt8>, at start: Int, to limit: Int
  ) -> (content: Range<Int>, end: Int)? {
    var position = start
    var depth = 0
    scan: while position < limit {
      switch text[position] {
      case UInt8(ascii: "("):
        depth += 1
        guard depth <= maximumDepth else { return nil }
      case UInt8(ascii: ")"):
        guard depth > 0 else { break scan }
        depth -= 1
      case UInt8(ascii: "\\") where position + 1 < limit && text[position + 1].isASCIIPunctuation:
        position += 1
      case 0...0x20, 0x7F:
        break scan
      default:
        break
      }
      position += 1
    }
    return depth == 0 ? (start..<position, position) : nil
  }

  /// The title that begins at a position: what is in it, and where it ends; nil if there is none.
  static func title(
    _ text: Span<UInt8>, at start: Int, to limit: Int
  ) -> (content: Range<Int>, end: Int)? {
    guard start < limit else { return nil }
    let opening = text[start]
    let closing: UInt8
    switch opening {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closing = opening
    case UInt8(ascii: "("): closing = UInt8(ascii: ")")
    default: return nil
    }
    var position = start + 1
    while position < limit {
      let byte = text[position]
      if byte == closing { return (start + 1..<position, position + 1) }
      if byte == opening { return nil }
      position += byte == UInt8(ascii: "\\") && position + 1 < limit ? 2 : 1
    }
    return nil
  }
}
