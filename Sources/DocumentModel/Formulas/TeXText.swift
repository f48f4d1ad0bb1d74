/// TeX as documents hold it: without control characters, and without the white space around it.
package enum TeXText {
  /// TeX without the white space around it; behind a backslash at the end, a space is a command of its own.
  package static func trimmed(_ tex: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let trimmed = tex.trimmingHTMLSpace
    let backslashes = trimmed.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    guard backslashes % 2 == 1, trimmed.endIndex < tex.endIndex else { return trimmed }
    return tex[trimmed.startIndex...trimmed.endIndex]
  }

  private static let delimiters: [(open: String, close: String, isDisplayed: Bool)] = [
    ("$$", "$$", true), ("\\[", "\\]", true), ("\\(", "\\)", false), ("$", "$", false),
  ]

  /// TeX without the signs that set it off from text, and whether they set it as a display; nil if there are none.
  package static func withoutDelimiters(_ tex: ArraySlice<UInt8>) -> (
    tex: ArraySlice<UInt8>, isDisplayed: Bool?
  ) {
    let text = trimmed(tex)
    for (open, close, isDisplayed) in delimiters
    where text.count > open.utf8.count + close.utf8.count && text.starts(with: open.utf8)
      && text.suffix(close.utf8.count).elementsEqual(close.utf8)
    {
      let inner = text.dropFirst(open.utf8.count).dropLast(close.utf8.count)
      // Between two formulas there is text.
      guard !ByteSearch.contains(close, in: inner) else { break }
      return (trimmed(inner), isDisplayed)
    }
    return (tex, nil)
  }

  /// The TeX that stands behind the letters of a formula, as the text of MathML has it at its end: behind a blank line, or on
  /// the last one, or as the second half.
  package static func source(behindTextOf mathML: [UInt8]) -> [UInt8] {
    let lines = trimmed(mathML[...]).split(separator: 0x0A, omittingEmptySubsequences: false)
      .map(\.trimmingHTMLSpace)
    if lines.count > 1 {
      let source = lines.lastIndex(where: \.isEmpty).map { lines[($0 + 1)...] } ?? lines.suffix(1)
      return Array(source.joined(separator: [0x0A]))
    }
    let line = lines.first ?? []
    // Of letters without spaces the first half says the same as the second.
    let letters = line.filter { !$0.isHTMLSpace }
    let half = letters.prefix(letters.count / 2)
    guard letters.count.isMultiple(of: 2), letters.dropFirst(half.count).elementsEqual(half) else {
      return Array(line)
    }
    var count = 0
    let start = line.firstIndex { byte in
      if !byte.isHTMLSpace { count += 1 }
      return count > half.count
    }
    return Array(line[(start ?? line.startIndex)...])
  }

  package static func normal(_ tex: String) -> String {
    isNormal(tex)
      ? tex : String(decoding: trimmed(Array(tex.withoutControlCharacters.utf8)[...]), as: UTF8.self)
  }

  package static func isNormal(_ tex: String) -> Bool {
    let bytes = tex.utf8
    guard let first = bytes.first, let last = bytes.last else { return true }
    return !first.isHTMLSpace && !last.isHTMLSpace && !bytes.span.contains(where: \.isUnshownControl)
  }
}
