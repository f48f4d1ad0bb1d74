import TypeDeclarations
import UniformTypeIdentifiers

extension TargetTable {
  /// The table that the program is built with.
  package static let shared = TargetTable(
    RegistryFile.parse(RegistryFiles.targets, name: "TypeRegistry/targets.json"))

  init(_ file: JSONValue) {
    let entries = (file["targets"]?.array ?? []).compactMap { value -> Entry? in
      guard let target = value["target"]?.string, let type = value["type"]?.string.flatMap({ UTType($0) })
      else { return nil }
      return Entry(
        target: target, type: type, encoding: value["encoding"]?.string.flatMap(Encoding.init(rawValue:)))
    }
    self.init(
      offered: file.strings("offered"), entries: entries, protocolTargets: file.strings("protocol"),
      markers: file.strings("markers"))
  }
}
