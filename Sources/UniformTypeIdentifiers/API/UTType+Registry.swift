import Synchronization
package import TypeDeclarations

/// Facts of the registry that the command shows, beyond Apple's API.
extension UTType {
  package enum State: String, Sendable {
    case declared, dynamic, undeclared
  }

  /// The declarer of a type, and the location.
  package struct Provenance: Sendable {
    package let authority: TypeDeclaration.Authority
    /// The file and line: the name of a file in `TypeRegistry/types/`, or the path of a file of the machine.
    package let location: SourceLocation
    /// The source of the facts, as text.
    package let source: String?
    /// Declarations of the same identifier that do not say what it conforms to.
    package let rivals: [(authority: TypeDeclaration.Authority, location: SourceLocation)]
  }

  package var state: State {
    switch storage {
    case .declared: .declared
    case .dynamic: .dynamic
    case .undeclared: .undeclared
    }
  }

  /// All declared types, sorted by identifier.
  package static var declared: [UTType] {
    (0..<table.count).filter { table.isDeclared($0) }.map { UTType(.declared($0)) }
  }

  /// The direct supertypes, in declared order.
  package var directSupertypes: [UTType] {
    if case .declared(let position) = storage {
      return Self.table.supertypes(of: position).map(UTType.init(position:))
    }
    return assumedSupertype.map { [$0] } ?? []
  }

  /// The declared types that name this one as a supertype, sorted by identifier.
  package var directSubtypes: [UTType] {
    guard let position else { return [] }
    return (0..<Self.table.count).filter { Self.table.supertypes(of: $0).contains(position) }
      .map(UTType.init(position:))
  }

  /// All declared types below this one, sorted by identifier.
  package var subtypes: [UTType] {
    guard let position else { return [] }
    return (0..<Self.table.count).filter { Self.table.isType($0, below: position) && $0 != position }
      .map(UTType.init(position:))
  }

  /// The declarer of the type; nil if nothing declares it.
  package var provenance: Provenance? {
    guard case .declared(let position) = storage, let authority = Self.table.authority(of: position),
      let location = Self.table.location(of: position)
    else { return nil }
    return Provenance(
      authority: authority, location: location, source: Self.table.source(of: position),
      rivals: Self.table.rivals(of: position))
  }

  /// True if a file of the machine declares the type.
  var isDeclaredByMachine: Bool {
    guard case .declared(let position) = storage else { return false }
    return Self.table.authority(of: position)?.isBuiltIn == false
  }

  /// Problems of the machine's declaration files: mistakes, cycles, undeclared supertypes,
  /// tags that several types claim.
  package static func checkDeclarations() -> [DeclarationDiagnostic] { MachineDeclarations().check() }
}

extension UTType {
  /// Creates the type of a file, by its name and its content together.
  ///
  /// The order of tests follows the Shared MIME-info Database specification ("Recommended checking order"). Archives
  /// are inspected, a symbolic link has the type of its target, and for a file that does not exist or cannot be read
  /// only the name counts. A type that only the desktop declares becomes a dynamic type with its MIME type. Only the
  /// beginning of the file is read, and the directory of an archive.
  ///
  /// Nil if neither the name nor the content identifies a type.
  @_disfavoredOverload  // `compactMap(UTType.init)` is made of identifiers.
  public init?(contentsOfFile path: String) {
    var typer = FileTyper()
    guard let type = (try? typer.type(ofFileAt: path))?.type else { return nil }
    self = type
  }
}

/// The types that the program has named as its own, or as another's, which nothing declares.
enum ProgramTypes {
  private static let types = Mutex<[String: UTType]>([:])

  /// The type with an identifier in lower case.
  static func type(_ identifier: String) -> UTType? {
    types.withLock { $0[identifier] }
  }

  /// Makes a type known, unless it would be its own supertype.
  static func add(_ type: UTType) {
    guard type.assumedSupertype?.conforms(to: type) != true else { return }
    types.withLock { $0[type.identifier] = type }
  }
}
