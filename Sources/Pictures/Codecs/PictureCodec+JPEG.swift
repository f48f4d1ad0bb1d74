import CTurboJPEG

extension PictureCodec {
  /// By libjpeg-turbo.
  public static let jpeg = PictureCodec(
    name: "JPEG", type: "image/jpeg", size: { JPEGSegments($0).size },
    decode: { bytes, header throws(PictureError) in
      let segments = JPEGSegments(bytes)
      guard let picture = JPEGFile.read(bytes, header) else { throw .broken("JPEG") }
      return picture.oriented(segments.orientation)
    },
    encode: { JPEGFile.write($0) })

  /// True for a file that ends too soon, of which a part of the picture is read all the same.
  public func isCutOff(_ file: [UInt8]) -> Bool { self == .jpeg && JPEGFile.isCutOff(file) }
}

/// JPEG as libjpeg-turbo reads and writes it.
private enum JPEGFile {
  /// What programs that people draw with take for good.
  private static let quality: Int32 = 90

  /// The mark at the end follows the last scan (ITU-T T.81, B.2); no scan holds one.
  static func isCutOff(_ file: [UInt8]) -> Bool {
    var place = file.count - 2
    while place >= 0 {
      if file[place] == 0xFF {
        if file[place + 1] == 0xD9 { return false }
        if file[place + 1] == 0xDA { return true }
      }
      place -= 1
    }
    return false
  }

  static func read(_ file: [UInt8], _ header: PictureHeader) -> Picture? {
    guard let decoder = unsafe tjInitDecompress() else { return nil }
    defer { unsafe tjDestroy(decoder) }
    var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let length = UInt(file.count)
    guard unsafe tjDecompressHeader3(decoder, file, length, &width, &height, &sampling, &space) == 0,
      width == header.width, height == header.height
    else { return nil }
    let isInk = space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue
    let format = Int32(isInk ? TJPF_CMYK.rawValue : TJPF_RGBA.rawValue)
    let count = Int(width) * Int(height) * 4
    // Files that end too soon are read as far as they go; those with scans without end are not.
    let flags = TJFLAG_LIMITSCANS
    var isRead = false
    var pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe buffer.initialize(repeating: 255)
      let status = unsafe tjDecompress2(
        decoder, file, length, buffer.baseAddress, width, 0, height, format, flags)
      isRead = unsafe status == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue)
      filled = count
    }
    guard isRead else { return nil }
    if isInk { takeLight(from: &pixels) }
    return Picture(width: Int(width), height: Int(height), bytes: pixels)
  }

  /// Makes colours of light of four inks, of which programs of Adobe store what is left white.
  private static func takeLight(from pixels: inout [UInt8]) {
    for place in stride(from: 0, to: pixels.count, by: 4) {
      let black = Int(pixels[place + 3])
      for color in 0..<3 { pixels[place + color] = UInt8(Int(pixels[place + color]) * black / 255) }
      pixels[place + 3] = 255
    }
  }

  static func write(_ picture: Picture) -> [UInt8]? {
    guard picture.width <= 65_535, picture.height <= 65_535, let encoder = unsafe tjInitCompress() else {
      return nil
    }
    defer { unsafe tjDestroy(encoder) }
    let pixels = picture.opaqueBytes
    let sampling = Int32(TJSAMP_420.rawValue)
    let room = Int(tjBufSize(Int32(picture.width), Int32(picture.height), sampling))
    let file = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      var size = UInt(room)
      var start = buffer.baseAddress
      let status = unsafe tjCompress2(
        encoder, pixels, Int32(picture.width), 0, Int32(picture.height), Int32(TJPF_RGB.rawValue), &start,
        &size,
        sampling, quality, TJFLAG_NOREALLOC)
      filled = status == 0 ? Int(size) : 0
    }
    return file.isEmpty ? nil : Array(file[...])
  }
}
