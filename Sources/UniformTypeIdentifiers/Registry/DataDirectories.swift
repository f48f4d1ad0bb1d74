import System

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
