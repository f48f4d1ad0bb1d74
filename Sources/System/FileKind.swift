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
  package init(_ path: FilePath, followsLinks: Bool = false) throws(SystemError) {
    var status = stat()
    let characters = path.characters
    guard unsafe (followsLinks ? stat(characters, &status) : lstat(characters, &status)) == 0 else {
      throw SystemError(path.description, errno)
    }
    self.init(mode: status.st_mode)
  }

  /// The kind of what a path in UTF-8 names.
  package init(_ path: String, followsLinks: Bool = false) throws(SystemError) {
    try self.init(FilePath(path), followsLinks: followsLinks)
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
