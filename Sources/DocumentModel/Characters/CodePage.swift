import CharacterSets

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
  package mutating func appendUTF8(_ value: UInt32) {
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
