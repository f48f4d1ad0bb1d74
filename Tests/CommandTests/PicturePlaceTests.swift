import Foundation
import Pictures
import TestSupport
import Testing

/// Where the pictures of converted documents are, and how the results lead to them.
@Suite("Places of converted pictures", .timeLimit(.minutes(2)))
struct PicturePlaceTests {
  private let pb = BuiltCommand()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a b", "o"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    _ = try folder.file(
      "a b/pic.png",
      try PictureCodec.png.write(Picture(width: 2, height: 1, bytes: [9, 9, 9, 255, 8, 8, 8, 255])))
    _ = try folder.file("a b/n.md", Array("![p](pic.png) <img src=pic.png>\n\n<img src='none.png'>\n".utf8))
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  @Test(arguments: [
    ("o/n.html", "<img src=\"../a%20b/pic.png\" alt=\"p\" /> <img src=../a%20b/pic.png>"),
    ("o/n.md", "![p](../a%20b/pic.png) <img src=../a%20b/pic.png>"), ("o/n.json", "\"../a%20b/pic.png\""),
    ("n.json", "\"a%20b/pic.png\""), ("a b/n2.html", "<img src=\"pic.png\" alt=\"p\" /> <img src=pic.png>"),
  ])
  func `Addresses lead back from another folder`(result: String, expected: String) throws {
    let converted = try pb.run("convert", path("a b/n.md"), "-o", path(result), "--wrap", "80")
    #expect(converted.status == 0, "\(converted.errors)")
    let text = try text(result)
    #expect(text.contains(expected) && text.contains("none.png") && !text.contains("/none.png"))
  }

  @Test func `Saved pictures are linked from where the document goes`() throws {
    #expect(try pb.run("convert", path("a b/n.md"), "-o", path("n.docx")).status == 0)
    func run(_ arguments: String...) throws {
      let result = try ChildProcess.run(
        [
          "sh", "-c", "cd '\(folder.path)' && exec \"$@\"", "sh", BuiltCommand.path, "convert", "n.docx",
          "--media",
        ]
          + arguments)
      #expect(result.status == 0, "\(result.errors)")
    }
    try run("img", "-o", "o/n.md")
    #expect(try text("o/n.md").contains("![p](../img/p-"))
    try run("o/img", "-o", "o/n.md")
    #expect(try text("o/n.md").contains("![p](img/p-"))
    try run("o", "-o", "o/n.md")
    #expect(try text("o/n.md").contains("![p](./p-"))
    try run("img", "-t", "md", "--into", "new/folder")
    #expect(try text("new/folder/n.md").contains("![p](../../img/p-"))
    try run("img/", "-o", "n.md")
    #expect(try text("n.md").contains("![p](img/p-"))
    try run(path("img"), "-o", "n.md")
    #expect(try text("n.md").contains("![p](\(path("img"))/p-"))
  }

  @Test func `Pictures come from a folder around the document that --base names`() throws {
    for name in ["vault/notes", "vault/assets", "elsewhere"] {
      try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: path("a b/pic.png"), toPath: path("vault/assets/cat.png"))
    try FileManager.default.copyItem(atPath: path("a b/pic.png"), toPath: path("vault/notes/own.png"))
    try FileManager.default.copyItem(atPath: path("a b/pic.png"), toPath: path("elsewhere/dog.png"))
    let text = "![c](../assets/cat.png) ![o](own.png) ![v](assets/cat.png)\n"
    let notes = try folder.file("vault/notes/n.md", Array(text.utf8))
    func embedded(_ arguments: String...) throws -> (count: Int, errors: String) {
      let result = try ChildProcess.run(
        [BuiltCommand.path, "convert", "--to", "html", "--media", "embed"] + arguments)
      return (result.text.matches(of: /src="data:image\/png/).count, result.errors)
    }
    #expect(try embedded(notes).count == 1)
    let (count, errors) = try embedded(notes, "--base", path("vault"))
    #expect(count == 3 && errors.isEmpty, "\(errors)")
    // A folder beside the document is where addresses begin, as before, and nothing comes from outside of it.
    _ = try folder.file("vault/notes/m.md", Array("![d](dog.png) ![c](../vault/assets/cat.png)\n".utf8))
    let other = try embedded(path("vault/notes/m.md"), "--base", path("elsewhere"))
    #expect(
      other.count == 1 && other.errors.contains("it is outside the folder of --base"), "\(other.errors)")
    let missing = try pb.run("convert", "--to", "html", "--media", "embed", notes, "--base", path("none"))
    #expect(missing.status == 2 && missing.errors.contains("does not exist"))
  }

  @Test func `A document as JSON keeps its pictures, or it is said that it does not`() throws {
    func holdsPicture(_ name: String) throws -> Bool {
      try ChildProcess.run([BuiltCommand.path, "convert", path(name), "-t", "json"]).text.contains(
        "image/png")
    }
    #expect(try pb.run("convert", path("a b/n.md"), "-o", path("a b/n.json")).status == 0)
    let beside = try pb.run("convert", path("a b/n.json"), "-o", path("n.docx"))
    #expect(beside.errors.contains("none.png") && beside.errors.split(separator: "\n").count == 1)
    #expect(try holdsPicture("n.docx"))
    #expect(try pb.run("convert", path("n.docx"), "-o", path("held.json")).status == 0)
    #expect(try pb.run("convert", path("held.json"), "-o", path("m.odt")).status == 0)
    #expect(try holdsPicture("m.odt"))
    let left = try pb.run("convert", path("held.json"), "-t", "md")
    #expect(
      left.errors.contains(
        "replaced 2 pictures with alternative text. To save pictures and link them, use --media DIR")
        && !left.text.contains("base64"))
    let piped = try pb.run("convert", "-f", "json", "-t", "docx", input: Array(try text("a b/n.json").utf8))
    #expect(
      piped.status == 0
        && piped.errors
          == "pb: left out 1 picture: the document's folder is unknown. Name it with --base DIR.\n"
    )
    let settings = try pb.run("convert", "-f", "json", "-t", "docx", input: Array("{} // no JSON".utf8))
    #expect(settings.status == 0 && settings.errors.isEmpty)
  }

  @Test func `An address leads no longer than it has to`() throws {
    try FileManager.default.createDirectory(atPath: path("doc/sub"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: path("a b/pic.png"), toPath: path("top.png"))
    _ = try folder.file("doc/n.md", Array("![p](../top.png) ![q](sub/../../top.png)\n".utf8))
    #expect(try pb.run("convert", path("doc/n.md"), "--to", "html", "--into", path("out")).status == 0)
    let page = try text("out/n.html")
    #expect(page.contains("src=\"../top.png\"") && page.contains("src=\"../doc/sub/../../top.png\""))
  }

  @Test func `Markdown is told to hold no pictures`() throws {
    let refused = try pb.run(
      "convert", "--media", "embed", "-f", "html", "-t", "md", input: Array("<p>a".utf8))
    #expect(refused.status == 2 && refused.errors.contains("--media inline"))
  }
}
