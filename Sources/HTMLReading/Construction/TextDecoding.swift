/// Reads text as it stands in HTML: character references, ends of lines, characters that no document has
/// (WHATWG HTML 13.2.3.5 and 13.2.5.72 to 13.2.5.80).
package struct TextDecoding {
  /// The treatment of a NUL.
  package enum Null: Sendable { case isKept, isDropped, isReplaced }

  package var isAttribute = false
  package var readsReferences = true
  package var null = Null.isDropped
  /// False where control characters go, and others that no document has are replaced.
  package var keepsControls = false

  package init(isAttribute: Bool = false) { self.isAttribute = isAttribute }

  /// True for text that is read as it stands.
  package func staysAsItIs(_ text: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    nextSpecial(bytes, from: text.lowerBound, to: text.upperBound) == text.upperBound
  }

  /// Appends a part of the bytes to `output` as it is read.
  package func append(_ text: Range<Int>, of bytes: Span<UInt8>, to output: inout [UInt8]) {
    var index = text.lowerBound
    let end = text.upperBound
    while index < end {
      let next = nextSpecial(bytes, from: index, to: end)
      unsafe bytes.extracting(index..<next).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
      guard next < end else { return }
      index = appendSpecial(bytes, at: next, to: end, to: &output)
    }
  }

  /// The place of the next character that may not stay as it is; the end if there is none.
  private func nextSpecial(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&") {
        if readsReferences { return index }
      } else if byte < 0x20 {
        guard byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x20 else {
          if !keepsControls || byte == 0x0D || byte == 0 && null != .isKept { return index }
          index += 1
          continue
        }
      } else if byte >= 0x7F, !keepsControls, replacementLength(bytes, index, end) > 0 {
        return index
      }
      index += 1
    }
    return end
  }

  /// The number of bytes that a character has that is none of a document; 0 for all others.
  private func replacementLength(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> Int {
    func at(_ offset: Int) -> UInt8 { index + offset < end ? bytes[index + offset] : 0 }
    switch bytes[index] {
    case 0x7F: return 1
    case 0xC2: return at(1) < 0xA0 && at(1) > 0 ? 2 : 0
    case 0xEF: return at(1) == 0xB7 && 0x90...0xAF ~= at(2) || at(1) == 0xBF && at(2) >= 0xBE ? 3 : 0
    case 0xF0...: return at(1) & 0x0F == 0x0F && at(2) == 0xBF && at(3) >= 0xBE ? 4 : 0
    default: return 0
    }
  }

  private func appendSpecial(_ bytes: Span<UInt8>, at index: Int, to end: Int, to output: inout [UInt8])
    -> Int
  {
    switch bytes[index] {
    case UInt8(ascii: "&"):
      if let next = appendReference(bytes, at: index, to: end, to: &output) { return next }
      output.append(UInt8(ascii: "&"))
      return index + 1
    case 0x0D:
      if index + 1 >= end || bytes[index + 1] != 0x0A { output.append(0x0A) }
      return index + 1
    case 0:
      if null == .isReplaced { output.append(contentsOf: "\u{FFFD}".utf8) }
      return index + 1
    case ..<0x20, 0x7F: return index + 1
    default:
      output.append(contentsOf: "\u{FFFD}".utf8)
      return index + max(1, replacementLength(bytes, index, end))
    }
  }

  // MARK: References

  /// Appends what a reference stands for and returns its end; nil if the ampersand begins none.
  private func appendReference(_ bytes: Span<UInt8>, at start: Int, to end: Int, to output: inout [UInt8])
    -> Int?
  {
    guard start + 1 < end else { return nil }
    if bytes[start + 1] == UInt8(ascii: "#") { return appendNumber(bytes, at: start, to: end, to: &output) }
    var last = start + 1
    while last < end, last - start <= CharacterNames.maximumLength, bytes[last].isASCIIAlphanumeric {
      last += 1
    }
    if last < end, bytes[last] == UInt8(ascii: ";"),
      let characters = CharacterNames.characters(bytes, start + 1..<last)
    {
      output += characters
      return last + 1
    }
    // Old names need no semicolon; the longest one counts.
    for length in stride(from: min(last - start - 1, Self.longestOldName), through: 2, by: -1) {
      let name = start + 1..<start + 1 + length
      guard Self.isOldName(bytes, name) else { continue }
      let next = name.upperBound < end ? bytes[name.upperBound] : 0
      // In addresses it may be the name of a parameter.
      if isAttribute, next == UInt8(ascii: "=") || next.isASCIIAlphanumeric { return nil }
      guard let characters = CharacterNames.characters(bytes, name) else { return nil }
      output += characters
      return name.upperBound
    }
    return nil
  }

  private func appendNumber(_ bytes: Span<UInt8>, at start: Int, to end: Int, to output: inout [UInt8])
    -> Int?
  {
    guard let (value, next) = Self.number(bytes, at: start, to: end) else { return nil }
    // Some programs write the halves of UTF-16 (Java's Swing).
    if !keepsControls, 0xD800..<0xDC00 ~= value, next < end, bytes[next] == UInt8(ascii: "&"),
      let (low, after) = Self.number(bytes, at: next, to: end), 0xDC00..<0xE000 ~= low,
      let scalar = Unicode.Scalar(0x1_0000 + (value - 0xD800) << 10 + (low - 0xDC00))
    {
      output.append(contentsOf: String(scalar).utf8)
      return after
    }
    let meant = 0x80...0x9F ~= value ? Self.windowsCharacters[Int(value) - 0x80] : value
    let scalar = meant == 0 ? nil : Unicode.Scalar(meant)
    output.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
    return next
  }

  /// The value of a reference by number, and its end.
  private static func number(_ bytes: Span<UInt8>, at start: Int, to end: Int) -> (UInt32, Int)? {
    guard start + 2 < end, bytes[start + 1] == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = bytes[start + 2] | 0x20 == UInt8(ascii: "x")
    let first = start + (isHexadecimal ? 3 : 2)
    var index = first
    var value: UInt32 = 0
    while index < end, let digit = bytes[index].hexadecimalValue, isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      index += 1
    }
    guard index > first else { return nil }
    return (value, index < end && bytes[index] == UInt8(ascii: ";") ? index + 1 : index)
  }

  /// What numbers from 0x80 on mean: pages were written with those of windows-1252 (13.2.5.80).
  private static let windowsCharacters: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152,
    0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122,
    0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]

  private static let longestOldName = 6

  private static func isOldName(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
    oldNames.contains(String(decoding: name.map { bytes[$0] }, as: UTF8.self))
  }

  /// The names of characters that may stand without a semicolon (13.5).
  private static let oldNames = Set(
    """
    AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute \
    Icirc Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc \
    Ugrave Uuml Yacute aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent \
    copy curren deg divide eacute ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl \
    igrave iquest iuml laquo lt macr micro middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash \
    otilde ouml para plusmn pound quot raquo reg sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc \
    ugrave uml uuml yacute yen yuml
    """.split(separator: " ").map(String.init))
}
