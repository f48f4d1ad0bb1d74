/// The character sets that compound text switches between (Compound Text Encoding 4 and 5).
enum CompoundTextSets {
  /// A set of the left or the right half of the byte.
  enum Half: Equatable {
    case ascii
    /// JIS X 0201: ASCII but for two signs.
    case japaneseRoman
    case katakana
    /// One that is not read.
    case unknown
    /// The upper half of a part of ISO 8859, by its place in `latin`.
    case latin(Int)
    case double(Double)
  }

  /// Sets of two bytes a character.
  enum Double: CaseIterable {
    case japanese, korean, chinese, japaneseSupplement

    /// The last byte of the escape sequence that chooses it (ISO-IR 168, 149, 58, 159).
    var final: UInt8 {
      switch self {
      case .japanese: UInt8(ascii: "B")
      case .korean: UInt8(ascii: "C")
      case .chinese: UInt8(ascii: "A")
      case .japaneseSupplement: UInt8(ascii: "D")
      }
    }

    init?(final: UInt8) {
      guard let set = Self.allCases.first(where: { $0.final == final }) else { return nil }
      self = set
    }

    /// Returns the character at a row and a column from 0x21 to 0x7E; 0 if there is none.
    func scalar(_ row: UInt8, _ column: UInt8) -> UInt32 {
      guard 0x21...0x7E ~= row, 0x21...0x7E ~= column else { return 0 }
      let table: [UInt32]
      let position: Int
      switch self {
      case .japanese, .japaneseSupplement:
        table = self == .japanese ? CharacterTables.jis0208Scalars : CharacterTables.jis0212Scalars
        position = (Int(row) - 0x21) * 94 + Int(column) - 0x21
      case .korean:
        table = CharacterTables.eucKRScalars
        position = (Int(row) - 1) * 190 + Int(column) + 0x3F
      case .chinese:
        // The rest of these rows is GBK's.
        guard row <= 0x77 else { return 0 }
        table = CharacterTables.gb18030Scalars
        position = (Int(row) - 1) * 190 + Int(column) + 0x3F
      }
      let scalar = position < table.count ? table[position] : 0
      return 0xE000...0xF8FF ~= scalar ? 0 : scalar
    }

    /// For each character of the basic plane its row and column, 0 where the set lacks it.
    var codes: [UInt16] {
      switch self {
      case .japanese: Self.japaneseCodes
      case .korean: Self.koreanCodes
      case .chinese: Self.chineseCodes
      case .japaneseSupplement: []
      }
    }

    private static let japaneseCodes = makeCodes(.japanese)
    private static let koreanCodes = makeCodes(.korean)
    private static let chineseCodes = makeCodes(.chinese)

    private static func makeCodes(_ set: Double) -> [UInt16] {
      var codes = [UInt16](repeating: 0, count: 0x1_0000)
      for row in UInt8(0x21)...0x7E {
        for column in UInt8(0x21)...0x7E {
          let scalar = set.scalar(row, column)
          // Of characters that stand in several places the first one counts.
          guard scalar != 0, scalar < 0x1_0000, codes[Int(scalar)] == 0 else { continue }
          // Rows of signs differ from program to program, but for those of JIS X 0208 without NEC's.
          if set == .japanese ? row == 0x2D || row > 0x74 : row < 0x30 { continue }
          codes[Int(scalar)] = UInt16(row) << 8 | UInt16(column)
        }
      }
      return codes
    }
  }

  /// The parts of ISO 8859 and their escape sequences' last bytes, in the order in which they are written.
  static let latin: [(final: UInt8, upperHalf: [UInt32])] = [
    ("A" as Unicode.Scalar, "windows-1252"), ("B", "iso-8859-2"), ("C", "iso-8859-3"), ("D", "iso-8859-4"),
    ("L", "iso-8859-5"),
    ("G", "iso-8859-6"), ("F", "iso-8859-7"), ("H", "iso-8859-8"), ("M", "windows-1254"),
    ("T", "windows-874"),
    ("V", "iso-8859-10"), ("Y", "iso-8859-13"), ("_", "iso-8859-14"), ("b", "iso-8859-15"),
    ("f", "iso-8859-16"),
  ].map { (UInt8(ascii: $0.0), CharacterSet(named: $0.1)?.upperHalf ?? []) }

  /// The number of them that are written: those of the standard; what programs know beyond them differs.
  static let writtenLatinCount = 9
}

extension CharacterSet {
  /// Returns compound text as UTF-8, with U+FFFD for what no set has (X Consortium, Compound Text Encoding 1.1).
  package static func utf8(ofCompoundText bytes: ArraySlice<UInt8>) -> [UInt8] {
    CompoundTextDecoder.decode(bytes)
  }

  /// Returns UTF-8 as compound text.
  package static func compoundText(ofUTF8 utf8: ArraySlice<UInt8>) -> [UInt8] {
    CompoundTextEncoder.encode(utf8)
  }
}
