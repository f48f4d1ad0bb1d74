import Glibc

/// A regular file of which only parts are read, as a question about it needs them.
package struct FileParts: ~Copyable {
  private let file: FileDescriptor
  private let name: String
  /// In bytes, as it was when the file was opened.
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
