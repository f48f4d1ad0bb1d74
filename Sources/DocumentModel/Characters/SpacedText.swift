/// Text that means something by its spaces: program text, and what is set in columns.
package enum SpacedText {
  /// True for lines that are set by their spaces: indented below one that opens a block, or by half and more of them, or
  /// in columns.
  package static func isSetBySpaces(_ lines: [ArraySlice<UInt8>]) -> Bool {
    var (indented, columns) = (0, 0)
    for (index, line) in lines.enumerated() {
      let indentation = line.prefix { $0 == 0x20 || $0 == 0x09 }.count
      let text = line.dropFirst(indentation)
      if indentation > 1 || line.first == 0x09, !isItem(text) {
        indented += 1
        if index > 0, let last = lines[index - 1].last, "{:(;".utf8.contains(last), !isItem(lines[index - 1])
        {
          return true
        }
      }
      if ByteSearch.contains("   ", in: text) || text.contains(0x09) { columns += 1 }
    }
    let isBelowItem = lines.first.map(isItem) ?? false
    return !isBelowItem && indented > 1 && 2 * indented >= lines.count
      || columns > 1 && 2 * columns >= lines.count
  }

  /// True for text that begins as an item of a list does.
  private static func isItem(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.drop { $0 == 0x20 || $0 == 0x09 }
    let digits = text.prefix(while: \.isASCIIDigit).count
    let marker = digits > 0 ? text.dropFirst(digits) : text
    guard let first = marker.first, (digits > 0 ? ".)" : "-*+").utf8.contains(first) else { return false }
    return marker.dropFirst().first == 0x20
  }
}
