/// Makes text safe to print on a terminal.
enum VisibleText {
  /// Shows control characters instead of sending them: clipboard text may hold escape sequences.
  ///
  /// Line feeds and tabs stay. What reorders or hides text (bidirectional overrides, zero-width and tag
  /// characters) is shown by its number.
  static func escaping(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var visible = ""
    for scalar in text.unicodeScalars {
      if !isHarmful(scalar) {
        visible.unicodeScalars.append(scalar)
      } else if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
        visible.unicodeScalars.append(picture)
      } else {
        visible += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return visible
  }

  /// The beginning of a text on one line.
  static func preview(_ text: String, length: Int) -> String {
    var words = ""
    var isBlank = false
    var count = 0
    for character in text {
      if character.isWhitespace {
        isBlank = !words.isEmpty
        continue
      }
      if isBlank {
        words.append(" ")
        count += 1
        isBlank = false
      }
      if count >= length { return escaping(words) + "…" }
      words.append(character)
      count += 1
    }
    return escaping(words)
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F, 0x2028, 0x2029, 0xFEFF: true
    default: false
    }
  }
}
