import TypeDeclarations

/// Types that only the desktop's MIME database knows.
extension UTType {
  /// Creates the type with a MIME type as the desktop knows it.
  ///
  /// As `init(mimeType:)`, but a MIME type that the registry does not have is looked up further. If the
  /// desktop's MIME database gives it an extension that no other MIME type has, it is the declared type with
  /// that extension: `text/x-csrc` is `public.c-source`. Else the type is dynamic and conforms to what the
  /// database makes it a subclass of, or to what its first part says (`image/…` is an image).
  ///
  /// - Parameter filenameExtension: that of the file whose type this is. Of the types that the desktop has one name for,
  ///   as of High Efficiency pictures, it is the one with the extension.
  package init?(desktopMIMEType mimeType: String, filenameExtension: String? = nil) {
    guard let type = UTType(mimeType: mimeType) else { return nil }
    let name = MIMETypeName(mimeType)?.essence ?? mimeType
    if let filenameExtension, let named = Self.declaredType(of: name, type, named: filenameExtension) {
      self = named
      return
    }
    if let type = Self.desktopNames[mimeType] {
      self = type
      return
    }
    guard type.isDynamic else {
      self = type
      return
    }
    let supertype = Self.nearestDeclaredType(above: name)
    let sharesExtensionOnly = Self.namesakesByExtension.contains(name)
    for filenameExtension in sharesExtensionOnly
      ? [] : MIMEDatabase.current.extensionsOfItsOwn(of: name)
    {
      if let type = Self.declaredType(filenameExtension, below: supertype) {
        self = type
        return
      }
    }
    self.init(
      .dynamic(DynamicIdentifier(supertype: supertype.identifier, tags: [.init(.mimeType, mimeType)])))
  }

  /// The declared type with an extension that the desktop calls by a name.
  private static func declaredType(of name: String, _ type: UTType, named filenameExtension: String)
    -> UTType?
  {
    if type.isDynamic {
      if namesakesByExtension.contains(name) { return nil }
      let supertype = nearestDeclaredType(above: name)
      // A camera's own format is TIFF to the desktop, Opus is Ogg: to the registry each is a kind by itself.
      let kind = [UTType.image, .audio].first(where: supertype.conforms)
      return declaredType(filenameExtension, below: supertype)
        ?? kind.flatMap { declaredType(filenameExtension, below: $0) }
    }
    let names = [name] + MIMEDatabase.current.synonyms(of: name)
    return UTType(filenameExtension: filenameExtension).flatMap { named in
      let isCalledSo = named.exchangedMIMETypes.contains(where: names.contains)
      // The extension may say more than the name does: a transport stream is a camera's.
      let isOfThatKind = named.isSubtype(of: type) || type == .plainText && named.conforms(to: .text)
      return named.isDeclared && (isCalledSo || isOfThatKind) ? named : nil
    }
  }

  private static func declaredType(_ filenameExtension: String, below supertype: UTType) -> UTType? {
    declaredTypes(
      filenameExtension, class: .filenameExtension, conformingTo: supertype == .plainText ? .text : supertype
    ).first
  }

  /// Desktop types that share only the extension with a declared type: CorelDRAW's drawings with master
  /// images of discs,
  /// Applix's spreadsheets with AppleSingle archives, MATLAB's programs with those in Objective-C.
  private static let namesakesByExtension: Set<String> = [
    "application/vnd.corel-draw", "application/x-applix-spreadsheet", "text/x-matlab",
  ]

  /// Names of the desktop for what the registry has no MIME type for, as macOS has none.
  static let desktopNames: [String: UTType] = [
    "inode/directory": .folder, "inode/symlink": .symbolicLink, "inode/mount-point": .volume,
    "application/x-zerosize": .data, "application/x-executable": .unixExecutable,
    "application/x-pie-executable": .unixExecutable, "application/x-sharedlib": .unixExecutable,
    "text/x-python3": .pythonScript, "text/x-readme": .plainText, "text/x-authors": .plainText,
    "text/x-changelog": .plainText, "text/x-copying": .plainText, "text/x-credits": .plainText,
    "text/x-install": .plainText, "inode/fifo": UTType(builtIn: "public.named-pipe"),
    "inode/socket": UTType(builtIn: "public.socket"),
    "inode/chardevice": UTType(builtIn: "public.character-special"),
    "inode/blockdevice": UTType(builtIn: "public.block-special"),
  ]

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
        // Only what the desktop itself takes such files for: `ass` is subtitles first, and AAC audio last.
        MIMEDatabase.current.types(withExtension: key).prefix(1)
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
    let ancestors = MIMEDatabase.current.ancestors(of: mimeType)
    // The database's roots say less than the first part of the name.
    for ancestor in ancestors where ancestor != "text/plain" && ancestor != "application/octet-stream" {
      if let type = UTType(mimeType: ancestor), type.isDeclared { return type }
    }
    switch mimeType.prefix(while: { $0 != "/" }) {
    case "image": return .image
    case "audio": return .audio
    case "video": return .movie
    case "font": return .font
    case "inode": return .item
    default: return ancestors.contains("text/plain") ? .plainText : .data
    }
  }
}

/// The desktop's MIME database on a MIME type.
package enum DesktopMIMETypes {
  /// The names of a type, first that of which the others are aliases.
  package static func names(of type: String) -> [String] {
    let name = type.lowercased()
    let canonical = MIMEDatabase.current.canonicalName(of: name)
    return [canonical] + MIMEDatabase.current.synonyms(of: name).filter { $0 != canonical }
      + (canonical == name ? [] : [name])
  }

  /// The names of the types that a type is a subclass of, the nearest first; all content is bytes at least.
  package static func ancestors(of type: String) -> [String] {
    let ancestors = MIMEDatabase.current.ancestors(of: type.lowercased())
      .filter { $0 != "application/octet-stream" }.flatMap { names(of: $0) }
    return type.hasPrefix("inode/") ? ancestors : ancestors + ["application/octet-stream"]
  }

  /// The MIME types of content of a type, what the desktop calls it among them.
  package static func names(of type: UTType) -> [String] {
    var names: [String] = []
    for tag in type.exchangedMIMETypes + type.desktopMIMETypes {
      for name in Self.names(of: String(tag.prefix { $0 != ";" })) where !names.contains(name) {
        names.append(name)
      }
    }
    return names
  }
}
