import Foundation
import TestSupport
import Testing

/// `pb serve --history` in a session of Wayland, which has no pasteboard for it.
@Suite("History on Wayland", .timeLimit(.minutes(2)))
struct WaylandHistoryTests {
  private static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0xFF]

  private struct Session {
    let compositor: FakeCompositor
    let folder: TemporaryFolder
    let environment: [String: String?]
    let service: ChildProcess

    init(_ options: String) throws {
      compositor = try FakeCompositor()
      folder = try TemporaryFolder()
      environment = [
        "DISPLAY": nil, "XAUTHORITY": nil, "WAYLAND_DISPLAY": compositor.path,
        "WAYLAND_SOCKET": nil, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path,
        "NOTIFY_SOCKET": nil,
      ]
      service = try Self.start(options, environment)
    }

    /// A further service, of the same compositor.
    func another(_ options: String) throws -> ChildProcess { try Self.start(options, environment) }

    private static func start(_ options: String, _ environment: [String: String?]) throws -> ChildProcess {
      let service = try ChildProcess(
        ["sh", "-c", "exec '\(BuiltCommand.path)' serve \(options) 2>&1"], environment: environment)
      try #require(service.firstLine(timeout: .seconds(20))?.contains("keeping the clipboard") == true)
      return service
    }

    func pb(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
      try ChildProcess.run(
        [BuiltCommand.path] + arguments, environment: environment, input: Array(input.utf8))
    }

    var lines: [String] {
      get throws { try pb("history", "list", "--lines").text.split(separator: "\n").map(String.init) }
    }

    /// Copies one after the other, each once the one before is remembered.
    func copy(_ words: String...) throws {
      for word in words {
        #expect(try pb("copy", "-t", "plain", input: word).status == 0)
        #expect(try eventually { try lines.first == "0  \(word)" })
      }
    }
  }

  @Test func `Copies are remembered in all their forms, pasted by their number, and forgotten`() throws {
    let session = try Session("--history 3")
    #expect(try session.pb("history").status == 1)
    let file = try session.folder.file("picture.png", Self.picture)
    let copied = try session.pb("copy", "-", "-t", "html", "--add", "png=\(file)", input: "a <b>b</b>")
    #expect(copied.status == 0)
    #expect(try eventually { try session.lines.count == 1 })
    try session.copy("one", "two")
    #expect(try session.pb("paste", "--back", "1", "--plain").text == "one")
    #expect(try session.pb("paste", "--back", "2").text == "a **b**\n")
    #expect(try session.pb("paste", "--back", "2", "--raw", "image/png").output == Self.picture)
    #expect(try session.pb("paste", "--back", "3").errors.contains("0 to 2"))
    #expect(try session.pb("history", "pick", "2").status == 0)
    #expect(try session.pb("paste", "--raw", "image/png").output == Self.picture)
    let html = try session.pb("paste", "--raw", "text/html")
    #expect(html.text.contains("<b>b</b>"), "\(html.status) \(html.text) \(html.errors)")
    #expect(try session.pb("history", "drop", "--all").status == 0)
    #expect(try eventually { try session.pb("history").status == 1 })
  }

  @Test func `Who asks for a copy the moment it is there gets all of it`() throws {
    let session = try Session("--history 3")
    for number in 0..<30 {
      #expect(try session.pb("copy", "-t", "html", input: "<b>\(number)</b>").status == 0)
      #expect(try eventually { try session.lines.first == "0  \(number)" })
      #expect(try session.pb("paste", "--back", "0", "--raw", "text/html").text == "<b>\(number)</b>")
    }
  }

  @Test func `Secrets are not remembered, and nothing outlives the service`() throws {
    let session = try Session("--history 5")
    try session.copy("one")
    #expect(try session.pb("copy", "--sensitive", "-t", "plain", input: "hunter2").status == 0)
    try session.copy("two")
    #expect(try session.lines == ["0  two", "1  one"])
    session.service.kill(SIGTERM)
    #expect(try session.service.wait().status == 0)
    let after = try session.pb("history")
    #expect(after.status == 1 && after.errors.contains("pb serve --history 50"))
  }

  @Test func `A service that was killed leaves a name that is nobody's, and the next one takes it`() throws {
    let session = try Session("--history 5")
    try session.copy("one")
    session.service.kill(SIGKILL)
    _ = try session.service.wait()
    #expect(try session.pb("paste", "--back", "0").status == 1)
    let next = try session.another("--history 5")
    try session.copy("two")
    #expect(try session.pb("paste", "--back", "0", "--plain").text == "two")
    withExtendedLifetime(next) {}
  }

  @Test func `A second service is refused and takes nothing away, unless it is to replace the first`()
    throws
  {
    let session = try Session("--history 5")
    try session.copy("one", "two")
    let second = try session.pb("serve", "--history", "5")
    #expect(second.status == 2 && second.errors.contains("--replace"))
    #expect(try session.lines == ["0  two", "1  one"])
    let next = try session.another("--history 5 --replace")
    let end = try session.service.wait()
    #expect(end.status == 0 && end.text.contains("another clipboard manager took over"))
    #expect(try eventually { try session.lines == ["0  two"] })
    #expect(next.isRunning)
  }

  @Test func `A copy that is there still at the next start is remembered once`() throws {
    let options = "--history 5 --history-file \"$XDG_RUNTIME_DIR/history\""
    let session = try Session(options)
    try session.copy("one")
    session.service.kill(SIGTERM)
    #expect(try session.service.wait().status == 0)
    let asked = session.compositor.askedNames.count
    let next = try session.another(options)
    // The owner and the service are there; what read the copy is not any more.
    #expect(eventually { session.compositor.askedNames.count > asked && session.compositor.clientCount == 2 })
    try session.copy("two")
    #expect(try session.lines == ["0  two", "1  one"])
    withExtendedLifetime(next) {}
  }
}
