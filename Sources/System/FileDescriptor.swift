import Glibc

/// A file that this process has open, closed at the end of its use.
///
/// The only place that reads and writes files. Descriptors 0 to 2 stay open.
package struct FileDescriptor: ~Copyable {
  package let number: Int32

  package static var standardInput: FileDescriptor { FileDescriptor(number: 0) }
  package static var standardOutput: FileDescriptor { FileDescriptor(number: 1) }
  package static var standardError: FileDescriptor { FileDescriptor(number: 2) }

  package init(number: Int32) {
    self.number = number
  }

  deinit {
    if number > 2 { close(number) }
  }

  /// Opens a file with the flags of open(2), `O_CLOEXEC` among them; errors name it `name`.
  package init(
    opening path: String, _ flags: Int32, permissions: UInt32 = 0o666, name: String? = nil
  ) throws(SystemError) {
    let opened = unsafe open(path, flags | O_CLOEXEC, mode_t(permissions))
    guard opened >= 0 else { throw SystemError(name ?? path, errno) }
    number = opened
  }

  /// Opens a file whose path need not be UTF-8.
  package init(
    opening path: FilePath, _ flags: Int32, permissions: UInt32 = 0o666, name: String? = nil
  ) throws(SystemError) {
    let opened = unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, mode_t(permissions)) }
    guard opened >= 0 else { throw SystemError(name ?? path.description, errno) }
    number = opened
  }

  /// Opens a file for reading.
  ///
  /// - Parameter waits: false if a named pipe that nobody writes to is to be empty, instead of waited for.
  package init(reading path: String, waits: Bool = true) throws(SystemError) {
    try self.init(opening: path, waits ? O_RDONLY : O_RDONLY | O_NONBLOCK)
  }

  /// Makes a new file, of mode 0666 less the umask unless told otherwise; fails if there is one of that name.
  package init(creating path: String, permissions: UInt32 = 0o666) throws(SystemError) {
    try self.init(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions)
  }

  /// Both ends of a new pipe.
  package static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw SystemError("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Opens what is open already once more, under a number of its own above those of the standard streams.
  package borrowing func duplicate(name: String) throws(SystemError) -> Int32 {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError(name, errno) }
    return copy
  }

  /// True if the descriptor is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// True if another program, or a file, is at the other end: no terminal and no device.
  package var isPipeOrFile: Bool {
    guard let kind = status.map({ $0.st_mode & S_IFMT }) else { return false }
    return [S_IFIFO, S_IFREG, S_IFSOCK].contains(kind)
  }

  /// Whether there is no byte to read: in a file, or in a pipe or socket, whose end is waited for.
  package var isEmptyPipeOrFile: Bool {
    guard let status else { return false }
    var byte: UInt8 = 0
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // Files in /proc have a size of 0 whatever they hold.
      return unsafe pread(number, &byte, 1, max(0, lseek(number, 0, SEEK_CUR))) == 0
    case S_IFIFO:
      // At the end of a pipe, poll(2) reports only that the other end hung up.
      var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&descriptor, 1, -1) < 0, errno == EINTR {}
      return descriptor.revents & Int16(POLLIN) == 0
    case S_IFSOCK:
      Self.wait(for: POLLIN, on: number)
      return unsafe recv(number, &byte, 1, Int32(MSG_PEEK)) == 0
    default: return false
    }
  }

  /// Whether it is a pipe or a socket.
  package var isPipe: Bool {
    guard let kind = status.map({ $0.st_mode & S_IFMT }) else { return false }
    return kind == S_IFIFO || kind == S_IFSOCK
  }

  /// Whether a part of the file was already read by the process that opened it.
  package var isPartlyRead: Bool { isRegularFile && lseek(number, 0, SEEK_CUR) > 0 }

  /// True if it is a file, whose end comes without anybody.
  package var isRegularFile: Bool { status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

  /// The path of an open file on this machine, as `/proc` shows it; nil for what is not a file.
  package var regularFilePath: FilePath? {
    guard isRegularFile else { return nil }
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/fd/\(number)", &path, path.count)
    guard length > 0 else { return nil }
    return FilePath(path.prefix(length).map(UInt8.init(bitPattern:)))
  }

  /// True if it is a folder.
  package var isFolder: Bool { status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  /// The status of a regular file; throws `SystemError` for a folder, and for what may have no end.
  borrowing func regularStatus(name: String) throws(SystemError) -> stat {
    let status = status
    guard let status, FileKind(mode: status.st_mode) == .regular else {
      throw SystemError(notRegular: name, status)
    }
    return status
  }

  /// The status of the file; nil if the call fails.
  var status: stat? {
    var status = stat()
    return unsafe fstat(number, &status) == 0 ? status : nil
  }
}

// MARK: Reading

extension FileDescriptor {
  /// Reads up to the end of the file; more than `limit` bytes are an error.
  package borrowing func readToEnd(name: String, limit: Int = 1 << 30) throws(SystemError) -> [UInt8] {
    // The size of a file is known, and nothing of one that is too large need be read.
    let bytes = rest > limit ? nil : try read(atMost: limit + 1, name: name)
    guard let bytes, bytes.count <= limit else {
      throw SystemError(tooLarge: "\(name) is larger than \(limit >> 20) MiB")
    }
    return bytes
  }

  /// The number of bytes of a regular file that are still to be read; 0 for others.
  private var rest: Int {
    guard let status, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(status.st_size) - max(0, Int(lseek(number, 0, SEEK_CUR)))
  }

  /// Reads up to the end of the file, at most `count` bytes.
  package borrowing func read(atMost count: Int, name: String) throws(SystemError) -> [UInt8] {
    let isRegular = isRegularFile
    // A regular file is mostly whole with the first chunk, which then is the result, without a copy.
    var room = isRegular ? max(Int(status?.st_size ?? 0), 1 << 12) : 1 << 16
    var bytes: [UInt8] = []
    while bytes.count < count {
      let size = min(room, count - bytes.count)
      if bytes.count + size > bytes.capacity {
        // Growing an array copies it: memory for both is needed at once.
        let growth = bytes.isEmpty ? size : 2 * bytes.count + size
        if growth > Self.small, !ThisProcess.hasMemory(for: growth) { throw SystemError(name, ENOMEM) }
      }
      let chunk = try readChunk(size, name: name)
      if chunk.isEmpty { break }
      if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
      room = min(max(bytes.count / 4, 1 << 16), 1 << 22)
    }
    return bytes
  }

  /// Whether there is memory for so much is not asked.
  private static let small = 1 << 18

  /// Reads what has come, at most 64 KiB of it, or waits for something; nothing at the end of the file.
  package borrowing func readSome(name: String) throws(SystemError) -> [UInt8] {
    try readChunk(1 << 16, name: name)
  }

  /// Reads what is there, at most `count` bytes; nothing at the end of the file.
  private borrowing func readChunk(_ count: Int, name: String) throws(SystemError) -> [UInt8] {
    let descriptor = number
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        let got = unsafe Glibc.read(descriptor, buffer.baseAddress, count)
        if got >= 0 {
          filled = got
          return
        }
        let number = errno
        if number == EAGAIN, descriptor <= 2 {
          Self.wait(for: POLLIN, on: descriptor)
        } else if number != EINTR {
          failure = number
          return
        }
      }
    }
    guard failure == 0 else { throw SystemError(name, failure) }
    return bytes
  }
}

// MARK: Writing

extension FileDescriptor {
  /// Writes all of `bytes`; a reader that has gone away is no error (false is returned).
  @discardableResult
  package borrowing func write(_ bytes: some Collection<UInt8>, name: String) throws(SystemError) -> Bool {
    let descriptor = number
    // Arrays are written as they lie in memory.
    let failure: Int32 =
      unsafe bytes.withContiguousStorageIfAvailable {
        unsafe Self.write(UnsafeRawBufferPointer($0), to: descriptor)
      }
      ?? ContiguousArray(bytes).withUnsafeBytes { unsafe Self.write($0, to: descriptor) }
    if failure == EPIPE { return false }
    guard failure == 0 else { throw SystemError(name, failure) }
    return true
  }

  /// The `errno` that kept bytes from being written; 0 if all were.
  @unsafe private static func write(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = unsafe buffer[...]
    while unsafe !rest.isEmpty {
      let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
      let put = unsafe Glibc.write(descriptor, part.baseAddress, part.count)
      if put >= 0 {
        unsafe rest = unsafe rest.dropFirst(put)
      } else if errno == EAGAIN {
        Self.wait(for: POLLOUT, on: descriptor)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Waits as a call would that blocks: programs leave pipes that do not to those that come after them.
  private static func wait(for events: Int32, on descriptor: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = unsafe poll(&waiting, 1, -1)
  }

  /// Makes the file end after `count` bytes.
  borrowing func truncate(to count: Int, name: String) throws(SystemError) {
    guard ftruncate(number, off_t(count)) == 0 else { throw SystemError(name, errno) }
  }
}
