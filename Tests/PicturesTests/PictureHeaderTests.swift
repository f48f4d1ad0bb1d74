import Pictures
import TestSupport
import Testing

@Suite("Heads of pictures")
struct PictureHeaderTests {
  @Test(
    arguments: [
      ("GIF", Array("GIF89a".utf8) + [0x2C, 1, 0xC8, 0], 300, 200),
      (
        "BMP",
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [
          40, 0, 0, 0, 0x2C, 1, 0, 0, 0x38, 0xFF, 0xFF, 0xFF, 1, 0, 24, 0,
        ],
        300, 200
      ),
      ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 8, 8, 0, 0xC8, 1, 0x2C, 3], 300, 200),
      (
        "WebP",
        Array("RIFF....WEBPVP8X".utf8) + [UInt8](repeating: 0, count: 8) + [0x2B, 1, 0, 0xC7, 0, 0], 300, 200
      ),
    ] as [(String, [UInt8], Int, Int)])
  func `Each format tells its size`(format: String, bytes: [UInt8], width: Int, height: Int) throws {
    let header = try #require(PictureHeader(bytes))
    #expect(header.codec.name == format && header.width == width && header.height == height)
    // Cut short, it is no picture, and nothing is read beyond its end.
    for count in 0..<bytes.count - 1 { _ = PictureHeader(Array(bytes.prefix(count))) }
  }

  @Test(arguments: Seeds.few(20))
  func `No bytes break it`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let starts: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], Array("GIF8".utf8),
      [0xFF, 0xD8, 0xFF],
      Array("BM".utf8),
      Array("RIFFxxxxWEBPVP8".utf8),
    ]
    for start in starts {
      for count in 0..<60 {
        _ = PictureHeader(start + (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      }
    }
  }
}
