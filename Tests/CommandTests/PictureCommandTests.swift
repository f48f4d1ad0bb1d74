import Foundation
import Pictures
import TestSupport
import Testing

/// Pictures copied, pasted and converted with the built program.
@Suite("Pictures on the command line", .timeLimit(.minutes(2)))
struct PictureCommandTests {
  private let pb: BuiltCommand
  private let folder: TemporaryFolder
  private let picture = Picture(
    width: 20, height: 10, bytes: (0..<200).flatMap { [UInt8($0), 100, 255 - UInt8($0), 255] })

  init() throws {
    pb = BuiltCommand(on: try PrivateXServer())
    folder = try TemporaryFolder()
  }

  private func read(_ path: String) throws -> Picture {
    try Picture([UInt8](try Data(contentsOf: URL(filePath: path))))
  }

  @Test(arguments: [
    ("<img src=\"https://example.org/a.png\" alt=\"a\">", ".png"),
    ("<img src=\"file:///home/ada/a.png\"/>", ".png"),
    ("<a href=\"/b\"><img src=\"https://example.org/a.png\"></a>", ".png"),
    ("<p>words <img src=\"https://example.org/a.png\"></p>", ".md"),
  ])
  func `A picture that was copied in a browser is written as one`(page: String, ending: String) throws {
    let png = try folder.file("a.png", try PictureCodec.png.write(picture))
    let html = try folder.file("a.html", Array(page.utf8))
    #expect(try pb.run("copy", "-t", "html", "--add", "png=\(png)", html).status == 0)
    let written = try pb.run("paste", "--into", folder.path).text.trimmingCharacters(in: .newlines)
    #expect(written.hasSuffix(ending))
    if ending == ".png" { #expect(try read(written) == picture) }
  }

  @Test func `A photograph is pasted in the format that the file is to have`() throws {
    let jpeg = try PictureCodec.jpeg.write(picture)
    let photograph = try folder.file("photo.jpg", jpeg)
    #expect(try pb.run("copy", photograph).status == 0)
    #expect(try pb.run("paste", "-o", folder.path + "/a.png").status == 0)
    #expect(try read(folder.path + "/a.png") == Picture(jpeg))
    #expect(try pb.run("paste", "-o", folder.path + "/a.jpg").status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/a.jpg")) == Data(jpeg))
    #expect(try pb.run("paste", "-t", "bmp").output.starts(with: Array("BM".utf8)))
    for (option, ending) in [("--into", ".jpeg"), ("--media", ".jpg")] {
      let saved = try TemporaryFolder()
      #expect(try pb.run("paste", option, saved.path).status == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: saved.path)
      #expect(files.count == 1 && files[0].hasSuffix(ending))
      #expect(FileManager.default.contents(atPath: saved.path + "/" + (files.first ?? "")) == Data(jpeg))
    }
    #expect(try pb.run("show").text.components(separatedBy: "\n")[1].contains(" image/png "))
    let markdown = try pb.run("paste", "-t", "markdown")
    #expect(markdown.status == 1 && markdown.errors.contains("--media DIR"))
  }

  @Test func `Pictures are converted from file to file`() throws {
    let png = try folder.file("a.png", try PictureCodec.png.write(picture))
    for name in ["b.jpg", "b.bmp", "b.png"] {
      #expect(try pb.run("convert", png, folder.path + "/" + name).status == 0)
      #expect(try read(folder.path + "/" + name).width == 20)
    }
    #expect(try read(folder.path + "/b.bmp") == picture)
    #expect(try pb.run("convert", folder.path + "/b.bmp", "-o", folder.path + "/c.png").status == 0)
    #expect(try read(folder.path + "/c.png") == picture)
    let text = try folder.file("a.md", Array("# a".utf8))
    #expect(try pb.run("convert", text, "--fragment", "-o", folder.path + "/a.html").status == 0)
    #expect(FileManager.default.contents(atPath: folder.path + "/a.html") == Data("<h1>a</h1>\n".utf8))
  }

  @Test(
    "Documents of word processors hold the pictures beside their source",
    arguments: ["docx", "odt", "fodt", "rtf"])
  func documents(type: String) throws {
    let png = try PictureCodec.png.write(picture)
    _ = try folder.file("a.png", png)
    let text =
      "![one](a.png) [![two](a.png)](https://example.org)\n\n![gone](no.png) ![far](https://example.org/x.png)\n"
    let source = try folder.file("a.md", Array(text.utf8))
    let (result, media) = (folder.path + "/a." + type, folder.path + "/media")
    let converted = try pb.run("convert", source, result)
    #expect(converted.status == 0 && converted.errors.contains("left out the picture no.png"))
    let back = try pb.run("convert", "--media", media, result, "--to", "markdown")
    let saved = try FileManager.default.contentsOfDirectory(atPath: media)
    #expect(saved.count == 1)
    let name = media + "/" + (saved.first ?? "")
    #expect(FileManager.default.contents(atPath: name) == Data(png))
    #expect(back.text.hasPrefix("![one](\(name)) [![two](\(name))](https://example.org)\n\ngone "))
    #expect(back.text.contains("https://example.org/x.png"))
    // The person may want them left where they are, or out.
    #expect(try pb.run("convert", "--media", "link", source, "-o", result).errors.isEmpty)
    #expect(try pb.run("convert", result, "--to", "markdown").text.contains("(a.png)"))
    #expect(try pb.run("convert", "--media", "drop", source, "-o", result).errors.isEmpty)
    let dropped = try pb.run("convert", result, "--to", "markdown").text
    #expect(dropped.hasPrefix("one [two](https://example.org)\n\ngone "))
    #expect(try pb.run("convert", "--media", "nowhere", source, "-o", result).status == 2)
  }

  @Test func `The pictures of a page that pb copied are saved too`() throws {
    let png = try PictureCodec.png.write(picture)
    let address = "data:image/png;base64," + Data(png).base64EncodedString()
    let page = try folder.file("page.html", Array("<p>a <img src=\"\(address)\" alt=\"dot\"> b</p>".utf8))
    #expect(try pb.run("copy", page).status == 0)
    let pasted = try pb.run("paste", "--media", folder.path + "/media")
    #expect(pasted.status == 0 && !pasted.text.contains("base64"))
    let saved = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/media")
    #expect(saved.count == 1)
    #expect(try read(folder.path + "/media/" + (saved.first ?? "")) == picture)
  }

  @Test func `A document of Word is copied without a word about its characters`() throws {
    let notes = try folder.file("notes.md", Array("# Title\n\nWords.\n".utf8))
    let document = folder.path + "/notes.docx"
    #expect(try pb.run("convert", notes, "-o", document).status == 0)
    let copied = try pb.run("copy", document)
    #expect(copied.status == 0 && copied.errors.isEmpty)
    #expect(try pb.run("paste").text == "# Title\n\nWords.\n")
    #expect(try pb.run("paste", "-t", "docx").output == Array(Data(contentsOf: URL(filePath: document))))
  }

  @Test func `A photograph that was cut off is converted as far as it goes, and said to be one`() throws {
    let whole = try PictureCodec.jpeg.write(picture)
    for (count, status) in [(whole.count, Int32(0)), (whole.count - 2, 1), (whole.count - 20, 1)] {
      let file = try folder.file("cut.jpg", Array(whole.prefix(count)))
      let result = try pb.run("convert", file, "-o", folder.path + "/cut.png")
      #expect(result.status == status)
      #expect(result.errors.contains("is truncated; pb converted what it could read") == (status == 1))
      #expect(try read(folder.path + "/cut.png").width == picture.width)
    }
  }

  @Test(arguments: [
    ("docx", "not DOCX"), ("odt", "not ODT"), ("rtf", "not RTF"), ("png", "not a picture of type public.png"),
  ])
  func `What is copied as something that it is not is said to be none`(type: String, words: String) throws {
    let copied = try pb.run("copy", "-t", type, input: Array("# a\n".utf8))
    #expect(copied.status == 0 && copied.errors.contains(words))
  }

  @Test func `Each failure has its message, and writes nothing`() throws {
    let broken = try folder.file("broken.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    let none = try folder.file("none.jpg", Array("text".utf8))
    var large = try PictureCodec.png.write(picture)
    large.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0])
    let huge = try folder.file("huge.png", large)
    for (arguments, message) in [
      ([broken, "x.bmp"], "its format is unknown"), ([none, "x.png"], "its format is unknown"),
      ([huge, "x.jpg"], "100000 × 100000 pixels"), ([broken, "x.webp"], "cannot write WebP"),
      ([broken, "x"], "Name it, for example: --to"), ([broken, "x.bmp", "-o", "y.bmp"], "use --into DIR"),
      (["/nonexistent.png", "x.bmp"], "no such file"),
    ] {
      let result = try ChildProcess.run(
        [BuiltCommand.path, "convert"] + arguments.map { $0.hasPrefix("x") ? folder.path + "/" + $0 : $0 })
      #expect(result.status == 2 && result.errors.contains(message), "\(arguments): \(result.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    let copied = try pb.run("copy", huge)
    #expect(copied.status == 0 && copied.errors.contains("too large to convert"))
    #expect(try !pb.run("show").text.contains("image/bmp"))
    #expect(try pb.run("paste", "-t", "png").output == large)
    // What moves is not read, and promised in no other format.
    let moving = Array("RIFF....WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0, 0x2B, 1, 0, 0xC7, 0, 0]
    let unread = try pb.run("copy", try folder.file("moving.webp", moving))
    #expect(unread.status == 0 && unread.errors.contains("pb does not convert this kind of WebP"))
    let targets = try pb.other("xclip", "-selection", "clipboard", "-o", "-t", "TARGETS").text
    #expect(targets.contains("image/webp") && !targets.contains("image/png"), "\(targets)")
    #expect(try pb.run("copy", none).errors.contains("not a picture"))
    let unknown = try pb.run(
      "copy",
      try folder.file("a.avif", [0, 0, 0, 28] + Array("ftypavif".utf8) + [UInt8](repeating: 0, count: 40)))
    #expect(unknown.status == 0 && unknown.errors.contains("it was copied without conversions"))
  }

  @Test func `Pictures of every format are drawn in a preview`() throws {
    _ = try pb.run("copy", try folder.file("a.jpg", try PictureCodec.jpeg.write(picture)))
    let shown = try pb.run("show", "--preview", "jpeg").text
    #expect(shown.hasPrefix("JPEG, 20 × 10 pixels"))
  }
}
