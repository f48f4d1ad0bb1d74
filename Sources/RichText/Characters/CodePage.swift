/// A character set of Windows, DOS or the classic Mac OS, by its number.
///
/// Sets of one byte a character are tables; the others go through the C library.
final class CodePage {
  /// What 0x80 to 0xFF stand for, where every byte is a character.
  private let upperHalf: [UInt32]
  private let converter: CharacterConverter?

  /// Makes the code page of this number; Windows Latin 1 if the C library does not know it.
  init(_ number: Int) {
    let name = Self.name(of: number)
    if let table = Self.macTable(number) {
      upperHalf = table
      converter = nil
    } else if Self.multiByteNumbers.contains(number), let opened = CharacterConverter(from: name) {
      upperHalf = []
      converter = consume opened
    } else if number != 1252, let opened = CharacterConverter(from: name) {
      upperHalf = Self.readUpperHalf(opened)
      converter = nil
    } else {
      upperHalf = Self.windowsLatin1
      converter = nil
    }
  }

  /// Appends the text of `bytes` to `output` as UTF-8, control characters left out.
  ///
  /// Returns how many bytes at the end are the beginning of a character that is not whole yet.
  func decode(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) -> Int {
    guard converter == nil else {
      let start = output.count
      let left = converter?.decode(bytes, into: &output) ?? 0
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

  private static func readUpperHalf(_ converter: borrowing CharacterConverter) -> [UInt32] {
    var table: [UInt32] = []
    table.reserveCapacity(128)
    var decoded: [UInt8] = []
    for byte in UInt8(0x80)...0xFF {
      decoded.removeAll(keepingCapacity: true)
      let left = converter.decode([byte], into: &decoded)
      let scalar = left == 0 ? String(decoding: decoded, as: UTF8.self).unicodeScalars.first : nil
      table.append(scalar?.value ?? 0xFFFD)
    }
    return table
  }

  /// The name by which the C library knows a code page.
  static func name(of number: Int) -> String {
    if let name = names[number] { return name }
    return (28591...28606).contains(number) ? "ISO-8859-\(number - 28590)" : "CP\(number)"
  }

  /// Those of the classic Mac OS that the C library lacks are given the nearest set with the same letters.
  private static let names: [Int: String] = [
    708: "ISO-8859-6", 709: "ISO-8859-6", 819: "ISO-8859-1",
    10001: "CP932", 10002: "CP950", 10003: "CP949", 10004: "ISO-8859-6", 10005: "ISO-8859-8",
    10007: "MAC-CYRILLIC", 10008: "CP936", 10017: "MAC-UK", 10021: "TIS-620", 10029: "MAC-CENTRALEUROPE",
    20866: "KOI8-R", 21866: "KOI8-U", 20932: "EUC-JP", 51932: "EUC-JP", 51936: "EUC-CN", 51949: "EUC-KR",
    54936: "GB18030", 65001: "UTF-8",
  ]

  static let utf8 = 65001

  /// True for a set whose characters may have several bytes.
  static func isMultiByte(_ number: Int) -> Bool { multiByteNumbers.contains(number) }

  private static let multiByteNumbers: Set<Int> = [
    932, 936, 949, 950, 1361, 10001, 10002, 10003, 10008, 20932, 51932, 51936, 51949, 54936, 65001,
  ]

  // MARK: Mac OS

  /// The Roman set of the classic Mac OS, and those that differ from it in few places.
  private static func macTable(_ number: Int) -> [UInt32]? {
    if number == 10006 { return scalars(macGreek) }
    guard let changes = macChanges[number] else { return nil }
    var table = scalars(macRoman)
    for (first, characters) in changes {
      for (index, scalar) in scalars(characters).enumerated() { table[first - 0x80 + index] = scalar }
    }
    return table
  }

  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  private static let macRoman =
    "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ"
    + "–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
  private static let macGreek =
    "Ä¹²É³ÖÜ΅àâä΄¨çéèêë£™îï•½‰ôö¦€ùûü†ΓΔΘΛΞΠß®©ΣΪ§≠°·Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩάΝ¬ΟΡ≈Τ«»…\u{A0}ΥΧΆΈœ"
    + "–―“”‘’÷ΉΊΌΎέήίόΏύαβψδεφγηιξκλμνοπώρστθωςχυζϊϋΐΰ\u{AD}"

  /// What differs from the Roman set: the first byte of a stretch, and what stands there.
  private static let macChanges: [Int: [Int: String]] = [
    10000: [:],
    10010: [0xAE: "ĂȘ", 0xBE: "ăș", 0xDE: "Țț"],
    10079: [0xA0: "Ý", 0xDC: "ÐðÞþý"],
    10081: [0xDA: "ĞğİıŞş"],
    10082: [
      0xA9: "Š", 0xAE: "Ž", 0xB9: "š", 0xBE: "ž", 0xC6: "Ć", 0xC8: "Č", 0xD0: "Đ", 0xD8: "\u{F8FF}©",
      0xDE: "Æ»–", 0xE6: "ć", 0xE8: "č", 0xF0: "đ", 0xF9: "π", 0xFA: "Ë", 0xFD: "Êæ",
    ],
  ]

  /// Windows Latin 1, the most common by far, without asking the C library.
  static let windowsLatin1: [UInt32] =
    [
      0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
      0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
      0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
      0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ] + Array(0xA0...0xFF)
}

extension [UInt8] {
  /// Appends a Unicode scalar as UTF-8; U+FFFD for what is none.
  mutating func appendUTF8(_ value: UInt32) {
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
