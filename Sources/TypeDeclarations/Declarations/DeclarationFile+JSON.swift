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

extension DeclarationFile {
  /// Takes the declarations of an Apple property list, such as a program's `Info.plist`.
  ///
  /// As the framework does, it takes a string for an array of one, and drops tag classes that it does not
  /// know. Source: Apple, "Defining file and data types for your app", and UTType.h.
  mutating func readPropertyList(_ root: JSONValue) {
    guard root.members != nil else {
      report(.error, root.line, "expected a dictionary, found \(root.kind)")
      return
    }
    let lists: [(key: String, authority: TypeDeclaration.Authority)] = [
      ("UTExportedTypeDeclarations", .exportedByFile), ("UTImportedTypeDeclarations", .importedByFile),
    ]
    if lists.allSatisfy({ root[$0.key] == nil }) {
      report(.warning, root.line, "the property list declares no types")
    }
    for list in lists {
      guard let value = root[list.key] else { continue }
      for dictionary in value.array ?? [value] {
        if let declaration = declaration(fromPropertyList: dictionary, authority: list.authority) {
          append(declaration)
        }
      }
    }
  }

  private mutating func declaration(
    fromPropertyList dictionary: JSONValue, authority: TypeDeclaration.Authority
  ) -> TypeDeclaration? {
    let key = (name: "UTTypeIdentifier", shown: "UTTypeIdentifier")
    guard let identifier = identifier(of: dictionary, key, kind: "a dictionary") else { return nil }
    var declaration = TypeDeclaration(
      identifier: identifier, authority: authority,
      location: SourceLocation(file: path, line: dictionary.line))
    if let value = dictionary["UTTypeConformsTo"] {
      declaration.supertypes = supertypes(from: value, of: identifier, for: "UTTypeConformsTo")
    }
    if let value = dictionary["UTTypeDescription"] {
      declaration.description = text(from: value, for: "UTTypeDescription")
    }
    if let value = dictionary["UTTypeReferenceURL"] {
      declaration.referenceURL = text(from: value, for: "UTTypeReferenceURL")
    }
    if let value = dictionary["UTTypeVersion"] {
      declaration.version = value.integer ?? value.string.flatMap { Int($0) }
    }
    for member in dictionary["UTTypeTagSpecification"]?.members ?? [] {
      guard let tagClass = TagClass(identifier: TypeIdentifier.trimmed(member.name)) else {
        report(.warning, member.value.line, "the tag class '\(member.name.prefix(80))' is not known")
        continue
      }
      let tags = tags(from: member.value, class: tagClass, for: "'\(member.name)'")
      for tag in tags where !declaration.tags[tagClass, default: []].contains(tag) {
        declaration.tags[tagClass, default: []].append(tag)
      }
    }
    return declaration
  }
}
