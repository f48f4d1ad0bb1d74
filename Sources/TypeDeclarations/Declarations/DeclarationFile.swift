/// The declarations of one file, and what is wrong with it.
package struct DeclarationFile: Sendable {
  /// The author of a file, who decides what it may declare and how much that counts.
  package enum Owner: Sendable {
    case registry
    case machine
  }

  package private(set) var declarations: [TypeDeclaration] = []
  package private(set) var diagnostics: [DeclarationDiagnostic] = []
  package let path: String
  let owner: Owner
  private let limit: Int
  private var omittedDiagnostics = 0
  private var isFull = false

  /// Reads the bytes of a file: an Apple property list if the name ends in `.plist`, else JSON.
  ///
  /// A file that cannot be read gives no declarations and an error diagnostic; a declaration that makes
  /// no sense is left out, and the others are kept.
  ///
  /// - Parameter limit: how many declarations to take at most.
  package init(path: String, bytes: [UInt8], owner: Owner, limit: Int = TypeLimits.declarations) {
    self.path = path
    self.owner = owner
    self.limit = limit
    do throws(JSONError) {
      if path.hasSuffix(".plist") {
        readPropertyList(try PropertyListReader.parse(bytes))
      } else {
        readJSON(try JSONValue.parse(bytes))
      }
    } catch {
      report(.error, error.line, error.message)
    }
    if omittedDiagnostics > 0 {
      let message = "\(omittedDiagnostics) more diagnostics of this file are left out"
      diagnostics.append(DeclarationDiagnostic(.note, SourceLocation(file: path, line: 1), message))
    }
  }

  /// A file that could not even be opened.
  package init(path: String, unreadable reason: String) {
    self.path = path
    owner = .machine
    limit = 0
    report(.error, 1, reason)
  }

  mutating func report(_ severity: DeclarationDiagnostic.Severity, _ line: Int, _ message: String) {
    guard diagnostics.count < TypeLimits.diagnostics else {
      omittedDiagnostics += 1
      return
    }
    let location = SourceLocation(file: path, line: line)
    diagnostics.append(DeclarationDiagnostic(severity, location, message))
  }

  /// Takes a declaration whose identifier its author may declare.
  mutating func append(_ declaration: TypeDeclaration) {
    let identifier = declaration.identifier
    if owner == .machine, TypeIdentifier.isReserved(identifier) {
      // Programs import types of the platform under its names; only who exports one means to own it.
      report(
        declaration.authority == .importedByFile ? .warning : .error, declaration.location.line,
        "'\(identifier)' is not declared: identifiers that begin with 'public.' or 'dyn.' are reserved")
    } else if declarations.count < limit {
      declarations.append(declaration)
    } else if !isFull {
      isFull = true
      report(
        .error, declaration.location.line,
        "all files have more than \(TypeLimits.declarations) declarations; the rest of this file is left out")
    }
  }

  // MARK: Values

  /// The identifier that a declaration is of; nil with a diagnostic if the value is no declaration.
  mutating func identifier(
    of declaration: JSONValue, _ key: (name: String, shown: String), kind: String
  ) -> String? {
    guard declaration.members != nil else {
      report(.error, declaration.line, "a type declaration must be \(kind), not \(declaration.kind)")
      return nil
    }
    guard let value = declaration[key.name] else {
      report(.error, declaration.line, "a type declaration lacks \(key.shown)")
      return nil
    }
    return identifier(from: value, for: key.shown)
  }

  /// The identifier in lower case, without stray characters at its ends, or nil with a diagnostic.
  mutating func identifier(from value: JSONValue, for role: String) -> String? {
    guard let string = value.string else {
      report(.error, value.line, "\(role) must be a string, not \(value.kind)")
      return nil
    }
    let identifier = TypeIdentifier.folded(TypeIdentifier.trimmed(string))
    guard TypeIdentifier.isValid(identifier) else {
      report(
        .error, value.line,
        "'\(string.prefix(80))' is not a type identifier (letters, digits, '.' and '-', at most 255 bytes)")
      return nil
    }
    return identifier
  }

  /// The strings of a value that is a string or an array of strings.
  mutating func strings(from value: JSONValue, for role: String) -> [JSONValue] {
    let values = value.array ?? [value]
    if values.count > TypeLimits.listCount {
      report(.error, value.line, "\(role) has more than \(TypeLimits.listCount) values; the rest is left out")
    }
    var strings: [JSONValue] = []
    for element in values.prefix(TypeLimits.listCount) {
      if element.string != nil {
        strings.append(element)
      } else {
        report(.error, element.line, "\(role) must hold strings, not \(element.kind)")
      }
    }
    return strings
  }

  mutating func supertypes(from value: JSONValue, of identifier: String, for role: String) -> [String] {
    var supertypes: [String] = []
    for element in strings(from: value, for: role) {
      guard let supertype = self.identifier(from: element, for: role) else { continue }
      if supertype == identifier {
        report(.warning, element.line, "'\(identifier)' is declared to conform to itself")
      } else if supertypes.contains(supertype) {
        report(.warning, element.line, "'\(supertype)' is listed twice")
      } else {
        supertypes.append(supertype)
      }
    }
    return supertypes
  }

  mutating func tags(from value: JSONValue, class tagClass: TagClass, for role: String) -> [String] {
    var tags: [String] = []
    for element in strings(from: value, for: role) {
      guard let string = element.string else { continue }
      // White space counts in OSTypes, and legacy pasteboard names are free text.
      var tag = tagClass == .osType || tagClass == .pasteboardType ? string : TypeIdentifier.trimmed(string)
      if tagClass == .filenameExtension, tag.hasPrefix(".") {
        report(.warning, element.line, "extensions are written without their dot: '\(tag.dropFirst())'")
        tag.removeFirst()
      }
      guard tagClass.key(of: tag) != nil else {
        report(.error, element.line, "'\(string.prefix(80))' is not a valid \(tagClass.noun)")
        continue
      }
      if !tags.contains(tag) { tags.append(tag) }
    }
    return tags
  }

  mutating func text(from value: JSONValue, for role: String) -> String? {
    guard let string = value.string else {
      report(.error, value.line, "\(role) must be a string, not \(value.kind)")
      return nil
    }
    let text = TypeIdentifier.trimmed(string)
    guard text.utf8.count <= TypeLimits.textBytes else {
      report(.error, value.line, "\(role) is longer than \(TypeLimits.textBytes) bytes")
      return nil
    }
    return text.isEmpty ? nil : text
  }
}

/// Something in a declaration file that its author should know.
package struct DeclarationDiagnostic: Hashable, Sendable, CustomStringConvertible {
  package enum Severity: String, Sendable {
    /// Part of the file, or all of it, was not taken.
    case error
    /// It was taken, but is probably not what the author means.
    case warning
    /// Nothing is wrong; it tells which of several declarations counts.
    case note
  }

  package let severity: Severity
  package let location: SourceLocation
  package let message: String

  package init(_ severity: Severity, _ location: SourceLocation, _ message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  /// The diagnostic in the form that editors recognise: file, line, severity, message.
  package var description: String { "\(location): \(severity.rawValue): \(message)" }
}
