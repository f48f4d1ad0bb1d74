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

  /// True for a set whose texts are all ASCII bytes, and switch between sets.
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
