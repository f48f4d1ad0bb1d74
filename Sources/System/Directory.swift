import Glibc

/// Folders: those that this project keeps for itself, and what is in others.
package enum Directory {
  /// Whether nobody can put anything there but the person, the superuser and `user`.
  package static func isClosed(_ path: FilePath, toAllBut user: UInt32) -> Bool {
    var status = stat()
    guard unsafe stat(path.characters, &status) == 0 else { return false }
    return status.st_mode & 0o022 == 0 && [geteuid(), 0, user].contains(status.st_uid)
  }

  /// Makes a folder, for this user alone unless told otherwise, and those above it that are missing; throws `SystemError`
  /// with the name of the one that cannot be made.
  package static func create(_ path: FilePath, mode: UInt32 = 0o700) throws(SystemError) {
    func make() -> Int32 { unsafe path.withCString { unsafe mkdir($0, mode) } == 0 ? 0 : errno }
    var problem = make()
    if problem == ENOENT, path.folder != path {
      try create(path.folder, mode: mode)
      problem = make()
    }
    // What is there may be a link to a folder.
    if problem != 0, !path.isFolder { throw SystemError("the folder \(path) cannot be made", problem) }
  }

  /// The names in a folder that are wanted, sorted; none, and no error to be told of, if there is no such folder.
  package static func names(in folder: String, where isWanted: (String) -> Bool) -> [String] {
    guard let list = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(list) }
    var names: [String] = []
    while let entry = unsafe readdir(list) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if isWanted(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// The names of what is in a folder, without `.` and `..`, in no order.
  package static func names(in folder: FilePath) throws(SystemError) -> [[UInt8]] {
    guard let list = unsafe folder.withCString({ unsafe opendir($0) }) else {
      throw SystemError(folder.description, errno)
    }
    defer { unsafe closedir(list) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(list) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe FilePath.bytes(of: $0) }
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }
}
