import System
import TypeDeclarations

/// The converters that a person has: those of `pasteboard/converters.json` in the folder of settings and, unless a
/// person's own has their name, of the system's (`XDG_CONFIG_DIRS`).
package struct CommandConverters: Sendable {
  package private(set) var all: [CommandConverter] = []
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
          if let converter = row.converter { all.append(converter) }
        }
      } catch {
        problems.append(error.description)
      }
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
