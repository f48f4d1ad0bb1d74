import CZlib

/// Compresses bytes for a zip archive (RFC 1951).
enum Deflater {
  /// Half the time of zlib's usual level, for files an eighth larger: what is written here is mostly XML, and compressing it
  /// would be most of the work.
  private static let level: Int32 = 3

  /// Compresses bytes into one stream; nil if there is no memory for it.
  static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
    guard let stream = ZlibStream(.deflating(level: level)) else { return nil }
    var compressed: [UInt8] = []
    stream.run(bytes[...]) { piece, status in
      compressed.append(contentsOf: piece)
      return status == Z_OK
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
