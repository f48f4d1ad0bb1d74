import TypeDeclarations

extension UTType {
  /// Creates the type of files with a name extension.
  ///
  /// - Parameters:
  ///   - filenameExtension: without its period; upper and lower case are the same. Types have no extensions
  ///     with a period inside, such as `tar.gz`: these give nil.
  ///   - supertype: what the type must conform to. The default leaves out packages and other directories.
  ///
  /// If several types have the extension, the first that counts is taken (see
  /// `types(tag:tagClass:conformingTo:)`); if none has, the result is a dynamic type.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(filenameExtension, .filenameExtension, conformingTo: supertype)
  }

  /// Creates the type with a MIME type (RFC 2045).
  ///
  /// Parameters count where a type is declared with them, as `text/plain;charset=utf-8` is, in whatever way
  /// they are written; else they are left aside. Nil if the string is not of the form `type/subtype`.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(mimeType, .mimeType, conformingTo: supertype)
  }

  /// Creates the type with a tag; a dynamic type if none is declared, nil if the tag cannot be one.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard let tagClass = tagClass.tagClass else { return nil }
    self.init(tag, tagClass, conformingTo: supertype)
  }

  private init?(_ tag: String, _ tagClass: TagClass, conformingTo supertype: UTType?) {
    // The usual case, without making lists.
    if case .declared(let target) = supertype?.storage, let key = tagClass.key(of: tag),
      let position = Self.table.firstPosition(tagged: key, class: tagClass, atOrBelow: target)
    {
      self.init(.declared(position))
      return
    }
    guard let type = Self.types(tag, tagClass, conformingTo: supertype).first else { return nil }
    self = type
  }

  /// All types with a tag, the one that counts first; a dynamic type if none is declared.
  ///
  /// An extension or MIME type that the registry does not know is looked up in the desktop's MIME database,
  /// whose aliases and globs may lead to a declared type.
  ///
  /// Types that files of the machine export count before those they import, and these before the built-in
  /// ones; among equals, the first declared. Empty if the tag cannot be one of its class.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    tagClass.tagClass.map { types(tag, $0, conformingTo: supertype) } ?? []
  }

  private static func types(
    _ tag: String, _ tagClass: TagClass, conformingTo supertype: UTType?
  ) -> [UTType] {
    guard let key = tagClass.key(of: tag) else { return [] }
    var types = declaredTypes(key, class: tagClass, conformingTo: supertype)
    if types.isEmpty, tagClass == .mimeType, let essence = MIMETypeName(tag)?.essence, essence != key {
      types = declaredTypes(essence, class: tagClass, conformingTo: supertype)
    }
    if types.isEmpty, tagClass == .pasteboardType, let osType = OSTypeFlavor.osType(in: tag) {
      types = declaredTypes(osType, class: .osType, conformingTo: supertype)
    }
    if types.isEmpty { types = desktopTypes(key, class: tagClass, conformingTo: supertype) }
    guard types.isEmpty else { return types }
    // Dynamic identifiers keep the spelling of all tags but extensions.
    let spelling = DynamicIdentifier.Tag(tagClass, tagClass == .filenameExtension ? key : tag)
    return [UTType(.dynamic(DynamicIdentifier(supertype: supertype?.identifier, tags: [spelling])))]
  }

  /// The tags of the type by class, the preferred one of each class first.
  ///
  /// Extensions and MIME types of declared types are in lower case, however they are declared.
  public var tags: [UTTagClass: [String]] {
    var tags: [UTTagClass: [String]] = [:]
    for (tagClass, tag) in orderedTags { tags[UTTagClass(tagClass), default: []].append(tag) }
    return tags
  }

  /// The extension that files of this type should have, without its period.
  public var preferredFilenameExtension: String? { preferredTag(of: .filenameExtension) }

  /// The MIME type by which this type should be sent.
  public var preferredMIMEType: String? { preferredTag(of: .mimeType) }

  private func preferredTag(of tagClass: TagClass) -> String? {
    if case .declared(let position) = storage {
      return Self.table.preferredTag(of: position, class: tagClass).map(tagClass.folded)
    }
    return orderedTags.first { $0.tagClass == tagClass }?.tag
  }

  private var orderedTags: [(tagClass: TagClass, tag: String)] {
    switch storage {
    case .declared(let position):
      Self.table.tags(of: position).map { ($0.tagClass, $0.tagClass.folded($0.tag)) }
    case .dynamic(let dynamic): dynamic.tags.map { ($0.tagClass, $0.value) }
    case .undeclared: []
    }
  }

  /// The MIME types that desktops have for the type and that are no tags of it, as its declaration says.
  package var declaredDesktopMIMETypes: [String] {
    guard case .declared(let position) = storage else { return [] }
    return Self.table.desktopMIMETypes(of: position)
  }

  /// The MIME types under which content of the type goes to other programs, the best first, as they are declared:
  /// names on a pasteboard are compared letter by letter.
  package var exchangedMIMETypes: [String] {
    guard case .declared(let position) = storage else { return tags[.mimeType] ?? [] }
    let declared = Self.table.tags(of: position).filter { $0.tagClass == .mimeType }.map(\.tag)
    return declared + Self.table.desktopMIMETypes(of: position)
  }

  /// Creates the declared type with a MIME type, nil if the registry has none.
  ///
  /// Unlike `init(mimeType:)`, it does not ask the desktop's MIME database, which costs more than all the
  /// rest, and makes up no dynamic type.
  package init?(declaredMIMEType mimeType: String) {
    guard let name = MIMETypeName(mimeType) else { return nil }
    let types =
      Self.table.positions(tagged: name.normalized, class: .mimeType)
      + Self.table.positions(tagged: name.essence, class: .mimeType)
    guard let position = types.first else { return nil }
    self.init(.declared(position))
  }

  static func declaredTypes(
    _ key: String, class tagClass: TagClass, conformingTo supertype: UTType?
  ) -> [UTType] {
    let types = table.positions(tagged: key, class: tagClass).map(UTType.init(position:))
    guard let supertype else { return types }
    return types.filter { $0.conforms(to: supertype) }
  }

  /// The declared type that a dynamic identifier stands for by now; nil for one that stands for none, and for a type
  /// that is not dynamic.
  ///
  /// One string gets different identifiers as a MIME type and as a pasteboard type, so both are looked up. Whoever
  /// exchanges content takes this type: an identifier that another system made up is the same content.
  package var declaredStandIn: UTType? {
    guard case .dynamic(let dynamic) = storage else { return nil }
    let supertype = dynamic.supertype.flatMap { UTType(identifier: $0, allowUndeclared: true) }
    for tag in dynamic.tags {
      let classes: [TagClass] =
        switch tag.tagClass {
        case .mimeType: [.mimeType, .pasteboardType]
        case .pasteboardType: [.pasteboardType, .mimeType]
        default: [tag.tagClass]
        }
      for tagClass in classes {
        guard let key = tagClass.key(of: tag.value) else { continue }
        if let type = Self.declaredTypes(key, class: tagClass, conformingTo: supertype).first { return type }
      }
    }
    return nil
  }
}
