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

  /// The number of bytes a file has.
  package static func size(of path: FilePath) throws(SystemError) -> Int {
    guard let status = try open(path).status else { throw SystemError(path.description, errno) }
    return Int(status.st_size)
  }

  /// A text that differs after the file has changed; nil if it is not a regular file.
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

/// The kind of file that a path names.
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

/// A regular file, whatever path leads to it: hard links, symbolic links and `./` name the same one.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  fileprivate init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

extension FilePath {
  /// The regular file that the path leads to; nil if it leads to none.
  package var fileIdentity: FileIdentity? {
    var status = stat()
    guard unsafe withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
    return FileIdentity(status)
  }
}

extension FileDescriptor {
  /// The regular file that is open; nil for a pipe, a terminal or a device.
  package var fileIdentity: FileIdentity? { status.flatMap(FileIdentity.init) }
}

/// A regular file of which only parts are read, as a question about it needs them.
package struct RandomAccessFile: ~Copyable {
  private let file: FileDescriptor
  private let name: String
  /// The size in bytes when the file was opened.
  package let size: Int

  /// Opens a file; anything but a regular file is an error.
  package init(_ path: FilePath) throws(SystemError) {
    let opened = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    let name = path.description
    let status = try opened.regularStatus(name: name)
    file = opened
    size = Int(status.st_size)
    self.name = name
  }

  /// The bytes from an offset on, at most `count`; fewer at the end of the file.
  package borrowing func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    let descriptor = file.number
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 || errno != EINTR {
          failure = got < 0 ? errno : 0
          return
        }
      }
    }
    guard failure == 0 else { throw SystemError(name, failure) }
    return bytes
  }
}
