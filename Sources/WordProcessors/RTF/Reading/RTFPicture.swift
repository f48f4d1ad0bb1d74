import BinaryText

/// A picture, while it is read.
struct RTFPicture {
  static let metafile = "image/wmf"
  static let enhancedMetafile = "image/emf"
  /// Without the header that a file of it has.
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

  /// How long one side of the picture is shown.
  struct Side {
    /// In the picture's own units: those of a metafile are hundredths of a millimetre.
    var extent = 0
    /// In twips, before it is scaled.
    var goal = 0
    /// In hundredths.
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
