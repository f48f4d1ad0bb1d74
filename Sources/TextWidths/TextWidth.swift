/// How many columns text takes on a terminal, and wherever else each column is as wide as a Latin letter.
package enum TextWidth {
  /// The columns of a text without control characters.
  package static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    var width = 0
    for scalar in text.unicodeScalars {
      // Only pictures made of several scalars take other room than these do, and few texts have any.
      if joinsPictures(scalar) { return text.reduce(0) { $0 + of($1) } }
      width += of(scalar)
    }
    return width
  }

  /// The columns of a text without control characters.
  package static func of(_ text: Substring) -> Int { of(String(text)) }

  /// The columns of one character as people see it: 0, 1 or 2, and rarely more where marks take room.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return of(first) }
    // Flags, sequences and whatever is asked to look like a picture take the room of one picture; all that
    // makes one is in `joinsPictures`.
    if isRegionalIndicator(first) { return 2 }
    if first.properties.isEmoji, first.value > 0x7F || scalars.contains("\u{20E3}") {
      if scalars.contains("\u{FE0F}") || scalars.contains("\u{200D}") { return 2 }
      if scalars.contains(where: \.properties.isEmojiModifier) { return 2 }
    }
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// The columns of a scalar that stands alone.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: return 0
    case 0..<0x300: return 1
    // No marks are among the letters of Greek, Cyrillic and Armenian and common punctuation, nor among
    // ideographs and syllables.
    case 0x370...0x482, 0x48A...0x590, 0x2010...0x2027, 0x2030...0x205F: return 1
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return 2
    // Vowels and final consonants of Hangul share the room of the first consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    // Prepended signs are drawn, although they are format characters.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return 1
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: return WideRanges.contains(scalar.value) ? 2 : 1
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    0x1F1E6...0x1F1FF ~= scalar.value
  }

  /// True for scalars that make one picture of several: joiners, selectors, modifiers, halves of flags.
  private static func joinsPictures(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0x20E3, 0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
    default: false
    }
  }

  /// The beginning of a text that takes at most `columns`, and what it takes.
  package static func prefix(
    of text: some StringProtocol, columns: Int
  ) -> (text: Substring, columns: Int) {
    var taken = 0
    var end = text.startIndex
    while end < text.endIndex {
      let width = of(text[end])
      if taken + width > columns { break }
      taken += width
      end = text.index(after: end)
    }
    return (Substring(text[..<end]), taken)
  }
}
