import Glibc

/// Folders of files that this project keeps for itself.
package enum Directory {
  /// Makes a folder, for this user alone, and those above it that are missing.
  package static func create(_ path: String) {
    if unsafe mkdir(path, 0o700) == 0 || errno != ENOENT { return }
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    create(String(path[..<slash]))
    _ = unsafe mkdir(path, 0o700)
  }
}
