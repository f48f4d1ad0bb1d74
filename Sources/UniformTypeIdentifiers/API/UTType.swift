import TypeDeclarations

/// A type with a uniform type identifier, and its declaration in the registry.
///
/// Source-compatible with Apple's `UTType`: the same names, the same answers. Types are declared by the built-in
/// registry and by files of the machine; an undeclared type has a dynamic identifier, which encodes its tags.
public struct UTType: Sendable {
  enum Storage: Sendable {
    /// A declared type, by its position in the table of this process.
    case declared(Int)
    indirect case dynamic(DynamicIdentifier)
    /// A type that nothing declares; it conforms to the parent, if one is assumed.
    indirect case undeclared(identifier: String, parent: String?)
  }

  let storage: Storage

  init(_ storage: Storage) {
    self.storage = storage
  }

  /// The type at a position of the table: declared, or only named as a supertype.
  init(position: Int) {
    if Self.table.isDeclared(position) {
      self.init(.declared(position))
    } else {
      let identifier = Self.table.identifier(of: position)
      // Real declarations name dynamic identifiers as supertypes.
      let dynamic = DynamicIdentifier(identifier)
      self.init(dynamic.map(Storage.dynamic) ?? .undeclared(identifier: identifier, parent: nil))
    }
  }

  static var table: TypeTable { TypeTable.current }

  /// The position in the table, also of a type that is only named there.
  var position: Int? {
    switch storage {
    case .declared(let position): position
    case .dynamic(let dynamic): Self.table.position(of: dynamic.identifier)
    case .undeclared(let identifier, _): Self.table.position(of: identifier)
    }
  }

  // MARK: Creating a type

  /// Creates the type with an identifier; nil if it is not declared and the program has not exported it
  /// (`init(exportedAs:conformingTo:)`).
  ///
  /// Upper and lower case are the same. A dynamic identifier gives a dynamic type, even if a declared type has the
  /// same tag.
  public init?(_ identifier: String) {
    let folded = TypeIdentifier.folded(identifier)
    if let position = Self.table.position(of: folded), Self.table.isDeclared(position) {
      self.init(.declared(position))
    } else if folded.hasPrefix("dyn."), let dynamic = DynamicIdentifier(folded) {
      self.init(.dynamic(dynamic))
    } else if let type = ProgramTypes.type(folded) {
      self = type
    } else {
      return nil
    }
  }

  /// Creates the type with an identifier, whether or not something declares it.
  ///
  /// A type that nothing declares is neither declared nor dynamic: it has no tags and conforms to nothing,
  /// so that an identifier from another system is kept as it is.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, in any capitals.
  ///   - allowUndeclared: with false, the same as `init(_:)`.
  public init?(identifier: String, allowUndeclared: Bool) {
    if let type = UTType(identifier) {
      self = type
    } else if allowUndeclared, TypeIdentifier.isValid(identifier), !identifier.hasDynamicPrefix {
      self.init(.undeclared(identifier: TypeIdentifier.folded(identifier), parent: nil))
    } else {
      return nil
    }
  }

  /// Creates a type that the program itself owns and exports.
  ///
  /// From then on `init(_:)` knows it, as on a Mac, where the program's bundle declares it.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, in any capitals.
  ///   - parentType: what the type conforms to if nothing declares it, `data` by default.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    if let type = UTType(identifier), type.isDeclared || type.isDynamic || parentType == nil {
      self = type
      return
    }
    self.init(
      .undeclared(identifier: TypeIdentifier.folded(identifier), parent: (parentType ?? .data).identifier))
    ProgramTypes.add(self)
  }

  /// Creates a type that another program owns and this one uses.
  ///
  /// If another type is preferred for the type's preferred extension, the result is that type (UTType.h):
  /// `public.mpeg-4-audio` becomes `public.mpeg-4`, which files with its extension have.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, in any capitals.
  ///   - parentType: what the type conforms to if nothing declares it, `data` by default.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    let type = UTType(exportedAs: identifier, conformingTo: parentType)
    let kind = parentType ?? [.data, .package].first(where: type.conforms)
    guard type.isDeclared, let filenameExtension = type.preferredFilenameExtension,
      let preferred = UTType(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: kind),
      preferred.isDeclared
    else {
      self = type
      return
    }
    self = preferred
  }

  // MARK: What is known of a type

  /// The identifier, in lower case.
  public var identifier: String {
    switch storage {
    case .declared(let position): Self.table.identifier(of: position)
    case .dynamic(let dynamic): dynamic.identifier
    case .undeclared(let identifier, _): identifier
    }
  }

  /// Whether something declares the type.
  public var isDeclared: Bool {
    if case .declared = storage { true } else { false }
  }

  /// Whether the identifier is made up from tags, because nothing declares a type for them.
  public var isDynamic: Bool {
    if case .dynamic = storage { true } else { false }
  }

  /// Whether the identifier begins with `public.`, so that no single program owns the type.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  /// The description of the type, for people to read; nil for a type that is not declared.
  ///
  /// A type without a description inherits one from its supertypes, searched depth first in the order of their
  /// declarations (UTType.h). The text is in the user's language (`LC_MESSAGES`, `LANGUAGE`) if the desktop's MIME
  /// database has one, otherwise in English.
  public var localizedDescription: String? {
    guard case .declared(let position) = storage else { return nil }
    let languages = MIMEDescription.languages
    if !languages.isEmpty, let mimeType = exchangedMIMETypes.first,
      let text = MIMEDescription.text(of: mimeType, languages: languages)
    {
      return text
    }
    return Self.table.inheritedDescription(of: position)
  }

  /// The address of the format's description, if the declaration has one.
  @_disfavoredOverload  // UniformTypeIdentifiersFoundation has it as a URL.
  public var referenceURL: UTReferenceURL? { referenceAddress.map(UTReferenceURL.init(absoluteString:)) }

  package var referenceAddress: String? {
    guard case .declared(let position) = storage else { return nil }
    return Self.table.referenceURL(of: position)
  }

  /// The version of the type, if its declaration has one.
  public var version: Int? {
    guard case .declared(let position) = storage else { return nil }
    return Self.table.version(of: position)
  }
}

extension String {
  fileprivate var hasDynamicPrefix: Bool { TypeIdentifier.folded(self).hasPrefix("dyn.") }
}

extension UTType {
  /// Whether the type is another type, or has it among its supertypes.
  ///
  /// A dynamic type conforms to the supertype that its identifier names, and to all supertypes of that type.
  public func conforms(to type: UTType) -> Bool {
    if case .declared(let position) = storage, case .declared(let target) = type.storage {
      return position == target || Self.table.isType(position, below: target)
    }
    return self == type || isSubtype(of: type)
  }

  /// Whether the type has another type among its supertypes; false for the type itself.
  public func isSubtype(of type: UTType) -> Bool {
    if self == type { return false }
    if case .declared(let position) = storage {
      return type.position.map { Self.table.isType(position, below: $0) } ?? false
    }
    // Only a dynamic or assumed supertype has no place in the table.
    return assumedSupertype?.conforms(to: type) ?? false
  }

  /// Whether another type has this one among its supertypes; false for the type itself.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  /// All supertypes, direct and indirect, in no order.
  public var supertypes: Set<UTType> {
    if case .declared(let position) = storage {
      return Set(Self.table.closure(of: position).map(UTType.init(position:)))
    }
    guard let assumedSupertype else { return [] }
    return assumedSupertype.supertypes.union([assumedSupertype])
  }

  /// The supertype of a type that is not declared: the one in a dynamic identifier, or the one assumed.
  var assumedSupertype: UTType? {
    let name: String? =
      switch storage {
      case .declared: nil
      case .dynamic(let dynamic): dynamic.supertype
      case .undeclared(_, let parent): parent
      }
    // Never a dynamic type, so that resolving it ends.
    return name.flatMap { $0.hasPrefix("dyn.") ? nil : UTType(identifier: $0, allowUndeclared: true) }
  }
}

extension UTType: Hashable {
  /// Types are equal if their identifiers are.
  public static func == (a: UTType, b: UTType) -> Bool {
    switch (a.storage, b.storage) {
    case (.declared(let a), .declared(let b)): a == b
    case (.dynamic(let a), .dynamic(let b)): a == b
    case (.undeclared(let a, _), .undeclared(let b, _)): a == b
    default: false
    }
  }

  /// Hashes the identifier, by which types are equal.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .declared(let position): hasher.combine(position)
    case .dynamic(let dynamic): hasher.combine(dynamic)
    case .undeclared(let identifier, _): hasher.combine(identifier)
    }
  }
}

extension UTType: Codable {
  /// Reads an identifier, which something must declare or which must be dynamic.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for an identifier that `init(_:)` does not know.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let type = UTType(identifier) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "No type is declared with the identifier '\(identifier)'.")
    }
    self = type
  }

  /// Writes the identifier as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier.
  public var description: String { identifier }

  /// The identifier, whether it is dynamic and whether the type is declared, in the words of a Mac.
  public var debugDescription: String {
    "\(identifier) (\(isDynamic ? "" : "not ")dynamic, \(isDeclared ? "" : "not ")declared)"
  }
}

/// The locator of a type's description.
///
/// Stands where Apple's API has a Foundation `URL`, which this module does not depend on.
public struct UTReferenceURL: Hashable, Sendable, CustomStringConvertible {
  /// The locator as a string.
  public let absoluteString: String

  /// The address itself.
  public var description: String { absoluteString }
}
