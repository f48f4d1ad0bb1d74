import Terminal
import UniformTypeIdentifiers

extension Subcommand {
  static let typeList = Subcommand(
    path: ["type", "list"], operands: "", operandCount: 0...0,
    summary: "list all declared types, with who declares them",
    options: [.json],
    discussion: "",
    examples: [
      "pb type list",
      "pb type list --json | jq -r '.types[] | select(.extensions | index(\"md\")) | .identifier'",
    ]
  ) { arguments throws(Failure) in
    let types = UTType.declared
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
