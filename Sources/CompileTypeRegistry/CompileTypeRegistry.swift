import Foundation
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
    case "Conversions": return [compiling("formats", from: registry, into: output, with: compiler)]
    case "Pasteboard":
      return [
        compiling("names", of: "targets", from: registry, into: output, with: compiler),
        compiling("rules", of: "applications", from: registry, into: output, with: compiler),
      ]
    default:
      return []
    }
  }

  /// Makes constants of a table of the registry, so that a start need not read it.
  private func compiling(
    _ mode: String, of table: String? = nil, from registry: URL, into output: URL, with compiler: URL
  ) -> Command {
    let file = registry.appending(path: "\(table ?? mode).json")
    let source = output.appending(path: "BuiltIn\(mode.capitalized).swift")
    return .buildCommand(
      displayName: "Compiling the table of \(mode)", executable: compiler,
      arguments: [mode, source.path(percentEncoded: false), file.path(percentEncoded: false)],
      inputFiles: [file], outputFiles: [source])
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
