/// Writes a zip archive, whose bytes depend on nothing but what is put into it.
package struct ZipWriter {
  /// The way in which an entry is stored.
  package enum Method: Sendable {
    /// Stored without compression: a type that is read at a fixed place, a picture that is compressed
    /// already.
    case stored
    /// Compressed, where that makes it smaller.
    case deflated
  }

  private struct Written {
    var name: [UInt8]
    var method: Int
    var checksum: UInt32
    var compressedSize: Int
    var size: Int
    var offset: Int
  }

  // 1 January 1980, the first day there is (MS-DOS, as APPNOTE 4.4.6 has it).
  private static let date = 0x0021
  private static let time = 0
  /// A program of Unix made the archive, by version 2.0 of the format.
  private static let madeBy = 3 << 8 | 20
  private static let neededVersion = 20
  /// A file that its owner reads and writes, and others read; some programs refuse files without any of that.
  private static let attributes = 0o100644 << 16
  /// The name is UTF-8.
  private static let utf8Flag = 1 << 11

  private var output: [UInt8] = []
  private var written: [Written] = []

  /// An archive without entries, with room for so many bytes.
  package init(room: Int = 0) {
    output.reserveCapacity(room)
  }

  /// Adds an entry; names must be different.
  package mutating func add(_ name: String, _ contents: [UInt8], _ method: Method = .deflated) {
    var compressed = contents
    var number = 0
    if method == .deflated, let deflated = Deflater.deflate(contents) {
      (compressed, number) = (deflated, 8)
    }
    let entry = Written(
      name: Array(name.utf8), method: number, checksum: Checksum.crc32(of: contents),
      compressedSize: compressed.count, size: contents.count, offset: output.count)
    output += ZipRecord.localHeader
    append(Self.neededVersion, 2)
    appendFields(entry)
    append(0, 2)
    output += entry.name
    output += compressed
    written.append(entry)
  }

  /// The archive, with its directory.
  package consuming func finish() -> [UInt8] {
    let start = output.count
    for entry in written {
      output += ZipRecord.directoryHeader
      append(Self.madeBy, 2)
      append(Self.neededVersion, 2)
      appendFields(entry)
      // No extra field, no comment, the first disk, no hint whether it is text.
      for _ in 0..<4 { append(0, 2) }
      append(Self.attributes, 4)
      append(entry.offset, 4)
      output += entry.name
    }
    let size = output.count - start
    output += ZipRecord.endOfDirectory
    append(0, 4)
    append(written.count, 2)
    append(written.count, 2)
    append(size, 4)
    append(start, 4)
    append(0, 2)
    return output
  }

  /// The fields that a local header and one of the directory have in common.
  private mutating func appendFields(_ entry: Written) {
    append(entry.name.allSatisfy { $0 < 0x80 } ? 0 : Self.utf8Flag, 2)
    append(entry.method, 2)
    append(Self.time, 2)
    append(Self.date, 2)
    append(Int(entry.checksum), 4)
    append(entry.compressedSize, 4)
    append(entry.size, 4)
    append(entry.name.count, 2)
  }

  private mutating func append(_ number: Int, _ count: Int) {
    for index in 0..<count { output.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}
