/// The definition of a link reference (CommonMark 4.7).
struct ReferenceDefinition {
  let label: Range<Int>
  let destination: Range<Int>
  let title: Range<Int>
  /// Where the line behind the definition begins.
  let end: Int

  /// Reads the definition with which a range of a paragraph begins; nil if that is none.
  init?(_ text: Span<UInt8>, _ range: Range<Int>) {
    let limit = range.upperBound
    guard let labelEnd = LinkLabel.end(text, at: range.lowerBound, to: limit), labelEnd < limit,
      text[labelEnd] == UInt8(ascii: ":")
    else { return nil }
    label = range.lowerBound + 1..<labelEnd - 1
    guard text.skippingWhiteSpace(from: label.lowerBound, to: labelEnd) < label.upperBound else { return nil }
    let start = text.skippingWhiteSpace(from: labelEnd + 1, to: limit)
    guard start < limit, let (destination, destinationEnd) = LinkParts.destination(text, at: start, to: limit)
    else { return nil }
    guard text[start] == UInt8(ascii: "<") || !destination.isEmpty else { return nil }
    self.destination = destination
    // A title that something follows in its line is none; then the definition may end before it.
    let titleStart = text.skippingWhiteSpace(from: destinationEnd, to: limit)
    if titleStart > destinationEnd, let (title, titleEnd) = LinkParts.title(text, at: titleStart, to: limit),
      let end = Self.endOfLine(text, titleEnd, limit)
    {
      self.title = title
      self.end = end
    } else if let end = Self.endOfLine(text, destinationEnd, limit) {
      title = destinationEnd..<destinationEnd
      self.end = end
    } else {
      return nil
    }
  }

  /// Where the next line begins if nothing but spaces stands in the rest of this one.
  private static func endOfLine(_ text: Span<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    let end = text.skippingSpaces(from: start, to: limit)
    if end == limit { return end }
    return text[end] == 0x0A ? end + 1 : nil
  }
}
