import CPNG
import CZlib

extension PictureCodec {
  /// PNG, by libpng.
  public static let png = PictureCodec(
    name: "PNG", type: "image/png",
    size: { bytes in
      // The chunk IHDR comes first (PNG specification, 11.2.1).
      guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        let width = bytes.bigEndian(at: 16, count: 4), let height = bytes.bigEndian(at: 20, count: 4)
      else { return nil }
      return (width, height)
    },
    decode: { bytes, _ throws(PictureError) in
      guard let picture = PNGFile.read(PNGChunks.withoutText(bytes)) else { throw .broken("PNG") }
      return picture.oriented(PNGChunks.orientation(in: bytes))
    },
    encode: { $0.width * $0.height > PNGFile.thoroughLimit ? QuickPNG.write($0) : PNGFile.write($0) })
}

/// The properties of a PNG file.
enum PNGChunks {
  private static let text = ["tEXt", "zTXt", "iTXt", "sPLT"].map { Array($0.utf8) }
  /// Chunks that a profile replaces: libpng would change the samples by them.
  private static let measures = ["gAMA", "cHRM"].map { Array($0.utf8) }

  /// Goes through the chunks that are whole (PNG specification, 5.3) until `body` returns false.
  static func forEach(
    in file: [UInt8], _ body: (_ type: ArraySlice<UInt8>, _ content: Range<Int>) -> Bool
  ) {
    var position = 8
    while let length = file.bigEndian(at: position, count: 4), position + 12 + length <= file.count {
      let start = position + 8
      guard body(file[(position + 4)..<start], start..<(start + length)) else { return }
      position = start + length + 4
    }
  }

  /// The file without what is said about it, which libpng would inflate piece by piece.
  static func withoutText(_ file: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var end = 0
    let left = PictureProperties(of: file, in: .png).colorProfile == nil ? text : text + measures
    forEach(in: file) { type, content in
      if left.contains(where: type.elementsEqual) {
        kept += file[end..<(content.lowerBound - 8)]
        end = content.upperBound + 4
      }
      return true
    }
    return end == 0 ? file : kept + file[end...]
  }

  /// The orientation of the picture, from what a camera says in the chunk eXIf (PNG specification, 11.3.4.5).
  static func orientation(in file: [UInt8]) -> Int {
    var orientation = 1
    forEach(in: file) { type, content in
      guard type.elementsEqual("eXIf".utf8) else { return true }
      orientation = TIFFDirectory(Array(file[content]))?.orientation ?? 1
      return false
    }
    return orientation
  }
}

/// PNG as libpng reads and writes it.
private enum PNGFile {
  /// Pictures of more pixels are written quickly rather than small.
  static let thoroughLimit = 1 << 20

  static func read(_ file: [UInt8]) -> Picture? {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(CPNGImageVersion)
    defer { unsafe png_image_free(&image) }
    // libpng reads from these bytes until the picture is finished.
    let pixels = unsafe file.withUnsafeBytes { file in unsafe Self.pixels(of: file, &image) }
    guard let pixels else { return nil }
    return unsafe Picture(width: Int(image.width), height: Int(image.height), bytes: pixels)
  }

  private static func pixels(of file: UnsafeRawBufferPointer, _ image: inout png_image) -> [UInt8]? {
    guard let start = file.baseAddress,
      unsafe png_image_begin_read_from_memory(&image, start, file.count) != 0
    else { return nil }
    let (count, overflow) = unsafe Int(image.width).multipliedReportingOverflow(by: Int(image.height))
    guard !overflow, count > 0, count <= Picture.filePixelLimit else { return nil }
    // Samples of 16 bits without a gamma are sRGB, as those of 8 bits are.
    unsafe image.flags |= png_uint_32(CPNGFlag16BitsAreSRGB)
    if unsafe isDeepAndInterlaced(file) {
      unsafe image.format = png_uint_32(CPNGFormatLinearRGBA)
      return unsafe read(&image, count).map(LinearPixels.encoded)
    }
    unsafe image.format = png_uint_32(CPNGFormatRGBA)
    return unsafe read(&image, count)
  }

  /// Samples of 16 bits in several passes, of which libpng 1.6.39 makes rubbish where it is to make them 8 bits.
  @unsafe private static func isDeepAndInterlaced(_ file: UnsafeRawBufferPointer) -> Bool {
    // Bit depth and interlace method (PNG specification, 11.2.1).
    unsafe file.count > 28 && file[24] == 16 && file[28] == 1
  }

  /// Reads the samples of so many pixels in the format that the image names; nil if that fails.
  @unsafe private static func read<Sample: FixedWidthInteger>(
    _ image: inout png_image, _ count: Int
  ) -> [Sample]? {
    let samples = unsafe [Sample](unsafeUninitializedCapacity: count * 4) { buffer, filled in
      let isRead = unsafe png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
      filled = isRead ? count * 4 : 0
    }
    return samples.isEmpty ? nil : samples
  }

  static func write(_ picture: Picture) -> [UInt8]? {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(CPNGImageVersion)
    defer { unsafe png_image_free(&image) }
    let isOpaque = picture.isOpaque
    unsafe image.width = png_uint_32(picture.width)
    unsafe image.height = png_uint_32(picture.height)
    unsafe image.format = png_uint_32(isOpaque ? CPNGFormatRGB : CPNGFormatRGBA)
    let pixels = isOpaque ? picture.opaqueBytes : picture.bytes
    // A byte before each row, what deflate adds to blocks that it cannot shorten, and the chunks around them.
    let raw = pixels.count + picture.height
    let room = raw + raw / 100 + 65_536
    let file = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      var size = room
      let isWritten =
        unsafe png_image_write_to_memory(&image, buffer.baseAddress, &size, 0, pixels, 0, nil) != 0
      filled = isWritten ? size : 0
    }
    // The room that was not needed goes back.
    return file.isEmpty ? nil : Array(file[...])
  }
}

/// PNG of large pictures, where speed counts more than size: a program that pastes waits for half a second.
enum QuickPNG {
  /// Writes each row as what differs from the one above, and runs of equal bytes of that as one.
  static func write(_ picture: Picture) -> [UInt8]? {
    let isOpaque = picture.isOpaque
    let samples = isOpaque ? 3 : 4
    guard let data = deflated(filteredRows(of: picture, samples: samples)) else { return nil }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file.reserveCapacity(data.count + 64)
    // Eight bits a sample; colours alone, or with opacity (PNG specification, 11.2.1).
    append(
      "IHDR", number(picture.width) + number(picture.height) + [8, isOpaque ? 2 : 6, 0, 0, 0], to: &file)
    append("IDAT", data, to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// Filter 2 of the specification (9.2), with its number before each row.
  private static func filteredRows(of picture: Picture, samples: Int) -> [UInt8] {
    let (pixels, width) = (picture.bytes, picture.width)
    let rowLength = width * samples + 1
    return unsafe [UInt8](unsafeUninitializedCapacity: rowLength * picture.height) { buffer, filled in
      let rows = unsafe buffer
      unsafe pixels.withUnsafeBufferPointer { pixels in
        var goal = 0
        for row in 0..<picture.height {
          unsafe rows[goal] = 2
          goal += 1
          var place = row * width * 4
          for _ in 0..<width {
            for sample in 0..<samples {
              let above = unsafe row == 0 ? 0 : pixels[place + sample - width * 4]
              unsafe rows[goal + sample] = unsafe pixels[place + sample] &- above
            }
            goal += samples
            place += 4
          }
        }
      }
      filled = rowLength * picture.height
    }
  }

  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe CZlibBeginQuickDeflating(&stream) == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    guard bytes.count < Int(UInt32.max) / 2 else { return nil }
    let room = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    let data = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = uInt(room)
        let isWhole = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
        filled = unsafe isWhole ? Int(stream.total_out) : 0
      }
    }
    return data.isEmpty ? nil : data
  }

  static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    file += number(data.count)
    let start = file.count
    file += Array(name.utf8)
    file += data
    let sum = unsafe file.withUnsafeBufferPointer { buffer in
      unsafe crc32(0, buffer.baseAddress.map { unsafe $0 + start }, uInt(buffer.count - start))
    }
    file += number(Int(sum))
  }

  static func number(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// The chunks of a PNG file that say what its samples mean, and how large it is on paper (PNG specification, 11.3).
enum PNGProperties {
  /// A metre has so many inches.
  private static let inches = 39.370_078_74

  static func read(_ file: [UInt8]) -> PictureProperties {
    var properties = PictureProperties()
    PNGChunks.forEach(in: file) { type, content in
      if type.elementsEqual("iCCP".utf8) {
        properties.colorProfile = profile(in: file[content])
      } else if type.elementsEqual("pHYs".utf8), content.count == 9, file[content.upperBound - 1] == 1,
        let across = file.bigEndian(at: content.lowerBound, count: 4),
        let down = file.bigEndian(at: content.lowerBound + 4, count: 4), across > 0, down > 0
      {
        properties.density = .init(across: Double(across) / inches, down: Double(down) / inches)
      }
      return !type.elementsEqual("IDAT".utf8)
    }
    return properties
  }

  /// A name that ends with a zero, the number of the one method, and what zlib packed.
  private static func profile(in chunk: ArraySlice<UInt8>) -> [UInt8]? {
    guard let zero = chunk.prefix(80).firstIndex(of: 0), zero + 2 < chunk.endIndex else { return nil }
    let packed = Array(chunk[(zero + 2)...])
    var size = uLong(PictureProperties.profileLimit)
    let profile = unsafe [UInt8](unsafeUninitializedCapacity: PictureProperties.profileLimit) {
      buffer, filled in
      let status = unsafe uncompress(buffer.baseAddress, &size, packed, uLong(packed.count))
      filled = status == Z_OK ? Int(size) : 0
    }
    return profile.isEmpty ? nil : Array(profile[...])
  }

  /// Puts the chunks behind the first, in the place of what says that the samples are usual ones.
  static func insert(_ properties: PictureProperties, into file: [UInt8]) -> [UInt8] {
    let usual = ["sRGB", "gAMA", "cHRM"].map { Array($0.utf8) }
    var result = Array(file.prefix(8))
    PNGChunks.forEach(in: file) { type, content in
      let isUsual = properties.colorProfile != nil && usual.contains(where: type.elementsEqual)
      if !isUsual { result += file[(content.lowerBound - 8)..<(content.upperBound + 4)] }
      guard type.elementsEqual("IHDR".utf8) else { return true }
      if let profile = properties.colorProfile, let packed = QuickPNG.deflated(profile) {
        QuickPNG.append("iCCP", Array("profile".utf8) + [0, 0] + packed, to: &result)
      }
      if let density = properties.density {
        let sides = [density.across, density.down].map { Int(($0 * inches).rounded()) }
        QuickPNG.append("pHYs", sides.flatMap(QuickPNG.number) + [1], to: &result)
      }
      return true
    }
    return result
  }
}
