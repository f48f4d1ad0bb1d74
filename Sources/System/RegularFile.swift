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
    let status = try file.regularStatus(name: path)
    if isPrivate, status.st_uid != geteuid() || status.st_mode & 0o077 != 0 { throw SystemError(path, EPERM) }
    return try file.readToEnd(name: path, limit: limit)
  }

  /// The bytes of a file whose path need not be UTF-8, at most `limit`.
  package static func bytes(of path: FilePath, limit: Int) throws(SystemError) -> [UInt8] {
    try open(path).readToEnd(name: path.description, limit: limit)
  }

  /// The first bytes of a file: enough to tell what it is.
  ///
  /// - Parameter count: how many at most.
  package static func beginning(
    of path: FilePath, atMost count: Int = 1 << 18
  ) throws(SystemError) -> [UInt8] {
    let file = try open(path)
    return try file.read(atMost: count, name: path.description)
  }

  /// How many bytes a file has.
  package static func size(of path: FilePath) throws(SystemError) -> Int {
    guard let status = try open(path).status else { throw SystemError(path.description, errno) }
    return Int(status.st_size)
  }

  /// What becomes another text when a file changes; nil for what is no regular file.
  package static func state(of path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let time = status.st_mtim
    return "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  /// True if a file is this user's own.
  package static func isOwn(_ path: FilePath) -> Bool {
    guard let file = try? open(path), let status = file.status else { return false }
    return status.st_uid == geteuid()
  }

  private static func open(_ path: FilePath) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    _ = try file.regularStatus(name: path.description)
    return file
  }
}
