/// Comments, instructions, declarations and sections (CommonMark 6.6), of which one that does not end says that none of
/// its kind behind it does.
struct UnendedMarkup {
  private var hasNoEnd: UInt8 = 0

  /// Where the markup ends that begins at `<!` or `<?`; nil if it is none.
  mutating func end(_ text: Span<UInt8>, at start: Int, to limit: Int) -> Int? {
    if text[start + 1] == UInt8(ascii: "?") { return end(1, "?>", text, start + 2, limit) }
    if text.starts(with: "<!--", at: start, end: limit) {
      if text.starts(with: "<!-->", at: start, end: limit) { return start + 5 }
      if text.starts(with: "<!--->", at: start, end: limit) { return start + 6 }
      return end(2, "-->", text, start + 4, limit)
    }
    if text.starts(with: "<![CDATA[", at: start, end: limit) { return end(4, "]]>", text, start + 9, limit) }
    guard start + 2 < limit, text[start + 2].isASCIILetter else { return nil }
    return end(8, ">", text, start + 2, limit)
  }

  private mutating func end(
    _ kind: UInt8, _ closing: StaticString, _ text: Span<UInt8>, _ start: Int, _ limit: Int
  ) -> Int? {
    guard hasNoEnd & kind == 0 else { return nil }
    guard start <= limit, let found = text.position(of: closing, from: start, to: limit) else {
      hasNoEnd |= kind
      return nil
    }
    return found + closing.utf8CodeUnitCount
  }
}
