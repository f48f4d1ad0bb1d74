/// The declaration of one type in one file.
package struct TypeDeclaration: Equatable, Sendable {
  /// The rank of a declaration when several claim one identifier or tag; the smaller wins.
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
  /// The source of the facts, as text.
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

/// The rules for the spelling of uniform type identifiers.
package enum TypeIdentifier {
  /// Whether a string can be an identifier: letters, digits, periods, hyphens and characters above U+007F.
  ///
  /// Source: Apple, Uniform Type Identifiers Overview, "Uniform Type Identifier Syntax".
  package static func isValid(_ identifier: String) -> Bool {
    let bytes = identifier.utf8
    return !bytes.isEmpty && bytes.count <= TypeLimits.stringBytes
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), 0x80...:
          true
        default: false
        }
      }
  }

  /// The lower-case form, by which identifiers are compared and returned.
  package static func folded(_ string: String) -> String {
    string.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 >= 0x80 }
      ? string.lowercased() : string
  }

  /// Whether only the platform may declare an identifier: those that begin with `public.` or `dyn.`.
  package static func isReserved(_ identifier: String) -> Bool {
    identifier.hasPrefix("public.") || identifier.hasPrefix("dyn.")
  }

  /// The string without white space and invisible characters at its ends, which real declarations contain.
  package static func trimmed(_ string: String) -> String {
    let isStray: (Unicode.Scalar) -> Bool = {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0.value < 0x20
    }
    let scalars = string.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isStray($0) }),
      let last = scalars.lastIndex(where: { !isStray($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}

/// Limits of declarations, so that a file from anywhere costs a bounded amount of work.
package enum TypeLimits {
  /// Bytes of an identifier or a tag.
  package static let stringBytes = 255
  /// Bytes of a description or a locator.
  package static let textBytes = 1024
  /// Tags of one class, and direct supertypes, of one declaration.
  package static let listCount = 256
  /// Types above one type, direct and indirect.
  package static let supertypes = 64
  /// Declarations in all files of a machine.
  package static let declarations = 50_000
  /// Bytes of a declaration file.
  package static let fileBytes = JSONLimits.declarations.bytes
  /// Bytes of all declaration files of a machine together.
  package static let totalBytes = 4 * fileBytes
  /// Diagnostics kept for one file.
  package static let diagnostics = 100
}
