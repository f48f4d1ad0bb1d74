/// Decodes EUC-KR with the syllables of Windows' code page 949 (Encoding Standard, 13.1.1).
struct EUCKRDecoder: DoubleByteDecoder {
  private let table = CharacterTables.eucKRScalars

  func scalar(of byte: UInt8) -> UInt32? {
    byte < 0x80 ? UInt32(byte) : byte == 0x80 || byte == 0xFF ? 0 : nil
  }

  func scalar(of first: UInt8, _ second: UInt8) -> UInt32 {
    let position = (Int(first) - 0x81) * 190 + Int(second) - 0x41
    return 0x41...0xFE ~= second && position < table.count ? table[position] : 0
  }
}

/// Decodes Johab, Windows' code page 1361: syllables by their letters, and signs and Chinese characters of KS X 1001
/// (KS X 1001, annex 3).
struct JohabDecoder: DoubleByteDecoder {
  func scalar(of byte: UInt8) -> UInt32? {
    switch byte {
    // The sign of the won stands in place of the reverse solidus.
    case ..<0x80: byte == 0x5C ? 0x20A9 : UInt32(byte)
    case 0x84...0xD3, 0xD8...0xDE, 0xE0...0xF9: nil
    default: 0
    }
  }

  func scalar(of first: UInt8, _ second: UInt8) -> UInt32 {
    first < 0xD4 ? Self.hangul(first, second) : Self.sign(first, second)
  }

  /// Returns a syllable, or a letter that stands by itself; 0 if there is none.
  private static func hangul(_ first: UInt8, _ second: UInt8) -> UInt32 {
    let code = Int(first) << 8 | Int(second)
    let (initial, vowel, final) = (code >> 10 & 0x1F, code >> 5 & 0x1F, code & 0x1F)
    let letters = (initials[initial], vowels[vowel], finals[final])
    guard letters.0 >= 0, letters.1 >= 0, letters.2 >= 0 else { return 0 }
    switch letters {
    case (0, 0, 0): return 0
    case (let initial, 0, 0): return UInt32(Self.initialLetters[initial - 1])
    case (0, let vowel, 0): return UInt32(0x314E + vowel)
    case (0, 0, let final): return finalLetters[final - 1]
    case (0, _, _), (_, 0, _): return 0
    case (let initial, let vowel, let final):
      return UInt32(0xAC00 + ((initial - 1) * 21 + vowel - 1) * 28 + final)
    }
  }

  /// 0 stands for no letter, -1 for nothing that is in use.
  private static let initials = [-1, 0] + Array(1...19) + Array(repeating: -1, count: 11)
  private static let vowels =
    [-1, -1, 0] + Array(1...5) + [-1, -1] + Array(6...11) + [-1, -1] + Array(12...17) + [-1, -1]
    + Array(18...21) + [-1, -1]
  private static let finals = [-1, 0] + Array(1...16) + [-1] + Array(17...27) + [-1, -1]
  /// The letters by themselves, of Unicode's block of compatible letters.
  private static let initialLetters: [UInt32] = [
    0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147, 0x3148,
    0x3149,
    0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
  ]
  /// Letters that also begin a syllable stand there as initials, and as finals nowhere.
  private static let finalLetters: [UInt32] = [
    0, 0, 0x3133, 0, 0x3135, 0x3136, 0, 0, 0x313A, 0x313B, 0x313C, 0x313D, 0x313E, 0x313F, 0x3140, 0, 0,
    0x3144,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// Returns a sign or Chinese character, which EUC-KR has in rows of 94; 0 if there is none.
  private static func sign(_ first: UInt8, _ second: UInt8) -> UInt32 {
    guard 0x31...0x7E ~= second || 0x91...0xFE ~= second else { return 0 }
    let column = Int(second) - (second < 0x91 ? 0x31 : 0x43)
    let row = (first < 0xE0 ? (Int(first) - 0xD9) * 2 : (Int(first) - 0xE0) * 2 + 41) + column / 94
    // Rows 16 to 40 of EUC-KR are syllables, and the first letters of row 4 stand among the syllables here.
    guard 0..<94 ~= row, !(15..<40 ~= row), row != 3 || column % 94 > 50 else { return 0 }
    let table = CharacterTables.eucKRScalars
    let position = (row + 0x20) * 190 + 0x60 + column % 94
    return position < table.count ? table[position] : 0
  }
}

extension CharacterTables {
  static let eucKRScalars = scalars(eucKR, columns: 190)
}
