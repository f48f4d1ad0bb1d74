extension UInt8 {
  /// True for the control characters of ASCII that set no text: all but the tab and the ends of lines.
  package var isUnshownControl: Bool {
    self < 0x20 && self != 0x09 && self != 0x0A && self != 0x0D || self == 0x7F
  }

  /// True for a vertical tab, with which PowerPoint ends lines, and a form feed, with which pages end: neither is shown, but
  /// what they part is no one word.
  package var isVerticalSpace: Bool { self == 0x0B || self == 0x0C }
}

extension String {
  /// The text without what no format shows and a terminal would act on.
  package var withoutControlCharacters: String {
    guard utf8.span.contains(where: \.isUnshownControl) else { return self }
    return String(decoding: utf8.filter { !$0.isUnshownControl }, as: UTF8.self)
  }

  /// The text with its white space folded, if lines end in it.
  package var inOneLine: String {
    guard utf8.contains(where: { $0 < 0x20 }) else { return self }
    return utf8.split(whereSeparator: \.isHTMLSpace).map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ")
  }
}
