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
      Self.document(width: Length(points: 72), height: Length(points: 48)), Format.Terms())
    #expect(Self.size(try format.readHoldingPictures(written).document) == [72, 48])
  }

  @Test(arguments: formats.filter { $0 != .html })
  func `Pictures fit the page`(format: Format) throws {
    for (width, height): (Length?, Length?) in [(nil, nil), (Length(points: 2000), nil)] {
      let written = format.write(
        Self.document(width: width, height: height, pixels: (1800, 1200)), Format.Terms())
      let size = Self.size(try format.readHoldingPictures(written).document).compactMap(\.self)
      #expect(size.count == 2 && 400...452 ~= size[0] && abs(size[0] * 2 - size[1] * 3) <= 3, "\(size)")
    }
    let tall = format.write(Self.document(pixels: (100, 3000)), Format.Terms())
    #expect(Self.size(try format.readHoldingPictures(tall).document).compactMap(\.self)[1] < 700)
  }

  @Test func `A picture of its own size has none in RTF and in HTML`() throws {
    let document = Self.document(pixels: (96, 48))
    for format in [Format.rtf, .html] {
      let written = format.write(document, Format.Terms())
      #expect(Self.size(try format.readHoldingPictures(written).document) == [nil, nil])
    }
    #expect(
      String(decoding: Format.rtf.write(document, Format.Terms()), as: UTF8.self).contains(
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
        Self.size(try format.readHoldingPictures(format.write(document, Format.Terms())).document) == [
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
