import TextWidths

/// A frame that is drawn around text.
struct ScreenFrame {
  typealias Line = ScreenText.Line

  /// The text within the upper edge; empty for none.
  let title: Line
  /// The lines within, without the frame's own margin.
  let content: [Line]
  /// The columns within, without the margin on both sides.
  let width: Int
  /// The number of lines that the frame takes.
  let count: Int

  private static let corners: [(upper: (String, String), lower: (String, String), bars: [String])] = [
    (("╭", "╮"), ("╰", "╯"), ["│"]), (("┌", "┐"), ("└", "┘"), ["│"]), (("┏", "┓"), ("┗", "┛"), ["┃"]),
    (("╔", "╗"), ("╚", "╝"), ["║"]), (("+", "+"), ("+", "+"), ["|"]),
  ]
  private static let dashes: Set<Character> = ["─", "━", "═", "-", "="]

  /// The frame that begins at a line; nil if none does, or it is not whole.
  init?(_ lines: ArraySlice<Line>, _ work: LineWork) {
    guard let start = lines.first else { return nil }
    let first = start.unindented
    guard
      let corner = Self.corners.first(where: { first.hasPrefix($0.upper.0) && first.hasSuffix($0.upper.1) }),
      first.count > 3, let title = Self.title(first)
    else { return nil }
    let indentation = start.indentation
    let outer = DisplayWidth.of(first)
    var content: [Line] = []
    var margin = Int.max
    for (offset, line) in lines.dropFirst().enumerated() {
      work.add(1)
      guard line.indentation >= indentation else { return nil }
      let text = line.dropFirst(indentation)
      if text.hasPrefix(corner.lower.0), text.hasSuffix(corner.lower.1), Self.title(text) != nil {
        guard DisplayWidth.of(text) == outer else { return nil }
        margin = margin == .max ? 0 : margin
        self.title = title
        self.content = content.dedented(by: margin).map(\.withoutTrailingSpace)
        // Text may come closer to the right side than to the left one.
        width = outer - 2 - margin - min(margin, 1)
        count = offset + 2
        return
      }
      // Rules within a frame part its content.
      if text.hasPrefix("├") || text.hasPrefix("┠") || text.hasPrefix("┣"), Self.title(text) != nil {
        content.append([])
        continue
      }
      guard let bar = corner.bars.first(where: { text.hasPrefix($0) }) else { return nil }
      var inner = text.dropFirst(bar.utf8.count)
      if inner.hasSuffix(bar) {
        guard DisplayWidth.of(text) == outer else { return nil }
        inner.removeLast(bar.utf8.count)
      } else {
        return nil
      }
      inner = inner.withoutTrailingSpace
      if !inner.isEmpty { margin = min(margin, inner.indentation) }
      content.append(inner)
    }
    return nil
  }

  /// The words between the dashes of an edge; nil if it is no edge.
  private static func title(_ line: Line) -> Line? {
    var dashes = 0
    var words = ""
    for character in line.string.dropFirst().dropLast() {
      if Self.dashes.contains(character) {
        dashes += 1
        if character != "-" || words.isEmpty || words.last == " " { continue }
      } else if "┬┴┼+╪╤╧".contains(character) {
        return nil
      }
      words.append(character)
    }
    guard dashes > 0 else { return nil }
    return words.isEmpty ? [] : ScreenText.Line(words.utf8).unindented.withoutTrailingSpace
  }
}
