/// Finds the values of a text of separated values, one after the other (RFC 4180, 2).
struct FieldScanner {
  /// A value as it stands in the text.
  struct Field {
    /// Where it stands, without the quotes around it.
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

  /// Where a value without quotes ends that begins here.
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
