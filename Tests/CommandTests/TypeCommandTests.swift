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

  @Test func `A type of one's own is added, known by every door, and removed`() throws {
    let home = try TemporaryFolder()
    let pb = BuiltCommand(home: home)
    let added = try pb.run(
      "type", "add", "com.example.note", "--conforms-to", "md", "--extension", ".note,nt", "--mime",
      "text/x-example-note", "--description", "A note")
    let path = home.path + "/pasteboard/types/com.example.note.json"
    #expect(added.status == 0 && added.text == path + "\n")
    for name in ["note", "NT", "text/x-example-note", "com.example.note"] {
      #expect(try pb.run("type", "conforms", name, "public.plain-text").text == "yes\n", "\(name)")
    }
    let again = try pb.run("type", "add", "com.example.note")
    #expect(again.status == 2 && again.errors.contains("--replace"))
    #expect(try pb.run("type", "add", "com.example.note", "--replace").status == 0)
    #expect(try pb.run("type", "conforms", "com.example.note", "md").text == "no\n")
    #expect(try pb.run("type", "remove", "com.example.note").text == path + "\n")
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try pb.run("type", "find", "--extension", "note").text.hasPrefix("dyn."))
  }

  @Test(arguments: [
    (["add", "public.note"], "reserved"), (["add", "note"], "is not an identifier"),
    (["add", "com.example.note", "--extension", "a.b"], "'a.b' is not a valid extension"),
    (["add", "/nonexistent.plist"], "no such file"),
    (["add", "/nonexistent.plist", "--mime", "a/b"], "--mime"),
    (["remove", "public.html"], "built in"), (["remove", "com.example.unknown"], "not declared"),
  ])
  func `What cannot be declared or taken back is told`(words: [String], message: String) throws {
    let home = try TemporaryFolder()
    let pb = BuiltCommand(home: home)
    let result = try ChildProcess.run([BuiltCommand.path, "type"] + words, environment: pb.environment)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.status == 2)
    let files = try? FileManager.default.contentsOfDirectory(atPath: home.path + "/pasteboard/types")
    #expect(files?.isEmpty ?? true)
  }

  @Test func `The types of an application are added with its property list`() throws {
    let home = try TemporaryFolder()
    let pb = BuiltCommand(home: home)
    let contents = home.path + "/Example.app/Contents"
    try FileManager.default.createDirectory(atPath: contents, withIntermediateDirectories: true)
    let plist = """
      <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>com.example.drawing</string>
      <key>UTTypeConformsTo</key><string>public.image</string>
      <key>UTTypeTagSpecification</key><dict><key>public.filename-extension</key><string>exdraw</string></dict>
      </dict></array></dict></plist>
      """
    try Data(plist.utf8).write(to: URL(fileURLWithPath: contents + "/Info.plist"))
    #expect(try pb.run("type", "add", home.path + "/Example.app").status == 0)
    #expect(try pb.run("type", "conforms", "exdraw", "public.image").text == "yes\n")
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
    #expect(missing.errors.contains("does not exist"))
  }

  @Test(arguments: ["@validate\n", "GIF89 was\n", "ID3 tags\n", "From now on\n", "FLV\n", "MZ was a man\n"])
  func `Letters at the start of text make nothing else of it`(text: String) throws {
    #expect(try pb.run("type", "of", "-", input: Array(text.utf8)).text == "public.plain-text\n")
    let folder = try TemporaryFolder()
    #expect(
      try pb.run("type", "of", try folder.file("words", Array(text.utf8))).text == "public.plain-text\n")
  }

  @Test func `A flat spreadsheet is a spreadsheet`() throws {
    let folder = try TemporaryFolder()
    let text =
      #"<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" "#
      + #"office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body/></office:document>"#
    let sheet = try folder.file("a.fods", Array(text.utf8))
    let type = try pb.run("type", "of", sheet).text.dropLast()
    #expect(try pb.run("type", "conforms", String(type), "public.spreadsheet").text == "yes\n")
    let refused = try pb.run("convert", "--to", "csv", sheet)
    #expect(
      refused.status == 2 && refused.errors.contains("holds no OpenDocument spreadsheet"), "\(refused.errors)"
    )
  }

  @Test func `A link to Markdown is Markdown`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("notes.md", Array("# T\n".utf8))
    let link = folder.path + "/latest"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "notes.md")
    #expect(try pb.run("type", "of", link).text == "net.daringfireball.markdown\n")
    #expect(try pb.run("type", "of", "--no-follow", link).text == "public.symlink\n")
    #expect(try pb.run("convert", "--to", "html", link).text.contains("<h1>T</h1>"))
  }

  @Test func `An extension of one's own says what a file is, unless text is none`() throws {
    let home = try TemporaryFolder()
    let pb = BuiltCommand(home: home)
    for name in ["mine", "org"] {
      #expect(
        try pb.run("type", "add", "com.example.\(name)", "--conforms-to", "public.text", "--extension", name)
          .status
          == 0)
    }
    for (name, text, type) in [
      ("a.mine", "#!/bin/sh\n", "com.example.mine"), ("b.mine", "<!DOCTYPE html><p>", "com.example.mine"),
      ("c.org", "* words\n", "com.example.org"), ("d.mine", "\0\u{1}", "public.data"),
      ("nowhere.mine", "", "com.example.mine"),
    ] {
      let path = text.isEmpty ? home.path + "/" + name : try home.file(name, Array(text.utf8))
      #expect(try pb.run("type", "of", path).text == type + "\n")
    }
  }

  @Test func `A MIME type that nobody declares is told as far as its name goes`() throws {
    let info = try pb.run("type", "info", "image/x-unheard-of")
    #expect(info.status == 0 && info.text.contains("dynamic") && info.text.contains("public.image"))
    #expect(try pb.run("type", "conforms", "image/x-unheard-of", "public.image").text == "yes\n")
    #expect(try pb.run("type", "info", "neither this nor that").status == 2)
  }

  @Test func `A type alone is asked about, and of a file what it is`() throws {
    for name in ["png", "public.png", "image/png", ".md", "markdown", "dyn.ah62d4rv4ge8043a"] {
      #expect(try pb.run("type", name).text == pb.run("type", "info", name).text)
    }
    #expect(try pb.run("type", "png", "--json").text == pb.run("type", "info", "--json", "png").text)
    let folder = try TemporaryFolder()
    let file = try folder.file("a.png", samplePNG)
    #expect(try pb.run("type", file).text == "public.png\n")
    let unknown = try pb.run("type", "nothing-of-this-name")
    #expect(unknown.status == 2 && unknown.errors.contains("'pb type' requires one of"))
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

  @Test func `The end of a name that has a dot within it is found, and nothing is not found silently`() throws
  {
    let found = try pb.run("type", "find", "tar.gz")
    let named = try pb.run("type", "of", "/nonexistent/a.tar.gz")
    #expect(found.status == 0 && !found.text.isEmpty && found.text == named.text)
    let none = try pb.run("type", "find", "--target", "no such target")
    #expect(none.status == 1 && none.text.isEmpty && none.errors == "pb: no type found\n")
  }
}
