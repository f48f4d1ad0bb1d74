/// Bytes of a text as its readers ask for them.
extension Span<UInt8> {
  /// True if a text stands at a position, before an end.
  func starts(with text: StaticString, at start: Int, end: Int) -> Bool {
    guard start + text.utf8CodeUnitCount <= end else { return false }
    var position = start
    for byte in text.description.utf8 {
      guard self[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// The same for letters in either case; `text` is in lower case.
  func startsIgnoringCase(with text: String, at start: Int, end: Int) -> Bool {
    guard start + text.utf8.count <= end else { return false }
    var position = start
    for byte in text.utf8 {
      guard self[position].lowercased == byte else { return false }
      position += 1
    }
    return true
  }

  /// Where a text first stands within a range; nil if nowhere.
  func position(of text: StaticString, from start: Int, to end: Int) -> Int? {
    guard let first = text.description.utf8.first else { return start }
    var position = ByteSearch.position(of: first, in: self, from: start, to: end)
    while position < end {
      if starts(with: text, at: position, end: end) { return position }
      position = ByteSearch.position(of: first, in: self, from: position + 1, to: end)
    }
    return nil
  }

  /// True if nothing but spaces and tabs stands in a range.
  func isBlank(from start: Int, to end: Int) -> Bool {
    for position in start..<Swift.max(start, end) where !self[position].isSpaceOrTab { return false }
    return true
  }

  /// The first position of a range without a space or a tab; its end if there is none.
  func skippingSpaces(from start: Int, to end: Int) -> Int {
    var position = start
    while position < end, self[position].isSpaceOrTab { position += 1 }
    return position
  }

  /// The same over spaces, tabs and line feeds.
  func skippingWhiteSpace(from start: Int, to end: Int) -> Int {
    var position = start
    while position < end, self[position].isSpaceOrTab || self[position] == 0x0A { position += 1 }
    return position
  }

  /// The end of a range without the spaces, tabs and line feeds before it.
  func trimmedEnd(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, self[end - 1].isSpaceOrTab || self[end - 1] == 0x0A { end -= 1 }
    return end
  }

  /// The character that begins at a position.
  func scalar(at position: Int) -> Unicode.Scalar {
    let lead = self[position]
    guard lead >= 0xC0 else { return Unicode.Scalar(lead) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard position + length <= count else { return "\u{FFFD}" }
    var value = UInt32(lead & (0x7F >> UInt8(length)))
    for index in position + 1..<position + length { value = value << 6 | UInt32(self[index] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Where the character begins that ends before a position.
  func startOfScalar(before position: Int) -> Int {
    var start = position - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}
