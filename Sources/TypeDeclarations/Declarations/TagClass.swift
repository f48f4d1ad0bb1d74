/// The kinds of tag that a type declaration can carry.
///
/// The raw values are the class numbers of dynamic identifiers.
package enum TagClass: UInt8, CaseIterable, Sendable {
  case filenameExtension = 1
  case osType = 2
  case mimeType = 3
  case pasteboardType = 4
  case urlScheme = 5
  case deviceModelCode = 6

  /// The type identifier that names the class.
  package var identifier: String {
    switch self {
    case .filenameExtension: "public.filename-extension"
    case .osType: "com.apple.ostype"
    case .mimeType: "public.mime-type"
    case .pasteboardType: "com.apple.nspboard-type"
    case .urlScheme: "public.url-scheme"
    case .deviceModelCode: "com.apple.device-model-code"
    }
  }

  /// The name of the class in the project's declaration files.
  package var declarationKey: String {
    switch self {
    case .filenameExtension: "extensions"
    case .osType: "osTypes"
    case .mimeType: "mimeTypes"
    case .pasteboardType: "pasteboardTypes"
    case .urlScheme: "urlSchemes"
    case .deviceModelCode: "deviceModelCodes"
    }
  }

  /// The description of a tag of this class for a message.
  package var noun: String {
    switch self {
    case .filenameExtension: "extension"
    case .osType: "OSType"
    case .mimeType: "MIME type"
    case .pasteboardType: "pasteboard type"
    case .urlScheme: "URL scheme"
    case .deviceModelCode: "device model"
    }
  }

  /// The class with an identifier; the spelling `com.apple.os-type` is found in the wild.
  package init?(identifier: String) {
    let folded = TypeIdentifier.folded(identifier)
    if folded == "com.apple.os-type" {
      self = .osType
      return
    }
    guard let tagClass = Self.allCases.first(where: { $0.identifier == folded }) else { return nil }
    self = tagClass
  }

  /// The form under which two equal tags of this class are the same string, or nil if it is no such tag.
  ///
  /// Extensions, MIME types and URL schemes ignore case; OSTypes and pasteboard types do not (UTType.h).
  package func key(of tag: String) -> String? {
    guard !tag.isEmpty, tag.utf8.count <= TypeLimits.stringBytes else { return nil }
    switch self {
    case .filenameExtension: return Self.isExtension(tag) ? TypeIdentifier.folded(tag) : nil
    case .mimeType: return MIMETypeName(tag)?.normalized
    case .osType: return (1...4).contains(tag.unicodeScalars.count) ? tag : nil
    case .pasteboardType, .deviceModelCode: return tag
    case .urlScheme: return TypeIdentifier.folded(tag)
    }
  }

  /// A tag as types have it: in lower case where case does not count.
  package func folded(_ tag: String) -> String {
    self == .filenameExtension || self == .mimeType ? TypeIdentifier.folded(tag) : tag
  }

  /// Whether text may follow the period of a name: neither a space nor a sign that turns the writing's
  /// direction, and
  /// no further period, for types have no extensions of several parts.
  private static func isExtension(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "\0"..." ", "\u{7F}", ".", "/", "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}",
        "\u{2066}"..."\u{2069}":
        false
      default: true
      }
    }
  }
}

/// A media type with its parameters, in one spelling for all ways to write it (RFC 2045, section 5.1).
package struct MIMETypeName {
  /// Type and subtype in lower case.
  package let essence: String
  /// Essence and parameters, in lower case, without quotes and white space: `text/plain;charset=utf-8`.
  package let normalized: String

  /// Nil if the string is not of the form `type/subtype`; the subtype may be missing, as macOS lets it.
  package init?(_ string: String) {
    if Self.isNormalizedEssence(string) {
      essence = string
      normalized = string
      return
    }
    let parts = string.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Self.withoutSpaceAndQuotes($0) }
    let halves = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty else { return nil }
    essence = parts[0]
    normalized = parts.filter { !$0.isEmpty }.joined(separator: ";")
  }

  /// Whether a string is plain `type/subtype` already, as most are.
  private static func isNormalizedEssence(_ string: String) -> Bool {
    var slash: Int?
    var position = 0
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "+"):
        break
      case UInt8(ascii: "/") where slash == nil: slash = position
      default: return false
      }
      position += 1
    }
    return slash.map { 0 < $0 && $0 < position - 1 } ?? false
  }

  private static func withoutSpaceAndQuotes(_ part: Substring.UTF8View) -> String {
    let bytes = part.filter { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
    return TypeIdentifier.folded(String(decoding: bytes, as: UTF8.self))
  }
}
