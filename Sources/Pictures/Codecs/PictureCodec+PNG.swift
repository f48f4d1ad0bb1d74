import CPNG

extension PictureCodec {
  /// By libpng.
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

/// What stands beside the pixels of a PNG file.
enum PNGChunks {
  private static let text = ["tEXt", "zTXt", "iTXt", "sPLT"].map { Array($0.utf8) }
  /// What a profile says better: libpng would change the samples by these, which the profile is of.
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

  /// How the picture is to be turned, by what a camera says in the chunk eXIf (PNG specification, 11.3.4.5).
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
    // What does not say how bright its samples are is meant as every other picture, however many bits it has.
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
