import CDeflate
import CZlib

/// A stream that zlib inflates: bytes go in, and what they become comes out in pieces (RFC 1951).
///
/// The only place that touches zlib's streams.
@safe
struct ZlibStream: ~Copyable {
  private static let pieceSize = 64 * 1024

  // zlib keeps the address of the stream, which must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Makes a stream, nil if there is no memory for it.
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

  /// Puts bytes through.
  ///
  /// - Parameter take: gets each piece with zlib's status, and returns whether there is to be a next one.
  consuming func run(_ input: ArraySlice<UInt8>, _ take: (ArraySlice<UInt8>, Int32) -> Bool) {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let stream = unsafe self.stream
    unsafe input.withUnsafeBytes { input in
      unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(
        mutating: input.bindMemory(to: UInt8.self).baseAddress)
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
      var goesOn = true
      while goesOn {
        let (produced, status) = unsafe piece.withUnsafeMutableBufferPointer { output in
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.count)
          let status = unsafe inflate(stream, Z_NO_FLUSH)
          return (output.count - Int(unsafe stream.pointee.avail_out), status)
        }
        goesOn = take(piece[..<produced], status)
      }
    }
  }
}

/// Takes compressed bytes out of a zip archive (RFC 1951).
enum Inflater {
  /// The outcome of decompression.
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
    // Do not reserve memory for an announced size before the bytes come.
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

/// Compresses bytes for a zip archive (RFC 1951).
///
/// The only place that touches libdeflate, which takes half the time of zlib where all the bytes are there at once.
enum Deflater {
  /// The quickest level, for files a twentieth larger than zlib's third made: what is written here is mostly XML, and
  /// compressing it would be most of the work.
  private static let level: Int32 = 1

  /// Compresses bytes into one stream; nil if it would not be smaller than they are, or there is no memory for it.
  static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else { return nil }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let compressed = unsafe bytes.withUnsafeBytes { bytes in
      unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
        count = unsafe libdeflate_deflate_compress(
          compressor, bytes.baseAddress, bytes.count, output.baseAddress, output.count)
      }
    }
    return compressed.isEmpty ? nil : compressed
  }
}

/// The checksum of an entry (ISO 3309's 32-bit CRC).
enum Checksum {
  static func crc32(of bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
