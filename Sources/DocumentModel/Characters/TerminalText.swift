import TextWidths

/// What programs print to have a terminal set colours, links and titles, and which is no text (ECMA-48, 5.3 to 5.6).
package enum TerminalSequences {
  private static let escape: UInt8 = 0x1B

  /// The bytes without the sequences in them.
  package static func removed(from bytes: [UInt8]) -> [UInt8] {
    var next = ByteSearch.position(of: escape, in: bytes[...], from: 0)
    guard next < bytes.endIndex else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var start = 0
    while next < bytes.endIndex {
      text += bytes[start..<next]
      start = end(ofSequenceAt: next, in: bytes)
      next = ByteSearch.position(of: escape, in: bytes[...], from: start)
    }
    return text + bytes[start...]
  }

  /// The position where the text goes on; of what is no whole sequence the escape character alone is left out.
  package static func end(ofSequenceAt start: Int, in bytes: [UInt8]) -> Int {
    let second = start + 1
    guard second < bytes.endIndex else { return second }
    switch bytes[second] {
    case UInt8(ascii: "["):
      return end(ofControlWith: 0x20...0x3F, 0x40...0x7E, from: second + 1, in: bytes) ?? second
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return end(ofStringFrom: second + 1, in: bytes) ?? second
    default: return end(ofControlWith: 0x20...0x2F, 0x30...0x7E, from: second, in: bytes) ?? second
    }
  }

  /// The end of parameters and the byte that ends them; nil if another stands there.
  private static func end(
    ofControlWith parameters: ClosedRange<UInt8>, _ final: ClosedRange<UInt8>, from start: Int,
    in bytes: [UInt8]
  ) -> Int? {
    var index = start
    while index < bytes.endIndex, parameters.contains(bytes[index]) { index += 1 }
    return index < bytes.endIndex && final.contains(bytes[index]) ? index + 1 : nil
  }

  /// The end of a string such as the address of a link, behind the bell or the sequence that ends it; nil if it has none
  /// on its line.
  private static func end(ofStringFrom start: Int, in bytes: [UInt8]) -> Int? {
    for index in start..<bytes.endIndex where bytes[index] < 0x20 {
      switch bytes[index] {
      case 0x07: return index + 1
      case 0x09: continue
      case escape where index + 1 < bytes.endIndex && bytes[index + 1] == UInt8(ascii: "\\"): return index + 2
      default: return nil
      }
    }
    return nil
  }
}

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

/// The number of columns that text takes where each column is as wide as a Latin letter.
@usableFromInline package enum DisplayWidth {
  /// Returns the columns of UTF-8 text; East Asian wide characters and emoji take two, marks none.
  @inlinable package static func of(_ text: some Collection<UInt8>) -> Int {
    text.allSatisfy { $0 < 0x80 } ? text.count : columns(of: String(decoding: text, as: UTF8.self))
  }

  @usableFromInline static func columns(of text: String) -> Int { TextWidth.of(text) }
}
