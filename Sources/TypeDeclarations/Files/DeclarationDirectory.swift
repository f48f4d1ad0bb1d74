import Glibc
package import System

/// The declaration files of a directory. Only this file calls the file system for them.
package enum DeclarationDirectory {
  /// A file, with what tells whether it has changed since it was last read.
  package struct File: Sendable {
    package let path: String
    package let state: String
  }

  /// The declaration files in a directory, sorted by name; empty if there is no such directory.
  package static func files(in directory: String) -> [File] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".json") || name.hasSuffix(".plist"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().compactMap { name in
      let path = directory + "/" + name
      var status = stat()
      guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      let time = status.st_mtim
      return File(path: path, state: "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)")
    }
  }

  /// The bytes of a file, at most one more than `limit`.
  package static func bytes(
    of path: String, limit: Int = TypeLimits.fileBytes
  ) throws(SystemError) -> [UInt8] {
    try FileDescriptor(reading: path, waits: false).read(atMost: limit + 1, name: path)
  }
}
