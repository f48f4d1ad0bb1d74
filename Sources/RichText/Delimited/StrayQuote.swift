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
