import Pictures
import TestSupport
import Testing

@Suite("Pictures")
struct PictureTests {
  private func picture() throws -> Picture { try Picture(samplePNG) }

  @Test func `PNG is read, pixel by pixel`() throws {
    let picture = try picture()
    #expect(picture.width == 3 && picture.height == 2)
    #expect(picture[0, 0] == Picture.Pixel(red: 255, green: 0, blue: 0))
    #expect(picture[2, 0] == Picture.Pixel(red: 0, green: 0, blue: 255))
    #expect(picture[0, 1] == Picture.Pixel(red: 255, green: 255, blue: 255))
    #expect(!picture[1, 1].isVisible && picture[2, 1].isVisible)
  }

  @Test(arguments: Seeds.few(200))
  func `Broken PNG is refused or read, never more`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bytes = samplePNG
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      bytes[Int.random(in: 8..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
    }
    if let picture = try? Picture(bytes) { #expect(picture.width * picture.height <= Picture.pixelLimit) }
    _ = try? Picture(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))))
  }

  @Test func `A size that no memory holds is refused`() {
    var bytes = samplePNG
    bytes.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    #expect(throws: PictureError.self) { try Picture(bytes) }
    #expect(throws: PictureError.self) { try Picture([]) }
  }

  @Test(arguments: [(4096, 4096, true, true), (5000, 4000, false, true), (9000, 8000, false, false)])
  func `Who names a file may read a larger picture`(width: Int, height: Int, usually: Bool, asFile: Bool) {
    var bytes = samplePNG
    let sides = [width, height].flatMap { side in (0..<4).map { UInt8(side >> (24 - 8 * $0) & 0xFF) } }
    bytes.replaceSubrange(16..<24, with: sides)
    for (limit, isRead) in [(Picture.pixelLimit, usually), (Picture.filePixelLimit, asFile)] {
      #expect {
        try Picture(bytes, upTo: limit)
      } throws: { error in
        // What is not too large is found to be broken.
        (error as? PictureError)?.code == (isRead ? .unreadable : .tooLarge)
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 5), (7, 3), (100, 1), (1, 100), (640, 480)])
  func `A smaller picture fits and keeps its proportions`(width: Int, height: Int) {
    let pixels = (0..<(width * height)).flatMap { (index: Int) -> [UInt8] in
      [UInt8(truncatingIfNeeded: index), 7, 200, 255]
    }
    let picture = Picture(width: width, height: height, bytes: pixels)
    for (columns, rows) in [(1, 1), (2, 2), (10, 3), (80, 48), (1000, 1000)] {
      let small = picture.fitting(width: columns, height: rows)
      #expect(small.width <= max(columns, 1) && small.height <= max(rows, 1))
      #expect(small.width <= width && small.height <= height)
      #expect(small[small.width - 1, small.height - 1].blue == 200)
    }
  }
}
