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
    return header + (header.count..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
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
    let bytes = source.write(document([picture, picture]), Format.Terms(for: .pasteboard))
    for audience in [Format.Audience.file, .pasteboard] {
      let made = try ConverterGraph.shared.convert(
        bytes, from: source.type, to: wanted.type, Format.Terms(for: audience))
      let (document, leftCount) = try wanted.readHoldingPictures(made)
      #expect(document.media.map(\.bytes) == [picture] && leftCount == 0)
      #expect(document.images.map(\.alternative) == ["words", "words"])
    }
  }

  @Test(arguments: Self.formats)
  func `Markdown for programs holds no pictures, and text their words`(source: Format) throws {
    for count in [500, 200_000] {
      let bytes = source.write(document([picture(count)]), Format.Terms())
      let terms = Format.Terms(for: .pasteboard)
      func made(_ type: UTType) throws -> String {
        String(
          decoding: try ConverterGraph.shared.convert(bytes, from: source.type, to: type, terms),
          as: UTF8.self)
      }
      #expect(try made(.markdown) == "a words b\n")
      #expect(try made(.utf8PlainText) == "a words b\n")
    }
  }

  @Test(arguments: [Format.html, .rtf])
  func `Pictures out of bounds leave their words, and are counted`(source: Format) throws {
    let large = source.write(document([picture(9 << 20), picture(300)]), Format.Terms())
    var (document, leftCount) = try source.readHoldingPictures(large)
    #expect(leftCount == 1 && document.media.map(\.bytes.count) == [300])
    #expect(document.images.count == 1)
    let many = source.write(
      self.document((0..<26).map { picture(1 << 20, seed: $0) }), Format.Terms())
    (document, leftCount) = try source.readHoldingPictures(many)
    #expect(leftCount == 2 && document.media.count == 24)
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
}
