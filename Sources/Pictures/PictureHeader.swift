/// The facts that the first bytes of a picture tell.
public struct PictureHeader: Hashable, Sendable {
  /// The format that the bytes have, whatever they are said to be.
  public let codec: PictureCodec
  /// The extent in pixels, as declared.
  public let width: Int
  /// The extent in pixels, as declared.
  public let height: Int

  /// Whether this kind of the format is read; a moving WebP is not.
  public let isRead: Bool

  /// Nil if the bytes begin no picture of a known format.
  public init?(_ bytes: [UInt8]) {
    for codec in PictureCodec.all {
      guard let (width, height) = codec.size(bytes) else { continue }
      (self.codec, self.width, self.height) = (codec, width, height)
      isRead = codec.isRead(bytes, width, height)
      return
    }
    return nil
  }

  /// True if the picture is one that can be held in memory.
  public var isWithinBounds: Bool { hasAtMost(Picture.pixelLimit) }

  func hasAtMost(_ limit: Int) -> Bool {
    guard width > 0, height > 0, width <= Picture.sideLimit, height <= Picture.sideLimit else { return false }
    return width * height <= limit
  }
}

extension Picture {
  /// Pictures of more pixels are not held: four bytes each, and as many again while some are read.
  public static let pixelLimit = 16 << 20
  /// The same for a file that a person names, which nobody else may have made large: what a camera takes.
  public static let filePixelLimit = 64 << 20
  /// Longer sides are none of a picture; the product of two cannot overflow.
  static let sideLimit = 1 << 20

  /// Reads a picture of any format, whatever it is said to be.
  ///
  /// Throws `PictureError` if it is none, broken, or too large to be held.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - limit: the number of pixels that it may have, `filePixelLimit` at most.
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

/// The facts about a picture beside its pixels, which go along into another format.
public struct PictureProperties: Hashable, Sendable {
  /// The number of pixels an inch has.
  public struct Density: Hashable, Sendable {
    /// Side by side.
    public var across: Double
    /// One above another.
    public var down: Double
  }

  /// The meaning of the numbers of colours, as an ICC profile of the kind for red, green and blue; nil where
  /// they mean what
  /// they usually do (sRGB).
  public internal(set) var colorProfile: [UInt8]?
  /// Nil if nothing is said of it.
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
