package import System
import TypeDeclarations

/// The declaration files of a directory.
package enum DeclarationDirectory {
  /// A file, with what tells whether it has changed since it was last read.
  package struct File: Sendable {
    package let path: String
    package let state: String
  }

  /// The declaration files in a directory, sorted by name; empty if there is no such directory.
  package static func files(in directory: String) -> [File] {
    let names = Directory.names(in: directory) {
      ($0.hasSuffix(".json") || $0.hasSuffix(".plist")) && !$0.hasPrefix(".")
    }
    return names.compactMap { name in
      let path = directory + "/" + name
      return RegularFile.state(of: path).map { File(path: path, state: $0) }
    }
  }

  /// The bytes of a file, at most one more than `limit`.
  package static func bytes(
    of path: String, limit: Int = TypeLimits.fileBytes
  ) throws(SystemError) -> [UInt8] {
    try FileDescriptor(reading: path, waits: false).read(atMost: limit + 1, name: path)
  }
}
