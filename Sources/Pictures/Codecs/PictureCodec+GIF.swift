extension PictureCodec {
  /// GIF: reads the first picture of a file.
  public static let gif = PictureCodec(
    name: "GIF", type: "image/gif",
    size: { bytes in
      // The logical screen (GIF89a, 18).
      guard bytes.starts(with: Array("GIF8".utf8)), let width = bytes.littleEndian(at: 6, count: 2),
        let height = bytes.littleEndian(at: 8, count: 2)
      else { return nil }
      return (width, height)
    },
    decode: { bytes, header throws(PictureError) in
      var file = GIFFile(bytes, header)
      guard let picture = file.firstPicture() else { throw .broken("GIF") }
      return picture
    })
}

/// A GIF file, read up to the end of its first picture (GIF89a).
private struct GIFFile {
  private let bytes: [UInt8]
  private let header: PictureHeader
  private var position = 13
  private var clearColor: Int?

  init(_ bytes: [UInt8], _ header: PictureHeader) {
    self.bytes = bytes
    self.header = header
  }

  mutating func firstPicture() -> Picture? {
    guard bytes.count > 13 else { return nil }
    var palette = bytes[10] & 0x80 != 0 ? takePalette(bits: bytes[10]) : []
    while position < bytes.count {
      switch bytes[position] {
      case 0x21:
        skipExtension()
      case 0x2C:
        guard position + 10 < bytes.count else { return nil }
        let frame = (0..<4).compactMap { bytes.littleEndian(at: position + 1 + $0 * 2, count: 2) }
        let flags = bytes[position + 9]
        position += 10
        if flags & 0x80 != 0 { palette = takePalette(bits: flags) }
        return picture(frame: frame, isInterlaced: flags & 0x40 != 0, palette)
      default:
        return nil
      }
    }
    return nil
  }

  /// A table of colours, whose size the lowest three bits tell.
  private mutating func takePalette(bits: UInt8) -> ArraySlice<UInt8> {
    let count = (2 << Int(bits & 7)) * 3
    let start = min(position, bytes.count)
    position += count
    return bytes[start..<min(start + count, bytes.count)]
  }

  /// Passes an extension over; the graphic control (23) tells which colour is clear.
  private mutating func skipExtension() {
    if position + 7 < bytes.count, bytes[position + 1] == 0xF9, bytes[position + 3] & 1 != 0 {
      clearColor = Int(bytes[position + 6])
    }
    position += 2
    while position < bytes.count, bytes[position] != 0 { position += Int(bytes[position]) + 1 }
    position += 1
  }

  private func picture(frame: [Int], isInterlaced: Bool, _ palette: ArraySlice<UInt8>) -> Picture? {
    let (left, top, width, height) = (frame[0], frame[1], frame[2], frame[3])
    let limit = max(Picture.pixelLimit, header.width * header.height)
    guard width > 0, height > 0, width * height <= limit, position < bytes.count else { return nil }
    let codeSize = Int(bytes[position])
    guard 1...11 ~= codeSize else { return nil }
    let indices = LZWCodes(codeSize: codeSize, count: width * height)
      .values(of: BlockBits(bytes, from: position + 1))
    guard !indices.isEmpty else { return nil }
    var pixels = [UInt8](repeating: 0, count: header.width * header.height * 4)
    for (row, goal) in Self.rows(height, isInterlaced: isInterlaced).enumerated() {
      for column in 0..<width {
        let place = row * width + column
        guard place < indices.count, left + column < header.width, top + goal < header.height else { break }
        let index = Int(indices[place])
        let color = palette.startIndex + index * 3
        guard index != clearColor, color + 3 <= palette.endIndex else { continue }
        let pixel = ((top + goal) * header.width + left + column) * 4
        pixels[pixel] = palette[color]
        pixels[pixel + 1] = palette[color + 1]
        pixels[pixel + 2] = palette[color + 2]
        pixels[pixel + 3] = 255
      }
    }
    return Picture(width: header.width, height: header.height, bytes: pixels)
  }

  /// The rows in the order in which they come: every eighth first, then those between (appendix E).
  private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
  }
}
