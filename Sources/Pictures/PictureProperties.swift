/// What a file says of a picture beside its pixels, and what a picture takes with it into another format.
public struct PictureProperties: Hashable, Sendable {
  /// How many pixels an inch has.
  public struct Density: Hashable, Sendable {
    /// Side by side.
    public var across: Double
    /// One above another.
    public var down: Double
  }

  /// What the numbers of colours mean, as an ICC profile of the kind for red, green and blue; nil where they mean what
  /// they usually do (sRGB).
  public internal(set) var colorProfile: [UInt8]?
  /// Nil if nothing is said of it.
  public internal(set) var density: Density?

  /// Larger profiles are of no picture.
  static let profileLimit = 4 << 20

  init() {}

  /// What stands in a file; nothing for formats that are not known to say it.
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

  /// True for a whole profile for red, green and blue (ICC.1, 7.2).
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
