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
    for path in files where (try? FileKind(path)) != nil {
      do throws(SystemError) {
        let bytes = try FileDescriptor(reading: path, waits: false).readToEnd(name: path, limit: 1 << 20)
        take(bytes, path, &names)
      } catch {
        problems.append("\(error)")
      }
    }
  }

  private mutating func take(_ bytes: [UInt8], _ path: String, _ names: inout Set<String>) {
    do throws(JSONError) {
      for row in try CommandConverterRow.rows(of: JSONValue.parse(bytes)) where !names.contains(row.name) {
        names.insert(row.name)
        if let converter = row.converter { all.append(converter) }
      }
    } catch {
      problems.append("\(path):\(error.line): \(error.message)")
    }
  }

  private static var files: [String] {
    let own = Environment.directory("XDG_CONFIG_HOME", inHome: ".config").map { [$0] } ?? []
    let systems = (Environment.list("XDG_CONFIG_DIRS") ?? ["/etc/xdg"]).filter { $0.hasPrefix("/") }
    return (own + systems).map { $0 + "/pasteboard/converters.json" }
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
