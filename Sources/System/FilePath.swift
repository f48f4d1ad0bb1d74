import Glibc

/// A path as the kernel has it: bytes, which need not be UTF-8.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ path: String) {
    bytes = Array(path.utf8)
  }

  /// The path for people: bytes that are not UTF-8 are replaced.
  package var description: String { String(decoding: bytes, as: UTF8.self) }

  package var isAbsolute: Bool { bytes.first == 0x2F }

  /// The name behind the last slash.
  package var lastComponent: [UInt8] {
    bytes.split(separator: 0x2F).last.map(Array.init) ?? []
  }

  /// The folder that it lies in, as far as the path says.
  package var folder: FilePath {
    guard let end = bytes.lastIndex(where: { $0 != 0x2F }) else {
      return bytes.isEmpty ? FilePath(".") : self
    }
    guard let slash = bytes[..<end].lastIndex(of: 0x2F) else { return FilePath(".") }
    return slash == 0 ? FilePath("/") : FilePath(Array(bytes[..<slash]))
  }

  /// The path of something in this folder.
  package func appending(_ name: [UInt8]) -> FilePath {
    FilePath(bytes.last == 0x2F ? bytes + name : bytes + [0x2F] + name)
  }

  /// The path as C takes it, with a NUL at its end.
  var characters: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

  /// Calls `body` with the path as C takes it.
  @unsafe func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe body(characters)
  }
}

// MARK: Absolute paths

extension FilePath {
  /// The path from the root, without empty parts, `.` and `..`; symbolic links stay unless `..` stands behind them.
  package func absolute() throws(SystemError) -> FilePath {
    var start = self
    if !isAbsolute { start = FilePath(try Self.currentFolder().bytes + [0x2F] + bytes) }
    let parts = start.bytes.split(separator: 0x2F).filter { $0 != [0x2E] }
    guard let up = parts.lastIndex(of: [0x2E, 0x2E]) else { return Self.joined(parts) }
    // The parent of a link's target counts, not the parent of the link.
    let folder = try Self.joined(parts[...up]).resolved()
    return Self.joined(folder.bytes.split(separator: 0x2F) + parts[(up + 1)...])
  }

  /// The path with every symbolic link resolved; throws if there is nothing there.
  package func resolved() throws(SystemError) -> FilePath {
    let found = unsafe withCString { path -> [UInt8]? in
      guard let resolved = unsafe realpath(path, nil) else { return nil }
      defer { unsafe free(resolved) }
      return unsafe Self.bytes(of: resolved)
    }
    guard let found else { throw SystemError(description, errno) }
    return FilePath(found)
  }

  /// The number of links that the kernel follows (path_resolution(7)).
  static let linkLimit = 40

  /// The path that a symbolic link leads to, as seen from where the link is; nil for what is not a link.
  var linkTarget: FilePath? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink(characters, &target, target.count)
    guard length > 0 else { return nil }
    let path = FilePath(target.prefix(length).map(UInt8.init(bitPattern:)))
    guard !path.isAbsolute, let end = bytes.lastIndex(of: 0x2F) else { return path }
    return FilePath(bytes[...end] + path.bytes)
  }

  /// The path itself, and after it each path that a symbolic link at the end leads to.
  package var links: [FilePath] {
    var paths = [self]
    while paths.count <= Self.linkLimit, let target = paths[paths.count - 1].linkTarget {
      paths.append(target)
    }
    return paths
  }

  /// The path from the root with symbolic links resolved, as far as there is something.
  package func resolvedWhereThere() throws(SystemError) -> FilePath {
    var there = try absolute()
    var rest: [[UInt8]] = []
    while there.bytes.count > 1 {
      if let resolved = try? there.resolved() {
        return rest.reversed().reduce(resolved) { $0.appending($1) }
      }
      rest.append(there.lastComponent)
      there = there.folder
    }
    return rest.reversed().reduce(there) { $0.appending($1) }
  }

  /// The path relative to a folder; empty for the folder itself.
  package func way(from folder: FilePath) throws(SystemError) -> [UInt8] {
    let from = try folder.resolvedWhereThere().bytes.split(separator: 0x2F)
    let to = try resolvedWhereThere().bytes.split(separator: 0x2F)
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let steps = from.dropFirst(shared).map { _ in [0x2E, 0x2E] } + to.dropFirst(shared)
    return Array(steps.joined(separator: [0x2F]))
  }

  private static func currentFolder() throws(SystemError) -> FilePath {
    guard let folder = unsafe getcwd(nil, 0) else { throw SystemError("the current folder", errno) }
    defer { unsafe free(folder) }
    return unsafe FilePath(bytes(of: folder))
  }

  private static func joined(_ parts: some Collection<ArraySlice<UInt8>>) -> FilePath {
    FilePath([0x2F] + Array(parts.joined(separator: [0x2F])))
  }

  @unsafe static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: text, count: strlen(text))).map(UInt8.init(bitPattern:))
  }
}

// MARK: What is there

extension FilePath {
  /// The kind of file, without following a link; throws `SystemError` if there is nothing.
  package var kind: FileKind {
    get throws(SystemError) { FileKind(mode: try linkStatus.st_mode) }
  }

  /// True if there is something of that name, a link that leads nowhere included.
  package var exists: Bool { (try? linkStatus) != nil }

  /// True if it is a folder, or a link to one.
  package var isFolder: Bool {
    var status = stat()
    return unsafe withCString { unsafe stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// True if it is a file that may be run.
  package var isExecutable: Bool {
    let mayRun = unsafe withCString { unsafe access($0, X_OK) } == 0
    return mayRun && !isFolder
  }

  /// Takes the name of a file away; throws `SystemError` if there is none, or it names a folder.
  package func removeFile() throws(SystemError) {
    guard unsafe withCString({ unsafe unlink($0) }) == 0 else { throw SystemError(description, errno) }
  }

  var linkStatus: stat {
    get throws(SystemError) {
      var status = stat()
      guard unsafe withCString({ unsafe lstat($0, &status) }) == 0 else {
        throw SystemError(description, errno)
      }
      return status
    }
  }
}

extension FilePath {
  /// Makes a symbolic link of this name; throws `SystemError` if something has the name, unless it is to be replaced.
  ///
  /// What is replaced is there until the link is. A folder is never replaced.
  ///
  /// - Parameter target: what the link holds: a path, from the link's folder if it is relative.
  package func link(to target: FilePath, replacing: Bool = false) throws(SystemError) {
    guard replacing else { return try makeLink(to: target) }
    let beside = folder.appending(
      Array(".\(String(decoding: lastComponent, as: UTF8.self)).\(getpid())".utf8))
    try beside.makeLink(to: target)
    let result = unsafe beside.withCString { from in unsafe withCString { unsafe rename(from, $0) } }
    guard result == 0 else {
      let failure = SystemError(description, errno)
      try? beside.removeFile()
      throw failure
    }
  }

  private func makeLink(to target: FilePath) throws(SystemError) {
    let result = unsafe target.withCString { target in unsafe withCString { unsafe symlink(target, $0) } }
    guard result == 0 else { throw SystemError(description, errno) }
  }
}

/// Patterns with `*`, `?` and sets of characters (glob(7)).
package enum GlobPattern {
  package static func matches(_ pattern: String, _ name: String) -> Bool {
    unsafe fnmatch(pattern, name, 0) == 0
  }
}
