import Terminal
import TextWidths

/// Sets text line by line as it stands, white space included; long lines take several.
struct TextLayout {
  private static let tabStop = 8

  let limit: Int
  var style = Style.plain

  func lines(of text: String, columns: Int) -> [StyledLine] {
    let columns = max(1, columns)
    var lines: [StyledLine] = []
    var rest = text[...]
    if rest.utf8.last == 0x0A { rest.removeLast() }
    while lines.count < limit {
      let end = rest.firstIndex(where: \.isNewline)
      var part = expanded(end.map { rest[..<$0] } ?? rest, upTo: columns * limit.clamped(to: 10_000))[...]
      repeat {
        let piece = Self.firstPiece(of: part, columns: columns)
        lines.append(StyledLine(piece, style))
        part = part[piece.endIndex...]
      } while !part.isEmpty && lines.count < limit
      guard let end else { break }
      rest = rest[rest.index(after: end)...]
    }
    return lines
  }

  /// The start of text that fits on a line, up to a space in its second half, so that words stay whole.
  private static func firstPiece(of text: Substring, columns: Int) -> Substring {
    let taken = TextWidth.prefix(of: text, columns: columns).text
    if taken.isEmpty { return text.prefix(1) }
    guard taken.endIndex < text.endIndex, text[taken.endIndex] != " ",
      let space = taken.lastIndex(of: " "), taken[space...].utf8.count < taken.utf8.count / 2
    else { return taken }
    return taken[...space]
  }

  /// A line with spaces for its tabs, and pictures for what must not be sent; at most so many columns of it.
  private func expanded(_ line: Substring, upTo columns: Int) -> String {
    guard line.utf8.contains(0x09) else {
      return VisibleText.escapingLine(line.utf8.count > columns * 16 ? line.prefix(columns) : line)
    }
    var (text, width) = ("", 0)
    for character in line {
      let piece =
        character == "\t"
        ? String(repeating: " ", count: Self.tabStop - width % Self.tabStop)
        : VisibleText.escapingLine(String(character))
      text += piece
      width += TextWidth.of(piece)
      if width > columns { break }
    }
    return text
  }
}

extension Int {
  fileprivate func clamped(to most: Int) -> Int { Swift.min(self, most) }
}
