import Foundation
import TestSupport
import Testing

/// What stays of what was copied before where something is put behind it, or asked for by a name.
@Suite(.timeLimit(.minutes(1))) struct AppendTests {
  private let server: PrivateXServer
  private let pb: BuiltCommand

  init() throws {
    server = try PrivateXServer()
    pb = BuiltCommand(on: server)
  }

  @Test(arguments: ["rtf", "html"])
  func `Formatting stays where text is put behind it, whoever has copied it`(type: String) throws {
    let rich = try pb.run("convert", "--to", type, input: Array("# Title\n\nsome **bold** text\n".utf8))
      .output
    #expect(try pb.run("copy", "-t", type, input: rich).status == 0)
    #expect(try pb.run("copy", "--append", input: Array("tail\n".utf8)).status == 0)
    #expect(try pb.run("paste").text == "# Title\n\nsome **bold** text\n\ntail\n")
    #expect(try pb.run("paste", "--as", "rtf").text.contains("\\b"))
  }

  @Test func `Files are not made text of, unless the person says so`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.md", Array("# A\n".utf8))
    #expect(try pb.run("copy", "--files", file).status == 0)
    let result = try pb.run("copy", "--append", input: Array("tail\n".utf8))
    #expect(result.status == 2 && result.errors.contains("files were copied"), "\(result.errors)")
    #expect(try pb.run("paste", "-t", "files").text == file + "\n")
    #expect(try pb.run("copy", "-t", "plain", "--append", input: Array("tail\n".utf8)).status == 0)
    #expect(try pb.run("paste").text == file + "\ntail\n")
  }

  @Test func `A list of files has paths or addresses in its lines`() throws {
    let folder = try TemporaryFolder()
    let notes = try folder.file("notes.md", Array("title: Notes\n\ntext\n".utf8))
    let refused = try pb.run("copy", "-t", "files", notes)
    #expect(refused.status == 2 && refused.errors.contains("--files"), "\(refused.errors)")
    let list = "copy\n# made by hand\nfile://\(notes)\n\(notes)\nhttps://example.org/a%20b\n"
    #expect(try pb.run("copy", "-t", "files", input: Array(list.utf8)).status == 0)
    #expect(try pb.run("paste", "-t", "files").text.contains(notes))
  }

  @Test(arguments: ["main.py", "a.yaml", "notes.tex"])
  func `A file of another kind of text gets no marks of Markdown`(name: String) throws {
    let folder = try TemporaryFolder()
    let page = Array("<pre>def __init__(self):\n    x_y = 2 &lt; 3</pre>".utf8)
    #expect(try pb.run("copy", "-t", "html", input: page).status == 0)
    #expect(try pb.run("paste", "-o", folder.path + "/" + name).status == 0)
    #expect(
      try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
        .trimmingCharacters(in: .newlines) == "def __init__(self):\n    x_y = 2 < 3")
  }
}
