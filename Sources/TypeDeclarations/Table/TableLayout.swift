/// The layout of the compiled type table, shared by its writer and its reader.
///
/// The table is a text of printable ASCII, so that a string literal can hold it, with strings in UTF-8
/// between. A number is a word of four characters of six bits each, the lowest first. Offsets count
/// bytes from the start; 0 stands for nothing.
enum TableLayout {
  static let magic = "pbtypes2"
  static let wordSize = 4
  static let wordLimit = 1 << 24
  /// Added to six bits to make a printable character.
  static let digitBase: UInt8 = 0x30
  /// Four such characters for zero.
  static let zeroWord: UInt32 = 0x3030_3030

  /// The words after the magic.
  enum Header: Int, CaseIterable {
    case byteCount, typeCount, records, slots, slotCount, identity

    var offset: Int { magic.utf8.count + rawValue * wordSize }
    static var size: Int { magic.utf8.count + allCases.count * wordSize }
  }

  /// The words of a type's record.
  enum Field: Int, CaseIterable {
    /// The offset of the identifier.
    case identifier
    /// 0 for a type that is only named, else 1 + the raw value of the authority.
    case authority
    /// Offsets of strings.
    case description, referenceURL, source, file
    /// Numbers; the version is stored plus 1.
    case line, version
    /// Offsets of lists of type positions.
    case supertypes, closure
    /// The offset of a list of pairs: tag class, string.
    case tags
    /// The offset of a list of strings.
    case desktopMIMETypes
    /// The offset of a list of triples for the declarations that do not count: authority, file, line.
    case rivals

    static let recordSize = allCases.count * wordSize
  }

  /// The class number under which identifiers themselves are found.
  static let identifierClass: UInt8 = 0

  /// The hash of a key, FNV-1a with a last mix.
  static func hash(class tagClass: UInt8, _ key: Span<UInt8>) -> Int {
    var hash: UInt32 = (2_166_136_261 ^ UInt32(tagClass)) &* 16_777_619
    for position in key.indices { hash = (hash ^ UInt32(key[position])) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }
}
