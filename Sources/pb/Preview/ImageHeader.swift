/// What the first bytes of a picture tell of it.
struct ImageHeader: Equatable {
  let format: String
  let width: Int
  let height: Int

  /// Nil if the bytes begin no picture of a known format.
  init?(_ bytes: [UInt8]) {
    guard
      let header = Self.png(bytes) ?? Self.gif(bytes) ?? Self.jpeg(bytes) ?? Self.bmp(bytes)
        ?? Self.webp(bytes)
    else { return nil }
    self = header
  }

  private init?(_ format: String, _ width: Int?, _ height: Int?) {
    guard let width, let height else { return nil }
    self.format = format
    self.width = width
    self.height = height
  }

  /// The chunk IHDR comes first (PNG specification, 11.2.1).
  private static func png(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    return ImageHeader("PNG", bytes.bigEndian(at: 16, count: 4), bytes.bigEndian(at: 20, count: 4))
  }

  /// The logical screen (GIF89a, 18).
  private static func gif(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.starts(with: Array("GIF8".utf8)) else { return nil }
    return ImageHeader("GIF", bytes.littleEndian(at: 6, count: 2), bytes.littleEndian(at: 8, count: 2))
  }

  /// The first frame header, past other segments (ITU T.81, B.2.2).
  private static func jpeg(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
        return ImageHeader(
          "JPEG", bytes.bigEndian(at: position + 7, count: 2), bytes.bigEndian(at: position + 5, count: 2))
      }
      guard let length = bytes.bigEndian(at: position + 2, count: 2), length >= 2 else { return nil }
      position += 2 + length
    }
    return nil
  }

  /// BITMAPINFOHEADER; rows from the top have a negative height.
  private static func bmp(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.starts(with: Array("BM".utf8)), let width = bytes.littleEndian(at: 18, count: 4),
      let height = bytes.littleEndian(at: 22, count: 4)
    else { return nil }
    return ImageHeader("BMP", width, abs(Int(Int32(truncatingIfNeeded: height))))
  }

  /// The three kinds of chunks that WebP begins with (WebP container specification).
  private static func webp(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBPVP8".utf8)),
      bytes.count >= 30
    else { return nil }
    switch bytes[15] {
    case UInt8(ascii: "X"):
      return ImageHeader(
        "WebP", bytes.littleEndian(at: 24, count: 3).map { $0 + 1 },
        bytes.littleEndian(at: 27, count: 3).map { $0 + 1 })
    case UInt8(ascii: "L"):
      guard let bits = bytes.littleEndian(at: 21, count: 4) else { return nil }
      return ImageHeader("WebP", bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    default:
      return ImageHeader(
        "WebP", bytes.littleEndian(at: 26, count: 2).map { $0 & 0x3FFF },
        bytes.littleEndian(at: 28, count: 2).map { $0 & 0x3FFF })
    }
  }
}

extension [UInt8] {
  fileprivate func bigEndian(at position: Int, count: Int) -> Int? {
    guard position + count <= self.count else { return nil }
    return self[position..<(position + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  fileprivate func littleEndian(at position: Int, count: Int) -> Int? {
    guard position + count <= self.count else { return nil }
    return self[position..<(position + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
