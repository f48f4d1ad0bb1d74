import Glibc

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
