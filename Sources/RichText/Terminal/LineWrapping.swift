import TextWidths

/// The width at which a program broke the lines of paragraphs.
struct LineWrapping {
  typealias Line = ScreenText.Line

  /// The columns of the longest line.
  let width: Int
  /// Whether the width is that of a frame or a screen, not only of the longest line.
  let isKnown: Bool

  /// The narrowest lines that show a width by themselves.
  private static let narrowest = 40
  private static let narrowestFrame = 16

  init(known width: Int) { (self.width, isKnown) = (width, true) }

  /// The width that the longest of lines shows.
  init(of lines: some Sequence<Line>) {
    width = lines.reduce(0) { max($0, DisplayWidth.of($1)) }
    isKnown = false
  }

  /// The width of what stands further to the right by so many columns.
  func narrowed(by columns: Int) -> LineWrapping { LineWrapping(width: width - columns, isKnown: isKnown) }

  private init(width: Int, isKnown: Bool) { (self.width, self.isKnown) = (width, isKnown) }

  /// True if the first word of a line would not have fitted into the line before.
  func wraps(_ line: Line, before next: Line) -> Bool {
    guard width >= (isKnown ? Self.narrowestFrame : Self.narrowest) else { return false }
    let next = next.unindented
    let taken = DisplayWidth.of(line)
    if Self.endsWide(line), let first = next.string.first, Self.isWide(first) {
      // Text without spaces breaks before any character.
      return taken + TextWidth.of(first) > width
    }
    return taken + 1 + DisplayWidth.of(next.prefix { $0 != 0x20 }) > width
  }

  /// Adds a line to the text that it goes on with.
  ///
  /// - Parameter last: the last line of the text as the screen shows it.
  func join(_ next: Line, to text: inout Line, last: Line) {
    let next = next.unindented
    // `man` breaks words with a hyphen of its own.
    if text.hasSuffix("‐"), next.first?.isASCIILetter == true {
      text.removeLast("‐".utf8.count)
      text += next
      return
    }
    let word = next.prefix { $0 != 0x20 }
    // A word longer than a line is broken within.
    let isBroken =
      isKnown && DisplayWidth.of(last) == width
      && DisplayWidth.of(last.suffix(while: { $0 != 0x20 })) + DisplayWidth.of(word) > width
    let areWide = Self.endsWide(last) && word.string.first.map(Self.isWide) == true
    if !isBroken, !areWide { text.append(0x20) }
    text += next
  }

  private static func endsWide(_ line: Line) -> Bool {
    guard let byte = line.last, byte >= 0x80 else { return false }
    return line.suffix(16).string.last.map(isWide) == true
  }

  private static func isWide(_ character: Character) -> Bool {
    TextWidth.of(character) == 2 && !character.isEmoji
  }
}

extension Character {
  fileprivate var isEmoji: Bool { unicodeScalars.first?.properties.isEmojiPresentation == true }
}

extension Collection where Element == UInt8, SubSequence == ArraySlice<UInt8>, Self: BidirectionalCollection {
  /// The bytes at the end for which a condition holds.
  fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
