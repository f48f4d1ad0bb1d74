import Glibc
import PackagePlugin

/// Compiles the files of `TypeRegistry/` into the targets that answer from them.
@main
struct CompileTypeRegistry: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let registry = context.package.directoryURL.appending(path: "TypeRegistry")
    let compiler = try context.tool(named: "TypeRegistryCompiler").url
    let output = context.pluginWorkDirectoryURL
    switch target.name {
    case "UniformTypeIdentifiers":
      let types = registry.appending(path: "types")
      let declarations = names(in: types.path(percentEncoded: false)).filter { $0.hasSuffix(".json") }
        .sorted()
        .map { types.appending(path: $0) }
      let table = output.appending(path: "BuiltInTypes.swift")
      return [
        .buildCommand(
          displayName: "Compiling the type registry", executable: compiler,
          arguments: ["types", table.path(percentEncoded: false)]
            + declarations.map { $0.path(percentEncoded: false) },
          inputFiles: declarations, outputFiles: [table])
      ]
    case "Pasteboard":
      let targets = registry.appending(path: "targets.json")
      let applications = registry.appending(path: "applications.json")
      let files = output.appending(path: "RegistryFiles.swift")
      return [
        .buildCommand(
          displayName: "Embedding the targets and application rules", executable: compiler,
          arguments: [
            "files", files.path(percentEncoded: false), "targets=\(targets.path(percentEncoded: false))",
            "applications=\(applications.path(percentEncoded: false))",
          ],
          inputFiles: [targets, applications], outputFiles: [files])
      ]
    default:
      return []
    }
  }

  private func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else {
      Diagnostics.error("\(directory) cannot be read")
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }
}
