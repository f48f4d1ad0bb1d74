import System
import TypeDeclarations
import UniformTypeIdentifiers

/// The converters that a person has: those of `pasteboard/converters.json` in the folder of settings and, unless a
/// person's own has their name, of the system's (`XDG_CONFIG_DIRS`).
package struct CommandConverters: Sendable {
  package private(set) var all: [CommandConverter] = []
  /// The file and the line of the command of each.
  private var places: [String] = []
  /// Mistakes in the files, each with its file and line; nothing of such a file is used.
  package private(set) var problems: [String] = []

  /// Those of this machine and its user, read once.
  package static let current = CommandConverters(files: files)

  init(files: [String]) {
    var names: Set<String> = []
    for path in files {
      do throws(JSONFile.Problem) {
        for row in try JSONFile.read(path, CommandConverterRow.rows) ?? [] where !names.contains(row.name) {
          names.insert(row.name)
          guard let converter = row.converter else { continue }
          all.append(converter)
          places.append("\(path):\(row.line)")
        }
      } catch {
        problems.append(error.description)
      }
    }
  }

  /// Converters whose programs are not there, each with its file and line.
  ///
  /// - Parameter isThere: whether there is a program of a name or a path.
  package func missingPrograms(_ isThere: (String) -> Bool) -> [String] {
    zip(all, places).compactMap { converter, place in
      guard let program = converter.command.first, !isThere(program) else { return nil }
      return "\(place): warning: the converter '\(converter.name)' has no program: there is no '\(program)'"
    }
  }

  private static var files: [String] {
    let own = Environment.configurationFolder.map { [$0] } ?? []
    let systems = (Environment.list("XDG_CONFIG_DIRS") ?? ["/etc/xdg"]).filter { $0.hasPrefix("/") }
    return (own + systems.map { $0 + "/pasteboard" }).map { $0 + "/converters.json" }
  }
}

extension ConverterGraph {
  /// What this program converts, and what a person's own converters do.
  package static var withCommands: ConverterGraph { shared.adding(CommandConverters.current.all) }

  /// The same for a paste, which starts no program that may not serve one.
  package static var forPastes: ConverterGraph {
    shared.adding(CommandConverters.current.all.filter(\.servesPastes))
  }
}
