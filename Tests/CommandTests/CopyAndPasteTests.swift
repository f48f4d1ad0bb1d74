import Foundation
import TestSupport
import Testing

/// `pb copy` and `pb paste` on a real X server, with xclip as the other program.
@Suite("Copy and paste", .timeLimit(.minutes(2)))
final class CopyAndPasteTests: CommandSuite {
  private static let reportFile = BuiltCommand.fixtures.appending(path: "clipboards/report/source.md").path

  private func report() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: Self.reportFile)))
  }

  @Test func `A copied file comes back byte for byte, to pb and to xclip`() throws {
    let copied = try pb.run("copy", Self.reportFile)
    #expect(copied.status == 0 && copied.output.isEmpty && copied.errors.isEmpty)
    #expect(try pb.run("paste").output == report())
    let other = try pb.other("xclip", "-selection", "clipboard", "-o", "-t", "text/markdown")
    #expect(try other.output == report())
  }

  @Test func `xclip gets each format under its own target`() throws {
    _ = try pb.run("copy", Self.reportFile)
    func get(_ target: String) throws -> String {
      try pb.other("xclip", "-selection", "clipboard", "-o", "-t", target).text
    }
    #expect(try get("text/html").contains("<h1>Quarterly report</h1>"))
    #expect(try get("text/rtf").hasPrefix(#"{\rtf1"#))
    #expect(try get("text/richtext") == get("application/rtf"))
    #expect(try get("UTF8_STRING").hasPrefix("# Quarterly report"))
    #expect(try get("TARGETS").split(separator: "\n").contains("SAVE_TARGETS"))
  }

  @Test func `Old text targets carry what Latin-1 lacks as compound text`() throws {
    _ = try pb.run("copy", input: Array("日本 é".utf8))
    let compound = try pb.run("paste", "--raw", "COMPOUND_TEXT")
    #expect(compound.output.contains(0x1B))
    #expect(try pb.run("paste", "--raw", "TEXT").output == compound.output)
    #expect(try pb.run("paste", "--raw", "STRING").output == Array("?? ".utf8) + [0xE9])
  }

  @Test func `A target that is not offered is refused`() throws {
    _ = try pb.run("copy", Self.reportFile)
    let other = try pb.other("xclip", "-selection", "clipboard", "-o", "-t", "image/png")
    #expect(other.status != 0)
    #expect(other.output.isEmpty)
    let raw = try pb.run("paste", "--raw", "image/png")
    #expect(raw.status == 1 && raw.output.isEmpty && raw.errors.split(separator: "\n").count == 1)
  }

  @Test func `A browser's HTML is pasted as Markdown`() throws {
    let page = Array(
      try Data(contentsOf: BuiltCommand.fixtures.appending(path: "clipboards/report/chromium/text-html")))
    let xclip = try pb.other("xclip", "-selection", "clipboard", "-t", "text/html", "-i", input: page)
    #expect(xclip.status == 0)
    let pasted = try pb.run("paste", "--explain")
    #expect(pasted.text.hasPrefix("# Quarterly report\n\nSome *emphasis*, **strong**"))
    #expect(pasted.errors.contains("chose HTML (text/html)"))
  }

  @Test func `The copy returns, even to a shell that waits for its output`() throws {
    let shell = try pb.other(
      "sh", "-c", "y=$('\(BuiltCommand.path)' copy '\(Self.reportFile)' 2>&1); echo \"got:$y\"")
    #expect(shell.text == "got:\n")
    #expect(try pb.run("paste").output == report())
  }

  @Test func `What ends all processes of a job does not end what it has copied`() throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    let folder = try TemporaryFolder()
    let script = """
      set -m
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        printf "copy $i" > \(folder.path)/text
        \(BuiltCommand.path) copy < \(folder.path)/text & wait $! && kill -QUIT -- -$! 2>/dev/null
        [ "$(\(BuiltCommand.path) paste)" = "copy $i" ] || echo "lost $i"
      done
      """
    #expect(try pb.other("bash", "-c", script).text == "")
  }

  @Test func `A second copy ends the first one's process`() throws {
    for word in ["one", "two", "three"] {
      #expect(try pb.run("copy", input: Array(word.utf8)).status == 0)
      #expect(try pb.run("paste").text == word)
    }
    // Each process holds the display's name in its environment, and nobody else on this server is pb.
    let deadline = ContinuousClock.now + .seconds(10)
    var owners = ownerProcesses()
    while owners.count > 1, ContinuousClock.now < deadline {
      sched_yield()
      owners = ownerProcesses()
    }
    #expect(owners.count == 1)
  }

  private func ownerProcesses() -> [String] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.filter { process in
      guard Int(process) != nil,
        let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ"),
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
      else { return false }
      return program.hasSuffix("/pb")
        && environment.split(separator: 0).contains(Data("DISPLAY=\(server.display)".utf8))
    }
  }

  @Test(arguments: ["primary", "secondary", "find", "drag", "mine"])
  func `Each pasteboard is its own`(name: String) throws {
    _ = try pb.run("copy", input: Array("general".utf8))
    _ = try pb.run("copy", "--pasteboard", name, input: Array("other".utf8))
    #expect(try pb.run("paste", "--pasteboard", name).text == "other")
    #expect(try pb.run("paste").text == "general")
  }

  @Test func `Clearing leaves nothing`() throws {
    _ = try pb.run("copy", input: Array("x".utf8))
    #expect(try pb.run("clear").status == 0)
    let pasted = try pb.run("paste")
    #expect(pasted.status == 1 && pasted.output.isEmpty)
    #expect(pasted.errors.hasPrefix("pb: ") && pasted.errors.split(separator: "\n").count == 1)
  }

  @Test func `An empty file is content too`() throws {
    let file = try folder.file("empty.md", [])
    #expect(try pb.run("copy", file).status == 0)
    let pasted = try pb.run("paste")
    #expect(pasted.status == 0 && pasted.output.isEmpty)
  }

  @Test func `Twenty megabytes arrive whole`() throws {
    let line = Array("A line of *text* among very many, with a number: 0123456789.\n".utf8)
    let bytes = Array(repeatElement(line, count: 20 << 20 / line.count).joined())
    let file = try folder.file("large.md", bytes)
    #expect(try pb.run("copy", file).status == 0)
    let pasted = try pb.run("paste", "--timeout", "20", timeout: .seconds(60))
    #expect(pasted.output == bytes)
    let other = try pb.other(
      "xclip", "-selection", "clipboard", "-o", "-t", "text/markdown", timeout: .seconds(60))
    #expect(other.output == bytes)
  }

  @Test func `A file goes out under the targets of its own type`() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 1, 2, 255]
    let file = try folder.file("picture.png", png)
    #expect(try pb.run("copy", file).status == 0)
    #expect(try pb.other("xclip", "-selection", "clipboard", "-o", "-t", "image/png").output == png)
    #expect(try pb.run("paste", "--as", "png").output == png)
    let asIs = try pb.run("paste")
    #expect(asIs.status == 0 && asIs.output == png && asIs.errors.contains("image/png"))
    let asText = try pb.run("paste", "--plain")
    #expect(asText.status == 1 && asText.output.isEmpty && asText.errors.contains("image/png"))
  }

  @Test func `The output file is whole or untouched`() throws {
    let file = try folder.file("kept.md", Array("kept".utf8))
    #expect(try pb.run("paste", "--output", file).status == 1)
    #expect(FileManager.default.contents(atPath: file) == Data("kept".utf8))
    _ = try pb.run("copy", input: Array("new".utf8))
    #expect(try pb.run("paste", "--output", file).status == 0)
    #expect(FileManager.default.contents(atPath: file) == Data("new".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept.md"])
  }

  @Test func `What is copied for a time is gone after it`() throws {
    #expect(try pb.run("copy", "--clear-after", "0.3", input: Array("secret".utf8)).status == 0)
    #expect(try pb.run("paste").text == "secret")
    let deadline = ContinuousClock.now + .seconds(10)
    while try pb.run("paste").status == 0, ContinuousClock.now < deadline {}
    #expect(try pb.run("paste").status == 1)
  }

  @Test func `A list of addresses comes by its MIME type, whether of files or not`() throws {
    let file = try folder.file("a b.txt", [0x61])
    #expect(try pb.run("copy", "--files", file).status == 0)
    #expect(try pb.run("paste", "-t", "text/uri-list").text == "file://\(folder.path)/a%20b.txt\r\n")
    #expect(try pb.run("copy", "-t", "text/uri-list", input: Array("https://x.org/\r\n".utf8)).status == 0)
    #expect(try pb.run("paste", "-t", "text/uri-list").text == "https://x.org/\r\n")
  }

  @Test func `pbcopy and pbpaste carry plain text`() throws {
    let link = folder.path + "/pbcopy"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: BuiltCommand.path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/pbpaste", withDestinationPath: BuiltCommand.path)
    #expect(try pb.other(link, input: Array("2*3*4".utf8)).status == 0)
    #expect(try pb.other(folder.path + "/pbpaste").text == "2*3*4")
    #expect(try pb.run("paste").text == "2*3*4")
  }

  @Test func `pbcopy makes nothing up, and both know the pasteboards of macOS`() throws {
    let folder = try TemporaryFolder()
    for name in ["pbcopy", "pbpaste"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: BuiltCommand.path)
    }
    let (copy, paste) = (folder.path + "/pbcopy", folder.path + "/pbpaste")
    #expect(try pb.other(copy, input: Array(#"{\rtf1 a {\b b}}"#.utf8)).status == 0)
    #expect(try !pb.run("show", "--targets").text.contains("html"))
    #expect(try pb.other(paste, "-Prefer", "rtf").text.hasPrefix(#"{\rtf1"#))
    #expect(try pb.other(copy, "-pboard", "ruler", input: Array("r".utf8)).status == 0)
    #expect(try pb.other(paste, "-pboard", "ruler", "-Prefer", "rtf").text == "r")
    #expect(try pb.other(paste, "-pboard", "ruler").text == "r")
    let latin1 = try pb.other(copy, input: Array("caf".utf8) + [0xE9])
    #expect(latin1.status == 0 && latin1.errors.contains("windows-1252"))
    #expect(try pb.other(paste).text == "café")
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF]
    #expect(try pb.other(copy, input: picture).status == 0)
    #expect(try pb.run("paste", "--raw", "image/png").output == picture)
    let slip = try pb.other(copy, "-pboard", "genral", input: [0x61])
    #expect(slip.status == 2 && slip.errors.contains("general"))
  }
}
