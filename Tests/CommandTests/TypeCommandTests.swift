import Foundation
import TestSupport
import Testing

/// `pb type`: questions about types, without a display.
@Suite("Questions about types")
struct TypeCommandTests {
  private let pb = BuiltCommand()

  @Test(arguments: [
    ("net.daringfireball.markdown", "public.text", true), ("md", "public.plain-text", true),
    (".md", "text/plain", true), ("PUBLIC.HTML", "public.text", true), ("html", "public.plain-text", false),
    ("public.text", "md", false), ("rtf", "rtf", true), ("com.example.undeclared", "public.data", false),
  ])
  func `Conformance is printed, and is the exit status`(type: String, other: String, answer: Bool) throws {
    let result = try pb.run("type", "conforms", type, other)
    #expect(result.text == (answer ? "yes\n" : "no\n"))
    #expect(result.status == (answer ? 0 : 1))
  }

  @Test func `What is known of a type`() throws {
    let text = try pb.run("type", "info", "md").text
    for line in [
      "net.daringfireball.markdown", "declared", "public.utf8-plain-text", "mdown", "text/x-markdown",
    ] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
    let json = try JSONSerialization.jsonObject(with: Data(try pb.run("type", "info", "md", "--json").output))
    let info = try #require(json as? [String: Any])
    #expect(info["identifier"] as? String == "net.daringfireball.markdown")
    #expect(info["conformsTo"] as? [String] == ["public.utf8-plain-text"])
    #expect((info["targets"] as? [String])?.contains("text/markdown") == true)
  }

  @Test func `A dynamic identifier is decoded`() throws {
    let text = try pb.run("type", "info", "dyn.ah62d4rv4ge81k2p4").text
    #expect(text.contains("dynamic") && text.contains("taz"))
  }

  @Test func `The supertypes as a tree`() throws {
    let tree = try pb.run("type", "tree", "md").text
    #expect(
      tree.hasPrefix(
        """
        net.daringfireball.markdown
        └─ public.utf8-plain-text
           └─ public.plain-text
              └─ public.text
                 ├─ public.data
                 │  └─ public.item
                 └─ public.content
        """))
    #expect(
      try pb.run("type", "tree", "public.utf8-plain-text", "--down").text.contains(
        "net.daringfireball.markdown"))
  }

  @Test(arguments: [
    (["--extension", "md"], "net.daringfireball.markdown"),
    (["--extension", ".MD"], "net.daringfireball.markdown"),
    (["--mime", "text/markdown"], "net.daringfireball.markdown"), (["--mime", "Text/HTML"], "public.html"),
    (["--ostype", "TEXT"], "com.apple.traditional-mac-plain-text"),
    (["--pasteboard-type", "NSStringPboardType"], "public.utf8-plain-text"),
    (["--target", "UTF8_STRING"], "public.utf8-plain-text"), (["--target", "text/richtext"], "public.rtf"),
    (["--target", "image/png"], "public.png"), (["--file", "/usr"], "public.folder"),
  ])
  func `Types are found by their tags`(words: [String], expected: String) throws {
    let result = try ChildProcess.run([BuiltCommand.path, "type", "find"] + words)
    #expect(result.text.split(separator: "\n").first.map(String.init) == expected)
  }

  @Test func `A target that carries nothing known is not found`() throws {
    let result = try pb.run("type", "find", "--target", "x-nonsense")
    #expect(result.status == 1 && result.output.isEmpty)
  }

  @Test func `What files are, by name and content`() throws {
    let folder = try TemporaryFolder()
    let picture = try folder.file("picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])
    let notes = try folder.file("two\nlines.md", Array("# T\n".utf8))
    #expect(try pb.run("type", "of", picture).text == "public.png\n")
    #expect(try pb.run("type", "of", "--mime", picture).text == "image/png\n")
    let both = try pb.run("type", "of", picture, notes, "-0")
    #expect(both.text == "\(picture): public.png\0\(notes): net.daringfireball.markdown\0")
    #expect(try pb.run("type", "of", notes, folder.path).text.split(separator: "\n").count == 2)
    #expect(
      try pb.run("type", "of", "-", input: Array("GIF89a\u{1}\u{0}".utf8)).text == "com.compuserve.gif\n")
    let missing = try pb.run("type", "of", "\(folder.path)/nothing", picture)
    #expect(missing.status == 1 && missing.text == "\(picture): public.png\n")
    #expect(missing.errors.contains("no such file"))
  }

  @Test func `A MIME type that nobody declares is told as far as its name goes`() throws {
    let info = try pb.run("type", "info", "image/x-unheard-of")
    #expect(info.status == 0 && info.text.contains("dynamic") && info.text.contains("public.image"))
    #expect(try pb.run("type", "conforms", "image/x-unheard-of", "public.image").text == "yes\n")
    #expect(try pb.run("type", "info", "neither this nor that").status == 2)
  }

  @Test func `Types are listed below one`() throws {
    let lines = try pb.run("type", "list", "--conforms-to", "public.rtf").text.split(separator: "\n")
    #expect(lines.count > 1 && lines.contains { $0.hasPrefix("public.rtf ") })
    #expect(!lines.contains { $0.hasPrefix("public.png ") })
  }

  @Test func `What files are, for programs`() throws {
    let folder = try TemporaryFolder()
    let notes = try folder.file("notes.md", Array("# T\n".utf8))
    let json = try JSONSerialization.jsonObject(with: Data(try pb.run("type", "of", "--json", notes).output))
    let file = try #require(((json as? [String: Any])?["files"] as? [[String: Any]])?.first)
    #expect(file["path"] as? String == notes)
    #expect(file["type"] as? String == "net.daringfireball.markdown")
    #expect(file["mimeType"] as? String == "text/markdown")
    #expect(file["state"] as? String == "declared")
  }
}
