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
    #expect(result.status == 2 && result.errors.contains("the clipboard holds files"), "\(result.errors)")
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

  @Test func `Names of files that are there are a list of them`() throws {
    let folder = try TemporaryFolder()
    let names = ["a b.txt", "c.md"]
    for name in names { _ = try folder.file(name, [0x61]) }
    let paths = names.map { folder.path + "/" + $0 + "\n" }.joined()
    let command = "cd '\(folder.path)'; PB='\(BuiltCommand.path)'; "
    for list in ["ls | \"$PB\" copy -t files", "find . -type f -print0 | sort -z | \"$PB\" copy -t files"] {
      #expect(try pb.other("sh", "-c", command + list).status == 0)
      #expect(try pb.run("paste", "-t", "files").text.replacing("/./", with: "/") == paths)
    }
    let missing = try pb.other("sh", "-c", command + "printf 'c.md\\nd.md\\n' | \"$PB\" copy -t files")
    #expect(
      missing.status == 2 && missing.errors.contains("'d.md', which does not exist"), "\(missing.errors)"
    )
  }

  @Test func `Of texts that are appended at once none is lost, and no copy fails that another overtakes`()
    throws
  {
    #expect(try pb.run("copy", "-t", "plain", input: Array("0\n".utf8)).status == 0)
    let appending = try (1...8).map { number in
      try ChildProcess(
        [BuiltCommand.path, "copy", "-t", "plain", "--append"], environment: pb.environment,
        input: Array("\(number)\n".utf8))
    }
    for process in appending { #expect(try process.wait().status == 0) }
    #expect(try pb.run("paste").text.split(separator: "\n").sorted() == (0...8).map { "\($0)" })
    let copying = try (1...12).map { number in
      try ChildProcess(
        [BuiltCommand.path, "copy", "-t", "plain"], environment: pb.environment,
        input: Array("\(number)".utf8))
    }
    for process in copying {
      let result = try process.wait()
      #expect(result.status == 0, "\(result.errors)")
    }
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
