import Foundation
import Glibc
import TestSupport
import Testing

@testable import pb

/// `pb pick` with a service, on a terminal, and behind menus.
@Suite("Pick", .timeLimit(.minutes(2)))
struct PickTests {
  private let service: RunningService

  init() throws { service = try RunningService(arguments: ["--history", "20"]) }

  /// Copies one after the other, each once the one before is remembered.
  private func copy(_ texts: String..., to service: RunningService? = nil) throws {
    let service = service ?? self.service
    for text in texts {
      #expect(try service.pb("copy", "-t", "plain", input: text).status == 0)
      #expect(try eventually { try self.lines(service).contains { $0.hasSuffix("\t\(text)") } })
    }
  }

  private func lines(_ service: RunningService? = nil) throws -> [String] {
    try (service ?? self.service).pb("pick", "--lines").text.split(separator: "\n").map(String.init)
  }

  private func screen(_ columns: Int = 80, _ rows: Int = 24, _ options: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      [BuiltCommand.path, "pick"] + options, environment: service.environment, columns: columns, rows: rows)
  }

  // MARK: Menus

  @Test func `A line puts its copy back, whatever was copied since, in all formats or as one type`() throws {
    let owner = try service.owner(of: [
      ("text/html", Array("<p>a <b>b</b></p>".utf8)), ("application/x-own", [0, 1, 2]),
    ])
    #expect(try eventually { try lines().count == 1 })
    withExtendedLifetime(owner) {}
    let line = try #require(try lines().first)
    #expect(line.contains("\t[HTML"))
    try copy("one", "two")
    #expect(try service.pb("pick", "--restore", input: line + "\n").status == 0)
    #expect(try service.contents()["application/x-own"] == [0, 1, 2])
    let again = try #require(try lines().first { $0.contains("[HTML") })
    #expect(try service.pb("pick", "--restore", again, "--type", "plain").status == 0)
    #expect(try service.pb("paste", "--plain").text == "a b\n")
    #expect(try service.contents()["text/html"] == nil)
    #expect(try service.pb("pick", "--restore", again, "-t", "markdown").status == 0)
    #expect(try service.pb("paste", "--raw", "text/markdown").text == "a **b**\n")
    #expect(try service.pb("pick", "--preview", again, "--color", "always").text.contains("\u{1B}[0;1mb"))
  }

  @Test func `What no menu prints is refused, and changes nothing`() throws {
    try copy("one")
    #expect(try service.pb("pick", "--restore", input: "").status == 1)
    #expect(try service.pb("pick", "--restore", input: " \n").status == 1)
    for line in [
      "x", "99\tgone", "-1\t", "99999999999999999999\tx", "\u{1B}[2J", String(repeating: "9", count: 100_000),
    ] {
      let result = try service.pb("pick", "--restore", input: line)
      #expect(result.status == 1 && !result.errors.contains("\u{1B}"), "\(line.prefix(20)): \(result.errors)")
    }
    for options in [
      ["--lines", "--restore"], ["--type", "plain"], ["--lines", "x"], ["1"], [],
      ["--restore", "1", "--type", "nonsense"],
    ] {
      let result = try ChildProcess.run(
        [BuiltCommand.path, "pick"] + options, environment: service.environment)
      #expect(result.status == 2, "\(options): \(result.errors)")
    }
    #expect(try service.pb("paste", "--plain").text == "one")
    #expect(try service.pb("history", "drop", "--all").status == 0)
    #expect(try eventually { try service.pb("pick", "--lines").status == 1 })
  }

  @Test func `A secret never comes into a menu`() throws {
    try copy("one")
    #expect(try service.pb("copy", "--sensitive", "-t", "plain", input: "hunter2").status == 0)
    try copy("two")
    #expect(try lines().map { $0.split(separator: "\t")[1] } == ["two", "one"])
  }

  // MARK: The screen

  @Test func `Words find a copy beyond the list's text, and Enter puts it back`() throws {
    try copy("first", "second")
    let long = "begin " + String(repeating: "filler ", count: 2000) + "needle"
    #expect(try service.pb("copy", "-t", "plain", input: long).status == 0)
    #expect(try eventually { try lines().first?.contains("\tbegin") == true })
    try copy("last")
    let terminal = try screen()
    var shown = terminal.wait { $0.text.contains("second") }
    #expect(shown.surprises.isEmpty && shown.isAlternate)
    terminal.send("NEEDLE")
    _ = terminal.wait { $0.lines[0].contains("0 of") }
    terminal.send("\u{15}needle")
    shown = terminal.wait { $0.lines[0].contains(" 1 of") && $0.text.contains("begin") }
    terminal.send("\r")
    #expect(terminal.waitForEnd() == 0)
    #expect(try service.pb("paste", "--plain").text == long && terminal.isCooked)
    shown = terminal.wait { !$0.isAlternate && $0.isCursorShown }
    #expect(shown.surprises.isEmpty)
  }

  @Test func `A copy is pinned, put back as text or Markdown, and dropped`() throws {
    #expect(try service.pb("copy", "-t", "html", input: "<h1>Head</h1>").status == 0)
    #expect(try eventually { try lines().count == 1 })
    try copy("one", "two")
    var terminal = try screen(100, 30)
    _ = terminal.wait { $0.text.contains("one") && $0.text.contains("Head") }
    terminal.send("head")
    _ = terminal.wait { $0.lines[0].contains(" 1 of") }
    terminal.send("\u{10}")
    _ = terminal.wait { $0.text.contains("> *") }
    terminal.send("\u{12}")
    #expect(terminal.waitForEnd() == 0)
    #expect(try service.pb("paste", "--raw", "text/markdown").text == "# Head\n")
    #expect(try eventually { try lines().contains { $0.contains("\t* Head") } })
    terminal = try screen(100, 30)
    _ = terminal.wait { $0.text.contains("  *") || $0.text.contains("> *") }
    terminal.send("one")
    _ = terminal.wait { $0.lines[0].contains(" 1 of") }
    terminal.send("\u{18}")
    _ = terminal.wait { $0.lines[0].contains(" 0 of") }
    terminal.send("\u{15}two")
    _ = terminal.wait { $0.text.contains("> ") && $0.lines[0].contains(" 1 of") }
    terminal.send("\u{14}")
    #expect(terminal.waitForEnd() == 0)
    #expect(try service.pb("paste", "--plain").text == "two")
    #expect(try !lines().contains { $0.hasSuffix("\tone") })
  }

  @Test func `Pins stay when newer copies come, and after a restart`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/history"
    let kept = try RunningService(arguments: ["--history", "4", "--history-file", file])
    try copy("precious", to: kept)
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "pick"], environment: kept.environment, columns: 80, rows: 24)
    _ = terminal.wait { $0.text.contains("> ") && $0.text.contains("precious") }
    terminal.send("\u{10}")
    _ = terminal.wait { $0.text.contains("> *") }
    terminal.send("\u{1B}")
    #expect(terminal.waitForEnd() == 1)
    try copy("1", "2", "3", "4", "5", to: kept)
    #expect(try lines(kept).map { $0.split(separator: "\t")[1] } == ["* precious", "5", "4", "3"])
    kept.process.kill(SIGTERM)
    #expect(try kept.process.wait().status == 0)
    let next = try kept.another("--history", "4", "--history-file", file)
    #expect(try eventually { try lines(kept).first?.hasSuffix("* precious") == true })
    try copy("6", "7", to: kept)
    #expect(try lines(kept).count == 4 && lines(kept).first?.hasSuffix("* precious") == true)
    withExtendedLifetime(next) {}
  }

  @Test func `Without a service the formats of the clipboard are there, and the reason`() throws {
    let server = try PrivateXServer()
    let pb = BuiltCommand(on: server)
    #expect(try pb.run("copy", "-t", "markdown", input: Array("# Title\n".utf8)).status == 0)
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "pick"], environment: server.environment, columns: 120, rows: 24)
    let shown = terminal.wait { $0.text.contains("the history is off") && $0.text.contains("HTML") }
    #expect(shown.text.contains("Title"))
    terminal.send("html\r")
    #expect(terminal.waitForEnd() == 0)
    #expect(try pb.run("paste", "--raw", "text/html").text.contains("<h1>Title</h1>"))
    #expect(try pb.run("show", "--json").text.contains(#""type": "public.html""#))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `However it ends, the terminal is as it was`(signal: Int32) throws {
    try copy("one")
    let terminal = try screen()
    // All has come: what is drawn next is drawn for the new size.
    _ = terminal.wait { $0.text.contains("plain text  3 bytes") && !$0.text.contains("reading") }
    for (columns, rows) in [(200, 60), (20, 5), (1, 1), (80, 24)] {
      let before = terminal.current.updates
      terminal.resize(columns: columns, rows: rows)
      let shown = terminal.wait { $0.updates > before && !$0.isUpdating }
      #expect(shown.surprises.isEmpty, "\(columns)x\(rows): \(shown.surprises)")
    }
    kill(terminal.processIdentifier, signal)
    #expect(terminal.waitForEnd() == 128 + signal)
    _ = terminal.wait { !$0.isAlternate && $0.isCursorShown && $0.wraps }
    #expect(terminal.isCooked)
    #expect(try service.pb("paste", "--plain").text == "one")
  }

  @Test func `A service that dies, and a flood of copies, leave the screen usable`() throws {
    try copy("one", "two")
    let terminal = try screen()
    _ = terminal.wait { $0.text.contains("one") && $0.text.contains("two") }
    for number in 0..<15 {
      #expect(try service.pb("copy", "-t", "plain", input: "flood \(number)").status == 0)
    }
    _ = terminal.wait { $0.text.contains("flood 14") }
    service.process.kill(SIGKILL)
    _ = try service.process.wait()
    terminal.send("\u{10}")
    var shown = terminal.wait { $0.lines[23].contains("the history is off") }
    terminal.send("\u{1B}[Bone")
    shown = terminal.wait { $0.lines[1].contains("one") }
    #expect(shown.surprises.isEmpty)
    terminal.send("\u{3}")
    #expect(terminal.waitForEnd() == 1 && terminal.isCooked)
  }

  @Test func `A liar on the history's board cannot reach the terminal`() throws {
    let server = try PrivateXServer()
    let environment = server.environment
    let liar = try ChildProcess(
      PythonPeer.command("history-liar"), environment: environment)
    try #require(liar.firstLine(timeout: .seconds(20)) == "owning")
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "pick"], environment: environment, columns: 80, rows: 24)
    var shown = terminal.wait { $0.text.contains("liar") }
    #expect(shown.surprises.isEmpty)
    for keys in ["\u{1B}[B", "\u{1B}[B", "\u{10}", "liar", "\u{18}"] { terminal.send(keys) }
    shown = terminal.wait { $0.lines[1].contains("liar") }
    #expect(shown.surprises.isEmpty)
    terminal.send("\r")
    #expect(terminal.waitForEnd() != nil && terminal.isCooked)
    let lines = try ChildProcess.run([BuiltCommand.path, "pick", "--lines"], environment: environment)
    #expect(!lines.output.contains(0x1B) && lines.text.split(separator: "\n").count == 3)
  }

  // MARK: tmux

  @Test func `Every key works in tmux`() throws {
    #expect(try service.pb("copy", "-t", "html", input: "<p>the <b>rich</b> one</p>").status == 0)
    #expect(try eventually { try lines().count == 1 })
    try copy("plain two", "plain three")
    let folder = try TemporaryFolder()
    let environment = service.environment.merging(["TMUX": nil, "TERM": "xterm-256color", "LANG": "C.UTF-8"])
    { $1 }
    func tmux(_ words: String...) throws -> ChildProcess.Result {
      try ChildProcess.run(
        ["tmux", "-f", "/dev/null", "-S", folder.path + "/tmux"] + words, environment: environment)
    }
    defer { _ = try? tmux("kill-server") }
    func expect(_ text: String, at location: SourceLocation = #_sourceLocation) throws {
      var screen = ""
      #expect(
        try eventually {
          screen = try tmux("capture-pane", "-p", "-t", "pick").text
          return screen.contains(text)
        }, "\(text) is not in:\n\(screen)", sourceLocation: location)
    }
    #expect(try tmux("new-session", "-d", "-x", "80", "-y", "24", "-s", "pick", "sh").status == 0)
    func start() throws {
      _ = try tmux(
        "send-keys", "-t", "pick", "clear; '\(BuiltCommand.path)' pick; echo ended with $?", "Enter")
      try expect("3 of")
    }
    try start()
    let steps: [(keys: [String], text: String)] = [
      (["Down"], ">    "), (["Up"], "plain three"), (["End"], "> "), (["Home"], "On the clipboard"),
      (["PPage"], "History"),
      (["NPage"], "rich"), (["Right"], "pb pick"), (["Left"], "pb pick"), (["r", "i", "c", "h"], "> rich▏"),
      (["BSpace"], "> ric▏"), (["C-w"], "type to search"), (["p", "l"], "> pl▏"), (["C-u"], "type to search"),
      (["C-n"], "pb pick"), (["t", "w", "o"], "> two▏"), (["C-p"], "> *"), (["C-p"], ">  "),
    ]
    for (keys, text) in steps {
      _ = try tmux("send-keys", "-t", "pick", keys[0])
      for key in keys.dropFirst() { _ = try tmux("send-keys", "-t", "pick", key) }
      try expect(text)
    }
    _ = try tmux("send-keys", "-t", "pick", "Enter")
    try expect("ended with 0")
    #expect(try service.pb("paste", "--plain").text == "plain two")
    try start()
    _ = try tmux("send-keys", "-t", "pick", "rich")
    try expect("> rich▏")
    _ = try tmux("send-keys", "-t", "pick", "C-r")
    try expect("ended with 0")
    #expect(try service.pb("paste", "--raw", "text/markdown").text == "the **rich** one\n")
    func press(_ keys: String..., for text: String) throws {
      for key in keys { _ = try tmux("send-keys", "-t", "pick", key) }
      try expect(text)
    }
    func open() throws {
      try press("clear; '\(BuiltCommand.path)' pick; echo ended with $?", "Enter", for: "type to search")
    }
    try open()
    try press("rich", for: "the **rich** one")
    try press("C-t", for: "ended with 0")
    #expect(try service.pb("paste", "--plain").text == "the **rich** one\n")
    #expect(try service.contents()["text/html"] == nil)
    try open()
    // The history is there a moment later than the keys.
    try press("three", for: "plain three")
    try press("C-x", for: "0 of")
    #expect(try eventually { try !lines().contains { $0.hasSuffix("plain three") } })
    try press("C-u", for: "type to search")
    try press("C-z", for: "topped")
    try press("fg", "Enter", for: "type to search")
    try press("Down", for: "History")
    try press("Escape", for: "ended with 1")
    for key in ["Escape", "C-c"] {
      _ = try tmux(
        "send-keys", "-t", "pick", "clear; '\(BuiltCommand.path)' pick; echo ended with $?", "Enter")
      try expect("pb pick  ")
      _ = try tmux("resize-window", "-t", "pick", "-x", "100", "-y", "30")
      try expect("History")
      _ = try tmux("send-keys", "-t", "pick", key)
      try expect("ended with 1")
    }
  }
}
