import TextWidths

/// Makes text safe to print on a terminal.
package enum VisibleText {
  /// Shows control characters instead of sending them: clipboard text may hold escape sequences.
  ///
  /// Line feeds and tabs stay. What reorders or hides text (bidirectional controls, zero-width and tag
  /// characters) is shown by its number.
  package static func escaping(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var visible = ""
    for scalar in text.unicodeScalars { append(scalar, to: &visible) }
    return visible
  }

  /// Text for one line: line feeds and tabs are shown too.
  package static func escapingLine(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: { isHarmful($0) || $0.value < 0x20 }) else {
      return String(text)
    }
    var visible = ""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 { appendPicture(of: scalar, to: &visible) } else { append(scalar, to: &visible) }
    }
    return visible
  }

  /// The scalars of one character that a line shows.
  private static let scalarLimit = 16

  /// The beginning of a text on one line, at most so many columns wide, and an ellipsis if there is more.
  package static func preview(_ text: String, length: Int) -> String {
    var words: [UInt8] = []
    var isBlank = false
    var columns = 0
    let bytes = text.utf8
    var index = text.startIndex
    while index < text.endIndex {
      let byte = bytes[index]
      let next = bytes.index(after: index)
      // Nothing joins a letter but what is not ASCII: most text needs no look at characters.
      if byte < 0x80, next == text.endIndex || bytes[next] < 0x80 {
        if byte > 0x20, byte < 0x7F {
          if columns + (isBlank ? 2 : 1) > length { return String(decoding: words, as: UTF8.self) + "…" }
          if isBlank { words.append(0x20) }
          columns += isBlank ? 2 : 1
          isBlank = false
          words.append(byte)
          index = next
          continue
        }
        if byte == 0x20 || 0x09...0x0D ~= byte {
          isBlank = !words.isEmpty
          index = next
          continue
        }
      }
      let character = text[index]
      index = text.index(after: index)
      if character.isWhitespace {
        isBlank = !words.isEmpty
        continue
      }
      // No script stacks so many marks on a letter; more would cover the lines around.
      let scalars = character.unicodeScalars
      let shown = escapingLine(
        scalars.count > scalarLimit
          ? String(String.UnicodeScalarView(scalars.prefix(scalarLimit))) : String(character))
      let width = TextWidth.of(shown)
      if columns + width + (isBlank ? 1 : 0) > length { return String(decoding: words, as: UTF8.self) + "…" }
      if isBlank {
        words.append(0x20)
        columns += 1
        isBlank = false
      }
      words += shown.utf8
      columns += width
    }
    return String(decoding: words, as: UTF8.self)
  }

  private static func append(_ scalar: Unicode.Scalar, to visible: inout String) {
    if !isHarmful(scalar) {
      visible.unicodeScalars.append(scalar)
    } else if scalar.value < 0x20 {
      appendPicture(of: scalar, to: &visible)
    } else {
      visible += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  /// Unicode has a picture of each of the first control characters.
  private static func appendPicture(of scalar: Unicode.Scalar, to visible: inout String) {
    if let picture = Unicode.Scalar(0x2400 + scalar.value) { visible.unicodeScalars.append(picture) }
  }

  /// Whether a scalar does something to a terminal, or to the text around it, or is not seen; but for line feeds and tabs.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB:
      true
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}
