import CLinux
import Glibc

/// Copies and moves files and folders into a folder, in which nothing is overwritten.
///
/// Modes and times are kept, symbolic links stay links. A file that cannot be copied whole is taken away again; of a
/// folder all is copied that can be.
package struct FileTransfer {
  /// The entries of folders that are neither files nor folders nor links, and were left out.
  package private(set) var leftOut: [FilePath] = []
  /// The reason why something within folders could not be copied.
  package private(set) var failures: [SystemError] = []

  private let report: (Int) -> Void
  private var byteCount = 0

  /// - Parameter report: is told the bytes copied so far, as they grow.
  package init(report: @escaping (_ bytes: Int) -> Void = { _ in }) {
    self.report = report
  }

  /// Copies a file, or a folder with all that is in it; returns the path of the copy.
  package mutating func copy(_ source: FilePath, into folder: FilePath) throws(SystemError) -> FilePath {
    try checkPlace(of: source, folder)
    var transfer = self
    defer { self = transfer }
    return try UniqueFilename.take(source.lastComponent, in: folder) { goal throws(SystemError) in
      try transfer.copy(source, to: goal)
      return goal
    }
  }

  /// Moves a file or a folder; returns its new path. What lies in that folder already stays.
  package mutating func move(_ source: FilePath, into folder: FilePath) throws(SystemError) -> FilePath {
    try checkPlace(of: source, folder)
    if try source.folder.resolved() == folder.resolved() {
      return folder.appending(source.lastComponent)
    }
    do throws(SystemError) {
      return try UniqueFilename.take(source.lastComponent, in: folder) { goal throws(SystemError) in
        try Self.rename(source, goal)
        return goal
      }
    } catch {
      // Another file system, or one that cannot tell whether a name is free.
      guard [EXDEV, EINVAL, ENOSYS].map(SystemError.Kind.call).contains(error.kind) else { throw error }
    }
    let before = leftOut.count + failures.count
    let goal = try copy(source, into: folder)
    if leftOut.count + failures.count == before { try Self.remove(source) }
    return goal
  }

  /// A folder within itself would have no end, and a device may have none.
  private func checkPlace(of source: FilePath, _ folder: FilePath) throws(SystemError) {
    switch try source.kind {
    case .regular, .symbolicLink: return
    case .pipe, .socket, .characterDevice, .blockDevice:
      throw SystemError(refused: "\(source) is neither a file nor a folder")
    case .directory: break
    }
    let (outer, inner) = (try source.resolved().bytes, try folder.resolved().bytes)
    if inner == outer || outer == [0x2F] || inner.starts(with: outer + [0x2F]) {
      throw SystemError(refused: "\(source) cannot be put into itself")
    }
  }
}

// MARK: Copying

extension FileTransfer {
  private mutating func copy(_ source: FilePath, to goal: FilePath) throws(SystemError) {
    switch try source.kind {
    case .regular: try copyFile(source, to: goal)
    case .directory: try copyFolder(source, to: goal)
    case .symbolicLink: try Self.copyLink(source, to: goal)
    case .pipe, .socket, .characterDevice, .blockDevice: leftOut.append(source)
    }
  }

  private mutating func copyFile(_ source: FilePath, to goal: FilePath) throws(SystemError) {
    let chunk = 1 << 20
    // The file may have become a pipe meanwhile: do not wait for one.
    let input = try FileDescriptor(opening: source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard let status = input.status else { throw SystemError(source.description, errno) }
    let output = try FileDescriptor(
      opening: goal, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o600)
    do throws(SystemError) {
      while true {
        let bytes = try input.read(atMost: chunk, name: source.description)
        try output.write(bytes, name: goal.description)
        byteCount += bytes.count
        report(byteCount)
        if bytes.count < chunk { break }
      }
      try Self.adopt(status, output, goal)
    } catch {
      _ = unsafe goal.withCString { unsafe unlink($0) }
      throw error
    }
  }

  private mutating func copyFolder(_ source: FilePath, to goal: FilePath) throws(SystemError) {
    let (status, names) = (try source.linkStatus, try Directory.names(in: source))
    guard unsafe goal.withCString({ unsafe mkdir($0, 0o700) }) == 0 else {
      throw SystemError(goal.description, errno)
    }
    for name in names {
      do throws(SystemError) {
        try copy(source.appending(name), to: goal.appending(name))
      } catch {
        // One that may not be read keeps no other back; a disk that is full takes none.
        guard error.kind == .call(EACCES) else { throw error }
        failures.append(error)
      }
    }
    try Self.adopt(status, try FileDescriptor(opening: goal, O_RDONLY | O_DIRECTORY), goal)
  }

  private static func copyLink(_ source: FilePath, to goal: FilePath) throws(SystemError) {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe source.withCString { unsafe readlink($0, &target, target.count - 1) }
    guard length >= 0 else { throw SystemError(source.description, errno) }
    guard unsafe goal.withCString({ unsafe symlink(target, $0) }) == 0 else {
      throw SystemError(goal.description, errno)
    }
  }

  /// Gives a copy the mode and the times of its original. Bits that lend an owner's rights stay behind.
  private static func adopt(
    _ status: stat, _ file: borrowing FileDescriptor, _ path: FilePath
  ) throws(SystemError) {
    let times = [status.st_atim, status.st_mtim]
    guard fchmod(file.number, status.st_mode & 0o777) == 0, unsafe futimens(file.number, times) == 0
    else { throw SystemError(path.description, errno) }
  }
}

// MARK: Moving

extension FileTransfer {
  private static func rename(_ source: FilePath, _ goal: FilePath) throws(SystemError) {
    let status = unsafe source.withCString { source in
      unsafe goal.withCString { goal in
        unsafe renameat2(AT_FDCWD, source, AT_FDCWD, goal, UInt32(CLinuxRenameWithoutReplacing))
      }
    }
    guard status == 0 else { throw SystemError(source.description, errno) }
  }

  /// Takes away what was copied.
  private static func remove(_ path: FilePath) throws(SystemError) {
    let isFolder = try path.kind == .directory
    if isFolder {
      for name in try Directory.names(in: path) { try remove(path.appending(name)) }
    }
    guard isFolder else { return try path.removeFile() }
    guard unsafe path.withCString({ unsafe rmdir($0) }) == 0 else {
      throw SystemError(path.description, errno)
    }
  }
}

/// Finds names in a folder that nothing has yet, as file managers do: `name (2).ext`.
package enum UniqueFilename {
  /// The most files of one name: more are no accident.
  private static let tryLimit = 10_000
  /// The longest name in bytes on nearly every file system of Linux.
  private static let longestName = 255

  /// Has `make` make something of this name in the folder, or of the first further name that is free.
  ///
  /// `make` must fail with `EEXIST` where there is something already, so that nobody else's file is ever lost.
  package static func take<Result: ~Copyable>(
    _ name: [UInt8], in folder: FilePath, _ make: (FilePath) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    var number = 1
    while true {
      do throws(SystemError) {
        return try make(folder.appending(Self.name(name, number: number)))
      } catch {
        guard error.isTaken, number < tryLimit else { throw error }
        number += 1
      }
    }
  }

  /// Writes a new file of this name, or of the first further one that is free; returns its path.
  package static func write(
    _ bytes: [UInt8], named name: [UInt8], in folder: FilePath
  ) throws(SystemError) -> FilePath {
    try take(name, in: folder) { path throws(SystemError) in
      let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      do throws(SystemError) {
        try file.write(bytes, name: path.description)
        return path
      } catch {
        _ = unsafe path.withCString { unsafe unlink($0) }
        throw error
      }
    }
  }

  /// The name with a number before its extension; the first is the name itself.
  package static func name(_ name: [UInt8], number: Int) -> [UInt8] {
    guard number > 1 else { return name }
    // A full stop at the beginning hides a file, and begins no extension.
    let dot = name.lastIndex(of: 0x2E).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
    let end = Array(" (\(number))".utf8) + name[dot...]
    var count = dot
    if count + end.count > longestName {
      count = max(0, longestName - end.count)
      // No character is cut through.
      while count > 0, name[count] & 0xC0 == 0x80 { count -= 1 }
    }
    return name[..<count] + end
  }
}
