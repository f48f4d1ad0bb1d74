import Foundation
import Pictures
import TestSupport
import Testing

/// What cannot be done with the pictures of documents is told, each with its reason, and loses nothing else.
@Suite("Failures with pictures", .timeLimit(.minutes(2)))
final class PictureFailureTests: CommandSuite {
  private let png: [UInt8]

  override init() throws {
    png = try PictureCodec.png.write(Picture(width: 2, height: 1, bytes: [255, 0, 0, 255, 0, 0, 255, 255]))
    try super.init()
  }

  /// Writes files beside a document that shows them; returns its path.
  private func document(showing names: [String]) throws -> String {
    let lines = names.map { "![words of \($0)](\($0))" }
    return try folder.file("notes.md", Array(lines.joined(separator: "\n\n").utf8))
  }

  @Test func `A picture that cannot be read leaves its words, with the reason`() throws {
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path + "/loop.png", withDestinationPath: "loop.png")
    try files.createSymbolicLink(atPath: folder.path + "/away.png", withDestinationPath: "/etc/passwd")
    #expect(mkfifo(folder.path + "/pipe.png", 0o600) == 0)
    try files.createDirectory(atPath: folder.path + "/folder.png", withIntermediateDirectories: false)
    _ = try folder.file("large.png", png + [UInt8](repeating: 0, count: 8 << 20))
    _ = try folder.file("text.png", Array("text".utf8))
    _ = try folder.file("ok.png", png)
    var reasons = [
      "loop.png": "too many levels of symbolic links", "away.png": "it is outside the document's folder",
      "pipe.png": "not a regular file", "folder.png": "is a directory",
      "large.png": "it is larger than 8 MiB", "text.png": "it is not a picture",
      "none.png": "no such file or directory",
    ]
    // Root reads it all the same.
    if geteuid() != 0 {
      _ = try folder.file("closed.png", png)
      try files.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path + "/closed.png")
      reasons["closed.png"] = "permission denied"
    }
    let source = try document(showing: reasons.keys.sorted() + ["ok.png"])
    let expected = reasons.map { "pb: left out the picture \($0): \($1)" }.sorted()
    for arguments in [["copy", source], ["convert", source, "-o", folder.path + "/notes.docx"]] {
      let result = try ChildProcess.run([BuiltCommand.path] + arguments, environment: pb.environment)
      #expect(result.status == 0)
      #expect(result.errors.split(separator: "\n").map(String.init).sorted() == expected)
    }
    for (form, sign) in [("text/html", "<img"), ("text/rtf", "\\pngblip")] {
      let text = try pb.run("paste", "--raw", form).text
      #expect(text.components(separatedBy: sign).count == 2)
      for name in reasons.keys { #expect(text.contains("words of \(name)")) }
    }
  }

  @Test func `The pictures beside a page that is copied are in it`() throws {
    _ = try folder.file("cat.png", png)
    let source =
      "<p>é <img alt=cat src=cat.png> <img src='no.png'> <IMG SRC=\"https://example.org/x.png\"></p>"
    let page = try folder.file("page.html", Array(source.utf8))
    let copied = try pb.run("copy", page)
    #expect(
      copied.status == 0 && copied.errors == "pb: left out the picture no.png: no such file or directory\n"
    )
    let data = "data:image/png;base64," + Data(png).base64EncodedString()
    let shown = try pb.run("paste", "--raw", "text/html").text
    let declared = "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">"
    #expect(shown == declared + source.replacing("src=cat.png", with: "src=\"\(data)\""))
    #expect(try pb.run("paste", "--raw", "public.html").text == source)
    #expect(try pb.run("paste", "--raw", "text/rtf").text.contains("\\pngblip"))
    #expect(try pb.run("copy", "--media", "link", page).errors.isEmpty)
    #expect(try pb.run("paste", "--raw", "text/html").text == declared + source)
    let piped = try pb.run("copy", "-t", "html", "--base", folder.path, input: Array(source.utf8))
    #expect(piped.status == 0)
    #expect(try pb.run("paste", "--raw", "text/html").text.contains(data))
  }

  @Test func `All pictures together have a bound`() throws {
    let names = (1...4).map { "\($0).png" }
    for name in names { _ = try folder.file(name, png + [UInt8](repeating: 0, count: 7 << 20)) }
    let copied = try pb.run("copy", try document(showing: names))
    #expect(
      copied.status == 0
        && copied.errors == "pb: left out the picture 4.png: all pictures together are larger than 24 MiB\n")
  }

  @Test func `A picture that has gone since it was copied leaves its words`() throws {
    _ = try folder.file("a.png", png)
    _ = try folder.file("b.png", png)
    #expect(try pb.run("copy", try document(showing: ["a.png", "b.png"])).errors.isEmpty)
    try FileManager.default.removeItem(atPath: folder.path + "/a.png")
    let html = try pb.run("paste", "--raw", "text/html").text
    #expect(html.contains("words of a.png") && html.components(separatedBy: "<img").count == 2)
  }

  // MARK: Pasting

  private func copyPage(showing picture: [UInt8]) throws {
    let address = "data:image/png;base64," + Data(picture).base64EncodedString()
    let page = "<p>a <img alt=words src=\"\(address)\"> b</p>"
    #expect(try pb.run("copy", "-t", "html", input: Array(page.utf8)).status == 0)
  }

  @Test func `A folder for pictures that cannot be had is told of`() throws {
    try copyPage(showing: png)
    let file = try folder.file("file", png)
    for (goal, reason) in [
      (file, "file exists"), (file + "/media", "not a directory"), ("/proc/none", "no such"),
    ] {
      let result = try pb.run("paste", "--media", goal)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(
        result.errors.hasPrefix("pb: could not create the folder \(goal): \(reason)"), "\(result.errors)")
    }
  }

  @Test func `A full disk is told of, and leaves no part of a picture`() throws {
    try copyPage(showing: png + [UInt8](repeating: 0, count: 5000))
    for arguments in [["--media", folder.path + "/media"], ["-o", folder.path + "/media/notes.docx"]] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/media", withIntermediateDirectories: true)
      // The largest file that a process may write ends a write in the middle, as a full disk does.
      let result = try ChildProcess.run(
        ["sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh", BuiltCommand.path, "paste"] + arguments,
        environment: pb.environment)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains("file too large"), "\(result.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/media").isEmpty)
    }
  }

  @Test func `What has the name of a picture stays`() throws {
    try copyPage(showing: png)
    let media = folder.path + "/media"
    let first = try pb.run("paste", "--media", media).text
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: media).first)
    #expect(first == "a ![words](\(media)/\(name)) b\n")
    try Data("another".utf8).write(to: URL(filePath: media + "/" + name))
    let other = name.replacing(".png", with: "-2.png")
    #expect(try pb.run("paste", "--media", media).text == "a ![words](\(media)/\(other)) b\n")
    #expect(try Data(contentsOf: URL(filePath: media + "/" + name)) == Data("another".utf8))
    #expect(try Data(contentsOf: URL(filePath: media + "/" + other)) == Data(png))
  }
}
