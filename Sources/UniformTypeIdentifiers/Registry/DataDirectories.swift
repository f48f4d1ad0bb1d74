package import System
package import TypeDeclarations

/// The directories in which the desktop keeps shared data (XDG Base Directory Specification).
enum DataDirectories {
  /// `$XDG_DATA_HOME`, then each of `$XDG_DATA_DIRS`; the most important first, absolute ones only.
  static var current: [String] {
    let userDirectory =
      Environment.value("XDG_DATA_HOME") ?? Environment.value("HOME").map { $0 + "/.local/share" }
    var candidates = Environment.list("XDG_DATA_DIRS") ?? ["/usr/local/share", "/usr/share"]
    if let userDirectory { candidates.insert(userDirectory, at: 0) }
    // Every process comes by here: plain loops cost it a fifth of what generic algorithms do.
    var directories: [String] = []
    for candidate in candidates where candidate.hasPrefix("/") && !directories.contains(candidate) {
      directories.append(candidate)
    }
    return directories
  }

  /// The directory for what can be made again.
  static var cache: String? {
    Environment.directory("XDG_CACHE_HOME", inHome: ".cache").map { $0 + "/pasteboard" }
  }
}

/// Files that people write, in JSON.
package enum JSONFile {
  /// The reason why a file is not used.
  package enum Problem: Error, CustomStringConvertible {
    case unreadable(SystemError)
    /// A mistake, with the file and its line.
    case mistake(String)

    package var description: String {
      switch self {
      case .unreadable(let error): error.description
      case .mistake(let words): words
      }
    }
  }

  /// More bytes are none that people wrote.
  private static let limit = 1 << 20

  /// The content of a file; nil if there is none.
  package static func read<Result>(
    _ path: String, _ interpret: (JSONValue) throws(JSONError) -> Result
  ) throws(Problem) -> Result? {
    guard (try? FileKind(path)) != nil else { return nil }
    let bytes = try rethrowing(as: Problem.unreadable) { () throws(SystemError) in
      try FileDescriptor(reading: path, waits: false).readToEnd(name: path, limit: limit)
    }
    do throws(JSONError) {
      return try interpret(try JSONValue.parse(bytes))
    } catch {
      throw .mistake("\(path):\(error.line): \(error.message)")
    }
  }
}
