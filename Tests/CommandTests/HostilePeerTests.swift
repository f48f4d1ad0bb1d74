import Foundation
import TestSupport
import Testing

/// Compositors, servers, owners and folders that mean ill, or do not answer.
@Suite("Hostile peers: the command", .timeLimit(.minutes(3)))
struct HostilePeerTests {
  /// A socket in the file system at which nobody answers.
  private final class SilentSocket {
    let path: String
    private let number: Int32

    init(at path: String) throws {
      self.path = path
      number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(bound == 0 && listen(number, 16) == 0)
    }

    deinit { close(number) }
  }

  private static func time(_ body: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure(body)
  }

  // MARK: Time

  @Test(
    "A silent compositor costs each command its share of time, once",
    arguments: [
      (["paste", "--timeout", "1"], 2), (["paste"], 4), (["copy"], 4), (["show"], 4),
      (["show", "--timeout", "1"], 2),
      (["config"], 4), (["clear"], 4), (["recast"], 4), (["watch", "--once"], 4),
    ] as [([String], Int)])
  func silentCompositor(arguments: [String], seconds: Int) throws {
    let folder = try TemporaryFolder()
    let silent = try SilentSocket(at: folder.path + "/wayland-0")
    let environment: [String: String?] = [
      "WAYLAND_DISPLAY": silent.path, "WAYLAND_SOCKET": nil, "XDG_RUNTIME_DIR": folder.path, "DISPLAY": nil,
      "XDG_CONFIG_HOME": folder.path, "TERM": nil, "TMUX": nil,
    ]
    var result: ChildProcess.Result?
    let time = try Self.time {
      result = try ChildProcess.run([BuiltCommand.path] + arguments, environment: environment, input: [65])
    }
    #expect(time < .seconds(seconds), "\(arguments)")
    if arguments != ["config"] { #expect(result?.status == 2 && result?.errors.isEmpty == false) }
  }

  @Test func `Behind a silent compositor the X server is found in the same time`() throws {
    let server = try PrivateXServer()
    let folder = try TemporaryFolder()
    let silent = try SilentSocket(at: folder.path + "/wayland-0")
    var environment = server.environment
    environment["WAYLAND_DISPLAY"] = silent.path
    let owner = try ChildProcess.run(
      ["xclip", "-selection", "clipboard", "-i"], environment: environment, input: Array("there".utf8))
    #expect(owner.status == 0)
    let time = try Self.time {
      let pasted = try ChildProcess.run(
        [BuiltCommand.path, "paste", "--timeout", "2"], environment: environment)
      #expect(pasted.text == "there")
    }
    #expect(time < .seconds(3))
  }

  // MARK: Sockets of others

  /// Only the superuser can be another user, too.
  @Test(.enabled(if: getuid() == 0), arguments: ["wayland-0", "pasteboard-pb.history-wayland-0"])
  func `A socket of another user in a folder that all may write to is not believed`(name: String) throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o1777)
    let isCompositor = name == "wayland-0"
    let script = """
      import socket, sys, time
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(8); print("there", flush=True)
      while True:
          c, _ = s.accept(); print("came", flush=True); c.close()
      """
    let other = try ChildProcess(
      [
        "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", script,
        folder.path + "/" + name,
      ])
    try #require(other.firstLine(timeout: .seconds(10)) == "there")
    let compositor = try FakeCompositor(FakeCompositor.Manner())
    let environment: [String: String?] = [
      "WAYLAND_DISPLAY": isCompositor ? "wayland-0" : compositor.path, "WAYLAND_SOCKET": nil,
      "XDG_RUNTIME_DIR": folder.path, "DISPLAY": nil, "XDG_CONFIG_HOME": folder.path, "TERM": nil,
    ]
    let result = try ChildProcess.run(
      [BuiltCommand.path] + (isCompositor ? ["paste"] : ["history", "list"]), environment: environment)
    #expect(result.status == 2 && result.errors.contains("another user (65534)"), "\(result.errors)")
  }

  // MARK: Owners

  /// What it copies differs each time, so that no manager knows it again.
  @Test(arguments: [0, 50]) func `The service leaves an owner alone that takes back what it loses`(
    pause: Int
  ) throws {
    let service = try RunningService()
    let script = """
      import select, sys, time
      from Xlib import X, Xatom, display
      from Xlib.protocol import event
      d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent); a = d.intern_atom
      own = lambda: (w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime), d.flush())
      own(); lost = 0; end = time.time() + 6; read = 0
      while time.time() < end:
          if not d.pending_events() and not select.select([d.fileno()], [], [], 0.1)[0]: continue
          e = d.next_event()
          if e.type == X.SelectionClear:
              lost += 1; time.sleep(int(sys.argv[1]) / 1000); own()
          elif e.type == X.SelectionRequest:
              p = e.property; text = b'# a\\n\\n* b %d\\n' % lost; read += 1
              if e.target == a('TARGETS'):
                  e.requestor.change_property(p, Xatom.ATOM, 32, [a('TARGETS'), a('UTF8_STRING'), a('text/markdown')])
              elif e.target in (a('UTF8_STRING'), a('text/markdown')): e.requestor.change_property(p, e.target, 8, text)
              else: p = X.NONE
              e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor, selection=e.selection,
                  target=e.target, property=p)); d.flush()
      print(lost, read, w.id == d.get_selection_owner(a('CLIPBOARD')).id)
      """
    let owner = try ChildProcess.run(
      ["/usr/bin/python3", "-c", script, String(pause)], environment: service.environment)
    let words = owner.text.split(whereSeparator: \.isWhitespace).map { String($0) }
    try #require(words.count == 3, "\(owner.errors)")
    // It was fought, and then it was left alone.
    #expect((1...12).contains(Int(words[0]) ?? 0) && words[2] == "True", "\(words)")
    // Others are served as before.
    try service.copyAndKeep("next")
  }

  // MARK: Names

  @Test(
    "Names that others chose are not passed on to commands",
    arguments: [
      "x/a\n\u{1B}[31m\"", "x/a\"; rm -rf ~", "x/$(id)", "x/`id`", "x/\u{202E}cod", "x/a'b", "x/a\\b",
    ])
  func namesForCommands(name: String) throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    let owner = try ScriptedOwner(of: [(name, [1, 2, 3])], environment: pb.environment)
    let watch = try ChildProcess(
      [BuiltCommand.path, "watch", "--", "sh", "-c", "printf '<%s>\\n' \"$CLIPBOARD_TYPE\""],
      environment: pb.environment)
    #expect(watch.firstLine(timeout: .seconds(10)) == "<application/octet-stream>")
    watch.kill(SIGKILL)
    #expect(try watch.wait().errors.contains("CLIPBOARD_TYPE"))
    for arguments in [
      ["show", "--all"], ["show", "--json"], ["show", "--targets"], ["show", "--all", "--json"],
    ] {
      let shown = try ChildProcess.run([BuiltCommand.path] + arguments, environment: pb.environment)
      let isHarmless = (shown.text + shown.errors).unicodeScalars.allSatisfy {
        $0 == "\n" || $0.value >= 0x20 && $0.value < 0x7F || $0.value > 0x9F && $0.value != 0x202E
      }
      #expect(isHarmless, "\(arguments): \(shown.text)")
    }
    #expect(owner.process.isRunning)
  }

  @Test(arguments: [
    "image/png", "text/x-a.b+c", "com.example.thing", "MY_ATOM", "application/x-a;charset=utf-8",
  ])
  func `Names as types have them are passed on`(name: String) throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    let owner = try ScriptedOwner(of: [(name, Array("x,y\n".utf8))], environment: pb.environment)
    let watch = try ChildProcess(
      [BuiltCommand.path, "watch", "--", "sh", "-c", "printf '<%s>\\n' \"$CLIPBOARD_TYPE\""],
      environment: pb.environment)
    let line = watch.firstLine(timeout: .seconds(10))
    #expect(line != nil && line != "<application/octet-stream>" && line != "<>", "\(line ?? "")")
    watch.kill(SIGKILL)
    #expect(owner.process.isRunning)
  }

  // MARK: Limits

  /// Limits do not bind the superuser, who can be another user, too.
  @Test(.enabled(if: getuid() == 0), arguments: 1...6, [[], ["--clear-after", "60"], ["--sensitive"]])
  func `At a limit of processes a copy is there, or refused and nothing lost`(
    limit: Int, options: [String]
  ) throws {
    let server = try PrivateXServer(options: ["-ac"])
    let pb = BuiltCommand(on: server)
    let before = try ChildProcess.run(
      ["xclip", "-selection", "clipboard", "-i"], environment: pb.environment, input: Array("before".utf8))
    #expect(before.status == 0)
    let home = try TemporaryFolder()
    var environment = pb.environment
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] { environment[name] = home.path }
    // A user of whom there is no process.
    let user = 61_000 + limit
    let copy = try ChildProcess.run(
      [
        "setpriv", "--reuid=\(user)", "--clear-groups", "prlimit", "--nproc=\(limit):\(limit)",
        BuiltCommand.path,
        "copy", "-t", "plain",
      ] + options, environment: environment, input: Array("copied".utf8))
    let pasted = try ChildProcess.run(
      ["xclip", "-selection", "clipboard", "-o"], environment: pb.environment)
    #expect(pasted.text == (copy.status == 0 ? "copied" : "before"), "\(limit): \(copy.errors)")
  }

  // MARK: Files

  @Test func `Nothing is converted through a link in the folder of the results`() throws {
    let pb = BuiltCommand()
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    for part in ["in", "in/sub", "out", "elsewhere"] {
      try manager.createDirectory(atPath: folder.path + "/" + part, withIntermediateDirectories: true)
    }
    for name in ["a", "b", "c", "sub/d"] { _ = try folder.file("in/\(name).md", Array("# \(name)\n".utf8)) }
    let precious = try folder.file("elsewhere/precious", Array("keep".utf8))
    func link(_ name: String, to target: String) throws {
      try manager.createSymbolicLink(atPath: folder.path + "/out/" + name, withDestinationPath: target)
    }
    try link("a.html", to: precious)
    try link("b.html", to: folder.path + "/elsewhere/new")
    try link("sub", to: "../elsewhere")
    let result = try pb.run(
      "convert", folder.path + "/in", "--to", "html", "--into", folder.path + "/out", "--replace")
    #expect(result.status == 2 && result.errors.contains("is a symbolic link"), "\(result.errors)")
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "keep")
    #expect(try manager.contentsOfDirectory(atPath: folder.path + "/elsewhere") == ["precious"])
    #expect(manager.fileExists(atPath: folder.path + "/out/c.html"))
    // The folder itself may be one.
    try manager.createSymbolicLink(atPath: folder.path + "/way", withDestinationPath: "elsewhere")
    let through = try pb.run(
      "convert", folder.path + "/in/c.md", "--to", "html", "--into", folder.path + "/way")
    #expect(through.status == 0 && manager.fileExists(atPath: folder.path + "/elsewhere/c.html"))
  }

  @Test func `Of very many files that are missing a few are named`() throws {
    let folder = try TemporaryFolder()
    let names = (0..<5000).map { "\(folder.path)/missing-\($0).md" }
    let result = try ChildProcess.run(
      [BuiltCommand.path, "convert"] + names + ["--to", "html", "--into", folder.path + "/out"])
    let lines = result.errors.split(separator: "\n")
    #expect(result.status == 2 && lines.count <= 25, "\(lines.count) lines")
    #expect(lines.last?.contains("5000 of 5000") == true)
  }
}
