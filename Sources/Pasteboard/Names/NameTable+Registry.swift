import UniformTypeIdentifiers

extension NameTable {
  /// The table that the program is built with.
  package static let shared = NameTable(
    entries: NameDeclaration.all.compactMap { declaration in
      UTType(declaration.type).map { Entry(name: declaration.name, type: $0) }
    }, protocolNames: NameDeclaration.protocolNames, markers: NameDeclaration.markers)
}

/// A row of `TypeRegistry/targets.json`, which the build writes as a constant.
struct NameDeclaration: Sendable {
  let name: String
  let type: String
}
