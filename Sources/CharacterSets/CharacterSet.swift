/// A character set, or encoding, of text: the sets of WHATWG's Encoding Standard, code pages of DOS, Windows and the
/// classic Mac OS, and Unicode's encodings.
///
/// Everything is in the program: nothing is loaded from the C library or from files.
package struct CharacterSet: Hashable, Sendable {
  /// The way from bytes to characters.
  enum Scheme: Hashable, Sendable {
    case ascii
    case utf8
    /// UTF-16; without an order, a byte-order mark or little-endian.
    case utf16(ByteOrder?)
    /// UTF-32; without an order, a byte-order mark or little-endian.
    case utf32(ByteOrder?)
    /// A line of `CharacterTables.singleByte`.
    case singleByte
    /// ASCII, and private characters for all other bytes.
    case userDefined
    case gb18030
    case big5
    case eucKR
    case johab
    case eucJP
    case shiftJIS
    case iso2022JP
    /// A set that is not read because it hides markup in text (Encoding Standard, 14.1).
    case replacement
  }

  enum ByteOrder: Hashable, Sendable { case little, big }

  /// The name of the Encoding Standard, or a similar one, in lower case.
  package let name: String
  let scheme: Scheme
  /// True if bytes that Windows' code pages leave undefined become control characters, as browsers read them; they are
  /// errors otherwise.
  var keepsUndefinedBytes = false

  init(_ name: String, _ scheme: Scheme) {
    self.name = name
    self.scheme = scheme
  }

  package static let ascii = CharacterSet("ascii", .ascii)
  package static let utf8 = CharacterSet("utf-8", .utf8)
  package static let utf16 = CharacterSet("utf-16", .utf16(nil))
  package static let utf16Little = CharacterSet("utf-16le", .utf16(.little))
  package static let utf16Big = CharacterSet("utf-16be", .utf16(.big))
  package static let utf32 = CharacterSet("utf-32", .utf32(nil))
  /// The set of text that is neither UTF-8 nor declared, in most of Europe and America (Encoding Standard, 4.2).
  package static let windowsLatin1 = CharacterSet("windows-1252", .singleByte)

  /// Whether texts of the set are all ASCII bytes, and switch between sets.
  package var switchesSets: Bool { scheme == .iso2022JP }

  /// True if a character may have several bytes.
  package var isMultiByte: Bool {
    switch scheme {
    case .ascii, .singleByte, .userDefined: false
    default: true
    }
  }

  /// True if browsers show a single U+FFFD for text of this set, whatever it holds.
  package var isReplacement: Bool { scheme == .replacement }

  /// The characters of 0x80 to 0xFF, U+FFFD for undefined bytes; nil if a character may have several bytes.
  package var upperHalf: [UInt32]? {
    isMultiByte ? nil : SingleByteDecoder.upperHalf(of: self)
  }
}

extension CharacterSet {
  /// Finds the set of a code page of DOS, Windows or the classic Mac OS; nil if it is not one of those that can be read.
  package init?(codePage number: Int) {
    if let name = Self.codePageNames[number] {
      self.init(named: name)
    } else if Self.dosPages.contains(number) {
      self.init("ibm\(number)", .singleByte)
    } else if 1250...1258 ~= number {
      self.init("windows-\(number)", .singleByte)
    } else if 28_591...28_606 ~= number {
      self.init(named: "iso-8859-\(number - 28_590)")
    } else {
      return nil
    }
  }

  private static let dosPages: Set<Int> = [
    437, 720, 737, 775, 850, 852, 855, 856, 857, 858, 860, 861, 862, 863, 864, 865, 866, 869, 1125,
  ]

  /// The sets of the classic Mac OS that have no table are given the nearest one with the same letters.
  private static let codePageNames: [Int: String] = [
    708: "iso-8859-6", 709: "iso-8859-6", 819: "windows-1252", 874: "windows-874", 932: "shift_jis",
    936: "gbk",
    943: "shift_jis", 949: "euc-kr", 950: "big5", 951: "big5", 1200: "utf-16le", 1201: "utf-16be",
    1361: "johab",
    10000: "macintosh", 10001: "shift_jis", 10002: "big5", 10003: "euc-kr", 10004: "x-mac-arabic",
    10005: "iso-8859-8",
    10006: "x-mac-greek", 10007: "x-mac-cyrillic", 10008: "gbk", 10010: "x-mac-romanian",
    10017: "x-mac-cyrillic",
    10021: "windows-874", 10029: "x-mac-centraleurope", 10079: "x-mac-icelandic", 10081: "x-mac-turkish",
    10082: "x-mac-croatian", 12000: "utf-32le", 12001: "utf-32be", 20127: "ascii", 20866: "koi8-r",
    20932: "euc-jp",
    20936: "gbk", 20949: "euc-kr", 21866: "koi8-u", 38_598: "iso-8859-8", 50_220: "iso-2022-jp",
    50_221: "iso-2022-jp",
    50_222: "iso-2022-jp", 51_932: "euc-jp", 51_936: "gbk", 51_949: "euc-kr", 54_936: "gb18030",
    65_001: "utf-8",
  ]

  /// The script of a code page for the scripts of India, which nothing converts any more; nil for any other number.
  package static func indicScript(ofCodePage number: Int) -> String? {
    let scripts = [
      "Devanagari", "Bengali", "Tamil", "Telugu", "Assamese", "Oriya", "Kannada", "Malayalam", "Gujarati",
      "Punjabi",
    ]
    return scripts.indices.contains(number - 57_002) ? scripts[number - 57_002] : nil
  }
}
