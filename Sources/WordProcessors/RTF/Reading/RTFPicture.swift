import BinaryText

/// A picture, while it is read.
struct RTFPicture {
  static let metafile = "image/wmf"
  static let enhancedMetafile = "image/emf"
  /// The type of a bitmap without the header of its file.
  static let bitmap = "image/bmp"

  private static func isDrawing(_ type: String) -> Bool { type == metafile || type == enhancedMetafile }

  /// The MIME type, nil for what no other format holds.
  var type: String?
  var alternative = ""
  var title = ""
  var width = Side()
  var height = Side()
  private var data: [UInt8] = []
  private var halfByte: UInt8?
  private(set) var isTooLarge = false

  mutating func append(hexadecimal bytes: ArraySlice<UInt8>, limit: Int) {
    guard type != nil, !isTooLarge else { return }
    for byte in bytes {
      guard let value = byte.hexadecimalValue else { continue }
      if let high = halfByte {
        data.append(high << 4 | value)
        halfByte = nil
      } else {
        halfByte = value
      }
    }
    checkSize(limit)
  }

  mutating func append(binary bytes: ArraySlice<UInt8>, limit: Int) {
    guard type != nil, !isTooLarge else { return }
    data.append(contentsOf: bytes.prefix(limit + 1))
    checkSize(limit)
  }

  private mutating func checkSize(_ limit: Int) {
    guard data.count > limit else { return }
    isTooLarge = true
    data = []
  }

  /// The length at which one side of the picture is shown.
  struct Side {
    /// The extent in the picture's own units: those of a metafile are hundredths of a millimetre.
    var extent = 0
    /// The intended length in twips, before it is scaled.
    var goal = 0
    /// The scale in hundredths.
    var scale = 100

    /// Nil if nothing tells.
    var length: Length? {
      guard (1...100_000).contains(goal), (1...10_000).contains(scale) else { return nil }
      return Length(points: Double(goal * scale) / 2000)
    }
  }

  /// The size that the picture is shown at; nil for its own, which programs write out.
  private func shownSize(of data: [UInt8]) -> (width: Length, height: Length)? {
    guard let width = width.length, let height = height.length else { return nil }
    guard let size = PictureSize(data) else { return (width, height) }
    // Where scales are whole hundredths they are off by half of one.
    func isOwn(_ length: Length, _ own: Double) -> Bool { abs(length.points - own) <= max(0.05, own / 200) }
    let isOwn = [ShownSize(size), ShownSize(inBrowsers: size)].contains {
      isOwn(width, $0.width) && isOwn(height, $0.height)
    }
    return isOwn ? nil : (width, height)
  }

  /// The picture as an image with a `data:` URL; without one if it is too large, nil if nothing is left of it.
  ///
  /// - Parameter keepsDrawings: whoever reads the document may have room for metafiles, which no page shows.
  func image(keepsDrawings: Bool) -> Image? {
    guard let type, !data.isEmpty, case let file = file(of: type), keepsDrawings || !Self.isDrawing(file.type)
    else {
      return alternative.isEmpty ? nil : Image(source: "", title: title, alternative: alternative)
    }
    let size = shownSize(of: file.bytes)
    return Image(
      .address("data:\(file.type);base64," + Base64.encode(file.bytes)), title: title,
      alternative: alternative, width: size?.width, height: size?.height)
  }

  /// The picture as a file, and its type: a bitmap that is all that a metafile draws is one by itself.
  private func file(of type: String) -> (bytes: [UInt8], type: String) {
    switch type {
    case Self.bitmap:
      return (RTFBitmap.file(of: data[...]) ?? data, type)
    case Self.metafile:
      let bitmap = RTFBitmap.only(inMetafile: data).flatMap(RTFBitmap.file)
      return bitmap.map { ($0, Self.bitmap) } ?? (placeableMetafile, type)
    case Self.enhancedMetafile:
      let bitmap = RTFBitmap.only(inEnhancedMetafile: data).flatMap(RTFBitmap.file)
      return bitmap.map { ($0, Self.bitmap) } ?? (data, type)
    default:
      return (data, type)
    }
  }

  /// The metafile behind the header that tells how large it is (MS-WMF 2.3.2.3), which files of it have.
  private var placeableMetafile: [UInt8] {
    let sides = [width.extent, height.extent].map { UInt16(clamping: min($0, 0x7FFF)) }
    guard !data.starts(with: [0xD7, 0xCD, 0xC6, 0x9A]), sides.allSatisfy({ $0 > 0 }) else { return data }
    // In hundredths of a millimetre, of which an inch has 2540.
    var words: [UInt16] = [0xCDD7, 0x9AC6, 0, 0, 0, sides[0], sides[1], 2_540, 0, 0]
    words.append(words.reduce(0, ^))
    return words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] } + data
  }
}

/// Bitmaps of Windows as RTF has them: by themselves, or as all that a metafile draws.
///
/// WordPad, RichEdit and the many programs built on it write every picture as a metafile around a bitmap.
private enum RTFBitmap {
  /// A BMP file of a device-independent bitmap (MS-WMF 2.2.2.9), which lacks only that file's header.
  static func file(of bitmap: ArraySlice<UInt8>) -> [UInt8]? {
    guard let headerSize = bitmap.number(at: 0, bytes: 4), let bits = bits(of: bitmap, headerSize) else {
      return nil
    }
    let offset = 14 + bits
    let size = 14 + bitmap.count
    var file = Array("BM".utf8)
    file.reserveCapacity(size)
    for number in [size, 0, offset] {
      for shift in stride(from: 0, to: 32, by: 8) { file.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    return file + bitmap
  }

  /// The distance of a bitmap's pixels from its beginning; nil if there are none.
  private static func bits(of bitmap: ArraySlice<UInt8>, _ headerSize: Int) -> Int? {
    let isOld = headerSize == 12
    guard isOld || (40...124).contains(headerSize),
      let depth = bitmap.number(at: isOld ? 10 : 14, bytes: 2), [1, 4, 8, 16, 24, 32].contains(depth)
    else { return nil }
    var colors = depth <= 8 ? 1 << depth : 0
    var masks = 0
    if !isOld, let compression = bitmap.number(at: 16, bytes: 4), let used = bitmap.number(at: 32, bytes: 4) {
      if used > 0 { colors = min(used, 256) }
      if compression == 3, headerSize == 40 { masks = 12 }
    }
    let bits = headerSize + masks + colors * (isOld ? 3 : 4)
    return bits < bitmap.count ? bits : nil
  }

  /// The one bitmap that a metafile of Windows draws; nil if there is none, or more.
  static func only(inMetafile metafile: [UInt8]) -> ArraySlice<UInt8>? {
    let isPlaceable = metafile[...].number(at: 0, bytes: 4) == 0x9AC6_CDD7
    var records = metafile.dropFirst(isPlaceable ? 40 : 18)
    var found: ArraySlice<UInt8>?
    while let words = records.number(at: 0, bytes: 4), words >= 3, words <= records.count / 2,
      let function = records.number(at: 4, bytes: 2)
    {
      if let start = metafileBitmaps[function] {
        guard found == nil else { return nil }
        found = records.prefix(words * 2).dropFirst(6 + start)
      }
      records = records.dropFirst(words * 2)
    }
    return found
  }

  /// The distance of the bitmap behind a record's function (MS-WMF 2.3.1).
  private static let metafileBitmaps = [0x0F43: 22, 0x0B41: 20, 0x0940: 16, 0x0D33: 18]

  /// The one bitmap that an enhanced metafile draws; nil if there is none, or more.
  static func only(inEnhancedMetafile metafile: [UInt8]) -> ArraySlice<UInt8>? {
    var records = metafile[...]
    var found: ArraySlice<UInt8>?
    while let kind = records.number(at: 0, bytes: 4), let size = records.number(at: 4, bytes: 4), size >= 8,
      size <= records.count
    {
      let record = records.prefix(size)
      if let place = enhancedBitmaps[kind], let header = record.part(at: place),
        let bits = record.part(at: place + 8), !header.isEmpty
      {
        guard found == nil else { return nil }
        found = header + bits
      }
      records = records.dropFirst(size)
    }
    return found
  }

  /// The positions where a record says where its bitmap's header is, and behind that its pixels (MS-EMF 2.3.1).
  private static let enhancedBitmaps = [81: 48, 80: 48, 76: 84, 77: 84]
}

extension ArraySlice<UInt8> {
  /// A number whose lowest byte comes first; nil beyond the end.
  fileprivate func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= self.count - count else { return nil }
    return self[(startIndex + offset)..<(startIndex + offset + count)].reversed().reduce(0) {
      $0 << 8 | Int($1)
    }
  }

  /// A part that is told by its place and its size.
  fileprivate func part(at offset: Int) -> ArraySlice<UInt8>? {
    guard let start = number(at: offset, bytes: 4), let size = number(at: offset + 4, bytes: 4),
      start <= count, size <= count - start
    else { return nil }
    return self[(startIndex + start)..<(startIndex + start + size)]
  }
}
