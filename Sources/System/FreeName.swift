import Glibc

/// Finds names in a folder that nothing has yet, as file managers do: `name (2).ext`.
package enum FreeName {
  /// So many files of one name are no accident.
  private static let mostTries = 10_000
  /// In bytes, on all that Linux keeps files on but for a few of other systems.
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
        guard error.isTaken, number < mostTries else { throw error }
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
