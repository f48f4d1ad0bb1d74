/// A zip archive in memory (APPNOTE 6.3.10), read by its central directory.
///
/// Archives come from anybody: nothing that one says of itself is believed where it costs memory or time, and
/// what is left of a damaged one can still be read.
package struct ZipArchive: Sendable {
  /// A file in the archive.
  package struct Entry: Sendable {
    /// Its path, with `/` between folders and none at the beginning.
    package let name: String
    /// The number of bytes it takes in the archive.
    package let compressedSize: Int
    /// The number of bytes it is said to become.
    package let size: Int
    let method: Int
    let isEncrypted: Bool
    /// The position of its local header.
    let offset: Int
    /// The checksum of what it becomes; nil where the archive has no directory that says so.
    let checksum: UInt32?
  }

  /// More entries are passed over.
  static let entryLimit = 65_535

  private let bytes: [UInt8]
  /// The entries in the order of the directory; of several of one name the last.
  package let entries: [Entry]
  private let indices: [String: Int]
  /// The same for names in lower case.
  private let foldedIndices: [String: Int]

  /// Reads the directory of an archive, or the headers of its entries where there is no directory.
  package init(_ bytes: [UInt8]) throws(ContainerError) {
    guard bytes.starts(with: ZipRecord.localHeader) || bytes.starts(with: ZipRecord.endOfDirectory) else {
      throw ContainerError(.notAContainer, "the bytes are not a zip archive")
    }
    let listed = ZipDirectory(bytes).entries
    var indices: [String: Int] = [:]
    var foldedIndices: [String: Int] = [:]
    for (index, entry) in listed.enumerated() {
      indices[entry.name] = index
      foldedIndices[entry.name.lowercased()] = index
    }
    self.bytes = bytes
    self.entries = listed
    self.indices = indices
    self.foldedIndices = foldedIndices
  }

  /// The entry of a name, or of one that is spelt with other capitals (ECMA-376 part 2, 6.2.2.3); backslashes and a slash
  /// at the beginning do not count.
  package subscript(name: String) -> Entry? {
    let name = ZipDirectory.normalized(name)
    return (indices[name] ?? foldedIndices[name.lowercased()]).map { entries[$0] }
  }

  /// The content of an entry, as far as it can be taken out; a wrong checksum alone does not matter.
  package func contents(of entry: Entry, limits: ZipLimits) throws(ContainerError) -> [UInt8] {
    guard !entry.isEncrypted else {
      throw ContainerError(.encrypted, "“\(entry.name)” is encrypted")
    }
    let compressed = compressedBytes(of: entry)
    switch entry.method {
    case 0:
      guard compressed.count <= limits.size else { throw Self.tooLarge(entry) }
      return Array(compressed)
    case 8:
      guard let result = Inflater.inflate(compressed, expected: entry.size, limits: limits), !result.isCut
      else {
        throw Self.tooLarge(entry)
      }
      guard result.isWhole || !result.bytes.isEmpty else {
        throw ContainerError(.damaged, "“\(entry.name)” is damaged")
      }
      return result.bytes
    default:
      throw ContainerError(.damaged, "“\(entry.name)” uses an unsupported compression method")
    }
  }

  /// The complete content of an entry; throws `damaged` where that is not sure.
  package func wholeContents(of entry: Entry, limits: ZipLimits) throws(ContainerError) -> [UInt8] {
    let contents = try contents(of: entry, limits: limits)
    guard let checksum = entry.checksum else {
      throw ContainerError(.damaged, "the archive is truncated")
    }
    // Some programs leave the checksum out, which then is 0.
    guard checksum == 0 ? contents.count == entry.size : Checksum.crc32(of: contents) == checksum else {
      throw ContainerError(.damaged, "“\(entry.name)” is damaged")
    }
    return contents
  }

  /// The first bytes of what is in an entry, as many as are wanted and there; nil if none can be taken out.
  package func beginning(of entry: Entry, size: Int) -> [UInt8]? {
    guard !entry.isEncrypted else { return nil }
    let compressed = compressedBytes(of: entry)
    let bytes: [UInt8] =
      switch entry.method {
      case 0: Array(compressed.prefix(size))
      case 8:
        Array(
          Inflater.inflate(compressed, expected: min(entry.size, size), limits: ZipLimits(size: size))?.bytes
            .prefix(size) ?? [])
      default: []
      }
    return bytes.isEmpty ? nil : bytes
  }

  private static func tooLarge(_ entry: Entry) -> ContainerError {
    ContainerError(.tooLarge, "“\(entry.name)” is too large to extract")
  }

  /// The bytes behind the local header, whose own sizes may be missing.
  private func compressedBytes(of entry: Entry) -> ArraySlice<UInt8> {
    guard bytes[min(entry.offset, bytes.count)...].starts(with: ZipRecord.localHeader),
      let nameLength = ZipRecord.number(in: bytes, at: entry.offset + 26, count: 2),
      let extraLength = ZipRecord.number(in: bytes, at: entry.offset + 28, count: 2)
    else { return [] }
    let start = entry.offset + ZipRecord.localHeaderSize + nameLength + extraLength
    guard start < bytes.count else { return [] }
    return bytes[start...].prefix(entry.compressedSize)
  }
}

/// Bounds for what is taken out of an archive.
package struct ZipLimits: Sendable {
  /// An entry may grow to these sizes, and beyond them not to so many times what it is compressed to; text of real
  /// documents reaches 130, tables of rows that are all alike 300.
  private static let ratios = [
    (size: 16 * 1024 * 1024, ratio: 400), (size: 64 * 1024 * 1024, ratio: 200),
    (size: 96 * 1024 * 1024, ratio: 40),
  ]

  /// The largest entry, in bytes.
  package var size: Int

  /// Limits that let an entry become `size` bytes.
  package init(size: Int) { self.size = size }

  /// True if an entry must not have become so many bytes.
  func forbid(_ size: Int, from compressed: Int) -> Bool {
    size > self.size || Self.ratios.contains { size > $0.size && size / $0.ratio > compressed }
  }
}

/// The reason why a container could not be read.
package struct ContainerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  package enum Code: Sendable {
    /// The bytes are no container of this kind.
    case notAContainer
    /// There is more in it than may be taken out.
    case tooLarge
    /// The content is encrypted.
    case encrypted
    /// The content cannot be taken out.
    case damaged
  }

  /// The kind of failure.
  package let code: Code
  /// One sentence in the past tense, without a full stop.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
