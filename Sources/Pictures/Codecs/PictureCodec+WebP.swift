import CWebP

extension PictureCodec {
  /// WebP without animations, by libwebp.
  public static let webP = PictureCodec(
    name: "WebP", type: "image/webp", size: { WebPFile.size(of: $0) },
    isRead: { bytes, _, _ in !WebPFile.moves(bytes) },
    decode: { bytes, header throws(PictureError) in
      guard let picture = WebPFile.read(bytes, header) else { throw .broken("WebP") }
      return picture.oriented(WebPProperties.orientation(in: bytes))
    })
}

/// WebP as libwebp reads it.
private enum WebPFile {
  /// The three kinds of chunks that files begin with (WebP container specification).
  static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBPVP8".utf8)),
      bytes.count >= 30
    else { return nil }
    switch bytes[15] {
    case UInt8(ascii: "X"):
      guard let width = bytes.littleEndian(at: 24, count: 3),
        let height = bytes.littleEndian(at: 27, count: 3)
      else { return nil }
      return (width + 1, height + 1)
    case UInt8(ascii: "L"):
      guard let bits = bytes.littleEndian(at: 21, count: 4) else { return nil }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    default:
      guard let width = bytes.littleEndian(at: 26, count: 2),
        let height = bytes.littleEndian(at: 28, count: 2)
      else { return nil }
      return (width & 0x3FFF, height & 0x3FFF)
    }
  }

  /// Whether it is an animation, as the extended header says.
  static func moves(_ bytes: [UInt8]) -> Bool { bytes[15] == UInt8(ascii: "X") && bytes[20] & 2 != 0 }

  static func read(_ file: [UInt8], _ header: PictureHeader) -> Picture? {
    var (width, height) = (Int32(0), Int32(0))
    guard unsafe WebPGetInfo(file, file.count, &width, &height) != 0, width == header.width,
      height == header.height
    else { return nil }
    let count = header.width * header.height * 4
    var isRead = false
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe buffer.initialize(repeating: 0)
      isRead = unsafe WebPDecodeRGBAInto(file, file.count, buffer.baseAddress, count, width * 4) != nil
      filled = count
    }
    return isRead ? Picture(width: header.width, height: header.height, bytes: pixels) : nil
  }
}

/// The chunks of an extended WebP file that say what its samples mean, and how it is to be turned (WebP container
/// specification).
enum WebPProperties {
  static func profile(of file: [UInt8]) -> [UInt8]? { chunk("ICCP", in: file).map(Array.init) }

  /// 1 to 8, as cameras have it (Exif 2.3, 4.6.4).
  static func orientation(in file: [UInt8]) -> Int {
    guard let exif = chunk("EXIF", in: file) else { return 1 }
    // Some programs put the name that JPEG has before it.
    let name = Array("Exif\0\0".utf8)
    return TIFFDirectory(Array(exif.starts(with: name) ? exif.dropFirst(name.count) : exif))?.orientation ?? 1
  }

  private static func chunk(_ name: String, in file: [UInt8]) -> ArraySlice<UInt8>? {
    var position = 12
    while position + 8 <= file.count, let length = file.littleEndian(at: position + 4, count: 4),
      position + 8 + length <= file.count
    {
      let content = position + 8
      if file[position..<(position + 4)].elementsEqual(name.utf8) {
        return file[content..<(content + length)]
      }
      position = content + length + length & 1
    }
    return nil
  }
}
