import Foundation
import TestSupport
import TestTraits
import Testing

/// The clipboard of a desktop on another machine: through a socket, and through ssh.
@Suite("Far machines", .timeLimit(.minutes(5)))
final class FarMachineTests: CommandSuite {
  private static let markdown = "# Title\n\nSome **bold** text\n"

  /// What the far side has: no display, and the socket.
  private func far(_ socket: String) -> [String: String?] {
    ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "PB_SOCKET": socket, "TERM": nil]
  }

  private var socket: String { folder.path + "/socket" }

  /// `pb serve --socket`, which listens when this returns.
  private func serve(_ words: String...) throws -> ChildProcess {
    let environment = pb.environment.merging(["XDG_RUNTIME_DIR": folder.path, "NOTIFY_SOCKET": nil]) { $1 }
    let command =
      "exec '\(BuiltCommand.path)' serve --socket '\(socket)' \(words.joined(separator: " ")) 2>&1"
    let service = try ChildProcess(["sh", "-c", command], environment: environment)
    try #require(service.firstLine(timeout: .seconds(20))?.contains("keeping the clipboard") == true)
    return service
  }

  private func onFarSide(_ words: String..., input: String = "") throws -> ChildProcess.Result {
    try ChildProcess.run([BuiltCommand.path] + words, environment: far(socket), input: Array(input.utf8))
  }

  @Test func `What is copied on the far side is here in all forms, and stays`() throws {
    let service = try serve()
    let copied = try onFarSide("copy", "-t", "md", input: Self.markdown)
    #expect(copied.status == 0 && copied.errors.isEmpty)
    let html = try pb.other("xclip", "-selection", "clipboard", "-t", "text/html", "-o")
    #expect(html.text.contains("<strong>bold</strong>"))
    #expect(try pb.run("paste", "-t", "rtf").text.hasPrefix("{\\rtf1"))
    #expect(try pb.run("paste").text == Self.markdown)
    let shown = try pb.run("show")
    #expect(shown.text.contains("Copied on another machine: "))
    #expect(try pb.run("show", "--json").text.contains("\"host\""))
    // A secret is marked here, too, and goes with its owner.
    let secret = try ChildProcess(
      [BuiltCommand.path, "copy", "-t", "plain", "--sensitive", "--foreground"], environment: far(socket),
      input: Array("hunter2".utf8))
    try waitUntil { try pb.run("show", "--targets").text.contains("x-kde-passwordManagerHint") }
    secret.kill(SIGKILL)
    try waitUntil { try pb.run("paste").status == 1 }
    withExtendedLifetime(service) {}
  }

  @Test(arguments: ["general", "primary", "secondary", "find"])
  func `What is copied on the far side outlives a restart of the service`(board: String) throws {
    let service = try serve()
    #expect(try onFarSide("copy", "-t", "plain", "-p", board, input: "from afar").status == 0)
    try waitUntil { try pb.run("paste", "-p", board).text == "from afar" }
    service.kill(SIGTERM)
    _ = try service.wait(timeout: .seconds(20))
    let next = try serve()
    try waitUntil { try pb.run("paste", "-p", board).text == "from afar" }
    #expect(try pb.run("show", "-p", board).text.contains("Copied on another machine: "))
    // A copy that is made between two services stays.
    next.kill(SIGTERM)
    _ = try next.wait(timeout: .seconds(20))
    #expect(try pb.run("copy", "-t", "plain", "-p", board, input: Array("near".utf8)).status == 0)
    let last = try serve()
    #expect(try pb.run("paste", "-p", board).text == "near")
    withExtendedLifetime(last) {}
  }

  @Test func `A socket that cannot be reached is reported, and the display serves`() throws {
    #expect(try pb.run("copy", "-t", "plain", input: Array("near".utf8)).status == 0)
    let environment = pb.environment.merging(["PB_SOCKET": folder.path + "/none"]) { $1 }
    for (words, isQuiet) in [(["paste"], false), (["show"], false), (["paste", "-q"], true)] {
      let result = try ChildProcess.run([BuiltCommand.path] + words, environment: environment)
      #expect(result.status == 0 && result.text.contains("near"))
      #expect(result.errors.contains("/none, which does not exist. Instead, pb uses x11") != isQuiet)
      #expect(result.errors.isEmpty == isQuiet)
    }
  }

  @Test func `Pasting has to be allowed, and then the tools' names paste, too`() throws {
    #expect(try pb.run("copy", "-t", "md", input: Array(Self.markdown.utf8)).status == 0)
    do {
      let service = try serve()
      let denied = try onFarSide("paste")
      #expect(denied.status == 2 && denied.output.isEmpty)
      #expect(denied.errors.contains("your desktop: pasting here is not allowed"))
      service.kill(SIGTERM)
      _ = try service.wait()
    }
    let service = try serve("--allow", "copy,paste")
    #expect(try onFarSide("paste").text == Self.markdown)
    let picture = samplePNG
    let file = try folder.file("picture.png", picture)
    #expect(try pb.run("copy", file).status == 0)
    let targets = try onFarSide("as", "xclip", "-selection", "clipboard", "-t", "TARGETS", "-o")
    #expect(targets.text.split(separator: "\n").contains("image/png"))
    #expect(
      try onFarSide("as", "xclip", "-selection", "clipboard", "-t", "image/png", "-o").output == picture)
    #expect(try onFarSide("as", "wl-paste", "-t", "image/png").output == picture)
    // Passwords are a right of their own.
    #expect(try pb.run("copy", "-t", "plain", "--sensitive", input: Array("hunter2".utf8)).status == 0)
    let secret = try onFarSide("paste")
    #expect(secret.status != 0 && !secret.text.contains("hunter2") && secret.errors.contains("secret"))
    withExtendedLifetime(service) {}
  }

  @Test func `A program is asked, with the name of the host`() throws {
    let script = "#!/bin/sh\necho \"$@\" >> '\(folder.path)/asked'\ntest \"$1\" = copy\n"
    let file = try folder.file("ask", Array(script.utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    let service = try serve("--allow", "ask", "--ask", file)
    #expect(try onFarSide("copy", "-t", "plain", input: "text").status == 0)
    #expect(try onFarSide("paste").errors.contains("not allowed"))
    let asked = try String(contentsOfFile: folder.path + "/asked", encoding: .utf8)
    #expect(asked.split(separator: "\n").map { $0.split(separator: " ").first } == ["copy", "paste"])
    withExtendedLifetime(service) {}
  }

  @Test func `A rule hides from a program what another machine copied`() throws {
    let rules = """
      { "applications": [ { "name": "Editor", "seen": "a test", "match": { "class": ["Editor"] },
        "asRequestor": { "hideFar": true } } ] }
      """
    let service = try RunningService(rules: rules, arguments: ["--socket"])
    let socket = service.folder.path + "/pasteboard/socket"
    let copied = try ChildProcess.run(
      [BuiltCommand.path, "copy", "-t", "plain"], environment: far(socket), input: Array("text".utf8))
    #expect(copied.status == 0, "\(copied.errors)")
    #expect(try service.pb("paste").text == "text")
    let seen = try service.pb("show", "--as-seen-by", "Editor", "--targets").text
    #expect(!seen.contains("text/plain") && seen.contains("application/x-pasteboard-host"))
  }

  @Test(arguments: [SIGTERM, SIGKILL]) func `Whichever side is ended, nothing is left`(signal: Int32) throws {
    for number in 0..<10 {
      let service = try serve()
      let owner = try ChildProcess(
        [BuiltCommand.path, "copy", "-t", "plain", "--clear-after", "1000", "--foreground"],
        environment: far(socket), input: Array("text \(number)".utf8))
      usleep(UInt32(number) * 20_000)
      let (first, second) = number.isMultiple(of: 2) ? (service, owner) : (owner, service)
      first.kill(signal)
      _ = try first.wait()
      if first === service {
        // The far side ends by itself: there is nothing to own any more.
        _ = try owner.wait(timeout: .seconds(20))
      } else {
        try waitUntil { try pb.run("paste").status == 1 }
      }
      second.kill(signal)
      _ = try second.wait()
      let socket = socket
      #expect(eventually { !FileManager.default.fileExists(atPath: socket) }, "\(number)")
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.filter { $0.hasPrefix("socket") }.isEmpty, "\(left)")
    }
  }

  @Test func `Options that make no sense are refused`() throws {
    let cases: [([String], String)] = [
      (["serve", "--allow", "copy"], "--allow requires --socket"),
      (["serve", "--socket", socket, "--allow", "everything"], "must be a list of"),
      (["serve", "--socket", socket, "--allow", "ask"], "requires --ask PROGRAM"),
      (["serve", "--socket", socket, "--allow", "ask", "--ask", "no-such-program"], "was not found"),
      (["serve", "path"], "requires --socket"), (["ssh"], "no host is given"),
      (["ssh", "-N", "host"], "ssh -N"),
      (["ssh", "-!", "host"], "no option -!"), (["ssh", "-p"], "needs a value"),
    ]
    for (words, message) in cases {
      let result = try pb.run(words)
      #expect(result.status == 2 && result.errors.contains(message), "\(words): \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    let printed = try pb.run("ssh", "--print-config", "server")
    #expect(printed.status == 0 && printed.text.contains("RemoteForward /tmp/pasteboard-%r.sock"))
  }
}
