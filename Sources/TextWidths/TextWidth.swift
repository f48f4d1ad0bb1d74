/// The number of columns text takes on a terminal, and wherever else each column is as wide as a Latin
/// letter.
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

  /// Whether a scalar makes one picture of several: joiners, selectors, modifiers, halves of flags.
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

/// The characters that take two columns of a terminal.
enum WideRanges {
  /// Those whose East Asian width is W or F, in order (Unicode 15.0, EastAsianWidth.txt and the ranges that its
  /// head sets aside for ideographs to come); a test compares them with that file where it is installed.
  static let all: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
    0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x2E99,
    0x2E9B...0x2EF3, 0x2F00...0x2FD5, 0x2FF0...0x2FFB, 0x3000...0x303E, 0x3041...0x3096, 0x3099...0x30FF,
    0x3105...0x312F, 0x3131...0x318E, 0x3190...0x31E3, 0x31F0...0x321E, 0x3220...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA48C, 0xA490...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE52, 0xFE54...0xFE66, 0xFE68...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4,
    0x16FF0...0x16FF1, 0x17000...0x187F7, 0x18800...0x18CD5, 0x18D00...0x18D08, 0x1AFF0...0x1AFF3,
    0x1AFF5...0x1AFFB, 0x1AFFD...0x1AFFE, 0x1B000...0x1B122, 0x1B132...0x1B132, 0x1B150...0x1B152,
    0x1B155...0x1B155, 0x1B164...0x1B167, 0x1B170...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF,
    0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248,
    0x1F250...0x1F251, 0x1F260...0x1F265, 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
    0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
    0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
    0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
    0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A,
    0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FA7C, 0x1FA80...0x1FA88, 0x1FA90...0x1FABD,
    0x1FABF...0x1FAC5, 0x1FACE...0x1FADB, 0x1FAE0...0x1FAE8, 0x1FAF0...0x1FAF8, 0x20000...0x2FFFD,
    0x30000...0x3FFFD,
  ]

  static func contains(_ value: UInt32) -> Bool {
    guard value >= all[0].lowerBound else { return false }
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].contains(value)
  }
}
