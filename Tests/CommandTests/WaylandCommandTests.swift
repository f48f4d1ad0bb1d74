import Foundation
import TestSupport
import Testing
import WaylandSelections

/// `pb` in a session of Wayland, on a compositor of the test's own.
@Suite("Wayland: the command", .timeLimit(.minutes(2)))
struct WaylandCommandTests {
  /// A session with its own runtime folder.
  private struct Session {
    let compositor: FakeCompositor
    let folder: TemporaryFolder
    let environment: [String: String?]

    init(globals: [(interface: String, version: UInt32)]? = nil, display: String? = nil) throws {
      var manner = FakeCompositor.Manner()
      if let globals { manner.globals = globals }
      compositor = try FakeCompositor(manner)
      folder = try TemporaryFolder()
      environment = [
        "DISPLAY": display, "XAUTHORITY": nil, "WAYLAND_DISPLAY": compositor.path, "WAYLAND_SOCKET": nil,
        "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path,
      ]
    }

    func pb(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
      try ChildProcess.run(
        [BuiltCommand.path] + arguments, environment: environment, input: Array(input.utf8))
    }
  }

  @Test func `What is copied is offered in every format, and pasted byte for byte`() throws {
    let session = try Session()
    #expect(try session.pb("copy", "--type", "markdown", input: "# Grüße\n").status == 0)
    let names = try #require(session.compositor.names())
    #expect(names.prefix(3) == ["text/markdown", "text/x-markdown", "net.daringfireball.markdown"])
    for name in ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "text/html"] {
      #expect(names.contains(name), "\(name)")
    }
    // LibreOffice would take it before HTML.
    #expect(!names.contains("text/rtf"))
    #expect(!names.contains("STRING") && !names.contains("COMPOUND_TEXT"))
    let pasted = try session.pb("paste", "--explain")
    #expect(pasted.text == "# Grüße\n")
    #expect(pasted.errors.contains("reading through wayland (wayland-0): by ext_data_control_manager_v1"))
    #expect(try session.pb("paste", "-t", "html").text.contains("<h1>Grüße</h1>"))
    let shown = try session.pb("show")
    #expect(shown.text.contains("text/markdown") && !shown.text.contains("x-pasteboard-owner"))
  }

  @Test func `What is copied for one paste says so, and managers that read at once do not paste`() throws {
    let session = try Session()
    #expect(try session.pb("copy", "-t", "plain", "--once", input: "once").status == 0)
    #expect(try session.pb("paste", "--plain").text == "once")
    #expect(try #require(session.compositor.names()).contains("x-kde-passwordManagerHint"))
    #expect(try session.pb("paste", "--raw", "x-kde-passwordManagerHint").text == "secret")
    // A paste is what comes half a second after the copy, and ends a second later.
    Thread.sleep(forTimeInterval: 1.5)
    #expect(try session.pb("paste", "--plain").text == "once")
    #expect(try eventually { try session.pb("paste", "--plain").status == 1 })
  }

  @Test func `What is copied before a successor is there stays`() throws {
    let session = try Session()
    #expect(try session.pb("copy", "-t", "plain", input: "later").status == 0)
    let former = "application/x-pasteboard-owner;id=0123456789abcdef"
    let result = try BuiltCommand.successor(of: former, on: "wayland", environment: session.environment)
    #expect(result.status == 2)
    #expect(try session.pb("paste", "--plain").text == "later")
  }

  @Test func `What is copied for one paste may be looked at`() throws {
    let session = try Session()
    #expect(try session.pb("copy", "-t", "plain", "--once", input: "once").status == 0)
    Thread.sleep(forTimeInterval: 0.6)
    for words in [
      ["show"], ["show", "--all"], ["show", "--json"], ["show", "--targets"], ["share", "--list"],
    ] {
      _ = try ChildProcess.run([BuiltCommand.path] + words, environment: session.environment)
    }
    Thread.sleep(forTimeInterval: 1.5)
    #expect(try session.pb("paste", "--plain").text == "once")
    #expect(try eventually { try session.pb("paste", "--plain").status == 1 })
  }

  @Test func `What is recast for the next paste gives way to all that was there`() throws {
    let session = try Session()
    let forms: [(name: String, bytes: [UInt8])] = [
      ("text/html", Array("<b>b</b>".utf8)), ("STRING", Array("b".utf8)), ("text/plain", Array("b".utf8)),
      ("x-own", [0, 1]), ("text/plain;charset=utf-8", Array("b".utf8)),
    ]
    session.compositor.offer(forms.map { (Array($0.name.utf8), .bytes($0.bytes)) })
    #expect(try session.pb("recast", "--once").status == 0)
    #expect(try session.pb("paste", "--plain").text == "**b**\n")
    let names = forms.map(\.name)
    #expect(eventually { session.compositor.names()?.dropLast() == names[...] })
    for form in forms { #expect(try session.pb("paste", "--raw", form.name).output == form.bytes) }
    // Another time, of what pb owns now.
    #expect(try session.pb("recast", "--once", "-t", "plain").status == 0)
    #expect(try session.pb("paste", "--raw", "UTF8_STRING").text == "b")
    #expect(eventually { session.compositor.names()?.dropLast() == names[...] })
  }

  @Test func `Without the folder that a name of a display is in, that is what is missing`() throws {
    let environment: [String: String?] = [
      "DISPLAY": nil, "WAYLAND_DISPLAY": "wayland-0", "WAYLAND_SOCKET": nil, "XDG_RUNTIME_DIR": nil,
    ]
    let result = try ChildProcess.run([BuiltCommand.path, "paste"], environment: environment)
    #expect(result.status == 2 && result.errors.contains("XDG_RUNTIME_DIR is not set"), "\(result.errors)")
  }

  @Test func `Both boards, clearing, and one that Wayland lacks`() throws {
    let session = try Session()
    #expect(try session.pb("copy", input: "copied").status == 0)
    #expect(try session.pb("copy", "-p", "primary", input: "selected").status == 0)
    #expect(try session.pb("paste").text == "copied")
    #expect(try session.pb("paste", "-p", "primary").text == "selected")
    #expect(try session.pb("clear").status == 0)
    let empty = try session.pb("paste")
    #expect(empty.status == 1 && empty.errors.contains("the clipboard is empty"))
    #expect(try session.pb("paste", "-p", "primary").text == "selected")
    #expect(try session.pb("clear", "-p", "primary").status == 0)
    let missing = try session.pb("paste", "-p", "find")
    #expect(missing.status == 2 && missing.errors.contains("Wayland has no pasteboard 'find'"))
    let dragged = try session.pb("paste", "-p", "drag")
    #expect(dragged.status == 2 && dragged.errors.contains("Use 'pb drop'"))
  }

  @Test func `What the configuration hides nobody is offered, unless nothing else is there`() throws {
    let session = try Session()
    try FileManager.default.createDirectory(
      atPath: session.folder.path + "/pasteboard", withIntermediateDirectories: true)
    _ = try session.folder.file("pasteboard/config", Array("[wayland]\nhide = rtf\nshow = rtf\n".utf8))
    #expect(try session.pb("copy", "--type", "markdown", input: "# A").status == 0)
    var names = try #require(session.compositor.names())
    #expect(names.contains("text/html") && names.contains("text/markdown"))
    #expect(!names.contains { $0.contains("rtf") || $0.contains("Rich Text") }, "\(names)")
    #expect(try session.pb("copy", "--type", "markdown", "--only", "rtf", input: "# A").status == 0)
    names = try #require(session.compositor.names())
    #expect(names.contains("text/rtf"))
    let rows = try session.pb("config").text.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.contains { $0.starts(with: ["wayland", "hide", "rtf"]) })
    #expect(try session.pb("clear").status == 0)
  }

  @Test(arguments: [("", false), ("[wayland]\nshow = rtf\n", true)])
  func `RTF that is made of a copy is offered where the configuration shows it`(
    configuration: String, isShown: Bool
  ) throws {
    let session = try Session()
    try FileManager.default.createDirectory(
      atPath: session.folder.path + "/pasteboard", withIntermediateDirectories: true)
    _ = try session.folder.file("pasteboard/config", Array(configuration.utf8))
    for (type, text) in [("markdown", "# A"), ("html", "<p style='color: red'>a</p>")] {
      #expect(try session.pb("copy", "--type", type, input: text).status == 0)
      #expect(try #require(session.compositor.names()).contains("text/rtf") == isShown, "\(type)")
    }
    // What was copied is offered in any case.
    #expect(try session.pb("copy", "--type", "rtf", input: "{\\rtf1 a}").status == 0)
    #expect(try #require(session.compositor.names()).contains("text/rtf"))
    #expect(try session.pb("clear").status == 0)
  }

  @Test func `Secrets are marked as under X11`() throws {
    let session = try Session()
    #expect(try session.pb("copy", "--sensitive", input: "secret").status == 0)
    #expect(session.compositor.names()?.contains("x-kde-passwordManagerHint") == true)
    #expect(try session.pb("clear").status == 0)
  }

  @Test func `A compositor without data control is used through X11, and people are told`() throws {
    let server = try PrivateXServer()
    let session = try Session(globals: [("wl_seat", 7)], display: server.display)
    #expect(try session.pb("copy", input: "приве́т").status == 0)
    let pasted = try session.pb("paste", "--explain")
    #expect(pasted.text == "приве́т")
    #expect(
      pasted.errors.contains(
        "reading through x11 (\(server.display)): the compositor does not support data control"))
    // Bridges hand these to programs that take them for UTF-8.
    let shown = try session.pb("show", "--json").text
    #expect(!shown.contains("\"STRING\"") && !shown.contains("COMPOUND_TEXT") && shown.contains("\"TEXT\""))
    #expect(try session.pb("paste", "--raw", "TEXT").text == "приве́т")
    #expect(try session.pb("paste", "--raw", "STRING").output == Array("??????".utf8) + [0x3F])
    #expect(try session.pb("paste", "--backend", "wayland").errors.contains("does not support data control"))
    #expect(try session.pb("clear").status == 0)
  }

  @Test func `Without data control and without an X server both are named`() throws {
    let session = try Session(globals: [("wl_seat", 7)])
    for command in ["copy", "paste", "clear"] {
      let result = try session.pb(command, input: "x")
      #expect(result.status == 2)
      #expect(result.errors.contains("the compositor does not support data control, and DISPLAY is not set"))
    }
  }

  @Test func `Where no compositor is, X11 is used`() throws {
    let server = try PrivateXServer()
    let environment: [String: String?] = ["DISPLAY": server.display, "WAYLAND_DISPLAY": "/nowhere/wayland-7"]
    let result = try ChildProcess.run([BuiltCommand.path, "paste"], environment: environment)
    #expect(result.status == 1)
    #expect(result.errors.contains("the clipboard is empty"))
  }

  /// As much as several pipes hold.
  private static let large = {
    var generator = SeededGenerator(seed: 19)
    return (0..<(3 << 20)).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }()

  @Test(arguments: [
    "\"$PB\" paste --raw image/png", "\"$PB\" paste --raw image/png | cat",
    "\"$PB\" paste --raw image/png | { sleep 1.2; cat; }",
    "\"$PB\" paste --raw image/png >> \"$FILE\"; cat \"$FILE\"",
    "\"$PB\" paste --raw image/png -o \"$FILE\"; cat \"$FILE\"",
  ])
  func `What is asked for by its name goes on as it comes, however it is taken`(line: String) throws {
    let session = try Session()
    session.compositor.offer([(Array("image/png".utf8), .bytes(Self.large))])
    func run(_ line: String) throws -> ChildProcess.Result {
      let more: [String: String?] = ["PB": BuiltCommand.path, "FILE": session.folder.path + "/file"]
      return try ChildProcess.run(
        ["bash", "-o", "pipefail", "-c", line], environment: session.environment.merging(more) { $1 })
    }
    let result = try run(line)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output == Self.large)
    let cut = try run("\"$PB\" paste --raw image/png | head -c 10")
    #expect(cut.output == Array(Self.large.prefix(10)) && cut.errors.isEmpty)
    #expect(try run("\"$PB\" paste --raw image/png > /dev/full").errors.contains("no space left"))
  }

  @Test func `Large content is given to several readers, and stays what it was when another is copied`()
    throws
  {
    let session = try Session()
    let file = try session.folder.file("large.png", Self.large)
    #expect(try session.pb("copy", "-t", "png", file).status == 0)
    let readers = try (0..<3).map { _ in
      try ChildProcess([BuiltCommand.path, "paste", "--raw", "image/png"], environment: session.environment)
    }
    for reader in readers { #expect(try reader.wait().output == Self.large) }
    mkfifo(session.folder.path + "/go", 0o600)
    let late = try ChildProcess(
      ["bash", "-c", "'\(BuiltCommand.path)' paste --raw image/png | { read -n 1 x < \"$GO\"; cat; }"],
      environment: session.environment.merging(["GO": session.folder.path + "/go"]) { $1 })
    #expect(try session.pb("copy", input: "other").status == 0)
    let pipe = try #require(FileHandle(forWritingAtPath: session.folder.path + "/go"))
    pipe.write(Data("x".utf8))
    let result = try late.wait()
    #expect(result.output == Self.large || result.errors.contains("image/png"), "\(result.errors)")
    #expect(try session.pb("clear").status == 0)
  }

  @Test func `What an owner leaves is kept by the service`() throws {
    let session = try Session()
    let service = try ChildProcess(
      ["sh", "-c", "exec '\(BuiltCommand.path)' serve 2>&1"], environment: session.environment)
    #expect(service.firstLine(timeout: .seconds(20))?.contains("keeping the clipboard") == true)
    let copy = try ChildProcess(
      [BuiltCommand.path, "copy", "--foreground", "--type", "markdown"], environment: session.environment,
      input: Array("# kept".utf8))
    #expect(eventually { session.compositor.askedNames.contains("text/markdown") })
    #expect(eventually { session.compositor.clientCount == 2 })
    copy.kill(SIGKILL)
    #expect(try eventually { try session.pb("paste").text == "# kept" })
    #expect(try session.pb("paste", "-t", "html").text.contains("<h1>kept</h1>"))
    #expect(try session.pb("clear").status == 0)
    service.kill(SIGTERM)
    #expect(try service.wait().status == 0)
  }

  @Test func `The background process goes on with the connection that found the compositor`() throws {
    let session = try Session()
    #expect(try session.pb("copy", input: "x").status == 0)
    #expect(eventually { session.compositor.clientCount == 1 })
    #expect(session.compositor.connectionCount == 1)
    #expect(try session.pb("paste").text == "x")
    #expect(session.compositor.connectionCount == 2)
  }

  @Test func `A line is written for each message where that is asked for`() throws {
    let session = try Session()
    let file = session.folder.path + "/trace"
    _ = try ChildProcess.run(
      [BuiltCommand.path, "paste"], environment: session.environment.merging(["PB_TRACE": file]) { $1 })
    let trace = try String(contentsOfFile: file, encoding: .utf8)
    #expect(trace.contains(" wayland ") && trace.contains("ext_data_control_manager_v1"))
  }
}
