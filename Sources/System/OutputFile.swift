import CLinux
import Glibc

/// The file that a result is written to, whatever its path names.
///
/// A regular file is replaced as a whole or stays as it was: the bytes go into a new file beside it, which has no name
/// where the file system lets it, takes over its owner, mode and extended attributes, and then its name. Where that would change more than the content
/// (hard links, a folder that may not be written to, an owner that cannot be given) the bytes go into the file
/// itself. Links are followed; devices, pipes and descriptors of this process are written to. Errors name the
/// file as the caller does.
package struct OutputFile {
  private let name: String
  /// The path at the end of all symbolic links.
  private let path: FilePath
  private let permissions: UInt32?
  private let mustBeNew: Bool

  /// The file that `path` leads to; throws if the links go round in a circle.
  ///
  /// - Parameters:
  ///   - permissions: what the file's mode is to be, less the umask, whatever is there; nil to keep its mode.
  ///   - mustBeNew: whether writing fails where there is something of that name already.
  ///   - followsLinks: false for a path that others may have put a link at: nothing is written then.
  package init(
    _ path: FilePath, permissions: UInt32? = nil, mustBeNew: Bool = false, followsLinks: Bool = true
  ) throws(SystemError) {
    name = path.description
    self.permissions = permissions
    self.mustBeNew = mustBeNew
    guard followsLinks || path.linkTarget == nil else { throw SystemError(name, ELOOP) }
    guard !mustBeNew, followsLinks else {
      self.path = path
      return
    }
    guard let end = Self.followingLinks(from: path) else { throw SystemError(name, ELOOP) }
    self.path = end
  }

  /// The file that a path in UTF-8 leads to.
  package init(_ path: String, permissions: UInt32? = nil) throws(SystemError) {
    try self.init(FilePath(path), permissions: permissions)
  }

  /// Writes all of `bytes`, in place of what the file holds.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    if mustBeNew { return try create(with: bytes) }
    if let descriptor = Self.ownDescriptor(path) {
      let copy = dup(descriptor)
      guard copy >= 0 else { throw SystemError(name, errno) }
      try FileDescriptor(number: copy).write(bytes, name: name)
      return
    }
    var status = stat()
    guard unsafe stat(path.characters, &status) == 0 else {
      guard errno == ENOENT else { throw SystemError(name, errno) }
      return try replace(nil, with: bytes)
    }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    guard isRegular, status.st_nlink == 1, unsafe access(path.characters, W_OK) == 0 else {
      return try overwrite(with: bytes, isRegular: isRegular)
    }
    try replace(permissions == nil ? status : nil, with: bytes)
  }

  /// Writes into the file itself, which is cut off behind the bytes last: nothing is lost before they are there.
  private func overwrite(with bytes: [UInt8], isRegular: Bool) throws(SystemError) {
    let file = try FileDescriptor(opening: path, O_WRONLY | O_NOCTTY, name: name)
    try file.write(bytes, name: name)
    if isRegular { try file.truncate(to: bytes.count, name: name) }
  }

  /// Writes a new file; fails with `EEXIST` where there is one, also one that came meanwhile.
  private func create(with bytes: [UInt8]) throws(SystemError) {
    let mode = permissions ?? 0o666
    if let file = nameless(mode) {
      try file.write(bytes, name: name)
      if Self.give(path, to: file) { return }
      // Some file systems make files without a name and then give them none.
      if errno == EEXIST { throw SystemError(name, EEXIST) }
    }
    let file = try FileDescriptor(
      opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: mode, name: name)
    do throws(SystemError) {
      try file.write(bytes, name: name)
    } catch {
      unsafe unlink(path.characters)
      throw error
    }
  }

  /// Writes a new file and gives it the name; `present` is the file that has it now and is to be taken after.
  private func replace(_ present: stat?, with bytes: [UInt8]) throws(SystemError) {
    let part = ".pb-\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).part"
    let temporary = FilePath(folder + Array(part.utf8))
    let mode = present == nil ? permissions ?? 0o666 : 0o600
    let file: FileDescriptor
    var isNameless = true
    if let nameless = nameless(mode) {
      file = nameless
    } else {
      isNameless = false
      do {
        file = try FileDescriptor(
          opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: mode)
      } catch {
        if present != nil { return try overwrite(with: bytes, isRegular: true) }
        throw SystemError(name, errno: error)
      }
    }
    do throws(SystemError) {
      if let present, !Self.adopt(present, of: path, by: file) {
        unsafe unlink(temporary.characters)
        return try overwrite(with: bytes, isRegular: true)
      }
      try file.write(bytes, name: name)
      // A new file is there at once, or not at all.
      if isNameless {
        if present == nil, Self.give(path, to: file) { return }
        guard Self.give(temporary, to: file) else { throw SystemError(name, errno) }
      }
      guard unsafe rename(temporary.characters, path.characters) == 0 else { throw SystemError(name, errno) }
    } catch {
      unsafe unlink(temporary.characters)
      throw error
    }
  }

  /// A new file in the folder that has no name yet: nothing stays of it if this process is ended while it writes. Nil where
  /// the file system has none.
  private func nameless(_ mode: UInt32) -> FileDescriptor? {
    // It is named by way of its descriptor's.
    guard unsafe access("/proc/self/fd", X_OK) == 0 else { return nil }
    return try? FileDescriptor(
      opening: FilePath(folder.isEmpty ? [0x2E] : folder),
      O_WRONLY | O_DIRECTORY | Int32(CLinuxFileWithoutName),
      permissions: mode)
  }

  /// Gives a file without a name one that nobody has; false if that fails, as `errno` has it.
  private static func give(_ path: FilePath, to file: borrowing FileDescriptor) -> Bool {
    unsafe linkat(AT_FDCWD, "/proc/self/fd/\(file.number)", AT_FDCWD, path.characters, AT_SYMLINK_FOLLOW) == 0
  }

  /// The folder of the file, with a slash at its end; empty for the current one.
  private var folder: [UInt8] { Self.folder(of: path) }

  private static func folder(of path: FilePath) -> [UInt8] {
    path.bytes.lastIndex(of: 0x2F).map { Array(path.bytes[...$0]) } ?? []
  }
}

// MARK: What belongs to a file beside its content

extension OutputFile {
  /// Gives a new file the owner, the mode and the extended attributes (access control lists among them) of the one
  /// that it replaces; false if that is not allowed.
  private static func adopt(_ present: stat, of path: FilePath, by file: borrowing FileDescriptor) -> Bool {
    guard let own = file.status else { return false }
    let isSameOwner = own.st_uid == present.st_uid && own.st_gid == present.st_gid
    // The owner first: a change of it takes the bits of set-user-ID away.
    guard isSameOwner || fchown(file.number, present.st_uid, present.st_gid) == 0 else { return false }
    guard fchmod(file.number, present.st_mode & 0o7777) == 0 else { return false }
    return copyAttributes(of: path, to: file)
  }

  private static func copyAttributes(of path: FilePath, to file: borrowing FileDescriptor) -> Bool {
    let path = path.characters
    let size = unsafe listxattr(path, nil, 0)
    // A file system without attributes has none to lose.
    guard size > 0 else { return size == 0 || errno == ENOTSUP }
    var names = [CChar](repeating: 0, count: size)
    guard unsafe listxattr(path, &names, size) == size else { return false }
    for part in names.split(separator: 0) {
      let name = String(decoding: part.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let length = unsafe getxattr(path, name, nil, 0)
      guard length >= 0 else { return false }
      var value = [UInt8](repeating: 0, count: max(length, 1))
      guard unsafe getxattr(path, name, &value, length) == length,
        unsafe fsetxattr(file.number, name, value, length, 0) == 0
      else { return false }
    }
    return true
  }
}

// MARK: Links

extension OutputFile {
  /// The path that remains when symbolic links at its end are followed; what it names need not be there.
  ///
  /// Nil if there is no end to them.
  private static func followingLinks(from path: FilePath) -> FilePath? {
    var path = path
    for _ in 0..<FilePath.linkLimit {
      guard ownDescriptor(path) == nil, let target = path.linkTarget else { return path }
      path = target
    }
    return nil
  }

  /// The descriptor of this process that a path names (proc(5), `/proc/self/fd`).
  ///
  /// What it is open for may have no other name, and opening it anew would begin at its start.
  private static func ownDescriptor(_ path: FilePath) -> Int32? {
    let path = path.description
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }
}

extension SystemError {
  /// The same failure, of a file that the caller knows by another name.
  fileprivate init(_ name: String, errno error: SystemError) {
    if case .call(let number) = error.kind { self.init(name, number) } else { self = error }
  }
}
