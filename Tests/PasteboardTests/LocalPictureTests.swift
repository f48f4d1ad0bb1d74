import Conversions
import Foundation
import Pictures
import RichText
import System
import Testing
import UniformTypeIdentifiers

@testable import Pasteboard

/// Pictures beside a document, and those that a pasted one holds.
@Suite("Pictures of documents")
final class DocumentPictureTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
  private let picture = Picture(width: 2, height: 1, bytes: [255, 0, 0, 255, 0, 0, 255, 255])

  init() throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "document/pictures"), withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.appending(path: "document/" + name))
  }

  private func pictures(_ treatment: LocalPictures.Treatment = .embed) throws -> LocalPictures {
    try LocalPictures(below: FilePath(folder.appending(path: "document").path), treatment)
  }

  private func html(_ markdown: String, _ treatment: LocalPictures.Treatment = .embed) throws -> String {
    let document = try MarkdownReader().read(Array(markdown.utf8))
    return try written(document, as: .html, treatment)
  }

  private func written(
    _ document: Document, as format: Format, _ treatment: LocalPictures.Treatment = .embed
  ) throws -> String {
    let embedded = try pictures(treatment).embedded(in: document, for: format)
    let shown = embedded.showingPictures(in: format).document
    return String(decoding: format.write(shown, Format.Options(for: .pasteboard)), as: UTF8.self)
  }

  @Test func `Pictures that HTML in Markdown shows become a part of it too`() throws {
    let png = try PictureCodec.png.write(picture)
    try write(png, to: "a.png")
    let data = "data:image/png;base64," + Data(png).base64EncodedString()
    let text = try html(
      "<img src=\"a.png\" width=\"9\">\n\nB <IMG alt=x src='a.png'> c.\n\n<p align=\"center\">\n<img src=a.png>\n</p>\n"
    )
    #expect(text.components(separatedBy: data).count == 4)
    // What lies elsewhere, and what is not there, is as it was.
    let other = "<img src=\"https://example.org/a.png\">\n"
    #expect(
      try html(other) == "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">\n" + other)
    let document = try MarkdownReader().read(Array("<img src=\"no.png\">\n".utf8))
    #expect(try pictures().problems(in: document).map(\.address) == ["no.png"])
  }

  @Test func `Pictures below the folder become a part of HTML and RTF`() throws {
    let png = try PictureCodec.png.write(picture)
    let jpeg = try PictureCodec.jpeg.write(picture)
    try write(png, to: "pictures/a b.png")
    try write(jpeg, to: "c.jpg")
    let bitmap = try PictureCodec.bmp.write(picture)
    try write(bitmap, to: "d.bmp")
    let markdown = "![A](<pictures/a b.png>) ![B](pictures/a%20b.png?x) ![C](./c.jpg) ![D](d.bmp)\n"
    let text = try html(markdown)
    let data = "data:image/png;base64," + Data(png).base64EncodedString()
    #expect(text.components(separatedBy: data).count == 3)
    #expect(text.contains("data:image/jpeg;base64," + Data(jpeg).base64EncodedString()))
    #expect(text.contains("data:image/bmp;base64," + Data(bitmap).base64EncodedString()))
    let document = try MarkdownReader().read(Array(markdown.utf8))
    let rtf = try written(document, as: .rtf)
    #expect(
      rtf.components(separatedBy: "\\pngblip").count == 4
        && rtf.components(separatedBy: "\\jpegblip").count == 2)
    #expect(try pictures().problems(in: document).isEmpty)
    #expect(try html(markdown, .drop).contains("<p>A B C D</p>"))
  }

  @Test func `What cannot be put in leaves its alternative text, and a reason`() throws {
    let png = try PictureCodec.png.write(picture)
    try write(png, to: "../outside.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/document/link.png", withDestinationPath: "../outside.png")
    try write(Array("text".utf8), to: "text.png")
    try write(png + [UInt8](repeating: 0, count: 8 << 20), to: "large.png")
    mkfifo(folder.path + "/document/pipe.png", 0o600)
    let names = [
      "missing.png", "../outside.png", "link.png", "text.png", "large.png", "pipe.png", "pictures",
      "a%00b.png",
      folder.path + "/outside.png", "file://" + folder.path + "/outside.png",
    ]
    let markdown = names.map { "![words](<\($0)>)" }.joined(separator: "\n")
    let text = try html(markdown)
    #expect(!text.contains("<img"))
    #expect(text.components(separatedBy: "words").count == names.count + 1)
    let problems = try pictures().problems(in: try MarkdownReader().read(Array(markdown.utf8)))
    #expect(problems.map(\.address).contains("link.png") && problems.map(\.address).contains("missing.png"))
    #expect(problems.count >= 8)
  }

  @Test func `SVG becomes a part of what holds it, and is named for what does not`() throws {
    let drawing =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="1in" viewBox="0 0 20 10"><path d="M0 0"/></svg>"#
    try write(Array(drawing.utf8), to: "a.svg")
    let document = try MarkdownReader().read(Array("![words](a.svg)\n".utf8))
    for format in [Format.html, .openDocument, .flatOpenDocument] {
      #expect(try pictures().problems(in: document, for: format).isEmpty)
      let embedded = try pictures().embedded(in: document, for: format)
      #expect(embedded.media.map(\.bytes) == [Array(drawing.utf8)])
    }
    let flat = Format.flatOpenDocument.write(
      try pictures().embedded(in: document, for: .flatOpenDocument), Format.Options())
    #expect(String(decoding: flat, as: UTF8.self).contains("svg:width=\"2.540cm\" svg:height=\"1.270cm\""))
    for format in [Format.rtf, .wordProcessing] {
      #expect(
        try pictures().problems(in: document, for: format).map(\.reason)
          == ["\(format) cannot hold SVG"])
      #expect(try pictures().embedded(in: document, for: format).images.isEmpty)
    }
    // What is copied is offered in several.
    #expect(try pictures().problems(in: document).isEmpty)
  }

  @Test func `Addresses elsewhere stay`() throws {
    let markdown = "![a](https://example.org/a.png) ![b](//example.org/b.png) ![c](#c)\n"
    let text = try html(markdown)
    #expect(text.components(separatedBy: "<img src=").count == 4)
  }

  @Test func `Pictures are read when what holds them is written`() throws {
    let png = try PictureCodec.png.write(picture)
    try write(png, to: "a.png")
    let document = try MarkdownReader().read(Array("![words](a.png)\n".utf8))
    for format in Format.all.filter(\.holdsPictures) {
      let embedded = try pictures().embedded(in: document, for: format)
      #expect(embedded.media.map(\.byteCount) == [png.count] && embedded.media.map(\.bytes) == [png])
      #expect(embedded == embedded)
      let before = format.write(embedded, Format.Options())
      #expect(try format.readHoldingPictures(before).document.media.map(\.bytes) == [png])
      try write(png + [0], to: "a.png")
      let after = format.write(embedded, Format.Options())
      #expect(try format.readHoldingPictures(after).document.media.map(\.bytes) == [png + [0]])
      try FileManager.default.removeItem(at: folder.appending(path: "document/a.png"))
      let without = try format.readHoldingPictures(format.write(embedded, Format.Options())).document
      #expect(without.images.isEmpty && without.blocks == [.paragraph([.text("words")])])
      try write(png, to: "a.png")
    }
  }

  @Test func `All pictures together have a bound`() throws {
    let png = try PictureCodec.png.write(picture)
    for number in 0..<4 {
      try write(png + [UInt8](repeating: UInt8(number), count: 7 << 20), to: "\(number).png")
    }
    let markdown = (0..<4).map { "![words](\($0).png)" }.joined(separator: "\n")
    #expect(try html(markdown).components(separatedBy: "<img").count == 4)
    let problems = try pictures().problems(in: try MarkdownReader().read(Array(markdown.utf8)))
    #expect(problems.map(\.address) == ["3.png"])
  }

  // MARK: Pasting

  private func placed(
    _ html: String, _ treatment: PastedPictures.Treatment, readsFiles: Bool = false
  ) throws -> (markdown: String, left: Int) {
    var pictures = PastedPictures(treatment, readsFiles: readsFiles)
    let document = pictures.placed(in: try Format.html.readWithPictures(Array(html.utf8)))
    #expect(pictures.failure == nil)
    return (
      String(decoding: Format.markdown.write(document, Format.Options()), as: UTF8.self), pictures.leftCount
    )
  }

  private func address(_ bytes: [UInt8]) -> String {
    "data:image/x;base64," + Data(bytes).base64EncodedString()
  }

  @Test func `Pictures of a document become files, each once`() throws {
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let png = try PictureCodec.png.write(Picture(width: 100, height: 100, bytes: noise))
    #expect(png.count > 16 << 10)
    let media = MediaFolder(FilePath(folder.path + "/media"), linkedAs: "a (b)")
    let html = """
      <p><img src="\(address(png))" alt="Ein Bild: ä/../x"><img src="\(address(png))"></p>
      <p><img src="https://example.org/x.png" alt="web"></p>
      """
    let (markdown, left) = try placed(html, .save(media))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/media")
    #expect(names.count == 1 && names[0].hasPrefix("ein-bild-ä-x-") && names[0].hasSuffix(".png"))
    #expect(try Data(contentsOf: folder.appending(path: "media/" + names[0])) == Data(png))
    #expect(left == 0 && markdown.contains("](https://example.org/x.png)"))
    // The document reads back with the same addresses.
    let addresses = try MarkdownReader().read(Array(markdown.utf8)).images.map(\.address)
    #expect(addresses.prefix(2) == ["a (b)/" + names[0], "a (b)/" + names[0]])
    // Pasted again, nothing is written anew.
    #expect(try placed(html, .save(media)).markdown == markdown)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/media") == names)
  }

  @Test func `Without a folder pictures are counted, held or dropped`() throws {
    let png = try PictureCodec.png.write(picture)
    let html = "<p>a <img src=\"\(address(png))\" alt=words> <img src='file:///etc/passwd' alt=file> b</p>"
    #expect(try placed(html, .leave) == ("a words file b\n", 2))
    #expect(try placed(html, .drop) == ("a words file b\n", 0))
    let paths =
      #"<p>a <img src="file:///C:/x.png" alt="Macintosh HD:Users:me:x.png"> <img src='file:///y.png' alt='C:\y.png'> b"#
    #expect(try placed(paths, .leave) == ("a b\n", 2))
    #expect(try placed(paths, .drop) == ("a b\n", 0))
    let inline = try placed(html, .inline)
    #expect(inline.left == 1 && inline.markdown.contains("data:image/png;base64,"))
  }

  @Test func `Files are taken from word processors alone, and pictures alone`() throws {
    let png = try PictureCodec.png.write(picture)
    try write(png, to: "a.png")
    let file = "file://\(folder.path)/document/a.png"
    let media = MediaFolder(FilePath(folder.path + "/media"), linkedAs: "media")
    let html = "<p><img src='\(file)'> <img src='file:///etc/passwd'> <img src='data:text/plain,x'></p>"
    #expect(try placed(html, .save(media)).left == 3)
    let read = try placed(html, .save(media), readsFiles: true)
    #expect(read.left == 2 && read.markdown.contains("](media/a-"))
  }

  @Test func `A folder that cannot be written to is told of`() throws {
    var pictures = PastedPictures(.save(MediaFolder("/dev/null/x")))
    let html = "<p>a <img src=\"\(address(try PictureCodec.png.write(picture)))\"></p>"
    _ = pictures.placed(in: try Format.html.readWithPictures(Array(html.utf8)))
    #expect(pictures.failure != nil)
  }
}
