import Glibc

/// A folder of this user's own, where content lies for programs that take a path.
///
/// Other users cannot list it, read it, write to it or redirect it: each step starts from an open folder, follows no link and
/// checks the owner. Its files are removed by age and by size when another one is written, and by the system with the
/// session.
package struct ContentFolder: ~Copyable {
  /// The absolute path.
  package let path: FilePath
  private let folder: FileDescriptor

  /// The folders below the session's folder.
  private static let names = ["pasteboard", "files"]

  /// Opens the folder, and makes it where it does not exist.
  ///
  /// It is in the session's folder, which is in memory. Without one, as in a container, it is in the folder for temporary
  /// files, under a name with the user's number. Throws `SystemError` where others could write to it.
  package init() throws(SystemError) {
    let session = Environment.value("XDG_RUNTIME_DIR") ?? "/run/user/\(geteuid())"
    if session.hasPrefix("/"), Environment.value("XDG_RUNTIME_DIR") != nil || FilePath(session).isFolder {
      try self.init(in: session)
    } else {
      let temporary = Environment.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
      try self.init(temporary, ["pasteboard-\(geteuid())", "files"])
    }
  }

  /// The folder within that of a session. Throws `SystemError` where others could write to it.
  package init(in session: String) throws(SystemError) { try self.init(session, Self.names) }

  private init(_ base: String, _ names: [String]) throws(SystemError) {
    var path = FilePath(base)
    var open = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    try Self.check(open, path, isBase: true)
    let mask = umask(0o077)
    defer { umask(mask) }
    for name in names {
      path = path.appending(Array(name.utf8))
      unsafe mkdirat(open.number, name, 0o700)
      let next = unsafe openat(open.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { throw SystemError("could not open the folder \(path)", errno) }
      open = FileDescriptor(number: next)
      try Self.check(open, path, isBase: false)
    }
    // Only this user may read the folder, whatever mode it was made with.
    guard fchmod(open.number, 0o700) == 0 else { throw SystemError(path.description, errno) }
    self.path = path
    folder = open
  }

  /// Throws where another user could put something else in the place of what is written there.
  ///
  /// In a folder for everybody's temporary files, which is sticky, the owner of a folder alone can replace it.
  private static func check(
    _ folder: borrowing FileDescriptor, _ path: FilePath, isBase: Bool
  ) throws(SystemError) {
    guard let status = folder.status else { throw SystemError(path.description, errno) }
    let owners = isBase ? [geteuid(), 0] : [geteuid()]
    let isClosed = status.st_mode & 0o022 == 0 || isBase && status.st_mode & S_ISVTX != 0
    guard owners.contains(status.st_uid), isClosed else {
      throw SystemError(
        refused: "the folder \(path) belongs to another user, or other users can write to it")
    }
  }
}

// MARK: Files

extension ContentFolder {
  /// The largest content, and the most that the folder holds.
  package static let contentLimit = 64 << 20
  private static let sizeLimit = 128 << 20
  private static let countLimit = 200
  /// Files that were written or asked for earlier are removed.
  private static let ageLimit = 24 * 3600
  /// Several contents with the same name differ by a number.
  private static let numberLimit = 100

  /// Writes content, once however often it is wanted; returns the path.
  ///
  /// - Parameters:
  ///   - stem: a word and the digits of a hash; of letters, digits and hyphens.
  ///   - suffix: the extension with its dot.
  package borrowing func write(_ bytes: [UInt8], stem: String, suffix: String) throws(SystemError) -> FilePath
  {
    guard bytes.count <= Self.contentLimit else {
      throw SystemError(
        tooLarge:
          "the content has \(bytes.count >> 20) MiB; --type path writes at most 64 MiB. Use 'pb paste -o FILE'."
      )
    }
    removeOld(besides: bytes.count)
    for number in 1...Self.numberLimit {
      let name = (number == 1 ? stem : "\(stem)-\(number)") + suffix
      let place = path.appending(Array(name.utf8))
      if try holds(name, bytes, place) { return place }
      if try create(name, bytes, place) { return place }
      // Another process has taken the name meanwhile, perhaps for the same content.
      if try holds(name, bytes, place) { return place }
    }
    throw SystemError(refused: "could not find a free name for \(stem)\(suffix) in \(path)")
  }

  /// Whether a name that is taken is that of a file with the same content, which is as good as new then.
  private borrowing func holds(_ name: String, _ bytes: [UInt8], _ place: FilePath) throws(SystemError)
    -> Bool
  {
    // A pipe would be waited for, and a device might answer to being opened.
    let number = unsafe openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return false }
    let file = FileDescriptor(number: number)
    // The process that has just written it removes the temporary name.
    var patience = 1000
    while patience > 0, file.status?.st_nlink == 2 {
      usleep(1000)
      patience -= 1
    }
    guard let status = file.status, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_nlink == 1, status.st_size == bytes.count,
      try file.readToEnd(name: place.description, limit: bytes.count) == bytes
    else { return false }
    guard fchmod(number, 0o600) == 0 else { return false }
    return futimens(number, nil) == 0
  }

  /// Makes a file that is there whole or not at all; false if the name is taken.
  private borrowing func create(
    _ name: String, _ bytes: [UInt8], _ place: FilePath
  ) throws(SystemError) -> Bool {
    let part = "\(Self.partPrefix)\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    let number = unsafe openat(
      folder.number, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
    guard number >= 0 else { throw SystemError(path.description, errno) }
    let file = FileDescriptor(number: number)
    defer { unsafe unlinkat(folder.number, part, 0) }
    guard fchmod(number, 0o600) == 0 else { throw SystemError(place.description, errno) }
    try file.write(bytes, name: place.description)
    if unsafe linkat(folder.number, part, folder.number, name, 0) == 0 { return true }
    guard errno == EEXIST else { throw SystemError(place.description, errno) }
    return false
  }

  /// Removes files that are old, then the oldest ones until there is room; only files that were written here.
  private borrowing func removeOld(besides size: Int) {
    var files: [(name: String, age: Int, size: Int)] = []
    let now = time(nil)
    for bytes in (try? Directory.names(in: path)) ?? [] {
      let name = String(decoding: bytes, as: UTF8.self)
      var status = stat()
      guard Self.isOwn(name), unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      files.append((name, max(0, now - status.st_mtim.tv_sec), Int(status.st_size)))
    }
    files.sort { $0.age < $1.age }
    var (total, count) = (size, 1)
    for file in files {
      total += file.size
      count += 1
      if file.age > Self.ageLimit || total > Self.sizeLimit || count > Self.countLimit {
        unsafe unlinkat(folder.number, file.name, 0)
      }
    }
  }

  /// The prefix of the name of a file that is being written.
  private static let partPrefix = ".part-"

  /// Whether a name is one that files have here: a word, a hyphen and the digits of a hash.
  private static func isOwn(_ name: String) -> Bool {
    if name.hasPrefix(partPrefix) { return true }
    let parts = name.split(separator: "-", maxSplits: 1)
    return parts.count == 2 && parts[0].utf8.allSatisfy { 0x61...0x7A ~= $0 }
      && parts[1].prefix { $0.isHexDigit }.count >= 8
  }
}
