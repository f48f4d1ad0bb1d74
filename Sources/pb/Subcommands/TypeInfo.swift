import Conversions
import Pasteboard
import TypeDeclarations
import Terminal
import UniformTypeIdentifiers

extension Subcommand {
  static let typeInfo = Subcommand(
    path: ["type", "info"], operands: "TYPE", operandCount: 1...1,
    summary: "print everything known about a type",
    options: [.json],
    notes: """
      pb decodes a dynamic identifier (dyn.…) into its tags and names the declared type that has them. It
      also reports identifiers that are not declared.
      """,
    examples: """
      pb type info md
      pb type info dyn.ah62d4rv4ge8043a --json
      """
  ) { arguments throws(Failure) in
    let info = TypeInfo(try TypeName.typeOrUndeclared(arguments.operands[0]))
    try Output.write(arguments.has(.json) ? info.json.text : info.text)
    return .success
  }
}

/// Everything known about a type, for people and for programs.
struct TypeInfo {
  let type: UTType
  private let lists: [(title: String, key: String, values: [String])]

  init(_ type: UTType) {
    self.type = type
    let supertypes = type.supertypesInOrder.map(\.identifier)
    lists = [
      ("conforms to", "conformsTo", type.directSupertypes.map(\.identifier)),
      ("supertypes", "supertypes", supertypes),
      ("extensions", "extensions", type.tags[.filenameExtension] ?? type.desktopExtensions),
      ("MIME types", "mimeTypes", type.tags[.mimeType] ?? []),
      ("desktop's names", "desktopMimeTypes", type.desktopMIMETypes),
      ("OSTypes", "osTypes", (type.tags[.osType] ?? []).map { "'\($0)'" }),
      ("pasteboard types", "pasteboardTypes", type.tags[.pasteboardType] ?? []),
      ("targets", "targets", NameTable.shared.listedNames(for: type)),
      ("can become", "becomes", ConverterGraph.withCommands.reachable(from: type).map(\.identifier)),
      ("stands for", "standsFor", type.declaredStandIn.map { [$0.identifier] } ?? []),
    ]
  }

  var text: String {
    var lines: [(String, String)] = [
      ("identifier", type.identifier), ("state", type.state.rawValue),
      ("description", type.localizedDescription ?? type.desktopDescription ?? ""),
    ]
    lines += lists.map { ($0.title, $0.values.joined(separator: ", ")) }
    lines.append(("declared by", type.declaredBy ?? ""))
    let width = lines.map(\.0.count).max() ?? 0
    return lines.filter { !$0.1.isEmpty }
      .map { title, value in
        title + ":" + String(repeating: " ", count: width - title.count + 1) + VisibleText.escaping(value)
          + "\n"
      }
      .joined()
  }

  var json: JSON {
    func values(_ key: String) -> JSON { .strings(lists.first { $0.key == key }?.values ?? []) }
    return .object([
      "schemaVersion": .number(1),
      "identifier": .string(type.identifier),
      "state": .string(type.state.rawValue),
      "description": .optional(type.localizedDescription ?? type.desktopDescription),
      "conformsTo": values("conformsTo"),
      "supertypes": values("supertypes"),
      "extensions": values("extensions"),
      "mimeTypes": values("mimeTypes"),
      "desktopMimeTypes": values("desktopMimeTypes"),
      "osTypes": .strings(type.tags[.osType] ?? []),
      "pasteboardTypes": values("pasteboardTypes"),
      "targets": values("targets"),
      "becomes": values("becomes"),
      "standsFor": .optional(type.declaredStandIn?.identifier),
      "declaredBy": .optional(type.declaredBy),
    ])
  }
}

extension UTType {
  /// Every supertype once, each after a type that names it: depth first, in declared order.
  fileprivate var supertypesInOrder: [UTType] {
    var seen: Set<UTType> = [self]
    var order: [UTType] = []
    var pending = Array(directSupertypes.reversed())
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      order.append(next)
      pending += next.directSupertypes.reversed()
    }
    return order
  }

  /// The file and line of the declaration; nil if nothing declares the type.
  var declaredBy: String? {
    provenance.map { $0.authority.isBuiltIn ? "built in (\($0.location))" : "\($0.location)" }
  }
}
