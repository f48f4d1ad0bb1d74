/// The marks that make something else of a line if it begins with them.
enum LineStartMarks {
  /// Returns the position to escape in a piece of text that begins a line of a paragraph; nil if none.
  ///
  /// - Parameter hasDefinitions: true where a colon or a tilde begins what is said of the term in the line above.
  static func escape(_ line: InlinePieces, _ index: Int, hasDefinitions: Bool) -> Int? {
    let piece = line.pieces[index]
    let text = line.bytes[piece.start..<piece.end]
    let endsLine =
      index + 1 == line.pieces.count || line.pieces[index + 1].kind == .softBreak
      || line.pieces[index + 1].kind == .lineBreak
    guard let first = text.first else { return nil }

    /// True if a space, a tab or the end of the line follows what ends at `position`.
    func isSpace(_ position: Int) -> Bool {
      position < text.endIndex ? text[position] == 0x20 || text[position] == 0x09 : endsLine
    }
    func endOfRun() -> Int { text.firstIndex { $0 != first } ?? text.endIndex }

    switch first {
    case UInt8(ascii: ">"):
      return text.startIndex
    case UInt8(ascii: "#"):
      let end = endOfRun()
      return end - text.startIndex <= 6 && isSpace(end) ? text.startIndex : nil
    case UInt8(ascii: "+"):
      // Three of them begin TOML where a text begins.
      let isFence = index == 0 && endsLine && text.elementsEqual("+++".utf8)
      return isFence || isSpace(text.startIndex + 1) ? text.startIndex : nil
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      if first != UInt8(ascii: "_"), isSpace(text.startIndex + 1) { return text.startIndex }
      guard endsLine else { return nil }
      // Behind a bullet two of them are enough.
      if isRule(text, of: index == 0 ? 2 : 3) || (index > 0 && isDelimiterRow(text)) {
        return text.startIndex
      }
      return nil
    case UInt8(ascii: "="):
      return endsLine && index > 0 && text.allSatisfy { $0 == first || $0 == 0x20 } ? text.startIndex : nil
    case UInt8(ascii: ":") where hasDefinitions && isSpace(text.startIndex + 1),
      UInt8(ascii: "~") where hasDefinitions && isSpace(text.startIndex + 1):
      return text.startIndex
    case UInt8(ascii: "|"), UInt8(ascii: ":"):
      return endsLine && index > 0 && isDelimiterRow(text) ? text.startIndex : nil
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return endOfRun() - text.startIndex >= 3 ? text.startIndex : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard let end = text.firstIndex(where: { !(0x30...0x39).contains($0) }), end - text.startIndex <= 9,
        text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ")"), isSpace(end + 1)
      else { return nil }
      return end
    case UInt8(ascii: "["):
      return index == 0 && isTaskBox(text) && isSpace(text.startIndex + 3) ? text.startIndex : nil
    default:
      return nil
    }
  }

  private static func isRule(_ text: ArraySlice<UInt8>, of count: Int) -> Bool {
    var marks = 0
    for byte in text {
      if byte == text.first { marks += 1 } else if byte != 0x20 && byte != 0x09 { return false }
    }
    return marks >= count
  }

  /// True for the underline of a setext heading or of a table's header.
  private static func isDelimiterRow(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(UInt8(ascii: "-")) && text.allSatisfy { "-:| \t".utf8.contains($0) }
  }

  private static func isTaskBox(_ text: ArraySlice<UInt8>) -> Bool {
    ["[ ]", "[x]", "[X]"].contains { text.starts(with: $0.utf8) }
  }
}
