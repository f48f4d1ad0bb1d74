/// The format and the size of a picture, from its first bytes.
public struct PictureHeader: Hashable, Sendable {
  /// The format of the bytes, independent of a declared type.
  public let codec: PictureCodec
  /// The extent in pixels, as declared.
  public let width: Int
  /// The extent in pixels, as declared.
  public let height: Int

  /// Whether this kind of the format is read; a moving WebP is not.
  public let isRead: Bool

  /// Reads a header; nil if the bytes do not begin a picture of a known format.
  public init?(_ bytes: [UInt8]) {
    for codec in PictureCodec.all {
      guard let (width, height) = codec.size(bytes) else { continue }
      (self.codec, self.width, self.height) = (codec, width, height)
      isRead = codec.isRead(bytes, width, height)
      return
    }
    return nil
  }

  /// Whether the picture has at most `Picture.pixelLimit` pixels.
  public var isWithinBounds: Bool { hasAtMost(Picture.pixelLimit) }

  func hasAtMost(_ limit: Int) -> Bool {
    guard width > 0, height > 0, width <= Picture.sideLimit, height <= Picture.sideLimit else { return false }
    return width * height <= limit
  }
}

extension Picture {
  /// The largest number of pixels in memory: each takes four bytes, and in some formats eight while the picture is
  /// read.
  public static let pixelLimit = 16 << 20
  /// The largest number of pixels of a file that a person names, such as a camera's picture.
  public static let filePixelLimit = 64 << 20
  /// Longer sides are none of a picture; the product of two cannot overflow.
  static let sideLimit = 1 << 20

  /// Reads a picture of any supported format.
  ///
  /// Throws `PictureError` if the bytes are not a picture, or if it is damaged or too large.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - limit: the largest number of pixels, at most `filePixelLimit`.
  public init(_ bytes: [UInt8], upTo limit: Int = pixelLimit) throws(PictureError) {
    guard let header = PictureHeader(bytes) else { throw .unknown }
    guard header.hasAtMost(min(limit, Self.filePixelLimit)) else {
      throw .tooLarge(header.width, header.height, limit: limit)
    }
    self = try header.codec.decode(bytes, header)
    properties = PictureProperties(of: bytes, in: header.codec)
  }
}

extension [UInt8] {
  /// The number of `count` bytes at a position, the highest first; nil if it is not all there.
  func bigEndian(at position: Int, count: Int) -> Int? {
    guard position >= 0, position <= self.count - count else { return nil }
    var number = 0
    for index in position..<(position + count) { number = number << 8 | Int(self[index]) }
    return number
  }

  /// The number of `count` bytes at a position, the lowest first; nil if it is not all there.
  func littleEndian(at position: Int, count: Int) -> Int? {
    guard position >= 0, position <= self.count - count else { return nil }
    var number = 0
    for index in (position..<(position + count)).reversed() { number = number << 8 | Int(self[index]) }
    return number
  }
}

/// Properties of a picture beside its pixels, which conversions keep.
public struct PictureProperties: Hashable, Sendable {
  /// The resolution, in pixels per inch.
  public struct Density: Hashable, Sendable {
    /// The horizontal resolution, in pixels per inch.
    public var across: Double
    /// The vertical resolution, in pixels per inch.
    public var down: Double
  }

  /// The ICC profile of the colours, for red, green and blue; nil for sRGB.
  public internal(set) var colorProfile: [UInt8]?
  /// The resolution; nil if the file has none.
  public internal(set) var density: Density?

  /// Larger profiles are of no picture.
  static let profileLimit = 4 << 20

  init() {}

  /// The properties in a file; none for formats that are not known to have them.
  init(of file: [UInt8], in codec: PictureCodec) {
    switch codec {
    case .png: self = PNGProperties.read(file)
    case .jpeg: self = JPEGProperties.read(file)
    case .webP: colorProfile = WebPProperties.profile(of: file)
    case .tiff: colorProfile = TIFFDirectory(file)?.values(of: 34675).map { UInt8(truncatingIfNeeded: $0) }
    default: break
    }
    // Profiles for inks and for grey are of other samples than those that were read.
    if let profile = colorProfile, !Self.isProfile(profile) { colorProfile = nil }
  }

  /// Whether it is a whole profile for red, green and blue (ICC.1, 7.2).
  private static func isProfile(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 132 && bytes.count <= profileLimit && bytes.bigEndian(at: 0, count: 4) == bytes.count
      && bytes[16..<20].elementsEqual("RGB ".utf8) && bytes[36..<40].elementsEqual("acsp".utf8)
  }

  /// The file of a picture with its properties; as it is for formats that have no place for them.
  func inserted(into file: [UInt8], of codec: PictureCodec) -> [UInt8] {
    guard colorProfile != nil || density != nil else { return file }
    switch codec {
    case .png: return PNGProperties.insert(self, into: file)
    case .jpeg: return JPEGProperties.insert(self, into: file)
    default: return file
    }
  }
}
