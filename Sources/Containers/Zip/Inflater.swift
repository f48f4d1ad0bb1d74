import CZlib

/// Takes compressed bytes out of a zip archive (RFC 1951).
///
/// The only place that touches zlib's `inflate`.
@safe
struct Inflater: ~Copyable {
  /// What became of compressed bytes.
  struct Result {
    var bytes: [UInt8]
    /// The stream ended where it says that it does.
    var isWhole: Bool
    /// There was more than the limits allow.
    var isCut: Bool
  }

  /// Bytes are taken out in pieces of this size.
  private static let pieceSize = 64 * 1024

  // zlib keeps the address of the stream, which must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Makes an inflater, nil if there is no memory for it.
  init?() {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe CZlibBeginInflating(stream) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
    unsafe self.stream = unsafe stream
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Inflates a stream, as far as it goes.
  ///
  /// - Parameters:
  ///   - expected: how many bytes it is said to become, which is only a hint.
  ///   - limits: how much it may become.
  consuming func inflate(_ compressed: ArraySlice<UInt8>, expected: Int, limits: ZipLimits) -> Result {
    var result = Result(bytes: [], isWhole: false, isCut: false)
    // What is announced costs no memory before it comes.
    result.bytes.reserveCapacity(min(expected, 16 * compressed.count + Self.pieceSize, limits.size))
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let stream = unsafe self.stream
    unsafe compressed.withUnsafeBytes { input in
      unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(
        mutating: input.bindMemory(to: UInt8.self).baseAddress)
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
      while !result.isWhole, !result.isCut {
        let (produced, status) = unsafe piece.withUnsafeMutableBufferPointer { output in
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.count)
          let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
          return (output.count - Int(unsafe stream.pointee.avail_out), status)
        }
        result.bytes.append(contentsOf: piece[..<produced])
        result.isWhole = status == Z_STREAM_END
        result.isCut = limits.forbid(result.bytes.count, from: compressed.count)
        if status != Z_OK { break }
      }
    }
    return result
  }
}
