package import UniformTypeIdentifiers

extension UTType {
  /// The type that people and files of rules call `name`: a short name, an identifier, a MIME type or an extension; nil
  /// if no declared type is called so.
  package init?(named name: String) {
    guard let type = Self.known(name) else { return nil }
    self = type
  }

  /// The type of a name that people use without thinking of types; nil for other names.
  package init?(shortName name: String) {
    switch name {
    case "markdown", "md": self = .markdown
    case "html": self = .html
    case "rtf": self = .rtf
    case "plain", "text", "txt": self = .utf8PlainText
    case "files": self = .fileURL
    default: return nil
    }
  }

  private static func known(_ name: String) -> UTType? {
    let trimmed = name.lowercased()
    if let short = UTType(shortName: trimmed) { return short }
    if trimmed.utf8.contains(0x2F) {
      return UTType(desktopMIMEType: trimmed).flatMap { $0.isDynamic ? nil : $0 }
    }
    let isExtension = trimmed.hasPrefix(".")
    if !isExtension, let type = UTType(name) { return type.declaredStandIn ?? type }
    let filenameExtension = isExtension ? String(trimmed.dropFirst()) : trimmed
    return UTType(desktopFilenameExtension: filenameExtension).flatMap { $0.isDynamic ? nil : $0 }
  }
}
