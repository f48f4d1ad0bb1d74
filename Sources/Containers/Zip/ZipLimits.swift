/// How much may be taken out of an archive.
package struct ZipLimits: Sendable {
  /// An entry may grow to this size, whatever it is compressed to.
  private static let freeSize = 64 * 1024 * 1024
  /// A larger one not beyond so many times what it is compressed to; text of real documents reaches 130.
  private static let largestRatio = 200

  /// The largest entry, in bytes.
  package var size: Int

  /// Limits that let an entry become `size` bytes.
  package init(size: Int) { self.size = size }

  /// True if an entry must not have become so many bytes.
  func forbid(_ size: Int, from compressed: Int) -> Bool {
    size > self.size || size > Self.freeSize && size / Self.largestRatio > compressed
  }
}
