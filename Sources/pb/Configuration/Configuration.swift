import Pasteboard
import System
import TypeDeclarations
import UniformTypeIdentifiers

/// The settings of a person, with their file.
struct Configuration {
  /// The file, which need not exist; nil without a home folder.
  let path: String?
  let file: ConfigurationFile
  /// True if the file is there.
  let exists: Bool

  /// Reads `pasteboard/config` in the folder of configurations.
  static func read() -> Configuration {
    guard let folder = Environment.configurationFolder else {
      return Configuration(path: nil, file: ConfigurationFile(), exists: false)
    }
    let path = folder + "/config"
    do {
      let bytes = try DeclarationDirectory.bytes(of: path, limit: ConfigurationFile.byteLimit)
      return Configuration(path: path, file: ConfigurationFile(bytes), exists: true)
    } catch {
      guard !error.isAbsence else {
        return Configuration(path: path, file: ConfigurationFile(), exists: false)
      }
      return Configuration(path: path, file: ConfigurationFile(problem: error.description), exists: true)
    }
  }

  /// Warns of all mistakes in the file, once a session, and only if standard error is a terminal, pipe or file.
  func warnOfProblems() {
    let problems = problems
    let errors = FileDescriptor.standardError
    guard !problems.isEmpty, errors.isTerminal || errors.isPipeOrFile,
      isNews(problems.joined(separator: "\n"), isTerminal: errors.isTerminal)
    else { return }
    for problem in problems { Output.warn(problem) }
  }

  /// True if this was not told before; the folder of the session remembers what was.
  ///
  /// Warnings that went into a log are repeated on a terminal.
  private func isNews(_ text: String, isTerminal: Bool) -> Bool {
    guard let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return true }
    let path = folder + "/pasteboard-config-told"
    let (seen, logged) = (Array(("seen\n" + text).utf8), Array(("logged\n" + text).utf8))
    let told = try? RegularFile.bytes(of: path, limit: 1 << 20, isPrivate: true)
    if told == seen || told == logged && !isTerminal { return false }
    _ = try? OutputFile(path, permissions: 0o600).write(isTerminal ? seen : logged)
    return true
  }

  /// Each mistake with its file and line.
  var problems: [String] {
    file.problems.map { $0.line == 0 ? $0.message : "\(path ?? ""):\($0.line): \($0.message)" }
  }

  /// The file and line of a setting.
  func location(of setting: ConfigurationFile.Setting) -> String {
    "\(path ?? ""):\(setting.line)"
  }
}
