import Terminal
import UniformTypeIdentifiers

extension Subcommand {
  static let typeList = Subcommand(
    path: ["type", "list"],
    summary: "list declared types and their declarations",
    options: [TypeList.conformsTo, .json],
    notes: "",
    examples: """
      pb type list
      pb type list --conforms-to public.image
      pb type list --json | jq -r '.types[].identifier'
      """
  ) { arguments throws(Failure) in
    let types = try TypeList.types(arguments)
    if arguments.has(.json) {
      let list = JSON.object([
        "schemaVersion": .number(1), "types": .array(types.map { TypeInfo($0).json }),
      ])
      try Output.write(list.text)
    } else {
      var table = TextTable([("IDENTIFIER", .left), ("EXTENSIONS", .left), ("DECLARED BY", .left)])
      for type in types {
        let extensions = (type.tags[.filenameExtension] ?? []).joined(separator: ", ")
        table.append([type.identifier, VisibleText.preview(extensions, length: 30), type.declaredBy ?? ""])
      }
      try Output.write(table.text)
    }
    return .success
  }
}

/// The options of `pb type list` and what they do.
enum TypeList {
  static let conformsTo = Option(
    "conforms-to", value: "TYPE", isPerInvocation: true, "list only types that conform to this one")

  static func types(_ arguments: Arguments) throws(Failure) -> [UTType] {
    guard let name = arguments[conformsTo] else { return UTType.declared }
    let supertype = try TypeName.typeOrUndeclared(name)
    return UTType.declared.filter { $0.conforms(to: supertype) }
  }
}
