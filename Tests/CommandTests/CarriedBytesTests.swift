import Foundation
import TestSupport
import Testing

/// What is no text comes back byte for byte, through every pair of commands.
@Suite("Carried bytes", .timeLimit(.minutes(2)))
final class CarriedBytesTests: CommandSuite {
  /// Runs the program by a name of its own.
  private func called(_ name: String, _ input: [UInt8] = []) throws -> ChildProcess.Result {
    let link = folder.path + "/" + name
    if !FileManager.default.fileExists(atPath: link) {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: BuiltCommand.path)
    }
    return try pb.other(link, input: input)
  }

  static let lists: [[UInt8]] = [
    "1\0002\0003\0004\0005\0006\0007\0008\0009\000", "a\0", "a\0b\0c", "one name\0two\0", "é\0ü\0", "\0",
    "\0\0a", "ab\0\0",
    "a\0\0\0b\0\0\0",
  ].map { Array($0.utf8) }

  @Test(arguments: lists)
  func `Text with NULs comes back to its last byte`(list: [UInt8]) throws {
    #expect(try called("pbcopy", list).status == 0)
    #expect(try called("pbpaste").output == list)
    let bare = try ChildProcess.run([BuiltCommand.path], environment: server.environment, input: list)
    #expect(bare.status == 0)
    #expect(try pb.run("paste").output == list)
    #expect(try called("pbpaste").output == list)
    for type in ["plain", "text/plain;charset=utf-8", "text/plain; charset=\"UTF-8\""] {
      let copied = try pb.run("copy", "-t", type, input: list)
      #expect(copied.status == 0 && copied.errors.isEmpty, "\(copied.errors)")
      for words in [["paste"], ["paste", "--plain"], ["paste", "--raw", "UTF8_STRING"]] {
        #expect(try pb.run(words).output == list, "\(type) \(words)")
      }
      #expect(try called("pbpaste").output == list)
    }
    #expect(try pb.run("copy", "--encoding", "utf-8", input: list).status == 0)
    #expect(try pb.run("paste").output == list)
    let file = try folder.file("list", list)
    #expect(try pb.run("copy", file).status == 0)
    #expect(try pb.run("paste").output == list)
  }

  @Test func `A shell gets every item of a list`() throws {
    let line = "seq 1 9 | tr '\\n' '\\0' | ./pbcopy; ./pbpaste | xargs -0 -n1"
    _ = (try called("pbcopy"), try called("pbpaste"))
    let listed = try pb.other("sh", "-c", "cd '\(folder.path)'; \(line)")
    #expect(listed.text == (1...9).map { "\($0)\n" }.joined())
  }

  @Test(arguments: ["hello world\n", "one\n", "<p>a</p>"])
  func `Text of UTF-16 without a mark is still read as that`(text: String) throws {
    let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try called("pbcopy", utf16).status == 0)
    #expect(try called("pbpaste").text == text)
  }

  @Test func `What another program ends with NULs is text without them`() throws {
    let file = try folder.file("ended", Array("text\0\0".utf8))
    #expect(try pb.other("xclip", "-selection", "clipboard", file).status == 0)
    #expect(try pb.run("paste").text == "text")
    let list = try folder.file("list", Array("a\0b\0".utf8))
    #expect(try pb.other("xclip", "-selection", "clipboard", list).status == 0)
    #expect(try pb.run("paste").text == "a\0b\0")
  }

  static let binaries: [(name: String, bytes: [UInt8], type: String)] = [
    (
      "a.png",
      (try? Data(contentsOf: BuiltCommand.fixtures.appending(path: "pictures/words.png"))).map(Array.init)
        ?? [], "image/png"
    ),
    ("bin", [0xFE, 0, 1, 2, 0xFF, 0, 0, 7], "application/octet-stream"),
    ("a.pdf", Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A], "application/pdf"),
    ("a.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], "gzip"),
  ]

  @Test(arguments: binaries)
  func `What is no text goes into a pipe and a file as it is`(name: String, bytes: [UInt8], type: String)
    throws
  {
    #expect(try pb.run("copy", try folder.file(name, bytes)).status == 0)
    let command = "'\(BuiltCommand.path)' paste"
    for line in [
      "\(command) | cat", "\(command) > out-\(name); cat out-\(name)", "\(command) -o new; cat new",
    ] {
      let pasted = try pb.other("sh", "-c", "cd '\(folder.path)'; \(line)")
      #expect(pasted.output == bytes)
      #expect(pasted.errors.contains("holds no text") && pasted.errors.contains(type), "\(pasted.errors)")
    }
    #expect(try pb.run("paste", "-q").errors.isEmpty)
    #expect(try called("pbpaste").output == bytes)
    for words in [["paste", "--plain"], ["paste", "-t", "markdown"]] {
      let refused = try pb.run(words)
      #expect(refused.status == 1 && refused.output.isEmpty && !refused.errors.isEmpty)
    }
    // A terminal gets none of it.
    let screen = try pb.other("script", "-qec", command, "/dev/null")
    #expect(screen.status == 1 && !screen.output.starts(with: bytes))
  }

  @Test func `A picture of a browser goes into a picture's file, and its address into one for text`() throws {
    let picture = Self.binaries[0].bytes
    let page =
      "<meta charset=\"utf-8\"><img src=\"https://example.org/pets/tabby%20cat.png?w=90\" alt=\"image\"/>"
    let owner = try ScriptedOwner(
      of: [("text/html", Array(page.utf8)), ("image/png", picture)],
      environment: server.environment)
    func run(_ line: String) throws -> ChildProcess.Result {
      try pb.other("sh", "-c", "cd '\(folder.path)'; pb() { '\(BuiltCommand.path)' \"$@\"; }; \(line)")
    }
    #expect(try run("pb paste > pic.png; cat pic.png").output == picture)
    #expect(try run("pb paste | cat").output == picture)
    #expect(try run("pb paste > notes.md; cat notes.md").text.hasPrefix("![image](https://example.org/pets/"))
    #expect(try run("pb paste -t markdown").text.hasPrefix("![image](https"))
    #expect(try run("pb paste --media img").text.hasPrefix("![image](img/tabby-cat-"))
    #expect(try run("pb paste --into out").text == "out/tabby cat.png\n")
    withExtendedLifetime(owner) {}
  }

  @Test(arguments: [
    ("<h1>Quarterly: the 1st/2nd</h1><p>x", "Quarterly the 1st 2nd"),
    ("<p>x<h2>Second <em>one</em></h2>", "Second one"),
    ("<h1>.hidden</h1>", "hidden"), ("<h1>\u{202E}ab</h1>", "ab"), ("<p>no heading", "text"),
    ("<h1>...</h1><p>b", "text"),
    ("<h1>" + String(repeating: "ü", count: 300) + "</h1>", String(repeating: "ü", count: 40)),
  ])
  func `Documents are pasted into a folder by the name of their first heading`(page: String, name: String)
    throws
  {
    #expect(try pb.run("copy", "-t", "html", input: Array(page.utf8)).status == 0)
    let out = folder.path + "/out"
    #expect(try pb.run("paste", "--into", out).text == "\(out)/\(name).md\n")
    #expect(try pb.run("paste", "--into", out).text == "\(out)/\(name) (2).md\n")
    #expect(try pb.run("paste", "-t", "docx", "--into", out).text == "\(out)/\(name).docx\n")
  }
}
