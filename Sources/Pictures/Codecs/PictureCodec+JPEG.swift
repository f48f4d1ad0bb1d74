import CTurboJPEG

extension PictureCodec {
  /// JPEG, by libjpeg-turbo.
  public static let jpeg = PictureCodec(
    name: "JPEG", type: "image/jpeg", size: { JPEGSegments($0).size },
    decode: { bytes, header throws(PictureError) in
      let segments = JPEGSegments(bytes)
      guard let picture = JPEGFile.read(bytes, header) else { throw .broken("JPEG") }
      return picture.oriented(segments.orientation)
    },
    encode: { JPEGFile.write($0) })

  /// Whether the file is truncated, so that only a part of the picture can be read.
  public func isCutOff(_ file: [UInt8]) -> Bool { self == .jpeg && JPEGFile.isCutOff(file) }
}

/// JPEG as libjpeg-turbo reads and writes it.
private enum JPEGFile {
  /// The quality that drawing programs use for good pictures.
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

/// The headers of a JPEG file (ITU T.81, B.2.2): its size, and how it is to be turned.
struct JPEGSegments {
  private(set) var size: (width: Int, height: Int)?
  /// 1 to 8, as cameras have it (Exif 2.3, 4.6.4).
  private(set) var orientation = 1

  /// Reads up to the first frame header, past other segments.
  init(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
    Self.forEach(in: bytes) { marker, content in
      if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
        if let height = bytes.bigEndian(at: content.lowerBound + 1, count: 2),
          let width = bytes.bigEndian(at: content.lowerBound + 3, count: 2)
        {
          size = (width, height)
        }
        return false
      }
      if marker == 0xE1 {
        orientation = Self.orientation(in: Array(bytes[content.clamped(to: bytes.indices)]))
      }
      return true
    }
  }

  /// Goes through the segments until `body` returns false, up to the first scan.
  ///
  /// - Parameter body: is given where a segment's content stands, which a file that is cut off may end in.
  static func forEach(in file: [UInt8], _ body: (_ marker: UInt8, _ content: Range<Int>) -> Bool) {
    var position = 2
    while position + 4 <= file.count, file[position] == 0xFF {
      let marker = file[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      guard marker != 0xDA, let length = file.bigEndian(at: position + 2, count: 2), length >= 2,
        body(marker, (position + 4)..<(position + 2 + length))
      else { return }
      position += 2 + length
    }
  }

  /// The first directory of a TIFF structure holds it.
  private static func orientation(in exif: [UInt8]) -> Int {
    guard exif.starts(with: Array("Exif\0\0".utf8)) else { return 1 }
    return TIFFDirectory(Array(exif.dropFirst(6)))?.orientation ?? 1
  }
}

/// The segments of a JPEG file that say what its samples mean, and how large it is on paper (ITU-T T.871, 10.1; ICC.1,
/// annex B.4).
enum JPEGProperties {
  private static let profileName = Array("ICC_PROFILE\0".utf8)
  private static let identifier = Array("JFIF\0".utf8)
  /// A segment has two bytes for its length, and a part of a profile its name, its number and how many there are.
  private static let partLimit = 65_519

  static func read(_ file: [UInt8]) -> PictureProperties {
    var properties = PictureProperties()
    var parts: [UInt8: ArraySlice<UInt8>] = [:]
    JPEGSegments.forEach(in: file) { marker, place in
      guard place.upperBound <= file.count else { return false }
      let content = file[place]
      if marker == 0xE2, content.starts(with: profileName), content.count > 14 {
        parts[content[content.startIndex + 12]] = content.dropFirst(14)
      } else if marker == 0xE0, content.starts(with: identifier), content.count >= 12 {
        properties.density = density(in: Array(content))
      }
      return true
    }
    let profile = parts.sorted { $0.key < $1.key }.flatMap(\.value)
    if !profile.isEmpty { properties.colorProfile = profile }
    return properties
  }

  private static func density(in header: [UInt8]) -> PictureProperties.Density? {
    guard let across = header.bigEndian(at: 8, count: 2), let down = header.bigEndian(at: 10, count: 2),
      across > 0, down > 0, 1...2 ~= header[7]
    else { return nil }
    let unit = header[7] == 1 ? 1 : 2.54
    return .init(across: Double(across) * unit, down: Double(down) * unit)
  }

  /// Says the density in the header that libjpeg-turbo writes first, and puts the profile behind that.
  static func insert(_ properties: PictureProperties, into file: [UInt8]) -> [UInt8] {
    guard file.count > 20, file[3] == 0xE0, file[6..<11].elementsEqual(identifier) else { return file }
    var result = Array(file[..<20])
    if let density = properties.density {
      let sides = [density.across, density.down].map { UInt16(min(max($0.rounded(), 1), 65_535)) }
      result.replaceSubrange(13..<18, with: [1] + sides.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }
    var rest = (properties.colorProfile ?? [])[...]
    let count = (rest.count + partLimit - 1) / partLimit
    for number in 0..<min(count, 255) {
      let part = rest.prefix(partLimit)
      let length = part.count + 16
      result += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + profileName
      result += [UInt8(number + 1), UInt8(count)] + part
      rest = rest.dropFirst(partLimit)
    }
    return result + file[20...]
  }
}
