import Glibc

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
