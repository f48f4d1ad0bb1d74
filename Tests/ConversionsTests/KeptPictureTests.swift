import Conversions
import RichText
import TestSupport
import Testing
import UniformTypeIdentifiers

/// Pictures in rich text on its way from one format to another.
@Suite("Pictures in conversions", .timeLimit(.minutes(2)))
struct KeptPictureTests {
  /// What begins as a PNG of 320 × 200 pixels and goes on for so many bytes.
  private func picture(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let header: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [0, 0, 1, 0x40, 0, 0, 0, 200, 8, 2, 0, 0, 0]
    let noise = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return header + (header.count..<count).map { noise[($0 &+ $0 >> 6) & 63] }
  }

  private func document(_ pictures: [[UInt8]]) -> Document {
    let media = pictures.enumerated().map { Medium(id: Medium.ID($0), type: "image/png", bytes: $1) }
    return Document(
      media.map {
        .paragraph([.text("a "), .image(Image(.medium($0.id), alternative: "words")), .text(" b")])
      },
      media: media)
  }

  private static let formats = Format.all.filter(\.holdsPictures)

  @Test func `The formats that hold pictures are known`() {
    #expect(Self.formats == [.html, .rtf, .wordProcessing, .openDocument, .flatOpenDocument])
  }

  @Test(arguments: Self.formats, Self.formats)
  func `Every pair of rich formats keeps a picture byte for byte`(source: Format, wanted: Format) throws {
    let picture = picture(200_000)
    let bytes = source.write(document([picture, picture]), Format.Options(for: .pasteboard))
    for audience in [Format.Audience.file, .pasteboard] {
      let made = try ConverterGraph.shared.convert(
        bytes, from: source.type, to: wanted.type, Format.Options(for: audience))
      let (document, leftCount) = try wanted.readHoldingPictures(made)
      #expect(Set(document.media.map(\.bytes)) == [picture] && leftCount == 0)
      #expect(document.images.map(\.alternative) == ["words", "words"])
    }
  }

  @Test(arguments: Self.formats)
  func `Markdown for programs has the words of pictures, and no pictures`(source: Format) throws {
    for count in [500, 200_000] {
      let bytes = source.write(document([picture(count)]), Format.Options())
      let terms = Format.Options(for: .pasteboard)
      func made(_ type: UTType) throws -> String {
        String(
          decoding: try ConverterGraph.shared.convert(bytes, from: source.type, to: type, terms),
          as: UTF8.self)
      }
      #expect(try made(.markdown) == "a words b\n")
      #expect(try !made(.utf8PlainText).contains("base64"))
    }
  }

  @Test func `Pictures side by side take the time that their number takes`() {
    let address = "data:image/png;base64,iVBORw0KGgo="
    let images = (0..<40_000).map { _ in Inline.image(Image(.address(address), alternative: "a")) }
    let start = processorTime()
    let held = Document([.paragraph(images)]).holdingPictures()
    #expect(held.leftCount == 0 && held.document.images.count == 40_000)
    #expect(held.document.media.count == 1)
    #expect(processorTime() - start < .seconds(10))
  }

  @Test(arguments: [Format.html, .rtf])
  func `Pictures out of bounds leave their words, and are counted`(source: Format) throws {
    let document = try source.readWithPictures(
      source.write(
        document([picture(3000), picture(300), picture(1500), picture(1000, seed: 2)]), Format.Options()))
    let held = document.holdingPictures(within: PictureBounds(each: 2000, all: 2000))
    #expect(held.leftCount == 2 && held.document.media.map(\.bytes.count) == [300, 1500])
    #expect(held.document.images.count == 2)
    let markdown = Format.markdown.write(held.document, Format.Options(for: .pasteboard))
    let text = String(decoding: markdown, as: UTF8.self)
    #expect(text.split(separator: "\n") == Array(repeating: "a words b", count: 4).map { $0[...] })
  }

  @Test func `What lies on one machine, and what is no picture, is not put into documents`() throws {
    let html = """
      <p>a <img src="file:///etc/passwd" alt="one"> <img src="cid:x" alt="two"> <img src="data:text/html,x" alt="three">
      <img src="data:image/png;base64,@@" alt="C:\\four.png"> <img src="https://example.org/x.png" alt="five"></p>
      """
    let (document, leftCount) = try Format.html.readHoldingPictures(Array(html.utf8))
    #expect(leftCount == 4 && document.media.isEmpty)
    #expect(document.images.map(\.address) == ["https://example.org/x.png"])
    let text = PlainTextWriter().write(document)
    #expect(String(decoding: text, as: UTF8.self) == "a one two three five\n")
  }

  @Test func `A drawing in an address is one in every form of it`() throws {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg'/>"
    let escaped = "%3Csvg xmlns='http:%2F%2Fwww.w3.org%2F2000%2Fsvg'%2F%3E"
    let html = "<p><img src=\"data:image/svg+xml;charset=utf-8,\(escaped)\" alt=\"x\"></p>"
    let document = try Format.html.readHoldingPictures(Array(html.utf8)).document
    #expect(document.media.map(\.type) == ["image/svg+xml"])
    #expect(document.media.map(\.bytes) == [Array(drawing.utf8)])
  }

  /// A bitmap of a single white point.
  private static let bitmap: [UInt8] = {
    let header: [UInt8] = [
      58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0,
    ]
    return Array("BM".utf8) + header + [UInt8](repeating: 0, count: 24) + [255, 255, 255, 0]
  }()

  @Test func `Pictures of kinds that a format does not hold become PNG, or are counted`() throws {
    let drawing = Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
    let media = [("image/bmp", Self.bitmap), ("image/svg+xml", drawing), ("image/emf", [1, 2, 3])]
      .enumerated().map { Medium(id: Medium.ID($0), type: $1.0, bytes: $1.1) }
    let document = Document(
      [.paragraph(media.map { .image(Image(.medium($0.id), alternative: $0.type)) })], media: media)
    let rtf = document.showingPictures(in: .rtf)
    #expect(rtf.leftCount == 2 && rtf.document.media.map(\.type) == ["image/png"])
    #expect(rtf.document.images.map(\.alternative) == ["image/bmp"])
    let html = document.showingPictures(in: .html)
    #expect(html.leftCount == 1 && html.document.media.map(\.type) == ["image/bmp", "image/svg+xml"])
    let word = document.showingPictures(in: .wordProcessing)
    #expect(word.leftCount == 1 && word.document.media.map(\.type) == ["image/bmp", "image/emf"])
    #expect(document.showingPictures(in: .openDocument).document == document)
    var accompanied = document
    accompanied.media[1].substitute = Medium.Substitute(type: "image/png", bytes: [1])
    let shown = accompanied.showingPictures(in: .wordProcessing)
    #expect(shown.leftCount == 0 && shown.document.media.map(\.type)[1] == "image/png")
    #expect(accompanied.showingPictures(in: .html).document.media.map(\.type)[1] == "image/svg+xml")
    #expect(document.showingPictures(in: .markdown).document == document)
  }
}
