import CZlib

/// Compresses bytes for a zip archive (RFC 1951).
///
/// The only place that touches zlib's `deflate`.
@safe
struct Deflater: ~Copyable {
  private static let pieceSize = 64 * 1024
  /// Half the time of zlib's usual level, for files an eighth larger: what is written here is mostly XML, and compressing it
  /// would be most of the work.
  private static let level: Int32 = 3

  // zlib keeps the address of the stream, which must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Makes a deflater, nil if there is no memory for it.
  init?() {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe CZlibBeginDeflating(stream, Self.level) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
    unsafe self.stream = unsafe stream
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses bytes into one stream.
  consuming func deflate(_ bytes: [UInt8]) -> [UInt8] {
    var compressed: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let stream = unsafe self.stream
    unsafe bytes.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
      var isDone = false
      while !isDone {
        let produced = unsafe piece.withUnsafeMutableBufferPointer { output in
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.count)
          isDone = unsafe CZlib.deflate(stream, Z_FINISH) != Z_OK
          return output.count - Int(unsafe stream.pointee.avail_out)
        }
        compressed.append(contentsOf: piece[..<produced])
      }
    }
    return compressed
  }
}

/// The checksum of an entry (ISO 3309's 32-bit CRC).
enum Checksum {
  static func crc32(of bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe UInt32(truncatingIfNeeded: CZlib.crc32_z(0, buffer.baseAddress, buffer.count))
    }
  }
}
