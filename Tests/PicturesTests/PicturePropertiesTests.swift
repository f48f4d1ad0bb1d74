import Testing

@testable import Pictures

/// What goes with the pixels of a picture into another format.
@Suite("Properties of pictures")
struct PicturePropertiesTests {
  /// A profile whose header says that it is one, of so many bytes.
  private static func profile(_ count: Int, of space: String = "RGB ") -> [UInt8] {
    var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    bytes.replaceSubrange(0..<4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) })
    bytes.replaceSubrange(16..<20, with: space.utf8)
    bytes.replaceSubrange(36..<40, with: "acsp".utf8)
    return bytes
  }

  private static func picture(_ profile: [UInt8]?, density: Double?, width: Int = 3) -> Picture {
    let bytes = (0..<(width * 2 * 4)).map { $0 % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: $0 * 31) }
    var picture = Picture(width: width, height: 2, bytes: bytes)
    picture.properties.colorProfile = profile
    picture.properties.density = density.map { .init(across: $0, down: $0) }
    return picture
  }

  @Test(arguments: [588, 200_000], [PictureCodec.png, .jpeg])
  func `A profile and a density go from format to format`(size: Int, codec: PictureCodec) throws {
    let profile = Self.profile(size)
    let written = try codec.write(Self.picture(profile, density: 300))
    for other in [PictureCodec.png, .jpeg] {
      let read = try Picture(try other.write(try Picture(written)))
      #expect(read.properties.colorProfile == profile)
      let density = try #require(read.properties.density)
      #expect(abs(density.across - 300) < 0.1 && abs(density.down - 300) < 0.1)
    }
  }

  @Test func `The pixels of a picture with a profile are not changed by it`() throws {
    let picture = Self.picture(Self.profile(588), density: nil)
    let read = try Picture(try PictureCodec.png.write(picture))
    #expect(read.bytes == picture.bytes && read == picture)
    let file = try PictureCodec.png.write(picture)
    #expect(!String(decoding: file, as: UTF8.self).contains("sRGB"))
  }

  @Test func `Large pictures have them too`() throws {
    let large = Self.picture(Self.profile(588), density: 96, width: 600_000)
    let read = try Picture(try PictureCodec.png.write(large))
    #expect(read.properties.colorProfile == Self.profile(588))
    #expect(read.bytes == large.bytes)
  }

  @Test(arguments: [
    profile(588, of: "CMYK"), profile(588, of: "GRAY"), Array(profile(588).dropLast()), [1, 2, 3],
  ])
  func `What is no profile for these samples is left out`(profile: [UInt8]) throws {
    let written = try PictureCodec.jpeg.write(Self.picture(profile, density: nil))
    #expect(try Picture(written).properties.colorProfile == nil)
  }

  @Test func `Files that end too soon, or say too much, harm nothing`() throws {
    for codec in [PictureCodec.png, .jpeg] {
      let written = try codec.write(Self.picture(Self.profile(588), density: 72))
      for end in stride(from: 0, to: written.count, by: 7) {
        _ = try? Picture(Array(written[..<end]))
        _ = PictureProperties(of: Array(written[..<end]), in: codec)
      }
    }
    let turned =
      Array("RIFF....WEBPVP8X".utf8) + [10, 0, 0, 0] + [UInt8](repeating: 0, count: 10)
      + Array("EXIF".utf8) + [26, 0, 0, 0] + Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0]
      + [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    #expect(WebPProperties.orientation(in: turned) == 6)
    #expect(WebPProperties.orientation(in: Array(turned.dropLast(12))) == 1)
    let webP = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [0xFF, 0xFF, 0xFF, 0x7F]
    #expect(PictureProperties(of: webP, in: .webP).colorProfile == nil)
  }
}
