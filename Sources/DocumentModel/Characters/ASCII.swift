// Inlinable, because readers in other modules ask for every byte: without it HTML takes half as long again.

/// ASCII as markup languages see it.
extension UInt8 {
  /// The lower-case letter of an ASCII capital, any other byte as it is.
  @inlinable package var lowercased: UInt8 {
    self &- 0x41 < 26 ? self | 0x20 : self
  }

  /// HTML's white space: tab, line feed, form feed, carriage return, space.
  @inlinable package var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  @inlinable package var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

  @inlinable package var isASCIILetter: Bool {
    (self | 0x20) &- 0x61 < 26
  }

  @inlinable package var isASCIIDigit: Bool {
    self &- 0x30 < 10
  }

  @inlinable package var isASCIIAlphanumeric: Bool {
    isASCIILetter || isASCIIDigit
  }

  /// The value of a hexadecimal digit in either case, nil for any other byte.
  @inlinable package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// True for CommonMark's ASCII punctuation characters (CommonMark 2.1).
  @inlinable package var isASCIIPunctuation: Bool {
    self > 0x20 && self < 0x7F && !isASCIIAlphanumeric
  }
}

extension Collection where Element == UInt8 {
  /// True if these bytes are `text` but for the case of ASCII letters; `text` is in lower case.
  @inlinable package func equalsIgnoringCase(_ text: String) -> Bool {
    count == text.utf8.count && elementsEqual(text.utf8) { $0.lowercased == $1 }
  }
}

extension Sequence where Element == UInt8 {
  /// True if the bytes begin with `text` but for the case of ASCII letters; `text` is in lower case.
  @inlinable package func startsIgnoringCase(with text: String) -> Bool {
    starts(with: text.utf8) { $0.lowercased == $1 }
  }
}

extension StringProtocol {
  /// The text with each `%` and its two hexadecimal digits as the byte of UTF-8 they stand for.
  package var percentDecoded: String { String(decoding: Array(utf8)[...].percentDecoded, as: UTF8.self) }
}

extension ArraySlice where Element == UInt8 {
  /// The bytes without HTML's white space around them.
  @inlinable package var trimmingHTMLSpace: ArraySlice<UInt8> {
    var bytes = self
    while let first = bytes.first, first.isHTMLSpace { bytes.removeFirst() }
    while let last = bytes.last, last.isHTMLSpace { bytes.removeLast() }
    return bytes
  }

  /// The bytes with each `%` and its two hexadecimal digits as the byte they stand for; one without them is itself.
  package var percentDecoded: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = startIndex
    while index < endIndex {
      if self[index] == UInt8(ascii: "%"), index + 2 < endIndex,
        let high = self[index + 1].hexadecimalValue, let low = self[index + 2].hexadecimalValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }
}

/// A set of ASCII characters, which tells its members with a shift.
@usableFromInline package struct ASCIISet: Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  package init(_ characters: String) {
    for byte in characters.utf8 { insert(byte) }
  }

  /// Every character for which the condition holds.
  package init(where condition: (UInt8) -> Bool) {
    for byte in UInt8(0)..<0x80 where condition(byte) { insert(byte) }
  }

  @inlinable package func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low : high) >> (byte & 63) & 1 != 0
  }

  package mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << byte } else if byte < 0x80 { high |= 1 << (byte & 63) }
  }
}

extension UInt8 {
  /// True for the control characters of ASCII that set no text: all but the tab and the ends of lines.
  @inlinable package var isUnshownControl: Bool {
    self < 0x20 && self != 0x09 && self != 0x0A && self != 0x0D || self == 0x7F
  }

  /// True for a vertical tab, with which PowerPoint ends lines, and a form feed, with which pages end: neither is shown, but
  /// what they part is no one word.
  @inlinable package var isVerticalSpace: Bool { self == 0x0B || self == 0x0C }
}

extension String {
  /// The text without what no format shows and a terminal would act on.
  package var withoutControlCharacters: String {
    guard utf8.span.contains(where: \.isUnshownControl) else { return self }
    return String(decoding: utf8.filter { !$0.isUnshownControl }, as: UTF8.self)
  }

  /// The text with its white space folded, if lines end in it.
  package var inOneLine: String {
    guard utf8.contains(where: { $0 < 0x20 }) else { return self }
    return utf8.split(whereSeparator: \.isHTMLSpace).map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ")
  }
}
