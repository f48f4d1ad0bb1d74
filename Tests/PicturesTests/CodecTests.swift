import Pictures
import TestSupport
import Testing

/// Every codec reads what it writes, and what other programs write; and nothing that lies costs time or memory.
@Suite("Picture codecs", .timeLimit(.minutes(2)))
struct CodecTests {
  private static func noise(_ width: Int, _ height: Int, seed: UInt64 = 1, isOpaque: Bool = true) -> Picture {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<(width * height * 4)).map { index -> UInt8 in
      isOpaque && index % 4 == 3 ? 255 : .random(in: 0...255, using: &generator)
    }
    return Picture(width: width, height: height, bytes: bytes)
  }

  private static let sizes = [(1, 1), (1, 7), (7, 1), (3, 2), (17, 5), (64, 64)]

  @Test(arguments: sizes)
  func `PNG and BMP keep every pixel`(width: Int, height: Int) throws {
    let picture = Self.noise(width, height)
    for codec in [PictureCodec.png, .bmp] {
      let bytes = try codec.write(picture)
      let header = try #require(PictureHeader(bytes))
      #expect(header.codec == codec && header.width == width && header.height == height)
      #expect(try Picture(bytes) == picture)
    }
    let clear = Self.noise(width, height, isOpaque: false)
    #expect(try Picture(try PictureCodec.png.write(clear)) == clear)
  }

  @Test(arguments: sizes)
  func `JPEG keeps the size, and colours of areas`(width: Int, height: Int) throws {
    let blue = Picture(
      width: width, height: height,
      bytes: (0..<(width * height)).flatMap { _ in [20, 40, 200, 255] as [UInt8] })
    let read = try Picture(try PictureCodec.jpeg.write(blue))
    #expect(read.width == width && read.height == height)
    for (value, expected) in [(read[0, 0].red, 20), (read[0, 0].green, 40), (read[0, 0].blue, 200)] {
      #expect(abs(Int(value) - expected) < 8)
    }
  }

  @Test func `PNG of sixteen bits looks like that of eight, in one pass or in several`() throws {
    let pictures = try Samples.depths.map { try Picture($0) }
    for deep in pictures.dropFirst() {
      #expect(deep.width == pictures[0].width && deep.height == pictures[0].height)
      for (sample, other) in zip(pictures[0].bytes, deep.bytes) {
        #expect(abs(Int(sample) - Int(other)) <= 1)
      }
    }
  }

  @Test func `What is clear becomes white where a format has no opacity`() throws {
    let picture = Picture(width: 2, height: 1, bytes: [0, 0, 0, 0, 255, 0, 0, 128])
    let read = try Picture(try PictureCodec.bmp.write(picture))
    #expect(read[0, 0] == Picture.Pixel(red: 255, green: 255, blue: 255))
    #expect(read[1, 0] == Picture.Pixel(red: 255, green: 127, blue: 127))
  }

  @Test(arguments: [true, false])
  func `A large picture is written quickly, and keeps every pixel`(isOpaque: Bool) throws {
    let picture = Self.noise(1200, 900, isOpaque: isOpaque)
    #expect(try Picture(try PictureCodec.png.write(picture)) == picture)
  }

  @Test func `Formats that are only read are not written`() {
    let picture = Self.noise(2, 2)
    for codec in PictureCodec.all where !codec.writes {
      #expect(throws: PictureError.self) { try codec.write(picture) }
    }
    #expect(PictureCodec.all.filter(\.writes) == [.png, .jpeg, .bmp])
  }

  /// Two by two: red, green; blue, white. Made by ImageMagick.
  static let samples: [(name: String, bytes: [UInt8])] = Samples.all

  @Test(arguments: samples)
  func `What other programs write is read`(name: String, bytes: [UInt8]) throws {
    let picture = try Picture(bytes)
    #expect(picture.width == 2 && picture.height == 2)
    let expected: [(UInt8, UInt8, UInt8)] = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]
    for (index, color) in expected.enumerated() {
      let pixel = picture[index % 2, index / 2]
      #expect((pixel.red, pixel.green, pixel.blue) == color, "\(name), pixel \(index)")
      #expect(pixel.opacity == 255)
    }
  }

  @Test(arguments: samples)
  func `No broken picture does harm`(name: String, bytes: [UInt8]) {
    var generator = SeededGenerator(seed: 7)
    for count in 0..<min(bytes.count, 200) { _ = try? Picture(Array(bytes.prefix(count))) }
    for _ in 0..<300 {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        broken[.random(in: 0..<broken.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      // Sides that such a change makes large are refused by their product; the time of those that remain is bounded.
      guard let header = PictureHeader(broken), header.width * header.height < 1 << 20 else { continue }
      if let picture = try? Picture(broken) {
        #expect(picture.bytes.count == picture.width * picture.height * 4)
      }
    }
  }

  @Test func `A JPEG of sides that no memory holds, or cut short, costs nothing`() throws {
    let bytes = try PictureCodec.jpeg.write(Self.noise(64, 64))
    let frame = try #require(
      (0..<bytes.count).first { bytes[$0] == 0xFF && (0xC0...0xC2).contains(bytes[$0 + 1]) })
    var large = bytes
    large.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(throws: PictureError.self) { try Picture(large) }
    // What there is of it is shown, as browsers do.
    let cut = try Picture(Array(bytes.prefix(bytes.count / 2)))
    #expect(cut.width == 64 && cut.height == 64)
    for count in 0..<100 { _ = try? Picture(Array(bytes.prefix(count))) }
  }

  @Test(arguments: samples)
  func `A hundred thousand by a hundred thousand pixels are refused at once`(name: String, bytes: [UInt8])
    throws
  {
    var large = bytes
    func put(_ number: Int, at place: Int, _ count: Int, isLittle: Bool) {
      for index in 0..<count {
        large[place + (isLittle ? index : count - 1 - index)] = UInt8(
          truncatingIfNeeded: number >> (index * 8))
      }
    }
    let header = try #require(PictureHeader(bytes))
    switch header.codec {
    case .png: for place in [16, 20] { put(100_000, at: place, 4, isLittle: false) }
    case .bmp: for place in [18, 22] { put(100_000, at: place, 4, isLittle: true) }
    case .gif: for place in [6, 8] { put(65_535, at: place, 2, isLittle: true) }
    default: return
    }
    let error = #expect(throws: PictureError.self) { try Picture(large) }
    #expect(error?.code == .tooLarge)
  }

  /// A directory of TIFF that says no more than how a picture is to be turned.
  private func exif(_ orientation: Int) -> [UInt8] {
    Array("MM\0*".utf8)
      + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
  }

  /// A grey picture of two points, dark and light, which says how it is to be turned.
  private func tiff(_ orientation: Int) -> [UInt8] {
    let entries = [
      (0x0100, 2), (0x0101, 1), (0x0102, 8), (0x0103, 1), (0x0106, 1), (0x0111, 8), (0x0112, orientation),
      (0x0115, 1), (0x0116, 1),
    ]
    return Array("MM\0*".utf8) + [0, 0, 0, 10, 0, 255, 0, UInt8(entries.count)]
      + entries.flatMap { tag, value -> [UInt8] in
        [1, UInt8(tag & 0xFF), 0, 3, 0, 0, 0, 1, 0, UInt8(value), 0, 0]
      }
      + [0, 0, 0, 0]
  }

  @Test(arguments: 1...8)
  func `A picture is turned as its camera says`(orientation: Int) throws {
    // Two by one: black, white.
    let upright = Picture(
      width: 16, height: 8,
      bytes: (0..<128).flatMap { index -> [UInt8] in
        let value: UInt8 = index % 16 < 8 ? 0 : 255
        return [value, value, value, 255]
      })
    var jpeg = try PictureCodec.jpeg.write(upright)
    let segment = Array("Exif\0\0".utf8) + exif(orientation)
    jpeg.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment, at: 2)
    var png = try PictureCodec.png.write(upright)
    let chunk = exif(orientation)
    // Behind the first chunk; nobody looks at the check sum.
    png.insert(
      contentsOf: [0, 0, 0, UInt8(chunk.count)] + Array("eXIf".utf8) + chunk + [0, 0, 0, 0], at: 33)
    let isTurned = orientation >= 5
    for (file, side) in [(jpeg, 8), (png, 8), (tiff(orientation), 1)] {
      let picture = try Picture(file)
      #expect((picture.width, picture.height) == (isTurned ? (side, side * 2) : (side * 2, side)))
      let isDarkFirst = picture[0, 0].red < 128
      #expect(isDarkFirst == [1, 4, 5, 6].contains(orientation))
    }
  }
}
