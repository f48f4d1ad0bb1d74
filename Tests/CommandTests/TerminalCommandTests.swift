import Foundation
import TestSupport
import Testing

/// `pb` where there is no display: on the far side of `ssh`, in the foreground of a terminal.
@Suite("Through the terminal: the command", .timeLimit(.minutes(3)))
struct TerminalCommandTests {
  private struct Scene {
    let terminal: FakeTerminal
    let shell: TerminalShell
    let settings: [UInt32]

    init(_ manner: FakeTerminal.Manner, environment: [String: String?] = [:]) throws {
      terminal = try FakeTerminal(manner)
      settings = terminal.settings
      shell = try TerminalShell(on: terminal, environment: environment)
    }

    func pb(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
      try shell.run([BuiltCommand.path] + arguments, input: Array(input.utf8))
    }

    /// Whether the terminal is as it was, and nothing is left in it for a shell.
    func isClean() -> Bool {
      terminal.settings == settings && terminal.takeUnread() == [] && !terminal.shown.contains("^[")
    }
  }

  @Test func `Markdown goes out in every form, and comes back byte for byte`() throws {
    let scene = try Scene(.kitty)
    let copied = try scene.pb("copy", "-t", "markdown", "--explain", input: "# Grüße\n")
    #expect(
      copied.status == 0 && copied.errors.contains("through terminal (/dev/tty): by OSC 5522, kitty(0.48.2)"))
    for name in [
      "text/markdown", "text/plain;charset=utf-8", "text/plain", "text/html", "text/rtf", "public.html",
    ] {
      #expect(scene.terminal.bytes(name) != nil, "\(name)")
    }
    #expect(scene.terminal.bytes("UTF8_STRING") == nil)
    let pasted = try scene.pb("paste", "--explain")
    #expect(pasted.text == "# Grüße\n" && pasted.errors.contains("reading through terminal"))
    #expect(try scene.pb("paste", "-t", "html").text.contains("<h1>Grüße</h1>"))
    #expect(try scene.pb("show").text.contains("text/markdown"))
    #expect(
      try scene.pb("config").text.contains("copies and pastes through terminal (/dev/tty): by OSC 5522"))
    #expect(try scene.pb("copy", "-p", "primary", input: "selected").status == 0)
    #expect(try scene.pb("paste", "-p", "primary").text == "selected")
    #expect(try scene.pb("clear").status == 0)
    let empty = try scene.pb("paste")
    #expect(empty.status == 1 && empty.errors.contains("the clipboard is empty"))
    #expect(scene.isClean() && scene.terminal.shown.isEmpty)
  }

  /// The key comes while the answer goes on, in packets or within one string.
  @Test(arguments: [true, false]) func `Ctrl+C ends an answer that has no end`(inPackets: Bool) throws {
    var manner = inPackets ? FakeTerminal.Manner.kitty : .foot
    manner.interleaves = false
    let text = String(repeating: "QUJD", count: 100)
    let piece =
      inPackets ? "\u{1B}]5522;type=read:status=DATA:mime=dGV4dC9wbGFpbg==;\(text)\u{1B}\\" : text
    manner.excess = (Array(piece.utf8), .max, .milliseconds(1))
    let scene = try Scene(manner)
    scene.terminal.put([("text/plain", [65])])
    let run = try scene.shell.start([BuiltCommand.path, "paste"])
    try waitUntil { scene.terminal.isExceeding }
    let begin = ContinuousClock.now
    // A line may lose what stands within a sequence: a person presses it again.
    while run.isRunning, ContinuousClock.now - begin < .seconds(10) {
      scene.terminal.send([3])
      usleep(300_000)
    }
    #expect(try run.wait().status == 130)
    #expect(ContinuousClock.now - begin < .seconds(5))
    scene.terminal.endExcess()
    #expect(scene.terminal.settings == scene.settings)
  }

  @Test func `A damaged answer is an error`() throws {
    var manner = FakeTerminal.Manner.kitty
    (manner.packet, manner.damage) = (6, "\u{1B}]5522;type=read:status=DATA:mime=;!\u{1B}\\")
    let scene = try Scene(manner)
    scene.terminal.put([("text/plain", Array("first second third".utf8))])
    let pasted = try scene.pb("paste", "--plain")
    #expect(pasted.status == 2 && pasted.output.isEmpty && pasted.errors.contains("incomplete"), "\(pasted)")
  }

  @Test func `A web page on the local clipboard is pasted as Markdown, and text is put behind`() throws {
    let scene = try Scene(.kitty)
    scene.terminal.put([
      ("text/html", Array("<h1>Page</h1><p>a <b>b</b></p>".utf8)), ("text/plain", Array("Page a b".utf8)),
    ])
    #expect(try scene.pb("paste").text == "# Page\n\na **b**\n")
    #expect(try scene.pb("copy", "--append", "-t", "plain", input: "more\n").status == 0)
    #expect(try scene.pb("paste", "--plain").text == "Page a b\nmore\n")
    #expect(try scene.pb("recast").status == 0)
    #expect(scene.isClean())
  }

  @Test func `Text goes by OSC 52, and what cannot is refused in words`() throws {
    let scene = try Scene(.foot)
    #expect(try scene.pb("copy", "-t", "markdown", input: "# A").status == 0)
    #expect(scene.terminal.bytes("text/plain") == Array("# A".utf8))
    #expect(try scene.pb("paste").text == "# A")
    let secret = try scene.pb("copy", "--sensitive", input: "secret")
    #expect(secret.status == 2 && secret.errors.contains("the secret was not sent"))
    let once = try scene.pb("copy", "--once", input: "secret")
    #expect(once.status == 2 && once.errors.contains("does not support --once"))
    #expect(try scene.pb("watch", "--json").errors.contains("does not report changes"))
    #expect(try scene.pb("serve").errors.contains("keeps its clipboard itself"))
    #expect(try scene.pb("history").errors.contains("a terminal does not keep a history"))
    #expect(scene.terminal.bytes("text/plain") == Array("# A".utf8))
    #expect(scene.isClean())
  }

  @Test func `Where nothing works that is said, after a second at most`() throws {
    var silence = FakeTerminal.Manner.kitty
    silence.isSilent = true
    let silent = try Scene(silence)
    let begin = ContinuousClock.now
    let result = try silent.pb("copy", input: "x")
    #expect(result.status == 2 && result.errors.contains("the terminal does not answer. Use --backend osc52"))
    #expect((.seconds(1) ..< .seconds(10)).contains(ContinuousClock.now - begin))
    #expect(silent.isClean())
    let dumb = try Scene(.kitty, environment: ["TERM": "dumb"])
    #expect(try dumb.pb("paste").errors.contains("no display: DISPLAY and WAYLAND_DISPLAY are not set"))
    #expect(try dumb.pb("paste", "--backend", "terminal").errors.contains("TERM is dumb"))
    #expect(dumb.terminal.byteCount == 0)
    var plain = FakeTerminal.Manner()
    plain.takesText = true
    let unknown = try Scene(plain)
    #expect(try unknown.pb("copy", input: "x").errors.contains("does not report that it accepts copies"))
    #expect(try unknown.pb("copy", "--backend", "osc52", input: "x").status == 0)
    try waitUntil { unknown.terminal.bytes("text/plain") == [0x78] }
  }

  @Test func `Standard input is read to its end before the terminal is talked to`() throws {
    let scene = try Scene(.kitty)
    let folder = try TemporaryFolder()
    #expect(try scene.shell.run(["mkfifo", folder.path + "/pipe"]).status == 0)
    let copy = try scene.shell.start([BuiltCommand.path, "copy"], line: "exec \"$@\" <\(folder.path)/pipe")
    _ = try copy.processIdentifier()
    let pipe = try #require(FileHandle(forWritingAtPath: folder.path + "/pipe"))
    pipe.write(Data("first ".utf8))
    #expect(!scene.terminal.isRaw && scene.terminal.byteCount == 0)
    pipe.write(Data("second".utf8))
    #expect(!scene.terminal.isRaw && scene.terminal.byteCount == 0)
    try pipe.close()
    #expect(try copy.wait().status == 0)
    #expect(scene.terminal.bytes("text/plain") == Array("first second".utf8))
  }

  @Test(arguments: [
    ["copy"], ["copy", "--backend", "osc52"], ["paste"], ["show"], ["clear"],
    ["paste", "--backend", "osc52"],
  ])
  func `Lines that are typed ahead are left to the shell, whether the terminal answers or not`(
    command: [String]
  ) throws {
    for isSilent in [false, true] {
      var manner = FakeTerminal.Manner.kitty
      manner.isSilent = isSilent
      let scene = try Scene(manner)
      let lines = "echo next\necho la"
      scene.terminal.send(Array(lines.utf8))
      try waitUntil { scene.terminal.shown.hasSuffix("echo la") }
      let result = try scene.shell.run([BuiltCommand.path] + command, input: Array("x".utf8))
      #expect(scene.terminal.settings == scene.settings)
      #expect(scene.terminal.takeUnread() == Array(lines.utf8), "\(result)")
    }
  }

  @Test func `In the background it says so, and is not stopped`() throws {
    let scene = try Scene(.kitty)
    let result = try scene.shell.run(
      [BuiltCommand.path, "paste"], line: "set -m; \"$@\" & wait $!")
    #expect(result.status == 2 && result.errors.contains("in the background"))
    #expect(scene.terminal.byteCount == 0)
  }

  @Test func `Without a terminal text goes to that of the connection, which an editor goes on reading`()
    throws
  {
    var manner = FakeTerminal.Manner()
    manner.takesText = true
    let terminal = try FakeTerminal(manner)
    let environment: [String: String?] = [
      "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "TMUX": nil, "STY": nil, "TERM": "xterm",
      "SSH_TTY": terminal.path,
    ]
    func pb(_ arguments: String...) throws -> ChildProcess.Result {
      try ChildProcess.run(
        ["setsid", "-w", BuiltCommand.path] + arguments, environment: environment, input: Array("text".utf8))
    }
    #expect(try pb("copy", "--backend", "osc52").status == 0)
    try waitUntil { terminal.bytes("text/plain") == Array("text".utf8) }
    #expect(try pb("paste", "--backend", "osc52").errors.contains("pb has no terminal"))
    #expect(try pb("copy").errors.contains("no display: DISPLAY and WAYLAND_DISPLAY are not set"))
    #expect(!terminal.sequences.contains("CSI c"))
  }

  // MARK: Ways out

  private static var asking: FakeTerminal.Manner {
    var manner = FakeTerminal.Manner.kitty
    manner.asksPerson = true
    return manner
  }

  @Test func `Ctrl+C ends the wait for a permission`() throws {
    let scene = try Scene(Self.asking)
    scene.terminal.put([("text/plain", [65])])
    let paste = try scene.shell.start([BuiltCommand.path, "paste"])
    try waitUntil { scene.terminal.isAsking && scene.terminal.isRaw }
    scene.terminal.send([0x03])
    #expect(try paste.wait().status == 130)
    #expect(scene.isClean())
  }

  @Test func `A limit of time ends it, and puts the terminal back`() throws {
    let scene = try Scene(Self.asking)
    scene.terminal.put([("text/plain", [65])])
    let result = try scene.pb("paste", "--timeout", "0.2")
    #expect(result.status == 2 && result.errors.contains("in time"), "\(result.errors)")
    #expect(scene.isClean())
  }

  /// Whether a process was stopped: its state in `/proc` stands behind its name in parentheses.
  private static func isStopped(_ process: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.split(separator: ")").last?.hasPrefix(" T") == true
  }

  @Test func `Stopped, it leaves the terminal to the shell, and goes on where it was`() throws {
    let scene = try Scene(Self.asking)
    scene.terminal.put([("text/plain", [65])])
    let paste = try scene.shell.start([BuiltCommand.path, "paste"])
    let process = try paste.processIdentifier()
    try waitUntil { scene.terminal.isAsking && scene.terminal.isRaw }
    scene.terminal.send([0x1A])
    // It gives the terminal back first and stops then: what continues it before that would be lost.
    try waitUntil { scene.terminal.settings == scene.settings && Self.isStopped(process) }
    kill(process, SIGCONT)
    try waitUntil { scene.terminal.isRaw }
    scene.terminal.grant()
    let result = try paste.wait()
    #expect(result.status == 0 && result.text == "A")
    #expect(scene.isClean())
  }

  @Test func `Killed at any moment it leaves the terminal as it was`() throws {
    var generator = SeededGenerator(seed: 21)
    let scene = try Scene(Self.asking)
    scene.terminal.put([("text/plain", [65])])
    for round in 0..<20 {
      let paste = try scene.shell.start([BuiltCommand.path, "paste"])
      let process = try paste.processIdentifier()
      let number = [SIGTERM, SIGINT, SIGQUIT, SIGHUP].randomElement(using: &generator) ?? SIGTERM
      usleep(useconds_t.random(in: 0...40_000, using: &generator))
      kill(process, number)
      let result = try paste.wait()
      #expect(result.status == 128 + number, "round \(round): \(result.errors)")
      #expect(scene.isClean(), "round \(round), signal \(number)")
    }
  }

  @Test(.enabled(if: ReleaseProgram.path != nil, "run by 'make test', which builds it"))
  func `A megabyte of Markdown is sent in all forms at once`() throws {
    let program = try #require(ReleaseProgram.path)
    var manner = FakeTerminal.Manner.kitty
    manner.skims = true
    let scene = try Scene(manner)
    let page = "# Title\n\nSome *text* with a [link](https://example.org) and `code`.\n\n- one\n- two\n\n"
    let input = Array(String(repeating: page, count: (1 << 20) / page.utf8.count).utf8)
    var best = Duration.seconds(60)
    for _ in 0..<3 {
      let begin = ContinuousClock.now
      #expect(try scene.shell.run([program, "copy", "-t", "markdown"], input: input).status == 0)
      best = min(best, ContinuousClock.now - begin)
    }
    #expect(scene.terminal.byteCount > 3 * 4 << 20)
    // Most of it is the time of this terminal, which reads without optimisation.
    #expect(best < .seconds(10), "\(best)")
  }

  @Test func `No process is left, and none is needed`() throws {
    let scene = try Scene(.kitty)
    let copy = try scene.shell.start([BuiltCommand.path, "copy"], input: Array("x".utf8))
    let process = try copy.processIdentifier()
    #expect(try copy.wait().status == 0)
    #expect(kill(process, 0) != 0)
    #expect(scene.terminal.bytes("text/plain") == [0x78])
  }
}
