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

  /// What a tag of this class is, in words for a message.
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

  /// True for what may follow the period of a name: neither a space nor a sign that turns the writing's direction, and
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
