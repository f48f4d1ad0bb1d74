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

  /// Opens a file for reading.
  package init(reading path: String) throws(PasteboardError) {
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .system("\(path)", errno) }
    number = opened
  }

  /// Makes a new file of mode 0666 less the umask; fails if there is one of that name.
  package init(creating path: String) throws(PasteboardError) {
    let opened = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard opened >= 0 else { throw .system("\(path)", errno) }
    number = opened
  }

  /// Both ends of a new pipe.
  package static func pipe() throws(PasteboardError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw .system("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// True if the descriptor is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// Reads up to the end of the file, at most `limit` bytes.
  package borrowing func readToEnd(
    name: String, limit: Int = 1 << 30
  ) throws(PasteboardError) -> [UInt8] {
    var status = stat()
    let isRegular = unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    // A regular file is mostly whole with the first chunk, which then is the result, without a copy.
    var room = isRegular ? min(max(Int(status.st_size), 1 << 12), limit + 1) : 1 << 16
    var bytes: [UInt8] = []
    while true {
      let chunk = try readChunk(room, name: name)
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
      if bytes.count > limit { throw PasteboardError(.tooLarge, "\(name) is larger than \(limit >> 20) MiB") }
      room = min(max(bytes.count / 4, 1 << 16), 1 << 22)
    }
  }

  /// Reads what is there, at most `count` bytes; nothing at the end of the file.
  private borrowing func readChunk(_ count: Int, name: String) throws(PasteboardError) -> [UInt8] {
    let descriptor = number
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        let got = unsafe read(descriptor, buffer.baseAddress, count)
        if got >= 0 {
          filled = got
          return
        }
        if errno != EINTR {
          failure = errno
          return
        }
      }
    }
    guard failure == 0 else { throw .system(name, failure) }
    return bytes
  }

  /// Writes all of `bytes`; a reader that has gone away is no error (false is returned).
  @discardableResult
  package borrowing func write(_ bytes: some Collection<UInt8>, name: String) throws(PasteboardError) -> Bool
  {
    let descriptor = number
    let contiguous = ContiguousArray(bytes)
    let failure: Int32 = unsafe contiguous.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let put = unsafe Glibc.write(descriptor, part.baseAddress, part.count)
        if put >= 0 {
          unsafe rest = unsafe rest.dropFirst(put)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
    if failure == EPIPE { return false }
    guard failure == 0 else { throw .system(name, failure) }
    return true
  }

  /// Puts a whole file in place of what `path` names, or leaves that as it was.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(PasteboardError) {
    var status = stat()
    // Devices and pipes are written to, never replaced.
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let opened = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard opened >= 0 else { throw .system(path, errno) }
      try FileDescriptor(number: opened).write(bytes, name: path)
      return
    }
    let temporary = "\(path).\(getpid()).part"
    do throws(PasteboardError) {
      try FileDescriptor(creating: temporary).write(bytes, name: path)
      guard unsafe rename(temporary, path) == 0 else { throw PasteboardError.system(path, errno) }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }
}

extension PasteboardError {
  /// A failed system call on `subject`, in the C library's words.
  package static func system(_ subject: String, _ number: Int32) -> PasteboardError {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return PasteboardError(.system, "\(subject): \(words.prefix(1).lowercased())\(words.dropFirst())")
  }
}
