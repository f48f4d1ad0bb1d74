/// A character without width that says where a line may break: a zero-width space or a soft hyphen.
///
/// Thai, Khmer and others write no spaces between words, and need them. But editors also leave them for cursors to
/// stand in, at the edges of what is formatted, and pages put them into empty elements: those are not of the text.
enum BreakMark {
  static let space: [UInt8] = [0xE2, 0x80, 0x8B]
  private static let hyphen: [UInt8] = [0xC2, 0xAD]

  /// The mark that text begins with, in UTF-8.
  static func prefix(of text: ArraySlice<UInt8>) -> [UInt8]? {
    text.starts(with: space) ? space : text.starts(with: hyphen) ? hyphen : nil
  }

  /// True if a mark between the two is of the text: within a word, or beside a script without spaces.
  static func isContent(after text: ArraySlice<UInt8>, before following: ArraySlice<UInt8>) -> Bool {
    guard let sides = Sides(text, following) else { return false }
    return sides.areOfOneWord || sides.haveNoSpaces
  }

  /// True if a mark between the two is of code: beside a script without spaces, for names in code have no marks.
  static func isContentOfCode(after text: ArraySlice<UInt8>, before following: ArraySlice<UInt8>) -> Bool {
    Sides(text, following)?.haveNoSpaces ?? false
  }

  /// The characters on both sides of a mark, where both can be seen.
  private struct Sides {
    let before, after: UnicodeScalar

    init?(_ text: ArraySlice<UInt8>, _ following: ArraySlice<UInt8>) {
      // Four bytes hold a character, and those that are left of the one before it count for nothing.
      guard let before = String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last,
        let after = String(decoding: following.prefix(4), as: UTF8.self).unicodeScalars.first,
        !before.properties.isWhitespace, !after.properties.isWhitespace
      else { return nil }
      (self.before, self.after) = (before, after)
    }

    var areOfOneWord: Bool { before.isOfWords && after.isOfWords }
    var haveNoSpaces: Bool { before.isOfScriptWithoutSpaces || after.isOfScriptWithoutSpaces }
  }
}

extension UnicodeScalar {
  fileprivate var isOfWords: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      true
    default: false
    }
  }

  /// True in the blocks of scripts whose lines break by a dictionary (Unicode's line breaking class SA).
  fileprivate var isOfScriptWithoutSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF, 0xA9E0...0xA9FF,
      0xAA60...0xAADF:
      true
    default: false
    }
  }
}
