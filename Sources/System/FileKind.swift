import Glibc

/// What kind of thing a path names.
package enum FileKind {
  case directory
  case symbolicLink
  case other

  /// Throws `SystemError` if there is nothing of this name.
  package init(_ path: String) throws(SystemError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw SystemError(path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .symbolicLink
    default: self = .other
    }
  }
}
