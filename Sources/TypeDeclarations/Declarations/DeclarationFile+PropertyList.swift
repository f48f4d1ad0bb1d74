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
