/// How much may be taken out of an archive.
package struct ZipLimits: Sendable {
  /// An entry may grow to these sizes, and beyond them not to so many times what it is compressed to; text of real
  /// documents reaches 130, tables of rows that are all alike 300.
  private static let ratios = [(size: 16 * 1024 * 1024, ratio: 400), (size: 64 * 1024 * 1024, ratio: 200)]

  /// The largest entry, in bytes.
  package var size: Int

  /// Limits that let an entry become `size` bytes.
  package init(size: Int) { self.size = size }

  /// True if an entry must not have become so many bytes.
  func forbid(_ size: Int, from compressed: Int) -> Bool {
    size > self.size || Self.ratios.contains { size > $0.size && size / $0.ratio > compressed }
  }
}
