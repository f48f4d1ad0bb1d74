import Glibc

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
