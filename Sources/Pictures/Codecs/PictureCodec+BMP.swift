extension PictureCodec {
  /// BMP: reads uncompressed bitmaps of any depth.
  public static let bmp = PictureCodec(
    name: "BMP", type: "image/bmp", size: { BMPHeader($0).map { ($0.width, $0.height) } },
    isRead: { bytes, _, _ in BMPHeader(bytes)?.isRead == true },
    decode: { bytes, _ throws(PictureError) in
      guard let picture = BMPHeader(bytes)?.picture(of: bytes) else { throw .broken("BMP") }
      return picture
    },
    encode: { BMPHeader.write($0) })
}

/// The headers of a bitmap file: BITMAPFILEHEADER and BITMAPINFOHEADER, or the older one of OS/2.
private struct BMPHeader {
  let width: Int
  let height: Int
  private let isFromTop: Bool
  private let bits: Int
  private let compression: Int
  private let pixelPlace: Int
  private let headerSize: Int

  /// Nil if it is none.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0x42, 0x4D]), let place = bytes.littleEndian(at: 10, count: 4),
      let size = bytes.littleEndian(at: 14, count: 4), [12, 16, 40, 52, 56, 64, 108, 124].contains(size)
    else { return nil }
    let isOld = size == 12
    guard let width = bytes.littleEndian(at: 18, count: isOld ? 2 : 4),
      let rows = bytes.littleEndian(at: isOld ? 20 : 22, count: isOld ? 2 : 4),
      let bits = bytes.littleEndian(at: isOld ? 24 : 28, count: 2)
    else { return nil }
    // Rows from the top have a negative height.
    let height = isOld ? rows : Int(Int32(truncatingIfNeeded: rows))
    (self.width, self.height, isFromTop, self.bits) = (width, abs(height), height < 0, bits)
    compression = isOld || size == 16 ? 0 : bytes.littleEndian(at: 30, count: 4) ?? 0
    (pixelPlace, headerSize) = (place, size)
  }

  /// BI_RGB, BI_BITFIELDS and BI_ALPHABITFIELDS.
  var isRead: Bool {
    [1, 4, 8, 16, 24, 32].contains(bits) && (compression == 0 || [3, 6].contains(compression) && bits >= 16)
  }

  /// Nil if the file ends too soon, or is of a kind that is not read.
  func picture(of bytes: [UInt8]) -> Picture? {
    let rowLength = (width * bits + 31) / 32 * 4
    guard isRead, pixelPlace >= 14 + headerSize, pixelPlace <= bytes.count - rowLength * height
    else { return nil }
    let palette = bits <= 8 ? palette(of: bytes) : []
    let masks = masks(of: bytes)
    var pixels = [UInt8](repeating: 255, count: width * height * 4)
    for row in 0..<height {
      let start = pixelPlace + (isFromTop ? row : height - 1 - row) * rowLength
      for column in 0..<width {
        let pixel = (row * width + column) * 4
        if bits <= 8 {
          let byte = Int(bytes[start + column * bits / 8])
          let index = byte >> (8 - bits - column * bits % 8) & (1 << bits - 1)
          guard index * 3 + 3 <= palette.count else { continue }
          for color in 0..<3 { pixels[pixel + color] = palette[index * 3 + color] }
        } else if bits == 24 {
          let place = start + column * 3
          for color in 0..<3 { pixels[pixel + color] = bytes[place + 2 - color] }
        } else {
          let value = bytes.littleEndian(at: start + column * bits / 8, count: bits / 8) ?? 0
          for part in 0..<4 { pixels[pixel + part] = masks[part].value(in: value) }
        }
      }
    }
    return Picture(width: width, height: height, bytes: pixels).withVisibleOpacity
  }

  /// Red, green and blue of each colour; in the file the other way round, with a fourth byte but in the oldest.
  private func palette(of bytes: [UInt8]) -> [UInt8] {
    let size = headerSize == 12 ? 3 : 4
    let start = 14 + headerSize
    let count = min(1 << bits, (min(pixelPlace, bytes.count) - start) / size)
    return (0..<max(0, count)).flatMap { index in
      let place = start + index * size
      return [bytes[place + 2], bytes[place + 1], bytes[place]]
    }
  }

  /// The bits of a pixel that are red, green, blue or opacity.
  private func masks(of bytes: [UInt8]) -> [ColorMask] {
    let usual = bits == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000]
    guard compression != 0 else { return usual.map(ColorMask.init) }
    let hasOpacity = headerSize >= 56 || compression == 6
    return (0..<4).map { index in
      ColorMask(index == 3 && !hasOpacity ? 0 : bytes.littleEndian(at: 54 + index * 4, count: 4) ?? 0)
    }
  }

  /// 24 bits a pixel, from the bottom, which all programs read; what is clear becomes white.
  static func write(_ picture: Picture) -> [UInt8]? {
    let rowLength = (picture.width * 3 + 3) / 4 * 4
    let size = 54 + rowLength * picture.height
    guard size <= Int(Int32.max) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    func append(_ number: Int, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (index * 8))) }
    }
    bytes += [0x42, 0x4D]
    for (number, count) in [(size, 4), (0, 4), (54, 4)] { append(number, count) }
    // 2,835 pixels a metre are 72 an inch.
    for (number, count) in [
      (40, 4), (picture.width, 4), (picture.height, 4), (1, 2), (24, 2), (0, 4), (size - 54, 4), (2835, 4),
      (2835, 4), (0, 4), (0, 4),
    ] { append(number, count) }
    let pixels = picture.opaqueBytes
    for row in (0..<picture.height).reversed() {
      for column in 0..<picture.width {
        let place = (row * picture.width + column) * 3
        bytes.append(pixels[place + 2])
        bytes.append(pixels[place + 1])
        bytes.append(pixels[place])
      }
      for _ in (picture.width * 3)..<rowLength { bytes.append(0) }
    }
    return bytes
  }
}

/// Bits of a pixel that hold one colour.
private struct ColorMask {
  private let mask: Int
  private let shift: Int
  private let most: Int

  init(_ mask: Int) {
    self.mask = mask
    shift = mask == 0 ? 0 : mask.trailingZeroBitCount
    most = mask >> shift
  }

  /// The value from 0 to 255; 255 where there are no bits for it.
  func value(in pixel: Int) -> UInt8 {
    most == 0 ? 255 : UInt8((pixel & mask) >> shift * 255 / most)
  }
}
