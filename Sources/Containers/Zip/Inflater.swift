import CZlib

/// Takes compressed bytes out of a zip archive (RFC 1951).
enum Inflater {
  /// What became of compressed bytes.
  struct Result {
    var bytes: [UInt8]
    /// The stream ended where it says that it does.
    var isWhole: Bool
    /// There was more than the limits allow.
    var isCut: Bool
  }

  /// Inflates a stream, as far as it goes; nil if there is no memory for it.
  ///
  /// - Parameters:
  ///   - expected: how many bytes it is said to become, which is only a hint.
  ///   - limits: how much it may become.
  static func inflate(_ compressed: ArraySlice<UInt8>, expected: Int, limits: ZipLimits) -> Result? {
    guard let stream = ZlibStream() else { return nil }
    var result = Result(bytes: [], isWhole: false, isCut: false)
    // What is announced costs no memory before it comes.
    result.bytes.reserveCapacity(min(expected, 16 * compressed.count + 65_536, limits.size))
    stream.run(compressed) { piece, status in
      result.bytes.append(contentsOf: piece)
      result.isWhole = status == Z_STREAM_END
      result.isCut = limits.forbid(result.bytes.count, from: compressed.count)
      return status == Z_OK && !result.isCut
    }
    return result
  }
}
