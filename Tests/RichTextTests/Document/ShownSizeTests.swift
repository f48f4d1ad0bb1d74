import RichText
import Testing

/// How large pictures are shown, in every format that says it.
@Suite("Sizes of pictures")
struct ShownSizeTests {
  /// What begins as a PNG of so many pixels.
  private static func picture(width: Int, height: Int) -> [UInt8] {
    let sides = [width, height].flatMap { side -> [UInt8] in [0, 0, UInt8(side >> 8), UInt8(side & 0xFF)] }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + sides
      + [8, 2, 0, 0, 0]
  }

  private static func document(
    width: Length? = nil, height: Length? = nil, pixels: (Int, Int) = (900, 600)
  ) -> Document {
    let medium = Medium(
      id: Medium.ID(0), type: "image/png", bytes: picture(width: pixels.0, height: pixels.1))
    let image = Image(.medium(medium.id), alternative: "x", width: width, height: height)
    return Document([.paragraph([.image(image)])], media: [medium])
  }

  /// In points, rounded.
  private static func size(_ document: Document) -> [Int?] {
    document.images.flatMap { [$0.width, $0.height] }.map { $0.map { Int($0.points.rounded()) } }
  }

  private static let formats = Format.all.filter(\.holdsPictures)

  @Test(arguments: formats)
  func `A size that a document says stays`(format: Format) throws {
    let written = format.write(
      Self.document(width: Length(points: 72), height: Length(points: 48)), Format.Options())
    #expect(Self.size(try format.readHoldingPictures(written).document) == [72, 48])
  }

  @Test(arguments: formats.filter { $0 != .html })
  func `Pictures fit the page`(format: Format) throws {
    for (width, height): (Length?, Length?) in [(nil, nil), (Length(points: 2000), nil)] {
      let written = format.write(
        Self.document(width: width, height: height, pixels: (1800, 1200)), Format.Options())
      let size = Self.size(try format.readHoldingPictures(written).document).compactMap(\.self)
      #expect(size.count == 2 && 400...452 ~= size[0] && abs(size[0] * 2 - size[1] * 3) <= 3, "\(size)")
    }
    let tall = format.write(Self.document(pixels: (100, 3000)), Format.Options())
    #expect(Self.size(try format.readHoldingPictures(tall).document).compactMap(\.self)[1] < 700)
  }

  /// 600 by 300 pixels, 300 an inch.
  private static let scans: [(type: String, bytes: [UInt8])] = [
    (
      "image/png",
      picture(width: 600, height: 300) + [0, 0, 0, 0]
        + [0, 0, 0, 9] + Array("pHYs".utf8) + [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1] + [0, 0, 0, 0]
    ),
    (
      "image/jpeg",
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 1, 1, 0x2C, 1, 0x2C, 0, 0]
        + [0xFF, 0xC0, 0, 17, 8, 1, 0x2C, 2, 0x58, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    ),
  ]

  @Test(arguments: formats)
  func `Scans and pictures of fine screens are as large on paper as they were`(format: Format) throws {
    for (type, bytes) in Self.scans {
      let medium = Medium(id: Medium.ID(0), type: type, bytes: bytes)
      let document = Document([.paragraph([.image(Image(.medium(medium.id)))])], media: [medium])
      let written = format.write(document, Format.Options())
      let read = Self.size(try format.readHoldingPictures(written).document)
      #expect(read == ([.rtf, .html].contains(format) ? [nil, nil] : [144, 72]), "\(type)")
      if format == .rtf {
        #expect(String(decoding: written, as: UTF8.self).contains("\\picwgoal2880\\pichgoal1440 "))
      }
    }
  }

  @Test(
    arguments: [
      (
        "image/bmp",
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [
          40, 0, 0, 0, 96, 0, 0, 0, 0xD0, 0xFF, 0xFF, 0xFF,
        ]
      ),
      (
        "image/tiff",
        Array("II*\0".utf8) + [8, 0, 0, 0, 2, 0] + [0, 1, 3, 0, 1, 0, 0, 0, 96, 0, 0, 0]
          + [1, 1, 4, 0, 1, 0, 0, 0, 48, 0, 0, 0]
      ),
    ] as [(String, [UInt8])])
  func `Bitmaps and TIFF keep their proportions`(type: String, bytes: [UInt8]) throws {
    let medium = Medium(id: Medium.ID(0), type: type, bytes: bytes)
    let document = Document([.paragraph([.image(Image(.medium(medium.id)))])], media: [medium])
    for format in [Format.wordProcessing, .openDocument] {
      let written = format.write(document, Format.Options())
      #expect(Self.size(try format.readHoldingPictures(written).document) == [72, 36])
    }
  }

  @Test func `A picture of its own size has none in RTF and in HTML`() throws {
    let document = Self.document(pixels: (96, 48))
    for format in [Format.rtf, .html] {
      let written = format.write(document, Format.Options())
      #expect(Self.size(try format.readHoldingPictures(written).document) == [nil, nil])
    }
    #expect(
      String(decoding: Format.rtf.write(document, Format.Options()), as: UTF8.self).contains(
        "\\picwgoal1440\\pichgoal720 "))
  }

  @Test(arguments: [
    ("width=96 height=48", [72, 36]), ("width=\"96px\"", [72, nil]), ("width='50%' height=auto", [nil, nil]),
    ("width=-3", [nil, nil]), ("width=nan height=1e300", [nil, nil]), ("", [nil, nil]),
  ])
  func `Attributes of HTML give pixels`(attributes: String, size: [Int?]) throws {
    let html = Array("<p><img \(attributes) src=\"https://example.org/x.png\" alt=\"x\"></p>".utf8)
    let document = try HTMLReader().read(html)
    #expect(Self.size(document) == size)
    #expect(MarkdownWriter().write(document) == Array("![x](https://example.org/x.png)\n".utf8))
    let again = try HTMLReader().read(HTMLWriter(style: .clipboard).write(document))
    #expect(Self.size(again) == size)
  }

  @Test func `What stands in Markdown as HTML has its size in documents`() throws {
    let page = String(decoding: HTMLWriter().write(Self.document()), as: UTF8.self)
    let address = page.split(separator: "\"")[1]
    let document = try MarkdownReader().read(Array("a <img src=\"\(address)\" width=\"96\"> b\n".utf8))
    for format in Self.formats where format != .html {
      #expect(
        Self.size(try format.readHoldingPictures(format.write(document, Format.Options())).document) == [
          72, 48,
        ])
    }
  }

  @Test func `Scales of RTF count`() throws {
    let rtf =
      #"{\rtf1{\pict\pngblip\picscalex50\picscaley25\picw10\pich10\picwgoal2880\pichgoal2880 89504e47}}"#
    #expect(Self.size(try Format.rtf.readWithPictures(Array(rtf.utf8))) == [72, 36])
  }
}
