/// Decodes EUC-JP (Encoding Standard, 12.1.1).
struct EUCJPDecoder: ASCIIBasedDecoder {
  private let kanji = CharacterTables.jis0208Scalars

  func decodeCharacter(
    _ bytes: Span<UInt8>, at index: Int, into output: inout OutputSpan<UInt8>
  ) -> Int? {
    let first = bytes[index]
    guard first == 0x8E || first == 0x8F || 0xA1...0xFE ~= first else {
      output.appendError()
      return 1
    }
    guard index + 1 < bytes.count else { return nil }
    let second = bytes[index + 1]
    if first == 0x8E, 0xA1...0xDF ~= second {
      output.appendScalar(0xFF61 - 0xA1 + UInt32(second))
      return 2
    }
    // Three bytes: the first one of a row of the second set comes behind 0x8F.
    if first == 0x8F, 0xA1...0xFE ~= second {
      guard index + 2 < bytes.count else { return nil }
      let third = bytes[index + 2]
      return 1
        + output.appendPair(
          Self.scalar(CharacterTables.jis0212Scalars.span, second, third), endingWith: third)
    }
    return output.appendPair(first >= 0xA1 ? Self.scalar(kanji.span, first, second) : 0, endingWith: second)
  }

  /// Returns the character of a row and a column, which begin at 0xA1; 0 if there is none.
  private static func scalar(_ table: Span<UInt32>, _ row: UInt8, _ column: UInt8) -> UInt32 {
    guard 0xA1...0xFE ~= column else { return 0 }
    let position = (Int(row) - 0xA1) * 94 + Int(column) - 0xA1
    return position < table.count ? table[position] : 0
  }
}

/// Decodes Shift_JIS as Windows' code page 932 has it (Encoding Standard, 12.3.1).
struct ShiftJISDecoder: DoubleByteDecoder {
  private let kanji = CharacterTables.jis0208Scalars

  func scalar(of byte: UInt8) -> UInt32? {
    switch byte {
    case ...0x80: UInt32(byte)
    case 0xA1...0xDF: 0xFF61 - 0xA1 + UInt32(byte)
    case 0xA0, 0xFD...: 0
    default: nil
    }
  }

  func scalar(of first: UInt8, _ second: UInt8) -> UInt32 {
    guard second >= 0x40, second != 0x7F, second < 0xFD else { return 0 }
    let position =
      (Int(first) - (first < 0xA0 ? 0x81 : 0xC1)) * 188 + Int(second) - (second < 0x7F ? 0x40 : 0x41)
    // Characters that people define themselves.
    if 8836...10715 ~= position { return UInt32(0xE000 - 8836 + position) }
    return position < kanji.count ? kanji[position] : 0
  }
}

/// Decodes ISO-2022-JP (Encoding Standard, 12.2.1).
struct ISO2022JPDecoder: CharacterDecoder {
  private enum Mode { case ascii, roman, katakana, kanji }

  private var mode = Mode.ascii
  /// True if nothing came since the last escape sequence: two in a row hide markup, and are an error.
  private var isEmpty = false

  mutating func decode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    let kanji = CharacterTables.jis0208Scalars.span
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x1B {
        guard index + 2 < bytes.count else { return index }
        if let next = Self.mode(bytes[index + 1], bytes[index + 2]) {
          if isEmpty { output.appendError() }
          (mode, isEmpty) = (next, true)
          index += 3
          continue
        }
      }
      isEmpty = false
      switch mode {
      case .kanji where 0x21...0x7E ~= byte:
        guard index + 1 < bytes.count else { return index }
        let second = bytes[index + 1]
        guard second != 0x1B else { fallthrough }
        let position = (Int(byte) - 0x21) * 94 + Int(second) - 0x21
        let scalar = 0x21...0x7E ~= second && position < kanji.count ? kanji[position] : 0
        if scalar != 0 { output.appendScalar(scalar) } else { output.appendError() }
        index += 2
        continue
      case .kanji:
        output.appendError()
      case .katakana where 0x21...0x5F ~= byte:
        output.appendScalar(0xFF61 - 0x21 + UInt32(byte))
      case .ascii where byte < 0x80 && !Self.isShift(byte):
        output.append(byte)
      case .roman where byte < 0x80 && !Self.isShift(byte):
        output.appendScalar(byte == 0x5C ? 0xA5 : byte == 0x7E ? 0x203E : UInt32(byte))
      default:
        output.appendError()
      }
      index += 1
    }
    return index
  }

  private static func isShift(_ byte: UInt8) -> Bool { byte == 0x0E || byte == 0x0F || byte == 0x1B }

  /// Returns the set that an escape sequence chooses; nil if it chooses none.
  private static func mode(_ first: UInt8, _ second: UInt8) -> Mode? {
    switch (first, second) {
    case (0x28, 0x42): .ascii
    case (0x28, 0x4A): .roman
    case (0x28, 0x49): .katakana
    case (0x24, 0x40), (0x24, 0x42): .kanji
    default: nil
    }
  }
}

extension CharacterTables {
  static let jis0208Scalars = scalars(jis0208, columns: 94)
  static let jis0212Scalars = scalars(jis0212, columns: 94)
}
