import Exchange
import Glibc
import Pictures
import System
import Testing
import UniformTypeIdentifiers

@testable import Pasteboard

/// Pictures on a pasteboard, on a backend in memory.
@Suite("Pictures on a pasteboard")
struct PictureItemTests {
  private let pasteboard = Pasteboard(name: .general, backend: .memory())
  private let picture = Picture(width: 2, height: 1, bytes: [255, 0, 0, 255, 0, 0, 255, 255])

  private func reader() throws -> PasteboardReader { try PasteboardReader(.general, on: pasteboard.backend) }

  @Test func `A photograph is offered as PNG first, then as it is, then as a bitmap`() throws {
    let jpeg = try PictureCodec.jpeg.write(picture)
    var item = PasteboardItem()
    item.setData(jpeg, forType: .jpeg)
    try pasteboard.write(item)
    let names = try reader().targets().filter { $0.hasPrefix("image/") }
    #expect(
      names.filter { !["image/x-png", "image/jpg", "image/pjpeg"].contains($0) }
        == ["image/png", "image/jpeg", "image/bmp", "image/x-bmp", "image/x-MS-bmp"])
    #expect(try pasteboard.data(forType: .jpeg) == jpeg)
    let png = try #require(try pasteboard.data(forType: .png))
    #expect(try Picture(png) == Picture(jpeg))
    for name in ["image/bmp", "image/x-bmp", "image/x-MS-bmp"] {
      #expect(try Picture(try reader().property(name).bytes) == Picture(jpeg))
    }
  }

  @Test func `A type of one's own below PNG is offered as PNG too, byte for byte`() throws {
    let png = try PictureCodec.png.write(picture)
    let own = UTType(exportedAs: "com.example.screenshot", conformingTo: .png)
    var item = PasteboardItem()
    item.setData(png, forType: own)
    try pasteboard.write(item)
    let names = try reader().targets()
    #expect(
      names.firstIndex(of: "com.example.screenshot").map { $0 < names.firstIndex(of: "image/png") ?? 0 }
        == true)
    #expect(try reader().property("image/png").bytes == png)
  }

  @Test func `What was given is not made again, and nothing of what no codec reads`() throws {
    let png = try PictureCodec.png.write(picture)
    var item = PasteboardItem()
    item.setData(png, forType: .png)
    item.setData([1, 2, 3], forType: .bmp)
    try pasteboard.write(item)
    #expect(try pasteboard.data(forType: .png) == png && pasteboard.data(forType: .bmp) == [1, 2, 3])
    item.offersConversions = false
    #expect(Offering(item).content(rules: nil).names.filter { $0.hasSuffix("bmp") }.count == 4)
    try pasteboard.write(PasteboardItem("x", type: .heic))
    #expect(try !pasteboard.types.contains(.bmp))
  }

  @Test func `A bitmap that is not kept beside another picture is made anew under the names it had`() throws {
    let png = try PictureCodec.png.write(picture)
    let policy = ServiceManagerPolicy(rules: ReloadableRules())
    let offered = ["image/bmp", "image/png", "image/x-MS-bmp", "image/tiff", "UTF8_STRING"]
    let bounds = policy.snapshot(of: offered)
    #expect(offered.filter(bounds.accepts) == ["image/png", "UTF8_STRING"])
    #expect(bounds.remade(among: offered) == ["image/bmp", "image/x-MS-bmp"])
    // A bitmap alone is read as any form is.
    #expect(policy.snapshot(of: ["image/bmp"]).remade(among: ["image/bmp"]) == [])

    var copy = Snapshot()
    copy.names = ["image/png"]
    copy.keep(Representation(bytes: png), as: "image/png")
    #expect(policy.content(restoring: copy).names == ["image/png"])
    copy.remade = ["image/bmp", "image/x-MS-bmp"]
    for content in [policy.content(restoring: copy), Offering(again: copy).content(rules: nil)] {
      #expect(content.names == ["image/png", "image/bmp", "image/x-MS-bmp"])
      #expect(content.render("image/png")?.bytes == png)
      for name in copy.remade {
        let bitmap = try #require(content.render(name)?.bytes)
        #expect(bitmap.starts(with: Array("BM".utf8)))
        #expect(try Picture(bitmap) == picture)
      }
    }
  }

  @Test(arguments: [PictureCodec.png, .bmp])
  func `A picture is converted from whatever is there`(codec: PictureCodec) throws {
    let bytes = try codec.write(picture)
    _ = try pasteboard.backend.serve(
      .general,
      Content(names: ["image/tiff", codec.type]) { $0 == codec.type ? Representation(bytes: bytes) : nil }
    ) {}
    // What is announced and refused gives way.
    for wanted in [UTType.png, .bmp] {
      #expect(try Picture(try #require(try pasteboard.data(forType: wanted))) == picture)
    }
    #expect(try pasteboard.data(forType: .jpeg)?.isEmpty == false)
    #expect(try pasteboard.data(forType: .gif) == nil)
    let error = #expect(throws: PasteboardError.self) { try reader().paste(PasteRequest(.markdown)) }
    #expect(error?.code == .notOffered && error?.description.contains("only a picture") == true)
  }

  @Test(arguments: [
    ("image/png", false, "(image/png). Save it with --media DIR, or with: pb paste -o picture.png"),
    ("image/png", true, "(image/png) that pb cannot read. Save it with: pb paste -o picture.png"),
    ("image/avif", false, "(image/avif). Save it with: pb paste -o picture.avif"),
    ("image/avif", true, "(image/avif). Save it with: pb paste -o picture.avif"),
  ])
  func `Where text was wanted it is said what can be done with the picture`(
    type: String, isSaved: Bool, words: String
  ) throws {
    let content = Content(names: [type]) { _ in Representation(bytes: [1, 2, 3]) }
    _ = try pasteboard.backend.serve(.general, content) {}
    var request = PasteRequest(.markdown)
    if isSaved { request.pictures = .inline }
    let error = #expect(throws: PasteboardError.self) { try reader().paste(request) }
    let message = error?.description ?? ""
    #expect(message.contains(words) && message.contains("--media") == words.contains("--media"), "\(message)")
  }

  @Test func `A picture that a browser copied by itself is saved, not its address`() throws {
    let png = try PictureCodec.png.write(picture)
    let html = Array("<img src=\"https://example.org/x.png\" alt=\"A word\">".utf8)
    _ = try pasteboard.backend.serve(
      .general,
      Content(names: ["text/html", "image/png"]) { Representation(bytes: $0 == "image/png" ? png : html) }
    ) {}
    let folder = FilePath("/tmp/saved-pictures-\(UInt32.random(in: 0 ... .max))")
    defer { Self.remove(folder) }
    var request = PasteRequest(.markdown)
    request.pictures = .save(MediaFolder(folder, linkedAs: "img"))
    let markdown = String(decoding: try reader().paste(request).bytes, as: UTF8.self)
    #expect(markdown.hasPrefix("![A word](img/a-word-") && markdown.hasSuffix(".png)\n"))
    let names = try Directory.names(in: folder)
    #expect(names.count == 1)
    #expect(try RegularFile.bytes(of: folder.appending(names[0]), limit: 1 << 20) == png)
    // Without a folder its address is all that there is to say.
    request.pictures = .leave
    #expect(
      try reader().paste(request).bytes == Array("![A word](https://example.org/x.png)\n".utf8))
  }

  private static func remove(_ folder: FilePath) {
    for name in (try? Directory.names(in: folder)) ?? [] { unlink(folder.appending(name).description) }
    rmdir(folder.description)
  }
}
