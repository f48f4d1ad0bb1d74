/// TeX as documents hold it: without control characters, and without the white space around it.
enum TeXText {
  /// TeX without the white space around it; behind a backslash at the end, a space is a command of its own.
  static func trimmed(_ tex: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let trimmed = tex.trimmingHTMLSpace
    let backslashes = trimmed.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    guard backslashes % 2 == 1, trimmed.endIndex < tex.endIndex else { return trimmed }
    return tex[trimmed.startIndex...trimmed.endIndex]
  }

  static func normal(_ tex: String) -> String {
    isNormal(tex)
      ? tex : String(decoding: trimmed(Array(tex.withoutControlCharacters.utf8)[...]), as: UTF8.self)
  }

  static func isNormal(_ tex: String) -> Bool {
    let bytes = tex.utf8
    guard let first = bytes.first, let last = bytes.last else { return true }
    return !first.isHTMLSpace && !last.isHTMLSpace && !bytes.span.contains(where: \.isUnshownControl)
  }
}
