import TypeDeclarations

/// Types that only the desktop's MIME database knows.
extension UTType {
  /// Creates the type with a MIME type as the desktop knows it.
  ///
  /// As `init(mimeType:)`, but a type that the registry does not declare conforms to what the MIME database
  /// makes it a subclass of, or to what its first part says (`image/…` is an image), instead of just to data.
  package init?(desktopMIMEType mimeType: String) {
    guard let type = UTType(mimeType: mimeType) else { return nil }
    guard type.isDynamic, let name = MIMETypeName(mimeType) else {
      self = type
      return
    }
    let tag = DynamicIdentifier.Tag(.mimeType, mimeType)
    self.init(
      .dynamic(
        DynamicIdentifier(supertype: Self.nearestDeclaredType(above: name.essence).identifier, tags: [tag])))
  }

  /// Creates the type of files with an extension as the desktop knows it; see `init(desktopMIMEType:)`.
  package init?(desktopFilenameExtension filenameExtension: String) {
    guard let type = UTType(filenameExtension: filenameExtension) else { return nil }
    guard type.isDynamic, let name = MIMEDatabase.current.types(withExtension: filenameExtension).first else {
      self = type
      return
    }
    let tags = [
      DynamicIdentifier.Tag(.filenameExtension, filenameExtension), DynamicIdentifier.Tag(.mimeType, name),
    ]
    self.init(
      .dynamic(DynamicIdentifier(supertype: Self.nearestDeclaredType(above: name).identifier, tags: tags)))
  }

  /// The declared types that the desktop's other names for a tag lead to.
  static func desktopTypes(
    _ key: String, class tagClass: TagClass, conformingTo supertype: UTType?
  ) -> [UTType] {
    let names: [String] =
      switch tagClass {
      case .mimeType: MIMEDatabase.current.synonyms(of: MIMETypeName(key)?.essence ?? key)
      case .filenameExtension:
        MIMEDatabase.current.types(withExtension: key)
          .flatMap { [$0] + MIMEDatabase.current.synonyms(of: $0) }
      default: []
      }
    for name in names {
      let types = declaredTypes(name, class: .mimeType, conformingTo: supertype)
      if !types.isEmpty { return types }
    }
    return []
  }

  private static func nearestDeclaredType(above mimeType: String) -> UTType {
    for ancestor in MIMEDatabase.current.ancestors(of: mimeType) {
      // The database's roots say less than the first part of the name.
      guard ancestor != "text/plain", ancestor != "application/octet-stream" else { continue }
      if let type = UTType(mimeType: ancestor), type.isDeclared { return type }
    }
    let isText = MIMEDatabase.current.ancestors(of: mimeType).contains("text/plain")
    switch mimeType.prefix(while: { $0 != "/" }) {
    case "image": return .image
    case "audio": return .audio
    case "video": return .movie
    case "font": return .font
    default: return isText ? .plainText : .data
    }
  }
}
