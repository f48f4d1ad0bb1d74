import Glibc

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

  /// The bytes of a file, at most one more than `limit`; nil with the reason if it cannot be read.
  package static func bytes(of path: String, limit: Int = TypeLimits.fileBytes) -> Result<
    [UInt8], FileProblem
  > {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(FileProblem(errno)) }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let wanted = min(buffer.count, limit + 1 - bytes.count)
      let count = unsafe read(descriptor, &buffer, wanted)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(FileProblem(errno))
      }
      bytes.append(contentsOf: buffer[..<count])
    }
    return .success(bytes)
  }

  /// Replaces a file as a whole, for this user alone; false if it cannot be written.
  package static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    let temporary = "\(path).\(getpid())"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      written += count
    }
    guard close(descriptor) == 0, written == bytes.count, unsafe rename(temporary, path) == 0 else {
      _ = unsafe unlink(temporary)
      return false
    }
    return true
  }

  /// Makes a directory and those above it that are missing.
  package static func create(_ directory: String) {
    if unsafe mkdir(directory, 0o700) == 0 || errno != ENOENT { return }
    guard let slash = directory.lastIndex(of: "/"), slash != directory.startIndex else { return }
    create(String(directory[..<slash]))
    _ = unsafe mkdir(directory, 0o700)
  }
}

/// Why a file cannot be read, in the system's words.
package struct FileProblem: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(_ code: CInt) {
    description = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

/// The environment of the process.
package enum Environment {
  /// The value of a variable, nil if it is not set or empty.
  package static func value(of name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let string = unsafe String(cString: value)
    return string.isEmpty ? nil : string
  }

  /// The parts of a variable that are separated by colons, nil if it is not set or empty.
  package static func list(of name: String) -> [String]? {
    guard let value = value(of: name) else { return nil }
    var list: [String] = []
    var part: [UInt8] = []
    for byte in value.utf8 {
      if byte != UInt8(ascii: ":") {
        part.append(byte)
      } else {
        list.append(String(decoding: part, as: UTF8.self))
        part = []
      }
    }
    list.append(String(decoding: part, as: UTF8.self))
    return list
  }
}
