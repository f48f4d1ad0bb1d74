import RichText

/// The characters by which programs that write paragraphs alone show lists and rules.
enum ParagraphSigns {
  /// True for a line of dashes.
  static func isRule(_ content: [Inline]) -> Bool {
    guard content.count == 1, case .text(let text) = content[0] else { return false }
    let dashes: Set<Unicode.Scalar> = ["-", "_", "–", "—", "─"]
    return text.unicodeScalars.count >= 3 && text.unicodeScalars.allSatisfy(dashes.contains)
  }

  /// The item that a paragraph is which begins with a bullet or a number: without that, and without the box
  /// that is to be ticked; nil if it begins otherwise.
  ///
  /// - Parameter isBullet: whether bullets count, beside numbers.
  static func item(_ content: [Inline], isBullet: Bool) -> (box: ListItem.Checkbox?, rest: [Inline])? {
    guard case .text(let text)? = content.first,
      let marker = text.unicodeScalars.split(maxSplits: 1, whereSeparator: \.properties.isWhitespace).first,
      isNumber(marker) || isBullet && Self.isBullet(marker),
      marker.count < text.unicodeScalars.count || content.count > 1
    else { return nil }
    var rest = text.unicodeScalars[marker.endIndex...].drop(while: \.properties.isWhitespace)
    var box: ListItem.Checkbox?
    if let first = rest.first, "☐☑☒".unicodeScalars.contains(first) {
      box = first == "☐" ? .unchecked : .checked
      rest = rest.dropFirst()
    }
    return (box, (rest.isEmpty ? [] : [.text(String(rest))]) + content.dropFirst())
  }

  private static func isBullet(_ scalars: Substring.UnicodeScalarView) -> Bool {
    guard scalars.count == 1, let only = scalars.first else { return false }
    return "•◦▪‣·–-*".unicodeScalars.contains(only)
  }

  private static func isNumber(_ scalars: Substring.UnicodeScalarView) -> Bool {
    guard let last = scalars.last, last == "." || last == ")", (2...10).contains(scalars.count) else {
      return false
    }
    return scalars.dropLast().allSatisfy { ("0"..."9").contains($0) }
  }
}
