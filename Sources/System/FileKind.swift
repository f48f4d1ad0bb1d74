import Glibc

/// What kind of thing a path names.
package enum FileKind: Sendable {
  case regular
  case directory
  case symbolicLink
  case pipe
  case socket
  case characterDevice
  case blockDevice

  /// Throws `SystemError` if there is nothing of this name.
  ///
  /// - Parameter followsLinks: true for the kind of what a symbolic link leads to.
  package init(_ path: String, followsLinks: Bool = false) throws(SystemError) {
    var status = stat()
    guard unsafe (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      throw SystemError(path, errno)
    }
    self.init(mode: status.st_mode)
  }

  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      default: .regular
      }
  }
}
