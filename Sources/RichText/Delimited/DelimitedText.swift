import CharacterSets

/// A text of separated values in UTF-8, and the separator that it tells.
package struct DelimitedText {
  /// The whole text in UTF-8.
  let bytes: [UInt8]
  /// Where the first value stands, behind a byte-order mark and Excel's line that names the separator.
  let start: Int
  /// The byte between values.
  let separator: UInt8

  /// Looks at a text.
  ///
  /// - Parameter separator: the byte between values; nil if the text tells.
  package init(_ bytes: [UInt8], separator: UInt8? = nil) {
    self.init(utf8: CharacterSet.utf8(detectedIn: bytes) ?? bytes, separator: separator)
  }

  /// Looks at a text that is UTF-8.
  init(utf8 bytes: [UInt8], separator: UInt8?) {
    self.bytes = bytes
    var start = self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let told = Self.toldSeparator(self.bytes, &start)
    self.start = start
    self.separator = separator ?? told ?? Self.likelySeparator(of: self.bytes, from: start)
  }

  var values: FieldScanner { FieldScanner(from: start, separator: separator) }

  /// The bytes of a value.
  func value(_ field: FieldScanner.Field) -> ArraySlice<UInt8> {
    field.isPieced ? FieldScanner.unquoted(bytes[field.range])[...] : bytes[field.range]
  }
}

// MARK: Separators

extension DelimitedText {
  /// Of two that fit a text alike, the earlier one is taken: commas stand in values too, between words and digits.
  static let separators: [UInt8] = [
    UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ","),
  ]
  /// Lines that are looked at to find the separator out.
  private static let sampleRows = 20

  /// Passes over Excel's line that names the separator.
  private static func toldSeparator(_ text: [UInt8], _ start: inout Int) -> UInt8? {
    let line = text[start...].prefix(7)
    guard line.count > 5, line.starts(with: "sep=".utf8) else { return nil }
    let (separator, end) = (line[start + 4], line[start + 5])
    guard separators.contains(separator), end == 0x0A || end == 0x0D else { return nil }
    start += line.dropFirst(5).starts(with: [0x0D, 0x0A]) ? 7 : 6
    return separator
  }

  /// The separator that gives most rows the same number of values, more than one; the comma if none does.
  ///
  /// Where text follows a closing quote, or a quote opens behind another separator, that other one is the separator.
  private static func likelySeparator(of text: [UInt8], from start: Int) -> UInt8 {
    var best = (separator: UInt8(ascii: ","), score: 0)
    candidates: for separator in separators {
      var scanner = FieldScanner(from: start, separator: separator)
      var counts: [Int] = []
      var count = 0
      while counts.count < sampleRows, let field = scanner.next(in: text.span) {
        if field.isTailed || opensQuote(within: field, text.span) { continue candidates }
        count += 1
        guard field.endsRow else { continue }
        counts.append(count)
        count = 0
      }
      guard let first = counts.first, first > 1 else { continue }
      let score = counts.count { $0 == first }
      if score > best.score { best = (separator, score) }
    }
    return best.separator
  }
  private static func opensQuote(within field: FieldScanner.Field, _ text: Span<UInt8>) -> Bool {
    guard !field.isQuoted else { return false }
    for position in field.range.dropFirst() where text[position] == UInt8(ascii: "\"") {
      if separators.contains(text[position - 1]) { return true }
    }
    return false
  }
}
