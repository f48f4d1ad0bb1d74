import TypeDeclarations
import UniformTypeIdentifiers

extension ApplicationRules {
  /// The rules that the program is built with.
  package static let shared = ApplicationRules(
    RegistryFile.parse(RegistryFiles.applications, name: "TypeRegistry/applications.json"))

  init(_ file: JSONValue) {
    rules = (file["applications"]?.array ?? []).compactMap { value in
      guard let name = value["name"]?.string else { return nil }
      let asOwner = value["asOwner"]
      return ApplicationRule(
        name: name, offers: value["match"]?.strings("offers") ?? [],
        markdownIsGenerated: asOwner?["markdownIsGenerated"]?.bool ?? false,
        preferred: asOwner?.strings("prefer").compactMap { UTType($0) } ?? [])
    }
  }
}
