/// What begins an item of a list (CommonMark 5.2).
struct ItemMarker {
  /// The bullet, or what stands behind the number: items of one list have the same.
  let character: UInt8
  let length: Int
  let number: Int

  /// The marker with which the content of a line begins; nil if there is none.
  ///
  /// Within a paragraph only an item with text begins a list, and only one with the number 1.
  init?(_ line: MarkdownLine, interruptsParagraph: Bool, _ text: Span<UInt8>) {
    var end = line.content
    var value = 0
    while end < line.end, text[end].isASCIIDigit, end - line.content < 9 {
      value = value * 10 + Int(text[end] & 0x0F)
      end += 1
    }
    guard end < line.end else { return nil }
    character = text[end]
    let isNumber = end > line.content
    if isNumber {
      guard character == UInt8(ascii: ".") || character == UInt8(ascii: ")") else { return nil }
    } else {
      guard character == UInt8(ascii: "-") || character == UInt8(ascii: "+") || character == UInt8(ascii: "*")
      else { return nil }
    }
    end += 1
    guard end == line.end || text[end].isSpaceOrTab else { return nil }
    if interruptsParagraph {
      guard !isNumber || value == 1, !text.isBlank(from: end, to: line.end) else { return nil }
    }
    length = end - line.content
    number = value
  }
}
