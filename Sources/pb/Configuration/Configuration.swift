import Pasteboard
import System
import TypeDeclarations

/// What a person set once and for all, and where.
struct Configuration {
  /// The file, whether it is there or not; nil if there is no home.
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
    guard let bytes = try? DeclarationDirectory.bytes(of: path, limit: ConfigurationFile.byteLimit) else {
      return Configuration(path: path, file: ConfigurationFile(), exists: false)
    }
    return Configuration(path: path, file: ConfigurationFile(bytes), exists: true)
  }

  /// Each mistake with its file and line.
  var problems: [String] {
    file.problems.map { "\(path ?? ""):\($0.line): \($0.message)" }
  }

  /// Where a setting stands.
  func location(of setting: ConfigurationFile.Setting) -> String {
    "\(path ?? ""):\(setting.line)"
  }
}
