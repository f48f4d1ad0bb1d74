/// What one file says about one type.
package struct TypeDeclaration: Equatable, Sendable {
  /// How much a declaration counts when several speak of one identifier or claim one tag; smaller wins.
  package enum Authority: Int, Comparable, Sendable {
    /// A file on the machine, whose author owns the type.
    case exportedByFile
    /// A file on the machine, whose author uses someone else's type.
    case importedByFile
    /// The built-in registry, from the platform's own exported types.
    case exported
    /// The built-in registry, from types that the platform imports or that widespread programs declare.
    case imported
    /// The built-in registry, from other programs' declarations.
    case adopted

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// The word that declaration files use.
    package var name: String {
      switch self {
      case .exportedByFile, .exported: "exported"
      case .importedByFile, .imported: "imported"
      case .adopted: "adopted"
      }
    }

    package var isBuiltIn: Bool { self >= .exported }
  }

  /// The identifier, in lower case.
  package var identifier: String
  /// Direct supertypes in lower case, in declared order.
  package var supertypes: [String] = []
  package var description: String?
  /// The tags of each class, the preferred one first.
  package var tags: [TagClass: [String]] = [:]
  /// MIME types that desktops have for the type and macOS has not: look-ups find them, but they are no tags.
  package var desktopMIMETypes: [String] = []
  package var referenceURL: String?
  package var version: Int?
  package var authority: Authority
  /// Where the facts come from, in words.
  package var source: String?
  package var location: SourceLocation

  package init(identifier: String, authority: Authority, location: SourceLocation) {
    self.identifier = identifier
    self.authority = authority
    self.location = location
  }
}

/// A line of a declaration file.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  /// Counted from 1.
  package let line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  package var description: String { "\(file):\(line)" }
}
