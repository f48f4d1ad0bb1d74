import Glibc

/// Reads files that somebody else may have put there: no device, no pipe, nothing without end.
package enum RegularFile {
  /// The bytes of a file, at most `limit`; anything but a regular file is an error.
  ///
  /// - Parameter isPrivate: true if it must be the file itself and no link, this user's own, and of nobody else's to
  ///   read or write.
  package static func bytes(
    of path: String, limit: Int, isPrivate: Bool = false
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | (isPrivate ? O_NOFOLLOW : 0))
    guard let status = file.status, status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(path, EINVAL)
    }
    if isPrivate, status.st_uid != geteuid() || status.st_mode & 0o077 != 0 { throw SystemError(path, EPERM) }
    return try file.readToEnd(name: path, limit: limit)
  }
}
