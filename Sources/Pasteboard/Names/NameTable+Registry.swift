import TypeDeclarations
import UniformTypeIdentifiers

extension NameTable {
  /// The table that the program is built with.
  package static let shared = NameTable(
    RegistryFile.parse(RegistryFiles.targets, name: "TypeRegistry/targets.json"))

  init(_ file: JSONValue) {
    let entries = (file["targets"]?.array ?? []).compactMap { value -> Entry? in
      guard let name = value["target"]?.string, let type = value["type"]?.string.flatMap({ UTType($0) })
      else { return nil }
      return Entry(name: name, type: type)
    }
    self.init(entries: entries, protocolNames: file.strings("protocol"), markers: file.strings("markers"))
  }
}
