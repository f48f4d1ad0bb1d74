extension DeclarationFile {
  /// Takes declarations in the project's own format: an array of objects, or an object with `types`.
  mutating func readJSON(_ root: JSONValue) {
    guard let objects = root.array ?? root["types"]?.array else {
      report(.error, root.line, "expected an array of type declarations, found \(root.kind)")
      return
    }
    for object in objects {
      if let declaration = declaration(fromJSON: object) { append(declaration) }
    }
  }

  private mutating func declaration(fromJSON object: JSONValue) -> TypeDeclaration? {
    let key = (name: "identifier", shown: "'identifier'")
    guard let identifier = identifier(of: object, key, kind: "an object") else { return nil }
    var declaration = TypeDeclaration(
      identifier: identifier, authority: owner == .registry ? .exported : .exportedByFile,
      location: SourceLocation(file: path, line: object.line))
    for member in object.members ?? [] {
      let value = member.value
      let role = "'\(member.name)'"
      switch member.name {
      case "identifier": break
      case "conformsTo": declaration.supertypes = supertypes(from: value, of: identifier, for: role)
      case "description": declaration.description = text(from: value, for: role)
      case "referenceURL": declaration.referenceURL = text(from: value, for: role)
      case "source": declaration.source = text(from: value, for: role)
      case "desktopMimeTypes":
        declaration.desktopMIMETypes = tags(from: value, class: .mimeType, for: role)
      case "version":
        if let version = value.integer, version >= 0 {
          declaration.version = version
        } else {
          report(.error, value.line, "'version' must be a whole number that is not negative")
        }
      case "declaration":
        if let authority = authority(from: value) { declaration.authority = authority }
      default:
        if let tagClass = TagClass.allCases.first(where: { $0.declarationKey == member.name }) {
          let tags = tags(from: value, class: tagClass, for: role)
          if !tags.isEmpty { declaration.tags[tagClass] = tags }
        } else {
          report(.warning, value.line, "unknown key \(role)")
        }
      }
    }
    return declaration
  }

  private mutating func authority(from value: JSONValue) -> TypeDeclaration.Authority? {
    switch (value.string, owner) {
    case ("exported", .registry): return .exported
    case ("imported", .registry): return .imported
    case ("adopted", .registry): return .adopted
    case ("exported", .machine): return .exportedByFile
    case ("imported", .machine): return .importedByFile
    default:
      report(.error, value.line, "'declaration' must be \"exported\" or \"imported\"")
      return nil
    }
  }
}
