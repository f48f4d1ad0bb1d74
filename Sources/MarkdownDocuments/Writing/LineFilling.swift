/// Breaks the lines of a paragraph before they grow longer than a width, where that changes nothing else.
struct LineFilling {
  /// A space at which a line may end; a byte that is in no text.
  static let breakableSpace: UInt8 = 0xFF

  let width: Int

  /// Writes a paragraph whose breakable spaces are marked, and whose line feeds stay.
  func write(_ text: [UInt8], to lines: inout MarkdownLines) {
    for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lines.breakLine() }
      writeLine(line, to: &lines)
    }
  }

  private func writeLine(_ line: ArraySlice<UInt8>, to lines: inout MarkdownLines) {
    var start = lines.bytes.count
    var column = lines.column
    var hasWord = false
    var previous: ArraySlice<UInt8>?
    for word in line.split(separator: Self.breakableSpace, omittingEmptySubsequences: false) {
      let wordWidth = DisplayWidth.of(word)
      if let previous {
        let isTag = lines.bytes[start] == UInt8(ascii: "<") && previous.last == UInt8(ascii: ">")
        if column + 1 + wordWidth > width, hasWord, !isTag, Self.canEndLine(previous),
          Self.canBeginLine(word)
        {
          lines.breakLine()
          start = lines.bytes.count
          column = lines.column
          hasWord = false
        } else {
          lines.append(" ")
          column += 1
        }
      }
      lines.append(word)
      column += wordWidth
      // A line of marks alone could be a rule, an underline or the like.
      hasWord = hasWord || word.contains { $0.isASCIIAlphanumeric || $0 >= 0x80 }
      previous = word
    }
  }

  /// A backslash at a line's end is a hard break (CommonMark 6.7).
  private static func canEndLine(_ word: ArraySlice<UInt8>) -> Bool {
    guard let last = word.last else { return false }
    return last != UInt8(ascii: "\\") && last != 0x09
  }

  /// True if a word at the beginning of a line within a paragraph is nothing but text.
  private static func canBeginLine(_ word: ArraySlice<UInt8>) -> Bool {
    let word = word.prefix { $0 != 0x09 }
    guard let first = word.first else { return false }
    switch first {
    case UInt8(ascii: ">"):
      return false
    case UInt8(ascii: "<"):
      return !HTMLBlockStart.begins(with: word)
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return word.prefix { $0 == first }.count < 3
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let rest = word.drop { (0x30...0x39).contains($0) }
      return rest.count != 1 || (rest.first != UInt8(ascii: ".") && rest.first != UInt8(ascii: ")"))
    default:
      return !word.allSatisfy { "#+-*_=|:".utf8.contains($0) }
    }
  }
}
