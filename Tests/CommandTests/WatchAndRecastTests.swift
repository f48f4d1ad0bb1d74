import Foundation
import TestSupport
import Testing

/// `pb watch` and `pb recast` on a real X server.
@Suite("Watch and recast", .timeLimit(.minutes(2)))
final class WatchAndRecastTests: CommandSuite {
  private func page(_ words: String) -> [UInt8] {
    Array("<h2>Title</h2><p>\(words) <b>bold</b></p>".utf8)
  }

  @Test func `Recasting leaves Markdown, and all that is made of it`() throws {
    _ = try pb.other("xclip", "-selection", "clipboard", "-t", "text/html", "-i", input: page("a"))
    #expect(try pb.run("recast").status == 0)
    let text = try pb.other("xclip", "-selection", "clipboard", "-o", "-t", "UTF8_STRING").text
    #expect(text == "## Title\n\na **bold**\n")
    #expect(try pb.run("paste").text == text)
    let forms = try pb.run("show", "--targets").text.split(separator: "\n")
    #expect(forms.contains("text/markdown") && !forms.contains { $0.contains("html") || $0.contains("rtf") })
  }

  @Test func `Recast as HTML it is HTML and its text`() throws {
    _ = try pb.run("copy", "-t", "markdown", input: Array("# *T*".utf8))
    #expect(try pb.run("recast", "-t", "html").status == 0)
    let forms = try pb.run("show", "--targets").text
    #expect(forms.contains("text/html") && forms.contains("UTF8_STRING") && !forms.contains("markdown"))
    #expect(try pb.run("paste", "--raw", "text/html").text.contains("<em>T</em>"))
  }

  private func copyPage(_ page: String) throws {
    _ = try pb.other("xclip", "-selection", "clipboard", "-t", "text/html", "-i", input: Array(page.utf8))
  }

  @Test func `Recasting tells of pictures, and with --strict loses none`() throws {
    let words = try Data(contentsOf: BuiltCommand.fixtures.appending(path: "pictures/words.png"))
    let picture =
      "<p>a <img alt=\"some words\" src=\"data:image/png;base64,\(words.base64EncodedString())\"></p>"
    try copyPage(picture)
    let refused = try pb.run("recast", "--strict")
    #expect(refused.status == 2 && refused.errors.contains("--media"))
    #expect(try pb.run("paste", "-t", "html").text.contains(picture))
    #expect(try pb.run("recast", "--media", folder.path + "/img").status == 0)
    #expect(try pb.run("paste").text.contains("](" + folder.path + "/img/"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/img").count == 1)
    for type in ["markdown", "plain"] {
      try copyPage(picture)
      let told = try pb.run("recast", "-t", type)
      #expect(told.status == 0 && told.errors.contains("replaced 1 picture"), "\(told.errors)")
      #expect(try pb.run("paste").text == "a some words\n")
    }
    try copyPage(picture)
    #expect(try pb.run("recast", "--quiet").errors.isEmpty)
  }

  private static let pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="

  @Test(arguments: [
    "<img src=\"\(pixel)\">", "<img alt=\"\" loading=\"lazy\" src=\"\(pixel)\">",
    "<img src=\"\(pixel)\" data-src=\"https://example.org/a.png\" hidden>",
    "<img src=\"data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7\">",
    // Four pixels by four of one colour, and a drawing that draws nothing.
    "<img src=\"data:image/bmp;base64,Qk06AAAAAAAAADYAAAAoAAAAAgAAAAEAAAABABgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA////////AAA=\">",
    "<img src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 9'%3E%3C/svg%3E\">",
  ])
  func `Placeholders are no pictures`(placeholder: String) throws {
    try copyPage("<p>one \(placeholder)two</p>")
    let recast = try pb.run("recast", "--strict")
    #expect(recast.status == 0 && recast.errors.isEmpty, "\(recast.errors)")
    #expect(try pb.run("paste").text.hasPrefix("one "))
  }

  @Test func `A notification tells how it ended, and nothing of the content`() throws {
    let log = folder.path + "/log"
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" > \(log).part; mv \(log).part \(log)\n"
    let program = try folder.file("notify-send", Array(script.utf8))
    #expect(chmod(program, 0o700) == 0)
    let command = ["sh", "-c", "PATH=\(folder.path):$PATH '\(BuiltCommand.path)' recast --notify"]
    try copyPage("<p>a <b>secret</b></p>")
    #expect(try ChildProcess.run(command, environment: server.environment).status == 0)
    let told = contents(of: log) { $0.contains("Done.") }
    #expect(told.contains("\npb recast\n") && !told.contains("secret"), "\(told)")
    unlink(log)
    #expect(try pb.run("clear").status == 0)
    #expect(try ChildProcess.run(command, environment: server.environment).status == 1)
    let failed = contents(of: log) { $0.contains("failed") }
    #expect(failed.contains("pb recast failed\nthe clipboard is empty"), "\(failed)")
  }

  @Test func `A watch for one change ends when its time is up`() throws {
    let start = ContinuousClock.now
    for words in [["--once", "--timeout", "0.2"], ["--once", "--timeout", "0.2", "--", "cat"]] {
      let watched = try pb.run(["watch"] + words)
      #expect(watched.status == 1 && watched.output.isEmpty)
      #expect(watched.errors.contains("nothing changed within 0.2 seconds"), "\(watched.errors)")
    }
    #expect(ContinuousClock.now - start < .seconds(10))
    let file = folder.path + "/seen"
    let watch = try ChildProcess(
      [
        BuiltCommand.path, "watch", "--once", "--timeout", "20", "--", "sh", "-c", "cat > \(file); sleep 0.1",
      ],
      environment: server.environment)
    // It waits for what comes after its start, which nothing tells of.
    while watch.isRunning { _ = try pb.run("copy", "-t", "plain", input: Array("seen".utf8)) }
    #expect(try watch.wait().status == 0)
    #expect(contents(of: file) { $0 == "seen" } == "seen")
  }

  @Test func `What cannot be recast stays as it was`() throws {
    let png = try folder.file("a.png", [0x89, 0x50, 0x4E, 0x47])
    _ = try pb.run("copy", png)
    #expect(try pb.run("recast").status == 1)
    #expect(try pb.run("paste", "--as", "png").output == [0x89, 0x50, 0x4E, 0x47])
  }

  /// Waits for a file to hold what is wanted, and gives what it held last.
  private func contents(of file: String, until isThere: (String) -> Bool) -> String {
    let deadline = ContinuousClock.now + .seconds(20)
    var text = ""
    while !isThere(text), ContinuousClock.now < deadline {
      sched_yield()
      text = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    return text
  }

  @Test func `A command is run for what is there and for each change, with the state and the content`() throws
  {
    let log = folder.path + "/log"
    _ = try pb.run("copy", input: Array("first".utf8))
    let script = "{ echo \"[$CLIPBOARD_STATE]\"; cat; echo; } >> '\(log)'"
    let watch = try ChildProcess(
      [BuiltCommand.path, "watch", "--", "sh", "-c", script], environment: server.environment)
    #expect(contents(of: log) { $0.contains("first\n") } == "[data]\nfirst\n")
    _ = try pb.run("copy", input: Array("second".utf8))
    #expect(contents(of: log) { $0.contains("second\n") }.hasSuffix("[data]\nsecond\n"))
    _ = try pb.run("copy", "--sensitive", "--type", "plain", input: Array("hunter2".utf8))
    let afterSecret = contents(of: log) { $0.contains("[sensitive]") }
    #expect(!afterSecret.contains("hunter2"))
    _ = try pb.run("clear")
    #expect(contents(of: log) { $0.contains("[clear]\n\n") }.hasSuffix("[clear]\n\n"))
    #expect(watch.isRunning)
  }

  @Test func `A command is run once for a copy that the service brings back when its owner is gone`() throws {
    let service = try RunningService()
    let log = service.folder.path + "/log"
    let script = "{ echo \"[$CLIPBOARD_STATE]\"; cat; echo; } >> '\(log)'"
    let watch = try ChildProcess(
      [BuiltCommand.path, "watch", "--", "sh", "-c", script], environment: service.environment)
    let nothing = "[clear]\n\n"
    #expect(contents(of: log) { $0 == nothing } == nothing)
    // The service alone reads all that there is, and text before what has no type.
    let first = Array("first".utf8)
    let owner = try service.owner(of: [("UTF8_STRING", first), ("x-program/own", first)])
    #expect(eventually { owner.hasSaid("gave x-program/own") })
    let once = nothing + "[data]\nfirst\n"
    #expect(contents(of: log) { $0 == once } == once)
    owner.process.kill(SIGKILL)
    _ = try owner.process.wait()
    #expect(try eventually { try service.pb("paste").text == "first" })
    let next = try service.owner(of: [("UTF8_STRING", Array("second".utf8))])
    let all = contents(of: log) { $0.hasSuffix("second\n") }
    // On a machine that is very busy there is nothing for so long that it is told of.
    let isTold = all.dropFirst(nothing.count).contains("[clear]")
    #expect(isTold || all == once + "[data]\nsecond\n", "\(all)")
    // The same that is copied anew is another copy.
    let again = try service.owner(of: [("UTF8_STRING", Array("second".utf8))])
    #expect(contents(of: log) { $0 == all + "[data]\nsecond\n" } == all + "[data]\nsecond\n")
    #expect(watch.isRunning && next.process.isRunning && again.process.isRunning)
  }

  @Test func `A command is given pictures and files as they are, and no change while it works is lost`()
    throws
  {
    let log = folder.path + "/log"
    let gate = folder.path + "/gate"
    let picture = Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) }) + [0, 0xFF]
    #expect(try pb.run("copy", "-t", "png", input: picture).status == 0)
    let dump = "{ echo \"[$CLIPBOARD_TYPE]\"; od -An -v -tx1 | tr -d ' \\n'; echo; }"
    let script = "\(dump) >> '\(log)'; until [ -e '\(gate)' ]; do sleep 0.01; done"
    let watch = try ChildProcess(
      [BuiltCommand.path, "watch", "--", "sh", "-c", script], environment: server.environment)
    #expect(contents(of: log) { $0.hasSuffix("00ff\n") } == "[image/png]\n89504e470d0a1a0a00ff\n")
    for words in ["one", "two"] {
      let owner = try ScriptedOwner(
        of: [("UTF8_STRING", Array(words.utf8))], environment: server.environment)
      #expect(eventually { owner.hasSaid("gave UTF8_STRING") })
    }
    _ = try folder.file("a b.txt", [0x61])
    let owner = try ScriptedOwner(
      of: [("text/uri-list", Array("file://\(folder.path)/a%20b.txt\r\n".utf8))],
      environment: server.environment)
    #expect(eventually { owner.hasSaid("gave text/uri-list") })
    _ = try folder.file("gate", [])
    let all = contents(of: log) { $0.contains("[text/uri-list]\n2f") && $0.hasSuffix("0a\n") }
    #expect(all.contains("6f6e65\n") && all.contains("74776f\n"), "\(all)")
    #expect(watch.isRunning)
  }

  @Test func `Once waits for the next change alone`() throws {
    #expect(try pb.run("copy", "-t", "plain", input: Array("old".utf8)).status == 0)
    let command = try ChildProcess(
      [BuiltCommand.path, "watch", "--once", "--", "cat"], environment: server.environment)
    let line = try ChildProcess(
      [BuiltCommand.path, "watch", "--once", "--json"], environment: server.environment)
    let deadline = ContinuousClock.now + .seconds(20)
    while command.isRunning || line.isRunning, ContinuousClock.now < deadline {
      #expect(try pb.run("copy", "-t", "plain", input: Array("new".utf8)).status == 0)
    }
    #expect(command.outputSoFar == "new" && line.outputSoFar.split(separator: "\n").count == 1)
  }

  @Test func `Without a command each change is a line of JSON`() throws {
    let log = folder.path + "/log"
    let watch = try ChildProcess(
      ["sh", "-c", "'\(BuiltCommand.path)' watch --json > '\(log)'"], environment: server.environment)
    // Until it watches, nothing is told: copy until the first line is there.
    let deadline = ContinuousClock.now + .seconds(20)
    while contents(of: log, until: { !$0.isEmpty }).split(separator: "\n").count < 2,
      ContinuousClock.now < deadline
    {
      _ = try pb.run("copy", "-t", "markdown", input: Array("x".utf8))
    }
    _ = try pb.run("clear")
    let lines = contents(of: log) { $0.contains("clear") }.split(separator: "\n")
    let objects = lines.compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(objects.count == lines.count)
    // What is there at the start, which is nothing, unless the first copy came before.
    #expect(["clear", "data"].contains(objects.first?["state"] as? String ?? ""))
    #expect((objects.dropFirst().first?["targets"] as? [String])?.contains("text/markdown") == true)
    #expect(objects.last?["state"] as? String == "clear")
    #expect(watch.isRunning)
  }

  @Test func `A program under a rule is shown its own targets, in MULTIPLE as when asked directly`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
    _ = try folder.file(
      "pasteboard/applications.json",
      Array(
        """
        {"applications": [{"name": "Raw editor", "match": {"class": ["raweditor"]},
          "asRequestor": {"hide": ["net.daringfireball.markdown"]}}]}
        """.utf8))
    var environment = server.environment
    environment["XDG_CONFIG_HOME"] = folder.path
    let copied = try ChildProcess.run(
      [BuiltCommand.path, "copy", "-t", "markdown"], environment: environment, input: Array("# T".utf8))
    #expect(copied.status == 0)
    let editor = try client("RawEditor")
    #expect(!editor.targets.contains("text/markdown") && editor.targets.contains("text/html"))
    #expect(editor.direct == "refused" && editor.multiple == "refused")
    let stranger = try client("Other")
    #expect(stranger.targets.contains("text/markdown"))
    #expect(stranger.direct == "# T" && stranger.multiple == "# T")
  }

  /// What a program whose windows have this class is offered, and what it gets of the Markdown when it asks
  /// for that directly and in MULTIPLE.
  private func client(_ name: String) throws -> (targets: [String], direct: String, multiple: String) {
    let result = try ChildProcess.run(
      PythonPeer.command("multiple-requestor", name), environment: server.environment)
    let lines = result.text.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(result.errors)")
    return (lines[0].split(separator: " ").map(String.init), lines[1], lines[2])
  }

  @Test func `A mistake in the user's rules is told with its line, and the copy is made`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
    _ = try folder.file("pasteboard/applications.json", Array("{\n\"applications\": [\n".utf8))
    var environment = server.environment
    environment["XDG_CONFIG_HOME"] = folder.path
    let copied = try ChildProcess.run(
      [BuiltCommand.path, "copy", "-t", "markdown"], environment: environment, input: Array("# T".utf8))
    #expect(copied.status == 0)
    #expect(copied.errors.contains("applications.json:3:"), "\(copied.errors)")
    #expect(try pb.run("paste").text == "# T")
  }
}
