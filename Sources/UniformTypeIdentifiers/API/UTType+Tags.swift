package import TypeDeclarations

extension UTType {
  /// Creates the type of files with a name extension.
  ///
  /// - Parameters:
  ///   - filenameExtension: without its period; upper and lower case are the same. Types have no extensions
  ///     with a period inside, such as `tar.gz`: these give nil.
  ///   - supertype: what the type must conform to. The default leaves out packages and other directories.
  ///
  /// If several types have the extension, the result is the preferred one (see `types(tag:tagClass:conformingTo:)`);
  /// if none has, the result is a dynamic type.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(filenameExtension, .filenameExtension, conformingTo: supertype)
  }

  /// Creates the type with a MIME type (RFC 2045).
  ///
  /// Parameters count only if a type is declared with them, such as `text/plain;charset=utf-8`, in any spelling;
  /// otherwise they are ignored. Nil if the string is not of the form `type/subtype`.
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

  /// All types with a tag, the preferred one first; a dynamic type if no type is declared with it.
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

/// A kind of tag by which systems other than this one name types.
///
/// Source-compatible with Apple's `UTTagClass`.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, Codable {
  /// The type identifier that names the class.
  public let rawValue: String

  /// Creates a tag class from its identifier; types have no tags of a class that the registry does not know.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The part of a file name after its last period, without the period; upper and lower case are the same.
  public static let filenameExtension = UTTagClass(.filenameExtension)

  /// An Internet media type such as `text/plain`; upper and lower case are the same (RFC 2045, section 5.1).
  public static let mimeType = UTTagClass(.mimeType)

  /// A four-character type code of classic Mac OS; upper and lower case and spaces count.
  public static let osType = UTTagClass(.osType)

  /// A name that older programs use for a type on a pasteboard; upper and lower case count.
  public static let pasteboardType = UTTagClass(.pasteboardType)

  package init(_ tagClass: TagClass) {
    rawValue = tagClass.identifier
  }

  /// The class as the registry knows it, nil for one that it does not know.
  package var tagClass: TagClass? { TagClass(identifier: rawValue) }
}

extension UTTagClass: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier of the class.
  public var description: String { rawValue }

  /// The identifier of the class.
  public var debugDescription: String { rawValue }
}

/// The pasteboard names of types that older programs know by an OSType alone.
enum OSTypeFlavor {
  /// The OSType in a name such as `CorePasteboardFlavorType 0x54455854`, which is `TEXT`.
  ///
  /// Nil for other names, and for codes outside of ASCII, whose characters depend on the system's encoding.
  static func osType(in name: String) -> String? {
    let prefix = "CorePasteboardFlavorType 0x"
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    guard name.hasPrefix(prefix), digits.count == 8,
      let code = UInt32(String(name.dropFirst(prefix.count)), radix: 16)
    else { return nil }
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    return bytes.allSatisfy { 0x20..<0x7F ~= $0 } ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

/// File names for types, on paths. Source: Apple's extensions of `NSString` in UniformTypeIdentifiers.
extension String {
  /// The path with a last component added that has an extension of a type.
  ///
  /// An extension that the type or one of its subtypes has is kept; otherwise the preferred one is added: `puppy.jpg`
  /// as plain text becomes `puppy.jpg.txt`.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
    let name = partialName.appendingPathExtension(for: contentType)
    if isEmpty { return name }
    return hasSuffix("/") ? self + name : self + "/" + name
  }

  /// The path with the preferred extension of a type added, unless it already has a suitable one. A type without an
  /// extension uses that of its nearest supertype: UTF-8 text has `txt`.
  public func appendingPathExtension(for contentType: UTType) -> String {
    if let present = pathExtension,
      UTType(filenameExtension: present, conformingTo: contentType)?.isDeclared == true
        || contentType.tags[.filenameExtension]?.contains(where: { $0.lowercased() == present.lowercased() })
          == true
    {
      return self
    }
    guard let preferred = contentType.inheritedFilenameExtension else { return self }
    return self + "." + preferred
  }

  /// The text behind the last period of the last component, if there is something before the period.
  private var pathExtension: String? {
    let name = utf8.split(separator: UInt8(ascii: "/")).last ?? self[...].utf8
    guard let period = name.lastIndex(of: UInt8(ascii: ".")), period != name.startIndex else { return nil }
    let extensionText = String(name[name.index(after: period)...]) ?? ""
    return extensionText.isEmpty ? nil : extensionText
  }
}

extension UTType {
  /// The preferred extension of the type, else of the nearest type above it that has one.
  fileprivate var inheritedFilenameExtension: String? {
    var (types, index) = ([self], 0)
    while index < types.count {
      if let preferred = types[index].preferredFilenameExtension { return preferred }
      for type in types[index].directSupertypes where !types.contains(type) { types.append(type) }
      index += 1
    }
    return nil
  }
}
