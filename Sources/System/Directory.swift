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
    if problem != 0, !path.isFolder { throw SystemError("could not create the folder \(path)", problem) }
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

/// A folder for this user alone, in memory where the session has such a place; for as long as somebody works in it.
package struct PrivateFolder {
  package let path: FilePath

  /// Throws `SystemError` if there is no place for it.
  package init() throws(SystemError) {
    let base = Environment.value("XDG_RUNTIME_DIR") ?? Environment.value("TMPDIR") ?? "/tmp"
    var template = Array((base + "/pb-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw SystemError(base, errno) }
    path = FilePath(String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// Takes it away, and what is in it.
  package func remove() {
    Self.remove(path)
  }

  private static func remove(_ folder: FilePath) {
    for name in (try? Directory.names(in: folder)) ?? [] {
      let path = folder.appending(name)
      let isFile = unsafe path.withCString { unsafe unlink($0) } == 0
      if !isFile { remove(path) }
    }
    _ = unsafe folder.withCString { unsafe rmdir($0) }
  }
}

/// The turn of this process among those of the same person that read something and put more in its place.
///
/// A folder of the person's own is locked (flock(2)): that leaves nothing behind, and ends with the process.
package final class UserLock {
  private let folder: Int32

  /// Waits for it, and goes ahead without it where there is nothing to lock, or after `patience`.
  package init(within patience: Duration = .seconds(10)) {
    let path = Environment.value("XDG_RUNTIME_DIR") ?? Environment.value("HOME") ?? "/"
    folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let deadline = MonotonicTime.now + patience
    while folder >= 0, flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR,
      .now < deadline
    {
      usleep(2000)
    }
  }

  deinit {
    if folder >= 0 { close(folder) }
  }

  /// Lets the next one go ahead, also where a child of this process still has the folder open.
  package func end() {
    if folder >= 0 { _ = flock(folder, LOCK_UN) }
  }
}
