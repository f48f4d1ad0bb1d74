import CharacterSets

/// A text of separated values in UTF-8, and the separator that it tells.
package struct DelimitedText {
  /// The whole text in UTF-8.
  let bytes: [UInt8]
  /// The position where the first value stands, behind a byte-order mark and Excel's line that names the separator.
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
  /// The separators; of two that fit a text alike, the earlier one is taken: commas stand in values too.
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

/// Finds the values of a text of separated values, one after the other (RFC 4180, 2).
struct FieldScanner {
  /// A value as it stands in the text.
  struct Field {
    /// Its range, without the quotes around it.
    let range: Range<Int>
    /// True if it stands in quotes, between which it may be empty and yet there.
    var isQuoted = false
    /// True if quotes in it are doubled, or it goes on behind its closing quote.
    var isPieced = false
    /// True if it goes on behind its closing quote.
    var isTailed = false
    /// True for the last value of its row.
    var endsRow = false
  }

  let separator: UInt8
  private var position: Int
  /// True behind a separator, where a value stands even at the end of the text.
  private var isInRow = false

  private static let quote = UInt8(ascii: "\"")

  init(from position: Int, separator: UInt8) {
    self.separator = separator
    self.position = position
  }

  /// The next value; nil at the end of the text.
  mutating func next(in text: Span<UInt8>) -> Field? {
    guard position < text.count || isInRow else { return nil }
    var field: Field
    if position < text.count, text[position] == Self.quote {
      field = quotedField(in: text)
    } else if let quoted = setOffField(in: text) {
      field = quoted
    } else {
      field = Field(range: position..<plainEnd(in: text))
      position = field.range.upperBound
    }
    isInRow = position < text.count && text[position] == separator
    field.endsRow = !isInRow
    if position < text.count {
      // A carriage return and a line feed end one row.
      let isPair = text[position] == 0x0D && position + 1 < text.count && text[position + 1] == 0x0A
      position += isPair ? 2 : 1
    }
    return field
  }

  /// The position where a value without quotes ends that begins here.
  private func plainEnd(in text: Span<UInt8>) -> Int {
    var end = position
    while end < text.count {
      let byte = text[end]
      if byte == separator || byte == 0x0A || byte == 0x0D { break }
      end += 1
    }
    return end
  }

  /// A value in quotes, where a doubled quote stands for one; what follows the closing quote belongs to it too.
  private mutating func quotedField(in text: Span<UInt8>) -> Field {
    let start = position + 1
    var end = start
    var isPieced = false
    while true {
      end = ByteSearch.position(of: Self.quote, in: text, from: end, to: text.count)
      guard end + 1 < text.count, text[end + 1] == Self.quote else { break }
      isPieced = true
      end += 2
    }
    position = min(end + 1, text.count)
    let close = plainEnd(in: text)
    guard close > position else { return Field(range: start..<end, isQuoted: true, isPieced: isPieced) }
    position = close
    return Field(range: start..<close, isQuoted: true, isPieced: true, isTailed: true)
  }

  /// A value in quotes with spaces around them, as people type it: both quotes stand in one line, and nothing else
  /// beside them. Nil for any other.
  private mutating func setOffField(in text: Span<UInt8>) -> Field? {
    let open = end(ofSpacesFrom: position, in: text)
    guard open > position, open < text.count, text[open] == Self.quote else { return nil }
    var close = open + 1
    var isPieced = false
    while close < text.count,
      text[close] != Self.quote || close + 1 < text.count && text[close + 1] == Self.quote
    {
      guard text[close] != 0x0A, text[close] != 0x0D else { return nil }
      isPieced = isPieced || text[close] == Self.quote
      close += text[close] == Self.quote ? 2 : 1
    }
    guard close < text.count else { return nil }
    let behind = end(ofSpacesFrom: close + 1, in: text)
    guard behind == text.count || [separator, 0x0A, 0x0D].contains(text[behind]) else { return nil }
    position = behind
    return Field(range: open + 1..<close, isQuoted: true, isPieced: isPieced)
  }

  private func end(ofSpacesFrom start: Int, in text: Span<UInt8>) -> Int {
    var end = start
    while end < text.count, text[end] == 0x20 { end += 1 }
    return end
  }

  /// The bytes of a value that does not stand in the text as it is.
  static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(text.count)
    var position = text.startIndex
    while position < text.endIndex {
      let mark = ByteSearch.position(of: quote, in: text, from: position)
      value += text[position..<mark]
      guard mark + 1 < text.endIndex, text[mark + 1] == quote else {
        return value + text[min(mark + 1, text.endIndex)...]
      }
      value.append(quote)
      position = mark + 2
    }
    return value
  }
}

/// A quote that opens a value of a table and is not closed where the value ends, so that the value goes on over what was
/// meant as others.
package struct StrayQuote: Equatable {
  /// The line that it stands in.
  package let line: Int
  /// The line within a value of which it is closed; nil if it never is.
  package let closingLine: Int?

  private static let quote = UInt8(ascii: "\"")

  /// The first in a text in UTF-8.
  ///
  /// - Parameter separator: the byte between values; nil if the text tells.
  package static func first(in bytes: [UInt8], separator: UInt8? = nil) -> StrayQuote? {
    guard ByteSearch.contains(quote, in: bytes[...]) else { return nil }
    let text = DelimitedText(utf8: bytes, separator: separator)
    let span = bytes.span
    var position = text.start
    while true {
      let open = ByteSearch.position(of: quote, in: span, from: position, to: span.count)
      guard open < span.count else { return nil }
      position = open + 1
      guard open == text.start || ends(span[open - 1], text.separator) else { continue }
      guard let close = closingQuote(in: span, from: position) else {
        return StrayQuote(line: line(of: open, in: bytes), closingLine: nil)
      }
      position = close + 1
      guard position < span.count, !ends(span[position], text.separator) else { continue }
      let (line, closingLine) = (line(of: open, in: bytes), line(of: close, in: bytes))
      if line != closingLine { return StrayQuote(line: line, closingLine: closingLine) }
    }
  }

  private static func ends(_ byte: UInt8, _ separator: UInt8) -> Bool {
    byte == separator || byte == 0x0A || byte == 0x0D
  }

  /// The next quote that is not doubled.
  private static func closingQuote(in text: Span<UInt8>, from start: Int) -> Int? {
    var position = start
    while true {
      position = ByteSearch.position(of: quote, in: text, from: position, to: text.count)
      guard position < text.count else { return nil }
      guard position + 1 < text.count, text[position + 1] == quote else { return position }
      position += 2
    }
  }

  private static func line(of position: Int, in text: [UInt8]) -> Int {
    var line = 1
    for index in 0..<position where text[index] == 0x0A || text[index] == 0x0D && text[index + 1] != 0x0A {
      line += 1
    }
    return line
  }
}
