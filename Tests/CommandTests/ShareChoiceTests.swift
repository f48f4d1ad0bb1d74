import Foundation
import TestSupport
import Testing

/// Which program `pb share` and `pb open` start, and for how long what it gets is there.
@Suite("What sharing starts", .timeLimit(.minutes(2)))
final class ShareChoiceTests: SharingSuite {
  /// A program that notes the paths that it gets, in a file of its own.
  private func noting(_ id: String, _ types: String) throws {
    try script(
      "note-\(id)", "printf '%s\\n' \"$@\" > '\(noted(id)).new'\nmv '\(noted(id)).new' '\(noted(id))'")
    try entry(id, "Note \(id)", types, exec: "note-\(id) %F")
  }

  private func noted(_ id: String) -> String { folder.path + "/noted-" + id }

  private func notes(_ id: String) throws -> [String] {
    #expect(eventually { FileManager.default.fileExists(atPath: noted(id)) })
    return String(decoding: try Data(contentsOf: URL(filePath: noted(id))), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test func `Copied files of several types open each in the program for its type`() throws {
    try noting("one", "x-test/one;x-test/both;")
    try noting("two", "x-test/two;x-test/both;")
    try noting("all", "text/css;application/json;")
    _ = try folder.file(
      "config/mimeapps.list",
      Array(
        "[Default Applications]\ntext/css=one.desktop\napplication/json=two.desktop\ntext/html=one.desktop\n"
          .utf8))
    let files = try ["a.css", "b.json", "c.css", "d.html"].map { try folder.file($0, Array("{}\n".utf8)) }
    try copy("--files", files[0], files[1], files[2], files[3])
    #expect(try run("open").status == 0)
    #expect(try notes("one") == [files[0], files[2], files[3]])
    #expect(try notes("two") == [files[1]])
    try copy("--files", files[0], files[1], files[2])
    let list = try run("share").text
    #expect(
      list.contains("Note all") && !list.contains("Note one") && list.contains("files of several types"))
    #expect(try run("share", "all").status == 0)
    #expect(try notes("all").sorted() == files.dropLast().sorted())
    let refused = try run("share", "one")
    #expect(
      refused.status == 2
        && refused.errors.contains("Note one (one) does not open text/css, application/json"))
  }

  @Test func `A copied file that is gone is named, and the others are opened`() throws {
    let files = try ["a.txt", "b.txt"].map { try folder.file($0, Array("a\n".utf8)) }
    try copy("--files", files[0], files[1])
    try FileManager.default.removeItem(atPath: files[0])
    try noting("one", "text/plain;")
    _ = try folder.file(
      "config/mimeapps.list", Array("[Default Applications]\ntext/plain=one.desktop\n".utf8))
    let opened = try run("open")
    #expect(
      opened.status == 2 && opened.errors == "pb: \(files[0]) no longer exists\n", "\(opened.errors)")
    #expect(try notes("one") == [files[1]])
    try FileManager.default.removeItem(atPath: files[1])
    try FileManager.default.removeItem(atPath: noted("one"))
    for arguments in [["open"], ["share", "one"], ["share"]] {
      let refused = try run(arguments)
      #expect(refused.status == 2 && refused.errors.contains("\(files[1]) no longer exists"))
    }
    #expect(!FileManager.default.fileExists(atPath: noted("one")))
  }

  @Test func `A secret is gone soon although its program runs on, and is mailed to nobody`() throws {
    try script(
      "run", "cp \"$1\" '\(folder.path)/new'\nmv '\(folder.path)/new' '\(folder.path)/report'\nexec sleep 50")
    try copy("--sensitive", input: "hunter2\n")
    #expect(try run("share", "editor", "--keep", "0.3").status == 0)
    #expect(try report() == ["hunter2"])
    #expect(
      eventually {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/run"))?.isEmpty == true
      })
    let mailed = try run("share", "mail")
    #expect(mailed.status == 2 && !mailed.errors.contains("hunter2"))
  }

  @Test func `What waits with a file and is told to end takes the file away before`() throws {
    try script(
      "run",
      "echo $PPID > '\(folder.path)/new'\nmv '\(folder.path)/new' '\(folder.path)/report'\nexec sleep 50")
    for mark in ["--sensitive", "-tplain"] {
      try copy(mark, input: "hunter2\n")
      #expect(try run("share", "editor", "--keep", "60").status == 0)
      let told = try report()
      let waiting = try #require(told.first.flatMap { pid_t($0) })
      let place = folder.path + "/run"
      #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 1)
      kill(waiting, SIGTERM)
      #expect(eventually { (try? FileManager.default.contentsOfDirectory(atPath: place))?.isEmpty == true })
    }
  }

  @Test func `Without a display a program that needs one is not started`() throws {
    let file = try folder.file("a.txt", Array("a\n".utf8))
    let noDisplay: [String: String?] = [
      "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "XDG_DATA_DIRS": folder.path + "/share",
    ]
    try noting("one", "text/plain;")
    _ = try folder.file(
      "config/mimeapps.list", Array("[Default Applications]\ntext/plain=one.desktop\n".utf8))
    for arguments in [["open", file], ["share", "one", file]] {
      let refused = try run(arguments, with: noDisplay)
      #expect(
        refused.status == 2
          && refused.errors.contains("requires a display: DISPLAY and WAYLAND_DISPLAY"),
        "\(refused.errors)")
      #expect(refused.errors.split(separator: "\n").count == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: noted("one")))
    // On a terminal one for terminals is opened, although another is the default.
    try noting("pager", "text/plain;")
    let entry = folder.path + "/share/applications/pager.desktop"
    let text = String(decoding: try Data(contentsOf: URL(filePath: entry)), as: UTF8.self)
    _ = try folder.file("share/applications/pager.desktop", Array((text + "Terminal=true\n").utf8))
    let piped = try run(["share", "pager", file], with: noDisplay)
    #expect(piped.status == 2 && piped.errors.contains("requires a terminal or a display"))
    let terminal = try FakeTerminal(.foot)
    let shell = try TerminalShell(on: terminal, environment: desktop.merging(noDisplay) { $1 })
    let opened = try shell.run(
      [BuiltCommand.path, "open", file], line: "exec \"$@\" <>\(terminal.path) >&0 2>&0")
    #expect(opened.status == 0, "\(terminal.shown)")
    #expect(try notes("pager") == [file])
  }

  @Test func `A name just as it is typed counts first, and one of several is asked for`() throws {
    try noting("one", "text/plain;")
    try noting("ONE", "text/plain;")
    try entry("two-a", "Two", "text/plain;")
    try entry("two-b", "TWO", "text/plain;")
    let file = try folder.file("a.txt", Array("a\n".utf8))
    #expect(try run("share", "ONE", file).status == 0)
    #expect(try notes("ONE") == [file])
    #expect(try run("share", "one", file).status == 0)
    #expect(try notes("one") == [file])
    let asked = try run("share", "two", file)
    #expect(asked.status == 2 && asked.errors.contains("2 programs are named 'two'. Use one of: two-"))
    #expect(try run("share", "TWO", file).status == 0)
    #expect(try report().first == file)
  }

  @Test func `A program that is not installed is said to be`() throws {
    let file = try folder.file("a.txt", Array("a\n".utf8))
    let gone = try run("share", "gone", file)
    #expect(
      gone.status == 2 && gone.errors.contains("Gone is not installed") && gone.errors.contains("'not-there'")
    )
    let unknown = try run("share", "brwser", file)
    #expect(unknown.errors.contains("no program 'brwser' is installed. Did you mean 'browser'?"))
    let refused = try run("share", "viewer", file)
    #expect(refused.errors.contains("Viewer (viewer) does not open text/plain"))
  }
}
