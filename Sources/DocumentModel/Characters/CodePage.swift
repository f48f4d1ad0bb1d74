package import CharacterSets

/// A character set of Windows, DOS or the classic Mac OS, by its number, as RTF has it.
package final class CodePage {
  /// The characters of 0x80 to 0xFF, where every byte is a character.
  private let upperHalf: [UInt32]?
  private let set: CharacterSet

  /// Makes the code page of this number.
  ///
  /// One that is not known has ASCII alone: a guess at the rest would be wrong in silence.
  package init(_ number: Int) {
    set = CharacterSet(codePage: number) ?? .ascii
    upperHalf = set.upperHalf
  }

  /// Appends the text of `bytes` to `output` as UTF-8, control characters left out.
  ///
  /// Returns how many bytes at the end begin a character that is not complete.
  package func decode(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) -> Int {
    guard let upperHalf else {
      let start = output.count
      let left = set.decode(bytes, into: &output)
      if output[start...].contains(where: Self.isControl) {
        output.replaceSubrange(start..., with: output[start...].filter { !Self.isControl($0) })
      }
      return left
    }
    for byte in bytes {
      if byte < 0x80 {
        if !Self.isControl(byte) { output.append(byte) }
      } else {
        output.appendUTF8(upperHalf[Int(byte) - 0x80])
      }
    }
    return 0
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 || byte == 0x7F
  }

  package static let utf8 = 65001

  /// True for a set whose characters may have several bytes.
  package static func isMultiByte(_ number: Int) -> Bool {
    CharacterSet(codePage: number)?.isMultiByte ?? false
  }

  /// The characters of 0x80 to 0xFF in Windows Latin 1.
  package static let windowsLatin1: [UInt32] = CharacterSet.windowsLatin1.upperHalf ?? []
}

extension [UInt8] {
  /// Appends a Unicode scalar as UTF-8; U+FFFD for what is none.
  @inlinable package mutating func appendUTF8(_ value: UInt32) {
    switch value {
    case 0..<0x80:
      append(UInt8(value))
    case 0x80..<0x800:
      append(UInt8(0xC0 | value >> 6))
      append(UInt8(0x80 | value & 0x3F))
    case 0x800..<0xD800, 0xE000..<0x1_0000:
      append(UInt8(0xE0 | value >> 12))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    case 0x1_0000..<0x11_0000:
      append(UInt8(0xF0 | value >> 18))
      append(UInt8(0x80 | value >> 12 & 0x3F))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    default:
      append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
  }
}

extension CharacterSet {
  /// The character set that the bytes of a text show; nil for UTF-8, also where some of it is damaged.
  ///
  /// Where it is none of Unicode's, any bytes but NUL may be text, and it is the most common one: a guess.
  package static func detected(in bytes: [UInt8]) -> CharacterSet? {
    if let unicode = unicode(of: bytes) { return unicode }
    return isMainlyUTF8(bytes) || ByteSearch.contains(0, in: bytes[...]) ? nil : windowsLatin1
  }

  /// Text that its bytes show to be another encoding, as UTF-8; nil for what is UTF-8, also where some is damaged.
  package static func utf8(detectedIn bytes: [UInt8]) -> [UInt8]? {
    detected(in: bytes).map { $0.utf8(bytes) }
  }

  /// Whether text in an encoding of one byte a letter may be Latin: there, words have ASCII letters among the others, and
  /// in encodings of other scripts they have none.
  package static func hasLatinWords(_ bytes: [UInt8]) -> Bool {
    var (mixed, foreign) = (0, 0)
    var (plain, other) = (0, 0)
    for byte in bytes + [0x20] {
      if byte.isASCIILetter {
        plain += 1
      } else if byte >= 0x80, byte != 0xA0 {
        other += 1
      } else {
        if other > 0, plain > 0 { mixed += 1 }
        if other > 1, plain == 0 { foreign += 1 }
        (plain, other) = (0, 0)
      }
    }
    return mixed >= foreign
  }

  /// UTF-16 or UTF-32, as a byte-order mark or NUL bytes show it; nil if they do not.
  package static func unicode(of bytes: [UInt8]) -> CharacterSet? {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    if isLittle, bytes.dropFirst(2).starts(with: [0, 0]), bytes.count.isMultiple(of: 4) { return .utf32 }
    if isLittle || bytes.starts(with: [0xFE, 0xFF]) { return .utf16 }
    // Without a mark: in most languages one byte of two is often NUL, and the other one hardly ever.
    let sample = bytes.prefix(512)
    var (even, odd) = (0, 0)
    for (index, byte) in sample.enumerated() where byte == 0 {
      if index.isMultiple(of: 2) { even += 1 } else { odd += 1 }
    }
    let (many, few, units) = (max(even, odd), min(even, odd), sample.count / 2)
    guard many > 1, many * 16 >= units, few == 0 || many > 8 * few && many * 3 >= units,
      !isTextBetweenNULs(sample)
        || many * 4 >= units * 3 && hasSpace(sample, at: odd > even ? 0 : 1)
    else { return nil }
    return odd > even ? .utf16Little : .utf16Big
  }

  /// Whether a unit of UTF-16 is white space or begins a tag, as in texts of more than a word: a list of letters with a
  /// NUL behind each (`seq 1 9 | tr '\n' '\0'`) looks the same but for that.
  private static func hasSpace(_ bytes: ArraySlice<UInt8>, at place: Int) -> Bool {
    stride(from: bytes.startIndex + place, to: bytes.endIndex, by: 2).contains { index in
      let other = place == 0 ? index + 1 : index - 1
      return bytes.indices.contains(other) && bytes[other] == 0
        && [0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "<")].contains(bytes[index])
    }
  }

  /// Whether words in UTF-8 stand between the NUL bytes, as lists of names have them: in UTF-16 what is not Latin has
  /// control characters in its other bytes, or bytes that are no UTF-8.
  private static func isTextBetweenNULs(_ bytes: ArraySlice<UInt8>) -> Bool {
    let words = bytes.filter { $0 != 0 }
    return !words.contains(where: \.isUnshownControl) && UTF8Text.isValid(words.span)
  }

  /// Whether at least as many characters beyond ASCII are well formed as are not.
  private static func isMainlyUTF8(_ bytes: [UInt8]) -> Bool {
    if UTF8Text.isValid(bytes.span) { return true }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var (kept, damaged) = (0, 0)
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): if scalar.count > 1 { kept += 1 }
      case .error: damaged += 1
      case .emptyInput: return kept >= damaged
      }
    }
  }
}
